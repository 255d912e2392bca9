import { seededRandom, shuffle } from '../statistics/random.ts';
import { seedFor } from './assignment.ts';

export interface SampledItem<Item> {
  readonly item: Item;
  readonly stratum: string | null;
}

export interface SampleRequest<Item> {
  /** What there is to draw from, each with the stratum it is of. */
  readonly from: readonly SampledItem<Item>[];
  /** `each`: this many of every stratum; `total`: this many in all, in proportion. Null: all. */
  readonly size: { readonly how: 'each' | 'total'; readonly size: number } | null;
  /** A whole number from 0 to 2^32 - 1. */
  readonly seed: number;
}

export interface StratifiedSample<Item> {
  /** In the order in which they were given. */
  readonly chosen: readonly Item[];
  /** In the order of their first items. */
  readonly strata: readonly {
    readonly value: string | null;
    readonly available: number;
    readonly chosen: number;
  }[];
}

/**
 * Draws a sample, stratum by stratum, without replacement; never more than there is. The same for the same request, and
 * what is drawn of one stratum does not hang on the others' items.
 */
export function drawSample<Item>({ from, size, seed }: SampleRequest<Item>): StratifiedSample<Item> {
  const strata = new Map<string | null, number[]>();
  for (const [at, { stratum }] of from.entries()) {
    const known = strata.get(stratum);
    if (known === undefined) strata.set(stratum, [at]);
    else known.push(at);
  }
  const available = [...strata.values()].map(({ length }) => length);
  const shares =
    size === null
      ? available
      : size.how === 'each'
        ? available.map((count) => Math.min(count, size.size))
        : proportionalShares(available, size.size);
  const isDrawn = new Set<number>();
  for (const [index, [value, places]] of [...strata].entries()) {
    const pile = Uint32Array.from(places);
    shuffle(pile, seededRandom(seedFor(seed, `sample ${value === null ? '' : `of ${value}`}`)));
    for (const place of pile.slice(0, shares[index] ?? 0)) isDrawn.add(place);
  }
  return {
    chosen: from.flatMap(({ item }, at) => (isDrawn.has(at) ? [item] : [])),
    strata: [...strata.keys()].map((value, index) => ({
      value,
      available: available[index] ?? 0,
      chosen: shares[index] ?? 0,
    })),
  };
}

/**
 * Whole shares of a total in proportion to the counts, by the largest remainder (Hamilton's method); equal remainders
 * go to the larger count, then to the earlier. Never more than there is of any.
 */
export function proportionalShares(counts: readonly number[], total: number): number[] {
  const sum = counts.reduce((a, b) => a + b, 0);
  if (total >= sum) return [...counts];
  // Whole numbers throughout: quotients of floating point would decide ties by their last bit.
  const parts = counts.map((count, at) => ({
    at,
    count,
    whole: Math.floor((count * total) / sum),
    remainder: (count * total) % sum,
  }));
  const left = total - parts.reduce((a, { whole }) => a + whole, 0);
  const shares = parts.map(({ whole }) => whole);
  const byRemainder = [...parts].sort(
    (a, b) => b.remainder - a.remainder || b.count - a.count || a.at - b.at,
  );
  for (const { at } of byRemainder.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1;
  return shares;
}
