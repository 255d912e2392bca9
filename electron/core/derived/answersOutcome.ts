import type { AnswersOutcome, RatingState, ValidationDecision } from '../../../shared/domain/status.ts';
import { fixAskedSince, type MainTaskAnswers, outcomeOf } from './validationRounds.ts';

/** What else is known of an item than its answers. */
export interface ItemContext {
  /** How its raters stand to each other, in all fields; null where none has rated the current edition. */
  readonly raters: RatingState | null;
  /** The answer in force, if it is about the current edition, and what it decides. */
  readonly goldId: string | null;
  readonly decision: ValidationDecision | null;
}

/**
 * The outcome of an item's answers. The latest round counts: what is outstanding, disputed or outdated in it decides
 * nothing. An item is accepted only if the answer in force and everybody's latest answer in that round accept it.
 */
export function answersOutcomeOf(said: MainTaskAnswers, known: ItemContext): AnswersOutcome {
  const { raters, goldId, decision } = known;
  if (said.answers.length === 0) return 'none';
  if (raters === 'waiting' || (raters === null && said.open.size > 0)) return 'outstanding';
  if (raters === 'disputed' || raters === 'conflict') return 'disputed';
  const round = latestRoundOf(said);
  const ofRound = said.answers.filter((answer) => answer.round === round);
  if (ofRound.every(({ editionId }) => editionId !== said.editionId)) return 'outdated';
  if (fixAskedSince(said, goldId) !== null) return 'fix';
  if (decision === 'reject') return 'reject';
  return decision === 'accept' && outcomeOf(said, round) === 'accept' ? 'accept' : 'undecided';
}

/** The latest round in which anybody rated the item, in whatever edition; else the latest with any answer. */
function latestRoundOf({ answers }: MainTaskAnswers): number {
  const ratings = answers.filter(({ independent }) => independent);
  return Math.max(...(ratings.length > 0 ? ratings : answers).map(({ round }) => round));
}
