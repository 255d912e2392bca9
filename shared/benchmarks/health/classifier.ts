import { logChoose } from '../../statistics/exact.ts';
import type { LabelledItem } from './report.ts';

export interface KeyedItem extends LabelledItem {
  readonly key: string;
}

/** How far the class follows from nothing but a key (a text, an attribute's value). */
export interface MajorityByKey {
  readonly items: number;
  /** Items right when each key answers with its most frequent class, on the very items it was learnt from. */
  readonly inSample: number;
  /** What `inSample` would be on average if the classes were dealt out at random; null for more than two classes. */
  readonly inSampleByChance: number | null;
  /**
   * Items right when each is answered from the others alone. A key seen nowhere else, or tied, counts as a blind
   * guess among the classes: half an item where there are two.
   */
  readonly leaveOneOut: number;
  /** Items whose key no other item has. */
  readonly unseen: number;
  /** What always answering the most frequent class gets right. */
  readonly constant: number;
  /** What guessing blindly among the classes gets right on average. */
  readonly blind: number;
}

/**
 * The majority classifier by key, both ways of counting. In-sample figures flatter every key that occurs once;
 * leaving one out does not, which is why both are given.
 */
export function majorityByKey(entries: readonly KeyedItem[]): MajorityByKey {
  const classes = [...new Set(entries.map(({ label }) => label))];
  const classIndex = new Map(classes.map((label, index) => [label, index]));
  const totals = classes.map(() => 0);
  const byKey = new Map<string, number[]>();
  for (const { key, label } of entries) {
    const index = classIndex.get(label) ?? 0;
    totals[index] = (totals[index] ?? 0) + 1;
    const counts = byKey.get(key) ?? classes.map(() => 0);
    counts[index] = (counts[index] ?? 0) + 1;
    byKey.set(key, counts);
  }
  let inSample = 0;
  let leaveOneOut = 0;
  let unseen = 0;
  for (const counts of byKey.values()) {
    inSample += Math.max(...counts);
    const size = counts.reduce((sum, count) => sum + count, 0);
    if (size === 1) unseen += 1;
    counts.forEach((count, own) => {
      if (count > 0) leaveOneOut += count * chanceRight(counts, own, size);
    });
  }
  return {
    items: entries.length,
    inSample,
    inSampleByChance:
      classes.length === 2 ? expectedInSample([...byKey.values()], totals[0] ?? 0, entries.length) : null,
    leaveOneOut,
    unseen,
    constant: Math.max(0, ...totals),
    blind: classes.length === 0 ? 0 : entries.length / classes.length,
  };
}

/** The chance that an item of class `own` is answered right by the other items of its key. */
function chanceRight(counts: readonly number[], own: number, size: number): number {
  if (size === 1) return 1 / counts.length;
  const others = counts.map((count, index) => (index === own ? count - 1 : count));
  const most = Math.max(...others);
  return others[own] === most ? 1 / others.filter((count) => count === most).length : 0;
}

/** The sum over keys of the mean of max(k, size - k), k hypergeometric: the first class dealt out at random. */
function expectedInSample(keys: readonly (readonly number[])[], firstClass: number, total: number): number {
  const choose = logChoose(total);
  const known = new Map<number, number>();
  let sum = 0;
  for (const counts of keys) {
    const size = counts.reduce((all, count) => all + count, 0);
    let expected = known.get(size);
    if (expected === undefined) {
      expected = 0;
      for (let k = Math.max(0, size - (total - firstClass)); k <= Math.min(size, firstClass); k += 1) {
        const logarithm = choose(firstClass, k) + choose(total - firstClass, size - k) - choose(total, size);
        expected += Math.max(k, size - k) * Math.exp(logarithm);
      }
      known.set(size, expected);
    }
    sum += expected;
  }
  return sum;
}
