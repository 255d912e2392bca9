import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundleOf, CellsBuilder } from '../../electron/core/features/metrics/cells.ts';
import { computeFigures } from '../../electron/core/features/metrics/figures.ts';
import { unitsOf } from '../../electron/core/features/metrics/units.ts';
import { metrics } from '../../shared/benchmarks/caughtcheating/metrics.ts';
import type { Figure } from '../../shared/contract/metrics.ts';
import { normalBelow, normalQuantile } from '../../shared/statistics/normal.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import resampled from '../fixtures/statistics/resampled.json' with { type: 'json' };
import { ALL_COVERED, answers, figuresOf, type Given, valuesOf } from '../helpers/figuresOfAnswers.ts';

/** F1 of precision and recall, by counting. */
function f1Of(given: readonly Given[]): number {
  const clued = given.filter((item) => item.clued);
  const unclued = given.filter((item) => !item.clued);
  if (clued.length === 0 || unclued.length === 0) return Number.NaN;
  const found = clued.filter(({ right }) => right).length;
  const claimed = found + unclued.filter(({ right }) => !right).length;
  const precision = claimed === 0 ? 0 : found / claimed;
  const recall = found / clued.length;
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/** The plain way: draw items, count, take the figure; sort, and read off the ends. */
function naiveInterval(given: readonly Given[], resamples: number, seed: number): [number, number] {
  const random = seededRandom(seed);
  const values: number[] = [];
  for (let resample = 0; resample < resamples; resample += 1) {
    const drawn = given.map(() => given[Math.floor(random() * given.length)]);
    const value = f1Of(drawn.flatMap((item) => item ?? []));
    if (!Number.isNaN(value)) values.push(value);
  }
  const figure = f1Of(given);
  const left = given.map((_, out) => f1Of(given.filter((_item, at) => at !== out)));
  const mean = left.reduce((sum, value) => sum + value, 0) / left.length;
  const cubes = left.reduce((sum, value) => sum + (mean - value) ** 3, 0);
  const squares = left.reduce((sum, value) => sum + (mean - value) ** 2, 0);
  const acceleration = squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
  values.sort((a, b) => a - b);
  const below = values.filter((value) => value < figure).length;
  const ties = values.filter((value) => value === figure).length;
  const bias = normalQuantile((below + ties / 2) / values.length);
  const shareAt = (z: number): number => normalBelow(bias + (bias + z) / (1 - acceleration * (bias + z)));
  const quantile = (share: number): number => {
    const place = Math.min(Math.max((values.length + 1) * share, 1), values.length) - 1;
    const low = values[Math.floor(place)] ?? Number.NaN;
    return low + (place % 1) * ((values[Math.floor(place) + 1] ?? low) - low);
  };
  return [quantile(shareAt(-1.959963984540054)), quantile(shareAt(1.959963984540054))];
}

describe('the bootstrap over items', () => {
  it('gives what drawing items and counting anew gives, to the last digit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ clued: fc.boolean(), right: fc.boolean() }), { minLength: 14, maxLength: 40 }),
        fc.integer({ min: 1, max: 1000 }),
        (given, seed) => {
          // Enough of both kinds that hardly any resample is without one, whatever else is given.
          const all = [...given, ...answers(4, 8, 4, 8)];
          const { f1 } = figuresOf(all, true, 200, seed);
          const [low, high] = naiveInterval(all, 200, seed);
          expect(f1?.interval).toBe('bca');
          expect(f1?.ci95?.[0]).toBeCloseTo(low, 9);
          expect(f1?.ci95?.[1]).toBeCloseTo(high, 9);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('keeps classes of fixed size as they are: o3’s precision', () => {
    // 13 of 50 clues found, 4 of 50 items without one recognised: the intervals with and without classes, by percentiles.
    const given = answers(13, 50, 4, 50);
    const within = (classes: readonly string[] | null) => {
      const units = unitsOf(
        given.map((_, at) => String(at)),
        classes,
      );
      return figuresOf(given, true, 4000, 7, { units })['precision'];
    };
    const [free, fixed] = [within(null), within(given.map(({ clued }) => String(clued)))];
    expect(free?.sampled).toEqual({ items: 100, groups: 100, people: 0, withinClasses: false });
    expect(fixed?.sampled).toMatchObject({ withinClasses: true });
    const width = (figure: Figure | undefined): number => (figure?.ci95?.[1] ?? 0) - (figure?.ci95?.[0] ?? 0);
    expect(width(fixed)).toBeLessThan(0.85 * width(free));
    expect(fixed?.ci95?.[0]).toBeGreaterThan(0.12);
    expect(fixed?.ci95?.[1]).toBeLessThan(0.31);
  });

  it('draws items that share an image together', () => {
    // Pairs of items of one image, answered alike: half as many independent ones.
    const given = answers(28, 50, 34, 50);
    const pairs = unitsOf(
      given.map((_, at) => String(Math.floor(at / 2))),
      null,
    );
    const [apart, together] = [
      figuresOf(given, true, 1000),
      figuresOf(given, true, 1000, 7, { units: pairs }),
    ];
    expect(together['f1']?.sampled).toEqual({ items: 100, groups: 50, people: 0, withinClasses: false });
    expect(together['clued_accuracy']?.interval).toBe('score');
    const width = (of: Record<string, Figure>, id: string): number =>
      (of[id]?.ci95?.[1] ?? 0) - (of[id]?.ci95?.[0] ?? 0);
    for (const id of ['f1', 'clued_accuracy'])
      expect(width(together, id)).toBeGreaterThan(1.25 * width(apart, id));
  });

  it('draws people as well as items', () => {
    // Three people at 0.94, 0.94 and 0.60 on 50 items.
    const columnsOf = (hits: number) => {
      const cells = new CellsBuilder();
      answers(hits, 50, 0, 0).forEach((item, place) => cells.add(place, 0, valuesOf(item)));
      return bundleOf(cells.close());
    };
    const people = [47, 47, 30].map(columnsOf);
    const cells = new CellsBuilder();
    for (let place = 0; place < 50; place += 1)
      for (const hits of [47, 47, 30]) cells.add(place, 0, valuesOf({ clued: true, right: place < hits }));
    const [figures] = computeFigures(
      metrics,
      {},
      [{ bundle: bundleOf(cells.close()), single: false, coverage: ALL_COVERED, people }],
      { resamples: 500, seed: 1 },
      () => undefined,
    );
    const accuracy = figures?.['clued_accuracy'];
    expect(accuracy?.value).toBeCloseTo(124 / 150, 12);
    expect(accuracy).toMatchObject({
      interval: 'score',
      sampled: { items: 50, groups: 50, people: 3, withinClasses: false },
    });
    // Resampling items alone gave [0.77, 0.88].
    expect(accuracy?.ci95?.[0]).toBeLessThan(0.55);
    expect(accuracy?.ci95?.[1]).toBeGreaterThan(0.93);
  });

  describe('at 10,000 draws, within the Monte Carlo error of 100,000 elsewhere', () => {
    const expectEnds = (figure: Figure | undefined, ends: readonly number[]): void => {
      expect(Math.abs((figure?.ci95?.[0] ?? 0) - (ends[0] ?? 0))).toBeLessThan(0.008);
      expect(Math.abs((figure?.ci95?.[1] ?? 0) - (ends[1] ?? 0))).toBeLessThan(0.008);
    };
    const givenBy = (clued: readonly number[], right: readonly number[]): Given[] =>
      clued.map((flag, at) => ({ clued: flag === 1, right: right[at] === 1 }));

    it('of images it is SciPy’s BCa over images', () => {
      const { image, clued, right, ci95 } = resampled.images;
      const { f1 } = figuresOf(givenBy(clued, right), true, 10_000, 2, {
        units: unitsOf(image.map(String), null),
      });
      expect(f1?.interval).toBe('bca');
      expectEnds(f1, ci95);
    });

    it('within classes it is the BCa with strata of R’s boot', () => {
      const { clued, right, ci95 } = resampled.classes;
      const { f1 } = figuresOf(givenBy(clued, right), true, 10_000, 2, {
        units: unitsOf(
          clued.map((_, at) => String(at)),
          clued.map(String),
        ),
      });
      expect(f1?.interval).toBe('bca');
      expectEnds(f1, ci95);
    });

    it('of people and items it is NumPy’s t of the linearised figure, near the draws of both', () => {
      const { clued, right, ci95 } = resampled.people;
      const bundleFor = (people: readonly (readonly number[])[]) => {
        const cells = new CellsBuilder();
        clued.forEach((flag, place) => {
          for (const own of people)
            cells.add(place, 0, valuesOf({ clued: flag === 1, right: own[place] === 1 }));
        });
        return bundleOf(cells.close());
      };
      const [figures] = computeFigures(
        metrics,
        {},
        [
          {
            bundle: bundleFor(right),
            single: false,
            coverage: ALL_COVERED,
            people: right.map((own) => bundleFor([own])),
          },
        ],
        { resamples: 10_000, seed: 2 },
        () => undefined,
      );
      expect(figures?.['f1']).toMatchObject({ interval: 't', sampled: { people: 12, items: 40 } });
      // NumPy and SciPy: (2 found - F1 (2 found + missed + false)) / n of each answer, mean squares of its two-way layout.
      const [low = 0, high = 1] = figures?.['f1']?.ci95 ?? [];
      expect(low).toBeCloseTo(0.508_437_361_2, 6);
      expect(high).toBeCloseTo(0.770_180_349_4, 6);
      // The draws of both count the chance of single answers more than once (Owen 2007): they reach a little further.
      expect(low - (ci95[0] ?? 0)).toBeGreaterThan(0);
      expect(low - (ci95[0] ?? 0)).toBeLessThan(0.03);
      expect((ci95[1] ?? 0) - high).toBeLessThan(0.03);
    });
  });

  it('is none of few items or few people, and says so', () => {
    expect(figuresOf(answers(6, 10, 5, 10), true)['f1']).toMatchObject({
      ci95: null,
      noInterval: 'Too few items for an interval: 20; at least 30 are needed.',
    });
  });

  it('is not needed for plain shares where several answers of an item are pooled', () => {
    expect(figuresOf(answers(28, 50, 34, 50), false)['clued_accuracy']?.interval).toBe('score');
  });

  it('gives the same for the same seed and another for another, and nothing without resamples', () => {
    const given = answers(28, 50, 34, 50);
    expect(figuresOf(given, true, 300, 5)).toEqual(figuresOf(given, true, 300, 5));
    expect(figuresOf(given, true, 300, 5)['f1']?.ci95).not.toEqual(
      figuresOf(given, true, 300, 6)['f1']?.ci95,
    );
    expect(figuresOf(given, true, 0)['f1']?.ci95).toBeNull();
  });

  it('leaves a figure of one item without an interval', () => {
    expect(figuresOf([{ clued: true, right: true }], false)['recall']).toMatchObject({
      value: 1,
      ci95: null,
    });
  });
});
