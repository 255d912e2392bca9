import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundleOf, createCellsBuilder } from '../../electron/core/features/metrics/cells.ts';
import { computeFigures } from '../../electron/core/features/metrics/figures.ts';
import { metrics } from '../../shared/benchmarks/caughtcheating/metrics.ts';
import type { Figure } from '../../shared/contract/metrics.ts';
import { wilsonInterval } from '../../shared/statistics/proportions.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { spearman } from '../../shared/statistics/spearman.ts';

const columns = metrics.columns({});

/** Every answer can be read and is judged. */
const NO_CHANGE = bundleOf(createCellsBuilder().close());
const ALL_COVERED = {
  leftOut: false,
  ifReadableAlone: NO_CHANGE,
  ifAllJudged: NO_CHANGE,
  ifJudgedAlone: NO_CHANGE,
};

/** What one item adds: whether it is clued, and whether it was answered rightly. */
interface Given {
  readonly clued: boolean;
  readonly right: boolean;
}

const valuesOf = ({ clued, right }: Given): number[] =>
  columns.map((column) => {
    if (column === (clued ? 'clued' : 'unclued')) return 1;
    return column === (clued ? 'clued_hits' : 'unclued_hits') && right ? 1 : 0;
  });

function figuresOf(
  given: readonly Given[],
  single: boolean,
  resamples = 400,
  seed = 7,
): Record<string, Figure> {
  const cells = createCellsBuilder();
  given.forEach((item, place) => cells.add(place, 0, valuesOf(item)));
  const [figures] = computeFigures(
    metrics,
    {},
    [{ bundle: bundleOf(cells.close()), single, coverage: ALL_COVERED }],
    { resamples, seed },
    () => undefined,
  );
  return figures ?? {};
}

const answers = (hits: number, clued: number, rightlyNone: number, unclued: number): Given[] => [
  ...Array.from({ length: clued }, (_, at) => ({ clued: true, right: at < hits })),
  ...Array.from({ length: unclued }, (_, at) => ({ clued: false, right: at < rightlyNone })),
];

/** The plain way: draw items, count, take the figure; sort, and read off the ends. */
function naiveInterval(given: readonly Given[], resamples: number, seed: number): [number, number] {
  const random = seededRandom(seed);
  const values: number[] = [];
  for (let resample = 0; resample < resamples; resample += 1) {
    const drawn = given.map(() => given[Math.floor(random() * given.length)]);
    const clued = drawn.filter((item) => item?.clued === true);
    const unclued = drawn.filter((item) => item?.clued === false);
    if (clued.length === 0 || unclued.length === 0) continue;
    const found = clued.filter((item) => item?.right === true).length;
    const claimed = found + unclued.filter((item) => item?.right === false).length;
    const precision = claimed === 0 ? 0 : found / claimed;
    const recall = found / clued.length;
    values.push(precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall));
  }
  values.sort((a, b) => a - b);
  const quantile = (share: number): number => {
    const place = Math.min(Math.max((values.length + 1) * share, 1), values.length) - 1;
    const below = values[Math.floor(place)] ?? Number.NaN;
    return below + (place % 1) * ((values[Math.floor(place) + 1] ?? below) - below);
  };
  return [quantile(0.025), quantile(0.975)];
}

describe('figures of one respondent', () => {
  it('are those of the human row of the paper: 56 %, 68 %, F1 59.6', () => {
    const { clued_accuracy, unclued_accuracy, f1, precision } = figuresOf(answers(28, 50, 34, 50), true);
    expect(clued_accuracy).toMatchObject({ value: 0.56, n: 50, interval: 'wilson' });
    expect(unclued_accuracy).toMatchObject({ value: 0.68, n: 50 });
    expect((100 * (f1?.value ?? 0)).toFixed(1)).toBe('59.6');
    expect((100 * (precision?.value ?? 0)).toFixed(1)).toBe('63.6');
  });

  it('have Wilson’s interval where they are plain shares', () => {
    const wilson = wilsonInterval(28, 50);
    if (!wilson.defined) throw new Error(wilson.reason);
    expect(figuresOf(answers(28, 50, 34, 50), true)['clued_accuracy']?.ci95).toEqual([
      wilson.low,
      wilson.high,
    ]);
    // statsmodels.stats.proportion.proportion_confint(28, 50, method='wilson')
    expect(wilson.low).toBeCloseTo(0.423_060_280_216_568_6, 12);
    expect(wilson.high).toBeCloseTo(0.688_378_007_887_428_4, 12);
  });

  it('say in words why there is none', () => {
    expect(figuresOf(answers(1, 2, 0, 0), true)['f1']).toMatchObject({
      value: null,
      undefined: 'This needs judged answers on both clued and unclued items.',
      ci95: null,
      interval: null,
    });
  });
});

describe('the bootstrap over items', () => {
  it('gives what drawing items and counting anew gives, to the last digit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ clued: fc.boolean(), right: fc.boolean() }), { minLength: 12, maxLength: 40 }),
        fc.integer({ min: 1, max: 1000 }),
        (given, seed) => {
          // Enough of both kinds that hardly any resample is without one, whatever else is given.
          const all = [...given, ...answers(4, 8, 4, 8)];
          const { f1 } = figuresOf(all, true, 200, seed);
          const [low, high] = naiveInterval(all, 200, seed);
          expect(f1?.interval).toBe('bootstrap');
          expect(f1?.ci95?.[0]).toBeCloseTo(low, 12);
          expect(f1?.ci95?.[1]).toBeCloseTo(high, 12);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('serves plain shares too where several answers of an item are pooled', () => {
    expect(figuresOf(answers(28, 50, 34, 50), false)['clued_accuracy']?.interval).toBe('bootstrap');
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

describe('Wilson’s interval', () => {
  it('covers the true share in about 95 of 100 samples, whatever the share', () => {
    const n = 50;
    const coverages: number[] = [];
    for (let share = 0.05; share < 0.96; share += 0.05) {
      let probability = (1 - share) ** n;
      let covered = 0;
      for (let hits = 0; hits <= n; hits += 1) {
        const interval = wilsonInterval(hits, n);
        if (interval.defined && interval.low <= share && share <= interval.high) covered += probability;
        probability *= ((n - hits) / (hits + 1)) * (share / (1 - share));
      }
      coverages.push(covered);
    }
    expect(Math.min(...coverages)).toBeGreaterThan(0.92);
    const mean = coverages.reduce((sum, each) => sum + each, 0) / coverages.length;
    expect(mean).toBeGreaterThan(0.94);
    expect(mean).toBeLessThan(0.965);
  });
});

describe('Spearman’s rank correlation', () => {
  // scipy.stats.spearmanr
  it.each([
    {
      a: [1, 2, 2, 3, 5, 8, 8],
      b: [0, 1, 0, 1, 1, 0, 1],
      rho: 0.293_972_367_896_065_6,
      p: 0.522_218_968_189_403_5,
    },
    {
      a: [1, 2, 2, 3, 5, 8, 8],
      b: [3, 1, 2, 9, 9, 7, 11],
      rho: 0.715_626_447_332_134_4,
      p: 0.070_565_635_348_839_82,
    },
  ])('of $a and $b is SciPy’s', ({ a, b, rho, p }) => {
    const found = spearman(a, b);
    if (!found.defined) throw new Error(found.reason);
    expect(found.rho).toBeCloseTo(rho, 12);
    expect(found.p).toBeCloseTo(p, 12);
  });

  it('is one for one order, minus one for the other, and none where nothing varies', () => {
    expect(spearman([1, 5, 9, 20], [2, 3, 4, 100])).toMatchObject({ defined: true, rho: 1, p: 0 });
    expect(spearman([1, 5, 9, 20], [9, 8, 7, 1])).toMatchObject({ defined: true, rho: -1, p: 0 });
    expect(spearman([1, 2, 3], [4, 4, 4]).defined).toBe(false);
    expect(spearman([1, 2], [4, 5]).defined).toBe(false);
  });
});
