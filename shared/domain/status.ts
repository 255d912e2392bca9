import { z } from 'zod';

/** Where an item stands on its way into the benchmark. */
export const ItemStatus = z.enum(['draft', 'in_review', 'accepted', 'rejected']);
export type ItemStatus = z.infer<typeof ItemStatus>;

/** Where an item's gold comes from. */
export const GoldSource = z.enum(['unanimous', 'adjudicated', 'single', 'imported']);
export type GoldSource = z.infer<typeof GoldSource>;

/** What a person may do; a person can hold several roles. */
export const Role = z.enum(['curator', 'annotator', 'reviewer', 'participant', 'judge', 'adjudicator']);
export type Role = z.infer<typeof Role>;

/** An annotation is edited as a draft; once submitted it never changes. */
export const AnnotationState = z.enum(['draft', 'submitted']);
export type AnnotationState = z.infer<typeof AnnotationState>;

/** Where an assignment stands. */
export const AssignmentState = z.enum(['open', 'submitted', 'skipped']);
export type AssignmentState = z.infer<typeof AssignmentState>;

/**
 * How the raters of an item stand to each other in their latest round. `waiting`: not everybody assigned has answered;
 * `conflict`: casebooks that were merged hold decisions that exclude each other.
 */
export const RatingState = z.enum(['waiting', 'single', 'unanimous', 'disputed', 'decided', 'conflict']);
export type RatingState = z.infer<typeof RatingState>;

/** Why raters disagreed, as the adjudicator sees it. */
export const DisagreementCause = z.enum([
  'guideline_gap',
  'slip',
  'image_ambiguous',
  'item_wrong',
  'rater_misread',
  'other',
]);
export type DisagreementCause = z.infer<typeof DisagreementCause>;
