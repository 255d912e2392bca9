import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxDisagreement, type BoxRatings } from '../../shared/agreement/boxes/boxAgreement.ts';
import { agreementByLabel } from '../../shared/agreement/analysis/categories.ts';
import { agreementByPair } from '../../shared/agreement/analysis/pairs.ts';
import { agreementByStratum } from '../../shared/agreement/analysis/strata.ts';
import { assign } from '../../shared/agreement/boxes/assignment.ts';
import { type LabelledBox, matchBoxes } from '../../shared/agreement/boxes/matching.ts';
import { intersectionOverUnion } from '../../shared/base/geometry.ts';
import { agreementFrom } from '../helpers/ratings.ts';

const box = (x: number, y: number, width: number, height: number, label = 0): LabelledBox => ({
  x,
  y,
  width,
  height,
  label,
});

/** The greatest total there is, by trying everything. */
function bestTotal(gains: readonly (readonly number[])[], taken: ReadonlySet<number> = new Set()): number {
  const [row, ...rest] = gains;
  if (row === undefined) return 0;
  let best = bestTotal(rest, taken);
  row.forEach((gain, column) => {
    if (gain > 0 && !taken.has(column))
      best = Math.max(best, gain + bestTotal(rest, new Set([...taken, column])));
  });
  return best;
}

const anyBox = fc
  .tuple(fc.nat(20), fc.nat(20), fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 15 }), fc.nat(1))
  .map(([x, y, width, height, label]) => box(x, y, width, height, label));
const anyBoxes = fc.array(anyBox, { maxLength: 6 });

describe('the assignment', () => {
  test('has the greatest total there is, one to one, for any table', () => {
    const table = fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
      .chain(([rows, columns]) =>
        fc.record({
          columns: fc.constant(columns),
          gains: fc.array(
            fc.array(
              fc.oneof(
                fc.constant(0),
                fc.nat(1000).map((gain) => gain / 1000),
              ),
              {
                minLength: columns,
                maxLength: columns,
              },
            ),
            { minLength: rows, maxLength: rows },
          ),
        }),
      );
    fc.assert(
      fc.property(table, ({ gains, columns }) => {
        const assigned = [...assign(gains.length, columns, (row, column) => gains[row]?.[column] ?? 0)];
        const chosen = assigned.filter((column) => column >= 0);
        expect(new Set(chosen).size).toBe(chosen.length);
        const total = assigned.reduce((sum, column, row) => sum + (gains[row]?.[column] ?? 0), 0);
        expect(total).toBeCloseTo(bestTotal(gains), 9);
        assigned.forEach((column, row) => {
          if (column >= 0) expect(gains[row]?.[column]).toBeGreaterThan(0);
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('boxes of two raters', () => {
  test('are matched for the greatest total, not each to its best', () => {
    // Greedily the first pair would take 0.82 and leave the other two with nothing.
    const first = [box(0, 0, 10, 10), box(4, 0, 10, 10)];
    const second = [box(3, 0, 10, 10), box(20, 0, 1, 1)];
    const third = [box(1, 0, 10, 10), box(3, 0, 10, 10)];
    expect(matchBoxes(first, second).pairs).toHaveLength(1);
    expect(matchBoxes(first, third).pairs.map((pair) => [pair.first, pair.second])).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  test('are matched optimally, within a label, and what overlaps nothing is named', () => {
    fc.assert(
      fc.property(anyBoxes, anyBoxes, (first, second) => {
        const { pairs, firstUnmatched, secondUnmatched } = matchBoxes(first, second);
        const gains = first.map((a) =>
          second.map((b) => (a.label === b.label ? intersectionOverUnion(a, b) : 0)),
        );
        const total = pairs.reduce((sum, pair) => sum + pair.intersectionOverUnion, 0);
        expect(total).toBeCloseTo(bestTotal(gains), 9);
        for (const pair of pairs) {
          expect(pair.intersectionOverUnion).toBe(gains[pair.first]?.[pair.second]);
          expect(pair.intersectionOverUnion).toBeGreaterThan(0);
        }
        expect([...pairs.map((pair) => pair.first), ...firstUnmatched].sort((a, b) => a - b)).toEqual([
          ...first.keys(),
        ]);
        expect([...pairs.map((pair) => pair.second), ...secondUnmatched].sort((a, b) => a - b)).toEqual([
          ...second.keys(),
        ]);
      }),
    );
  });

  test('overlap as much from either side, also where several matchings have the greatest total', () => {
    const along = (x: number, width: number): LabelledBox => box(x, 0, width, 2);
    const overlaps = (first: readonly LabelledBox[], second: readonly LabelledBox[]): readonly number[] =>
      matchBoxes(first, second)
        .pairs.map((pair) => pair.intersectionOverUnion)
        .sort((a, b) => a - b);
    // 1/3 and 1/3 come to as much as 2/3 alone.
    const [first, second] = [
      [along(4, 4), along(6, 2)],
      [along(2, 4), along(4, 6)],
    ];
    expect(overlaps(second, first)).toEqual(overlaps(first, second));
    // Few places, so that totals are often the same.
    const any = fc.tuple(fc.nat(3), fc.nat(2)).map(([x, width]) => along(2 * x, 2 + 2 * width));
    const some = fc.array(any, { maxLength: 6 });
    fc.assert(
      fc.property(some, some, (a, b) => {
        expect(overlaps(b, a)).toEqual(overlaps(a, b));
      }),
      { numRuns: 1000 },
    );
  });

  test('by the thousand on one image are matched at once', () => {
    const grid = Array.from({ length: 3000 }, (_, at) =>
      box((at % 60) * 12, Math.floor(at / 60) * 12, 10, 10),
    );
    const shifted = grid.map((one) => ({ ...one, x: one.x + 1 }));
    const { pairs } = matchBoxes(grid, shifted);
    expect(pairs).toHaveLength(3000);
    expect(pairs.every((pair) => pair.first === pair.second)).toBe(true);
  });
});

const figuresOf = (boxes: BoxRatings, threshold = 0.5): Record<string, number | string | null> =>
  Object.fromEntries(
    Object.entries(agreementFrom({ level: 'boxes', boxes, threshold, bootstrap: null }).figures).map(
      ([name, figure]) => [name, figure.value ?? figure.undefined],
    ),
  );

describe('box agreement', () => {
  // Item 1: an exact match, one at IoU 1/3, one box only of the second. Item 2: the same box under two labels.
  const ratings: BoxRatings = {
    items: 3,
    raters: 2,
    labels: 2,
    boxes: [
      [box(0, 0, 10, 10), box(20, 0, 10, 10)],
      [box(0, 0, 10, 10), box(25, 0, 10, 10), box(60, 60, 5, 5)],
      [box(0, 0, 8, 8, 0)],
      [box(0, 0, 8, 8, 1)],
      [box(0, 0, 9, 9)],
      null,
    ],
  };

  test('mean IoU of the matched, precision, recall and F1 at the threshold', () => {
    const figures = figuresOf(ratings);
    expect(figures['box_mean_iou']).toBe(1);
    expect(figures['box_precision']).toBeCloseTo(1 / 4, 12);
    expect(figures['box_recall']).toBeCloseTo(1 / 3, 12);
    expect(figures['box_f1']).toBeCloseTo(2 / 7, 12);
    const lower = figuresOf(ratings, 0.3);
    expect(lower['box_f1']).toBeCloseTo(4 / 7, 12);
    expect(lower['box_mean_iou']).toBeCloseTo((1 + 1 / 3) / 2, 12);
  });

  test('rests on the items that two raters rated', () => {
    const agreement = agreementFrom({ level: 'boxes', boxes: ratings, threshold: 0.5, bootstrap: null });
    expect(agreement).toMatchObject({ items: 3, ratings: 5, raters: 2, notPairable: 1 });
    expect(agreement.figures.box_f1).toMatchObject({ items: 2, ratings: 4 });
  });

  test('per label', () => {
    const labels = agreementByLabel({ level: 'boxes', boxes: ratings, threshold: 0.5, bootstrap: null });
    const [first, second] = labels?.map(({ agreement }) => agreement.figures) ?? [];
    expect(first?.box_f1?.value).toBeCloseTo(2 / 6, 12);
    expect(second?.box_f1?.value).toBe(0);
    expect(second?.box_precision?.value).toBe(0);
    expect(second?.box_recall?.undefined).toBe('The rater compared with drew no box.');
  });

  test('per stratum and per pair of raters', () => {
    const request = { level: 'boxes', boxes: ratings, threshold: 0.5, bootstrap: null } as const;
    const strata = agreementByStratum(request, { names: ['one', 'rest'], of: Int32Array.of(0, 1, 1) });
    expect(strata?.map(({ agreement }) => [agreement.items, agreement.figures.box_f1?.value])).toEqual([
      [1, 2 / 5],
      [2, 0],
    ]);
    const pairs = agreementByPair({
      ...request,
      boxes: { items: 1, raters: 3, labels: 1, boxes: [[box(0, 0, 9, 9)], null, [box(0, 0, 9, 9)]] },
    });
    expect(pairs?.map(({ agreement }) => agreement.figures.box_f1?.value)).toEqual([null, 1, null]);
  });

  test('what is undefined says so in words', () => {
    const nothing: BoxRatings = { items: 1, raters: 2, labels: 1, boxes: [[], []] };
    expect(figuresOf(nothing)['box_f1']).toBe('Nobody drew a box.');
    expect(figuresOf(nothing)['box_mean_iou']).toContain('No box of one rater overlaps');
    expect(figuresOf({ ...nothing, boxes: [[box(0, 0, 1, 1)], null] })['box_f1']).toBe(
      'Only one rater has rated.',
    );
    expect(figuresOf({ items: 0, raters: 2, labels: 1, boxes: [] })['box_f1']).toBe('There are no ratings.');
    const apart: BoxRatings = {
      items: 2,
      raters: 2,
      labels: 1,
      boxes: [[box(0, 0, 1, 1)], null, null, [box(0, 0, 1, 1)]],
    };
    expect(figuresOf(apart)['box_f1']).toBe('No item was rated by two raters.');
  });

  test('of three raters is the mean over the pairs', () => {
    const three: BoxRatings = {
      items: 1,
      raters: 3,
      labels: 1,
      boxes: [[box(0, 0, 10, 10)], [box(0, 0, 10, 10)], [box(0, 0, 10, 5)]],
    };
    expect(figuresOf(three)['box_mean_iou']).toBeCloseTo((1 + 0.5 + 0.5) / 3, 12);
    expect(figuresOf(three, 0.6)['box_f1']).toBeCloseTo(1 / 3, 12);
  });

  test('precision and recall change places with the raters, the rest stays', () => {
    const item = fc.tuple(anyBoxes, anyBoxes);
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), (items) => {
        const of = (pairs: [LabelledBox[], LabelledBox[]][]): Record<string, number | string | null> =>
          figuresOf({ items: pairs.length, raters: 2, labels: 2, boxes: pairs.flat() });
        const one = of(items);
        const other = of(items.map(([a, b]) => [b, a]));
        const number = (value: number | string | null | undefined): number =>
          typeof value === 'number' ? value : -1;
        expect(number(other['box_f1'])).toBeCloseTo(number(one['box_f1']), 9);
        expect(number(other['box_mean_iou'])).toBeCloseTo(number(one['box_mean_iou']), 9);
        expect(number(other['box_precision'])).toBeCloseTo(number(one['box_recall']), 9);
      }),
    );
  });

  test('has a bootstrap interval over items, the same for the same seed', () => {
    const many: BoxRatings = {
      items: 60,
      raters: 2,
      labels: 1,
      boxes: Array.from({ length: 120 }, (_, at) => [
        box(0, 0, 10, 10),
        box(40 + (at % 2 === 0 ? 0 : (at % 14) / 2), 0, 10, 10),
      ]),
    };
    const request = {
      level: 'boxes',
      boxes: many,
      threshold: 0.5,
      bootstrap: { resamples: 300, seed: 2 },
    } as const;
    const { box_f1: f1 } = agreementFrom(request).figures;
    expect(f1?.bootstrapInterval?.[0]).toBeLessThan(f1?.value ?? 0);
    expect(f1?.bootstrapInterval?.[1]).toBeGreaterThan(f1?.value ?? 1);
    expect(agreementFrom(request).figures.box_f1).toEqual(f1);
  });

  test('the most disputed item is the one whose boxes overlap least', () => {
    const [first, second, third] = boxDisagreement(ratings);
    expect(first).toBeCloseTo(1 - (2 * (4 / 3)) / 5, 12);
    expect(second).toBe(1);
    expect(third).toBeNaN();
    expect(boxDisagreement({ items: 1, raters: 2, labels: 1, boxes: [[], []] })[0]).toBe(0);
  });
});
