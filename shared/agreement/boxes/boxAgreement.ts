import type { PreparedCoefficient } from '../coefficients/coefficient.ts';
import { estimateOf, REASONS, undefinedBecause } from '../ratings/estimate.ts';
import { type LabelledBox, matchBoxes } from './matching.ts';

/** Boxes of one field: which rater drew which boxes on which item. */
export interface BoxRatings {
  readonly items: number;
  readonly raters: number;
  readonly labels: number;
  /** Row by row (item * raters + rater); null where the rater did not rate the item, no boxes where none was drawn. */
  readonly boxes: readonly (readonly LabelledBox[] | null)[];
}

/** What is measured of two raters' boxes. Precision is of the second rater's boxes, recall of the first's. */
export const BOX_MEASURES = ['meanIntersectionOverUnion', 'precision', 'recall', 'f1'] as const;
export type BoxMeasure = (typeof BOX_MEASURES)[number];

/** Boxes matched on every item for every pair of raters, ready for the measures. */
export interface MatchedBoxes {
  readonly pairs: readonly PairSums[];
  /** How many raters rated at all. */
  readonly raters: number;
  /** The items that at least two raters rated: as many as the sums have rows. */
  readonly items: number;
  /** Which items these are, by their places in the ratings. */
  readonly rows: readonly number[];
  /** Ratings of those items. */
  readonly ratings: number;
}

/** What one pair of raters comes to on each item, for figures that are ratios of sums over items. */
export interface PairSums {
  /** Places of the two in the ratings. */
  readonly first: number;
  readonly second: number;
  /** Total intersection over union of the matched boxes that reach the threshold. */
  readonly overlap: Float64Array;
  /** How many matched boxes reach it. */
  readonly found: Float64Array;
  readonly ofFirst: Float64Array;
  readonly ofSecond: Float64Array;
}

/**
 * Matches the boxes of every pair of raters on every item; from the threshold on, an intersection over union counts as
 * found by both. Throws RangeError where the form is not as claimed.
 */
export function matchAll(ratings: BoxRatings, threshold: number): MatchedBoxes {
  const { items, raters, boxes } = ratings;
  if (boxes.length !== items * raters) throw new RangeError('The ratings are not items times raters.');
  const of = (item: number, rater: number): readonly LabelledBox[] | null =>
    boxes[item * raters + rater] ?? null;
  const everyone = Array.from({ length: raters }, (_, rater) => rater);
  const sizes = Array.from(
    { length: items },
    (_, item) => everyone.filter((rater) => of(item, rater) !== null).length,
  );
  const rows = [...sizes.keys()].filter((item) => (sizes[item] ?? 0) >= 2);
  const pairs = everyone.flatMap((first) =>
    everyone.slice(first + 1).map((second) => {
      const sums = emptySums(first, second, rows.length);
      rows.forEach((item, row) => {
        const [a, b] = [of(item, first), of(item, second)];
        if (a === null || b === null) return;
        const matching = matchBoxes(a, b);
        for (const pair of matching.pairs) {
          if (pair.intersectionOverUnion < threshold) continue;
          sums.overlap[row] = (sums.overlap[row] ?? 0) + pair.intersectionOverUnion;
          sums.found[row] = (sums.found[row] ?? 0) + 1;
        }
        sums.ofFirst[row] = a.length;
        sums.ofSecond[row] = b.length;
      });
      return sums;
    }),
  );
  return {
    pairs,
    raters: everyone.filter((rater) => boxes.some((list, at) => at % raters === rater && list !== null))
      .length,
    items: rows.length,
    rows,
    ratings: rows.reduce((total, item) => total + (sizes[item] ?? 0), 0),
  };
}

/**
 * One measure, pooled over items: the mean intersection over union of the matched boxes that reach the threshold, or
 * precision, recall and F1 at it. With more than two raters the mean over the pairs that have a figure.
 */
export function boxMeasure(matched: MatchedBoxes, measure: BoxMeasure): PreparedCoefficient {
  const value = (weights: Float64Array): number => {
    const figures = matched.pairs
      .map((pair) => figureOf(pair, measure, weights))
      .filter((figure) => !Number.isNaN(figure));
    return figures.length === 0 ? Number.NaN : figures.reduce((sum, one) => sum + one, 0) / figures.length;
  };
  return {
    value,
    expected: () => 1,
    estimate: () => {
      const { items, ratings, raters } = matched;
      const basis = { items, ratings };
      if (items === 0) {
        const reason =
          raters === 0 ? REASONS.noRatings : raters === 1 ? REASONS.oneRater : REASONS.noItemTwice;
        return undefinedBecause(reason, basis);
      }
      const figure = value(new Float64Array(items).fill(1));
      return Number.isNaN(figure)
        ? undefinedBecause(NOTHING_TO_MEASURE[measure], basis)
        : estimateOf(figure, null, basis);
    },
  };
}

/** The same ratings with the boxes of one label only. */
export function boxesOfLabel(ratings: BoxRatings, label: number): BoxRatings {
  return {
    ...ratings,
    boxes: ratings.boxes.map((list) => list?.filter((box) => box.label === label) ?? null),
  };
}

/**
 * How far apart an item's raters are, in [0, 1]: one less twice the matched overlap over the number of boxes, the mean
 * over pairs of raters; 0 for two who drew nothing. NaN for items with fewer than two ratings.
 */
export function boxDisagreement({ items, raters, boxes }: BoxRatings): Float64Array {
  return Float64Array.from({ length: items }, (_, item) => {
    const lists = boxes.slice(item * raters, (item + 1) * raters).filter((list) => list !== null);
    let [total, pairs] = [0, 0];
    lists.forEach((first, at) => {
      for (const second of lists.slice(at + 1)) {
        const drawn = first.length + second.length;
        const overlap = matchBoxes(first, second).pairs.reduce(
          (sum, pair) => sum + pair.intersectionOverUnion,
          0,
        );
        total += drawn === 0 ? 0 : 1 - (2 * overlap) / drawn;
        pairs += 1;
      }
    });
    return total / pairs;
  });
}

const NOTHING_TO_MEASURE: Readonly<Record<BoxMeasure, string>> = {
  meanIntersectionOverUnion:
    'No box of one rater overlaps a box of another of the same label by the IoU threshold or more.',
  precision: 'The rater compared drew no box.',
  recall: 'The rater compared with drew no box.',
  f1: 'Nobody drew a box.',
};

function emptySums(first: number, second: number, rows: number): PairSums {
  const zeros = (): Float64Array => new Float64Array(rows);
  return {
    first,
    second,
    overlap: zeros(),
    found: zeros(),
    ofFirst: zeros(),
    ofSecond: zeros(),
  };
}

function figureOf(pair: PairSums, measure: BoxMeasure, weights: Float64Array): number {
  const total = (values: Float64Array): number => {
    let sum = 0;
    for (let row = 0; row < values.length; row += 1) sum += (values[row] ?? 0) * (weights[row] ?? 0);
    return sum;
  };
  switch (measure) {
    case 'meanIntersectionOverUnion':
      return total(pair.overlap) / total(pair.found);
    case 'precision':
      return total(pair.found) / total(pair.ofSecond);
    case 'recall':
      return total(pair.found) / total(pair.ofFirst);
    case 'f1':
      return (2 * total(pair.found)) / (total(pair.ofFirst) + total(pair.ofSecond));
  }
}
