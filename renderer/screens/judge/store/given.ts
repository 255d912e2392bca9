import { z } from 'zod';
import { type JudgingCard, type JudgingUnit, Passage } from '../../../../shared/contract/judging.ts';
import { JudgingId, ResponseId } from '../../../../shared/base/ids.ts';
import { Json, sameJson } from '../../../../shared/base/json.ts';

const unit = z.object({
  judging: JudgingId,
  response: ResponseId,
  criterion: z.string(),
  subject: z.string(),
});

/** What a judge did with an answer: gave a verdict, or passed it over. */
export const JudgeAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('give'),
    unit,
    /** Where the answer is in the judge's order. */
    place: z.int(),
    value: Json,
    /** Whether the answer is marked as refused. */
    refusal: z.boolean().default(false),
    passages: z.array(Passage),
    note: z.string(),
    activeMilliseconds: z.int().nonnegative(),
  }),
  z.object({ kind: z.literal('skip'), unit, place: z.int(), reason: z.string() }),
]);
export type JudgeAction = z.infer<typeof JudgeAction>;

/** Whether two are the same thing to be judged. */
export function sameUnit(a: JudgingUnit, b: JudgingUnit): boolean {
  return (
    a.judging === b.judging &&
    a.response === b.response &&
    a.criterion === b.criterion &&
    a.subject === b.subject
  );
}

/** The card as it is once this is done with it. */
export function cardWith(card: JudgingCard, given: JudgeAction): JudgingCard {
  if (given.kind === 'skip') return { ...card, state: 'skipped' };
  const { value, refusal, passages, note } = given;
  return { ...card, state: 'submitted', value, refusal, passages, note };
}

/** Whether the casebook has it already: its acknowledgement may have been lost on the way. */
export function hasArrived(card: JudgingCard, given: JudgeAction): boolean {
  if (!sameUnit(card.unit, given.unit)) return false;
  if (given.kind === 'skip') return card.state === 'skipped';
  return (
    card.state === 'submitted' &&
    sameJson(card.value, given.value) &&
    card.refusal === given.refusal &&
    sameJson(card.passages, given.passages) &&
    card.note === given.note
  );
}

/**
 * What waits with one more: a later verdict takes the place of one on the same answer, with the time at work on both. The
 * first keeps its place: it is under way, or may have arrived.
 */
export function withGiven(waiting: readonly JudgeAction[], given: JudgeAction): readonly JudgeAction[] {
  const at = waiting.findIndex((each, index) => index > 0 && sameUnit(each.unit, given.unit));
  const before = waiting[at];
  if (before === undefined) return [...waiting, given];
  const next =
    before.kind === 'give' && given.kind === 'give'
      ? { ...given, activeMilliseconds: given.activeMilliseconds + before.activeMilliseconds }
      : given;
  return waiting.with(at, next);
}
