import { type Metric, metricOf } from './distances.ts';

/** A distance between two sets, in [0, 1]. */
export type SetDistance = (a: ReadonlySet<string>, b: ReadonlySet<string>) => number;

/** One less the share of what is in both among what is in either (Jaccard 1901); two empty sets are the same. */
export const jaccardDistance: SetDistance = (a, b) => {
  const shared = sharedBy(a, b);
  const either = a.size + b.size - shared;
  return either === 0 ? 0 : 1 - shared / either;
};

/**
 * One less Jaccard's similarity times a factor: 1 for equal sets, 2/3 if one contains the other, 1/3 if they overlap, 0
 * if they are disjoint (Passonneau 2006). Programs that round the factors to 0.67 and 0.33 differ in the third decimal.
 */
export const masiDistance: SetDistance = (a, b) => {
  const shared = sharedBy(a, b);
  const either = a.size + b.size - shared;
  if (either === shared) return 0;
  const factor = shared === 0 ? 0 : shared === Math.min(a.size, b.size) ? 2 / 3 : 1 / 3;
  return 1 - (factor * shared) / either;
};

/** The distances between categories that each stand for a set. */
export function setMetric(sets: readonly (readonly string[])[], distance: SetDistance): Metric {
  const members = sets.map((set) => new Set(set));
  const none: ReadonlySet<string> = new Set();
  return metricOf(sets.length, (a, b) => distance(members[a] ?? none, members[b] ?? none));
}

function sharedBy(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const member of a) if (b.has(member)) shared += 1;
  return shared;
}
