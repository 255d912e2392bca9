import { z } from 'zod';

/** An item's status on the way into the benchmark. */
export const ItemStatus = z.enum(['draft', 'in_review', 'accepted', 'rejected']);
export type ItemStatus = z.infer<typeof ItemStatus>;

/** Where an item's gold comes from. `consensus`: boxes put together from several raters' that are about the same. */
export const GoldSource = z.enum(['unanimous', 'consensus', 'adjudicated', 'single', 'imported']);
export type GoldSource = z.infer<typeof GoldSource>;

/**
 * Where the value of one part of an item comes from. `disputed`: raters differ, nobody has decided, and the value is the
 * one that was in force before.
 */
export const PartSource = z.enum([...GoldSource.options, 'disputed']);
export type PartSource = z.infer<typeof PartSource>;

/** What a person may do; a person can hold several roles. */
export const Role = z.enum(['curator', 'annotator', 'reviewer', 'participant', 'judge', 'adjudicator']);
export type Role = z.infer<typeof Role>;

/** Who looks after others' work. */
export const OVERSEEING: readonly Role[] = ['curator', 'reviewer', 'adjudicator'];

/** Whether somebody does nothing but take part in studies. */
export function onlyTakesPart({ roles }: { readonly roles: readonly Role[] }): boolean {
  return roles.length > 0 && roles.every((role) => role === 'participant');
}

/** Whether somebody is a person of the team who has not left. */
export function isActivePerson(person: {
  readonly kind: string;
  readonly setAside?: true | undefined;
}): boolean {
  return person.kind === 'human' && person.setAside !== true;
}

/** An annotation is edited as a draft; once submitted it never changes. */
export const AnnotationState = z.enum(['draft', 'submitted']);
export type AnnotationState = z.infer<typeof AnnotationState>;

/** Where an assignment stands. */
export const AssignmentState = z.enum(['open', 'submitted', 'skipped']);
export type AssignmentState = z.infer<typeof AssignmentState>;

/**
 * How far the raters of an item agree in their latest round. `waiting`: not everybody assigned has answered;
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

/** A study is set up as a draft; once it is open its items and settings stand. */
export const StudyState = z.enum(['draft', 'open', 'closed']);
export type StudyState = z.infer<typeof StudyState>;

/** What an answer is for: only `main` ones count. */
export const ResponsePurpose = z.enum(['practice', 'main', 'attention']);
export type ResponsePurpose = z.infer<typeof ResponsePurpose>;

/**
 * The accepted verdict on one thing to be judged. `exact`: it follows from the answer itself; `conflict`: casebooks that were merged
 * hold decisions that exclude each other.
 */
export const VerdictState = z.enum(['exact', 'single', 'agreed', 'disputed', 'decided', 'conflict']);
export type VerdictState = z.infer<typeof VerdictState>;

/** Where the accepted verdict comes from; `model`: from LLM judges alone. */
export const VerdictSource = z.enum(['exact', 'adjudicated', 'unanimous', 'single', 'model']);
export type VerdictSource = z.infer<typeof VerdictSource>;

/** Between whom judges differ. */
export const JudgeKinds = z.enum(['human_human', 'human_model', 'model_model']);
export type JudgeKinds = z.infer<typeof JudgeKinds>;

/** Why judges disagreed, as the adjudicator sees it. */
export const VerdictCause = z.enum([
  'missed_paraphrase',
  'too_lenient',
  'too_strict',
  'followed_tone',
  'reference_ambiguous',
  'human_slip',
  'misparsed',
  'other',
]);
export type VerdictCause = z.infer<typeof VerdictCause>;

/** What a reviewer decides of a generated item. */
export const ValidationDecision = z.enum(['accept', 'fix', 'reject']);
export type ValidationDecision = z.infer<typeof ValidationDecision>;

/**
 * The outcome of a generated item's answers, in its latest round and current edition. `none`: no answers;
 * `outstanding`: somebody has yet to answer; `disputed`: raters differ in any field, undecided; `outdated`: all answers
 * of the latest round are about an earlier edition; `undecided`: they decide nothing.
 */
export const AnswersOutcome = z.enum([
  'none',
  'outstanding',
  'disputed',
  'outdated',
  'undecided',
  'fix',
  'reject',
  'accept',
]);
export type AnswersOutcome = z.infer<typeof AnswersOutcome>;

/** Where a generated item is in the validation queue: always in exactly one of these states. */
export const QueueState = z.enum([
  'unassigned',
  'outstanding',
  'outdated',
  'disputed',
  'undecided',
  'to_fix',
  'short',
  'ready',
  'accepted',
  'rejected',
]);
export type QueueState = z.infer<typeof QueueState>;

/** What it takes for a generated item that is accepted to be so. */
export const Promotion = z.enum(['one_round', 'two_rounds', 'adjudicated']);
export type Promotion = z.infer<typeof Promotion>;

/** The gates on a generated item's way into the benchmark, in their order. */
export const ValidationStage = z.enum(['shortcut', 'audit', 'first_round', 'second_round', 'accepted']);
export type ValidationStage = z.infer<typeof ValidationStage>;

/** How an item fared at a gate; `waiting`: nothing is known of it yet. */
export const StageOutcome = z.enum(['passed', 'failed', 'waiting']);
export type StageOutcome = z.infer<typeof StageOutcome>;

/**
 * Whether somebody may browse the machine's folders and read the program's log: curators, the owner of an open package,
 * who opens and returns packages, and everybody while no casebook is open, since one has to be found.
 * @param casebook the open one, with its current user
 */
export function mayUseMachine(
  casebook: {
    readonly person: { readonly id: string; readonly roles: readonly Role[] } | null;
    readonly packageFor: { readonly personId: string } | null;
  } | null,
): boolean {
  if (casebook === null) return true;
  const { person, packageFor } = casebook;
  return person !== null && (person.roles.includes('curator') || packageFor?.personId === person.id);
}
