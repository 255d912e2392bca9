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
