import type { ValidationDecision } from '../../../shared/domain/status.ts';

/** What a round came to; `mixed`: those who answered differ and nobody has decided. */
export type RoundOutcome = ValidationDecision | 'mixed';

/** A submitted answer to the main task. */
export interface RoundAnswer {
  readonly id: string;
  readonly personId: string;
  readonly round: number;
  readonly version: number;
  /** Given without sight of the others'. */
  readonly independent: boolean;
  readonly submittedAt: number;
  /** The edition it is about; null: as the item came. */
  readonly editionId: string | null;
  readonly decision: ValidationDecision | null;
}

/** All that was said of an item in the main task. */
export interface MainTaskAnswers {
  /** The current edition. */
  readonly editionId: string | null;
  readonly answers: readonly RoundAnswer[];
  /** Answers that an adjudicator decided by, also where that was taken back: they count through the decision alone. */
  readonly deciding: ReadonlySet<string>;
  /** The decisions that hold. */
  readonly decisions: readonly { readonly round: number; readonly annotationId: string }[];
  /** Rounds in which somebody has yet to answer. */
  readonly open: ReadonlySet<number>;
}

/** How far an item is accepted as it is now. */
export interface RoundAcceptance {
  /** How many of its latest rounds accepted it, one after the other. */
  readonly rounds: number;
  /** Whether one of them was decided by an adjudicator. */
  readonly adjudicated: boolean;
}

/**
 * The outcome of a round for the current edition, from everybody's latest answer about it; null if nobody answered, or
 * no answer decides about the item. An adjudicator's decision comes first. If one person answered, alone or not blind,
 * their latest answer counts, as for gold.
 */
export function outcomeOf(all: MainTaskAnswers, round: number): RoundOutcome | null {
  const said = { ...all, answers: all.answers.filter(({ editionId }) => editionId === all.editionId) };
  const ratings = ratingsOf(said, round);
  const decisions = decisionsOf(said, round);
  if (decisions.length > 0) return together(decisions);
  if (ratings.length > 1) return together(ratings);
  const others = said.answers.filter(
    (answer) => !answer.independent && answer.round === round && !said.deciding.has(answer.id),
  );
  return [...ratings, ...others].sort(inTime).at(-1)?.decision ?? null;
}

/** The rounds in which anybody said anything, in order. */
export function roundsOf({ answers }: MainTaskAnswers): readonly number[] {
  return [...new Set(answers.map(({ round }) => round))].sort((a, b) => a - b);
}

/**
 * How many rounds accept the item as it is now, counted back from the latest to the first that does not: after a
 * refusal an item needs as many further rounds as a fresh one. A round accepts if an adjudicator decided so, or if all
 * its ratings of the current edition do (at least one) and none is awaited. A round that is still awaited, with nothing
 * against the item, neither counts nor ends the count. Skipping the item says nothing, and answers of people who saw
 * others' are no ratings.
 */
export function acceptanceOf(said: MainTaskAnswers): RoundAcceptance {
  const isCurrent = (answer: RoundAnswer): boolean => answer.editionId === said.editionId;
  let rounds = 0;
  let adjudicated = false;
  for (const round of roundsOf(said).toReversed()) {
    const decisions = decisionsOf(said, round).filter(isCurrent);
    const given = decisions.length > 0 ? decisions : ratingsOf(said, round).filter(isCurrent);
    if (given.length === 0) continue;
    // Two decisions that stand against each other decide nothing.
    if (decisions.length > 1 || given.some(({ decision }) => decision !== 'accept')) break;
    if (decisions.length > 0) adjudicated = true;
    else if (said.open.has(round)) continue;
    rounds += 1;
  }
  return { rounds, adjudicated };
}

/**
 * Since when the item as it is now waits for a fix (UTC milliseconds), as far as answers say; null where it does not. The
 * answer that counts asks for one or, where none counts, each rater's latest does that decides anything.
 */
export function fixAskedSince(said: MainTaskAnswers, goldId: string | null): number | null {
  const current = said.answers.filter(({ editionId }) => editionId === said.editionId);
  const gold = current.find(({ id }) => id === goldId);
  const counting = gold === undefined ? latestOfEach(current) : [gold];
  const decided = counting.filter(({ decision }) => decision !== null);
  if (decided.length === 0 || decided.some(({ decision }) => decision !== 'fix')) return null;
  return Math.min(...decided.map(({ submittedAt }) => submittedAt));
}

/** Each rater's latest rating, whichever round that was in. */
function latestOfEach(answers: readonly RoundAnswer[]): readonly RoundAnswer[] {
  const latest = new Map<string, RoundAnswer>();
  for (const answer of answers) {
    if (!answer.independent) continue;
    const known = latest.get(answer.personId);
    const isLater =
      known === undefined ||
      answer.round > known.round ||
      (answer.round === known.round && answer.version > known.version);
    if (isLater) latest.set(answer.personId, answer);
  }
  return [...latest.values()];
}

function together(answers: readonly RoundAnswer[]): RoundOutcome | null {
  const [first] = answers;
  return answers.every(({ decision }) => decision === first?.decision) ? (first?.decision ?? null) : 'mixed';
}

/** Each person's latest rating in a round. */
function ratingsOf({ answers }: MainTaskAnswers, round: number): readonly RoundAnswer[] {
  const latest = new Map<string, RoundAnswer>();
  for (const answer of answers) {
    if (!answer.independent || answer.round !== round) continue;
    const known = latest.get(answer.personId);
    if (known === undefined || answer.version > known.version) latest.set(answer.personId, answer);
  }
  return [...latest.values()];
}

function decisionsOf({ answers, decisions }: MainTaskAnswers, round: number): readonly RoundAnswer[] {
  return decisions.flatMap((decision) =>
    decision.round === round ? answers.filter(({ id }) => id === decision.annotationId) : [],
  );
}

/** Earlier before later, ties by id, so that the order is the same wherever the rows are read. */
function inTime(a: RoundAnswer, b: RoundAnswer): number {
  if (a.submittedAt !== b.submittedAt) return a.submittedAt - b.submittedAt;
  return a.id < b.id ? -1 : 1;
}
