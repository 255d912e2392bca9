import { seededRandom, shuffle } from '../../shared/statistics/random.ts';

/** In the order in which a seed draws them. */
export function drawn<T>(all: readonly T[], seed: number): readonly T[] {
  const order = Uint32Array.from(all, (_, at) => at);
  shuffle(order, seededRandom(seed));
  return [...order].flatMap((at) => {
    const value = all[at];
    return value === undefined ? [] : [value];
  });
}

/** How many of each are to be drawn: as equally as what there is allows, the first ones get what is over. */
export function quotas(available: readonly number[], count: number): readonly number[] {
  const given = available.map(() => 0);
  let left = Math.min(
    count,
    available.reduce((sum, each) => sum + each, 0),
  );
  while (left > 0)
    for (const [at, all] of available.entries())
      if (left > 0 && (given[at] ?? 0) < all) {
        given[at] = (given[at] ?? 0) + 1;
        left -= 1;
      }
  return given;
}

/** In groups without two of the same key; those of one key keep their order. */
export function apart<T>(all: readonly T[], keyOf: (value: T) => string): readonly (readonly T[])[] {
  const groups: T[][] = [];
  const seen = new Map<string, number>();
  for (const value of all) {
    const at = seen.get(keyOf(value)) ?? 0;
    seen.set(keyOf(value), at + 1);
    (groups[at] ??= []).push(value);
  }
  return groups;
}
