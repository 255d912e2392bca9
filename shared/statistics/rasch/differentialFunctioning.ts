import { mantelHaenszel, type Stratum } from '../mantelHaenszel.ts';
import { type Outcome, undefinedBecause } from '../outcome.ts';
import { holm } from '../proportions.ts';
import { answerOf, MISSING, respondentTallies, type ResponseMatrix } from './responseMatrix.ts';

/** How much harder an item is for one group than for another of the same ability. */
export interface ItemDifference {
  /** −2.35 times the logarithm of the odds ratio (Holland and Thayer 1988): below zero, harder for the focal group. */
  readonly delta: number;
  readonly standardError: number;
  readonly p: number;
  /** After Holm 1979 over all items that have one. */
  readonly pHolm: number;
  /** Negligible, moderate or large (Zieky 1993). */
  readonly size: 'A' | 'B' | 'C';
}

const DELTA = -2.35;
/** Respondents who did not all answer the same are matched in this many bands of their share right. */
const BANDS = 5;

/**
 * Differential item functioning between two groups by Mantel and Haenszel (1959; Holland and Thayer 1988), respondents
 * matched on their number of right answers, this item's among them; in bands of the share right where answers are
 * missing. Undefined for items that the two groups give no common ground on.
 * @param groups of each respondent 0 (reference), 1 (focal) or −1 (neither)
 */
export function itemDifferences(
  matrix: ResponseMatrix,
  groups: ArrayLike<number>,
): readonly Outcome<ItemDifference>[] {
  const tallies = respondentTallies(matrix);
  const complete = tallies.every(({ answered }) => answered === matrix.items);
  const levels = tallies.map(({ answered, right }) =>
    complete ? right : Math.min(BANDS - 1, Math.floor((BANDS * right) / Math.max(1, answered))),
  );
  const found = Array.from({ length: matrix.items }, (_, item) => {
    const strata = new Map<number, [number, number, number, number]>();
    levels.forEach((level, respondent) => {
      const answer = answerOf(matrix, respondent, item);
      const group = groups[respondent] ?? -1;
      if (answer === MISSING || group < 0) return;
      const counts = strata.get(level) ?? [0, 0, 0, 0];
      strata.set(level, counts);
      const cell = (group === 0 ? 0 : 2) + (answer === 1 ? 0 : 1);
      counts[cell] = (counts[cell] ?? 0) + 1;
    });
    return mantelHaenszel([...strata.values()] satisfies Stratum[]);
  });
  const adjusted = holm(found.flatMap((each) => (each.defined ? [each.p] : [])));
  let place = 0;
  return found.map((each): Outcome<ItemDifference> => {
    if (!each.defined) return undefinedBecause(each.reason);
    const delta = DELTA * Math.log(each.oddsRatio);
    const standardError = Math.abs(DELTA) * each.standardError;
    const pHolm = adjusted[place] ?? 1;
    place += 1;
    return {
      defined: true,
      delta,
      standardError,
      p: each.p,
      pHolm,
      size: sizeOf(delta, standardError, each.p),
    };
  });
}

/** A below one unit or not different from zero, C from 1.5 on and reliably above one, else B. */
function sizeOf(delta: number, standardError: number, p: number): ItemDifference['size'] {
  const size = Math.abs(delta);
  if (size < 1 || p >= 0.05) return 'A';
  return size >= 1.5 && (size - 1) / standardError > 1.645 ? 'C' : 'B';
}
