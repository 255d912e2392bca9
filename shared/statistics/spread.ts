import { type Outcome, undefinedBecause } from './outcome.ts';
import { seededRandom, shuffle } from './random.ts';

/** How many of the items of one group are right. */
export interface ShareGroup {
  readonly hits: number;
  readonly of: number;
}

export interface Spread {
  /** The highest share less the lowest. */
  readonly spread: number;
  /** What it would be on average if groups made no difference. */
  readonly byChance: number;
  /** How often it would then be as large. */
  readonly p: number;
}

/** The more groups and the fewer items, the larger a spread is by chance alone: so many shuffles tell how large. */
const SHUFFLES = 2000;

/**
 * The spread of shares over groups, max − min, beside its permutation null (Fisher 1935, section 21): right and wrong
 * answers are dealt to the groups anew, each keeping its number, counting what was observed as one of the deals. For one
 * answer an item and items that belong to one group each. Undefined for fewer than two groups with items.
 */
export function spreadTest(groups: readonly ShareGroup[], seed = 1): Outcome<Spread> {
  const filled = groups.filter(({ of }) => of > 0);
  if (filled.length < 2) return undefinedBecause('It takes two groups with items.');
  const spreadOf = (shares: readonly number[]): number => Math.max(...shares) - Math.min(...shares);
  const spread = spreadOf(filled.map(({ hits, of }) => hits / of));
  const random = seededRandom(seed);
  const total = filled.reduce((sum, { of }) => sum + of, 0);
  const right = filled.reduce((sum, { hits }) => sum + hits, 0);
  const answers = Uint32Array.from({ length: total }, (_, at) => (at < right ? 1 : 0));
  let [extreme, sum] = [0, 0];
  for (let deal = 0; deal < SHUFFLES; deal += 1) {
    shuffle(answers, random);
    let from = 0;
    const shares = filled.map(({ of }) => {
      let hits = 0;
      for (let at = from; at < from + of; at += 1) hits += answers[at] ?? 0;
      from += of;
      return hits / of;
    });
    const dealt = spreadOf(shares);
    sum += dealt;
    if (dealt >= spread - 1e-12) extreme += 1;
  }
  return { defined: true, spread, byChance: sum / SHUFFLES, p: (extreme + 1) / (SHUFFLES + 1) };
}

/** The groups behind some shares and the items that they rest on; null where one is no share of so many items. */
export function shareGroups(
  figures: readonly { readonly value: number | null; readonly n: number }[],
): readonly ShareGroup[] | null {
  const groups = figures.flatMap(({ value, n }) =>
    value === null || n === 0 ? [] : [{ hits: value * n, of: n }],
  );
  return groups.every(({ hits }) => Math.abs(hits - Math.round(hits)) < 1e-9)
    ? groups.map(({ hits, of }) => ({ hits: Math.round(hits), of }))
    : null;
}
