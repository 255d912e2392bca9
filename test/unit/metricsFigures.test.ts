import { describe, expect, it } from 'vitest';
import { bundleOf, CellsBuilder } from '../../electron/core/features/metrics/cells.ts';
import { areIndependent, computeFigures } from '../../electron/core/features/metrics/figures.ts';
import { metrics } from '../../shared/benchmarks/caughtcheating/metrics.ts';
import { wilsonInterval } from '../../shared/statistics/proportions.ts';
import { spearman } from '../../shared/statistics/spearman.ts';
import { ALL_COVERED, answers, columns, figuresOf } from '../helpers/figuresOfAnswers.ts';

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

  it('take the questions of one item as no independent answers', () => {
    // 50 photos with two questions each, both right or both wrong: 50 answers, not 100.
    const cells = new CellsBuilder();
    const right = (place: number): number => (place < 28 ? 2 : 0);
    for (let place = 0; place < 50; place += 1)
      cells.add(
        place,
        0,
        columns.map((column) => (column === 'dec_r_asked' ? 2 : column === 'dec_r_right' ? right(place) : 0)),
      );
    const [figures] = computeFigures(
      metrics,
      {},
      [{ bundle: bundleOf(cells.close()), single: true, coverage: ALL_COVERED }],
      { resamples: 0, seed: 1 },
      () => undefined,
    );
    const { value, n, interval, ci95, sampled } = figures?.['dec_r_questions'] ?? {};
    expect({ value, n, interval, sampled }).toMatchObject({
      value: 0.56,
      n: 100,
      interval: 'score',
      sampled: { items: 50, groups: 50 },
    });
    const [ofItems, ofQuestions] = [wilsonInterval(28, 50), wilsonInterval(56, 100)];
    if (!ofItems.defined || !ofQuestions.defined) throw new Error('There is no interval.');
    expect(ci95?.[0]).toBeCloseTo(ofItems.low, 1);
    expect(ci95?.[0]).toBeLessThan(ofQuestions.low - 0.03);
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

describe('whether the answers that a share counts are independent', () => {
  const independent = { single: true, people: 0, items: 5, groups: 5, mostOfItem: 1 };

  it.each<[string, Partial<typeof independent>, boolean]>([
    ['one answer an item, each with an image of its own', {}, true],
    ['no answers', { mostOfItem: 0 }, true],
    ['several answers on an item, in several conditions', { single: false }, false],
    ['several people', { people: 2 }, false],
    ['items that share an image', { groups: 4 }, false],
    ['several questions of one item', { mostOfItem: 2 }, false],
  ])('%s', (_name, more, expected) => {
    expect(areIndependent({ ...independent, ...more })).toBe(expected);
  });
});
