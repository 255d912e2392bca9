import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../shared/statistics/random.ts';
import { mantelHaenszel } from '../../shared/statistics/mantelHaenszel.ts';
import { kendall } from '../../shared/statistics/kendall.ts';
import { linkedScale } from '../../shared/statistics/rasch/linking.ts';
import { itemDifferences } from '../../shared/statistics/rasch/differentialFunctioning.ts';
import { testInformation } from '../../shared/statistics/rasch/testInformation.ts';
import { itemRestCorrelation } from '../../shared/statistics/rasch/fit.ts';
import { normalQuadrature, pointsFor } from '../../shared/statistics/rasch/quadrature.ts';
import { raschModel } from '../../shared/statistics/rasch/rasch.ts';
import { responseMatrix, type ResponseMatrix } from '../../shared/statistics/rasch/responseMatrix.ts';
import { screeningFaults, tierOf } from '../../shared/statistics/rasch/screening.ts';
import type { Outcome } from '../../shared/statistics/outcome.ts';
import {
  type Answer,
  apart,
  defined,
  difficultiesOf,
  drawn,
  fixedModel,
  mean,
  reasonOf,
} from '../helpers/raschModels.ts';

describe('parts', () => {
  test('61 points do for 150 answers; more answers take more points, and 2,000 items stay exact', () => {
    expect([pointsFor(1), pointsFor(149), pointsFor(150)]).toEqual([61, 61, 61]);
    expect(pointsFor(661)).toBeGreaterThan(100);
    const { points, weights } = normalQuadrature(61);
    const moment = (power: number): number =>
      points.reduce((sum, point, at) => sum + (weights[at] ?? 0) * point ** power, 0);
    expect(moment(0)).toBeCloseTo(1, 12);
    expect(moment(1)).toBeCloseTo(0, 12);
    // What lies beyond -5 and 5 is missing.
    expect(moment(2)).toBeCloseTo(1, 4);
    const { rows, abilities } = drawn(6, 2000, 6);
    const model = defined(fixedModel(responseMatrix(rows)));
    expect(model.points).toBeGreaterThan(200);
    // Two respondents of the same score apart from a hundredth of a logit would cling to the points otherwise.
    model.respondents.forEach(({ ability }, respondent) => {
      const { value, standardDeviation } = defined(ability);
      expect(standardDeviation).toBeLessThan(0.07);
      // The six stand in for a standard normal: what they are apart is theirs, where nought lies is not.
      const first = defined(model.respondents[0]?.ability ?? { defined: false, reason: '' }).value;
      expect(Math.abs(value - first - ((abilities[respondent] ?? NaN) - (abilities[0] ?? NaN)))).toBeLessThan(
        0.4,
      );
    });
  });

  test('the filter names everything that an item fails', () => {
    const of = (value: number): Outcome<{ readonly value: number }> => ({ defined: true, value });
    const told = (b: number, infit: number, outfit: number, r: number): readonly string[] =>
      screeningFaults(
        { difficulty: { defined: true, value: b, standardError: null } },
        { infit: of(infit), outfit: of(outfit), pointBiserial: of(r) },
      );
    expect(told(-1.5, 0.5, 1.5, 0.15)).toEqual([]);
    expect(told(1.5, 1.5, 0.5, 1)).toEqual([]);
    expect(told(-1.51, 0.49, 1.51, 0.149)).toEqual([
      'too easy: difficulty below −1.5',
      'too regular: infit below 0.5',
      'too erratic: outfit above 1.5',
      'tells respondents apart too little: r below 0.15',
    ]);
    expect(told(1.51, 1, 1, 0.5)).toEqual(['too hard: difficulty above 1.5']);
  });

  test('the item does not count among the rest it is correlated with', () => {
    const matrix = responseMatrix([
      [1, 1, 0],
      [1, 0, 1],
      [0, 1, 1],
      [0, 0, 0],
    ]);
    // Rests of the first item: 1/2, 1/2, 1, 0.
    expect(defined(itemRestCorrelation(matrix, 0)).value).toBeCloseTo(0, 12);
    expect(reasonOf(itemRestCorrelation(responseMatrix([[1], [0]]), 0))).toContain('Fewer than two');
  });

  test('tiers divide at half a logit either side', () => {
    expect([-0.51, -0.5, 0, 0.5, 0.51].map(tierOf)).toEqual(['easy', 'medium', 'medium', 'medium', 'hard']);
  });
});

describe('abilities of unknown variance', () => {
  /** Abilities of a standard deviation of 1.51, a tenth of the answers missing. */
  function spread(
    people: number,
    items: number,
    deviation: number,
    lost: number,
    seed: number,
  ): ResponseMatrix {
    const random = seededRandom(seed);
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const abilities = Array.from({ length: people }, () => deviation * normal());
    const difficulties = Array.from({ length: items }, normal);
    return responseMatrix(
      abilities.map((ability) =>
        difficulties.map((difficulty): Answer =>
          random() < lost ? null : random() < 1 / (1 + Math.exp(difficulty - ability)) ? 1 : 0,
        ),
      ),
    );
  }

  test('have the variance, the difficulties and the errors that lme4 finds', () => {
    const model = defined(raschModel(spread(300, 20, 1.51, 0.1, 2)));
    // glmer(y ~ 0 + item + (1 | person), binomial, nAGQ = 60), lme4 1.1-31.
    expect(model).toMatchObject({ estimated: true, converged: true });
    expect(model.variance).toBeCloseTo(2.443_117, 3);
    expect(model.logLikelihood).toBeCloseTo(-2939.559_36, 3);
    const difficulties = [
      -0.888_32, -0.048_65, -0.655_08, 2.669_94, 0.366_88, 0.680_77, -0.076_58, -1.150_13, -0.450_24,
      0.005_89, 0.897_13, 0.114_11, -1.816_79, 0.293_72, 0.298_3, -0.792_08, 1.483_9, -0.865_1, 0.819_35,
      -0.426_68,
    ];
    expect(apart(difficultiesOf(model), difficulties)).toBeLessThan(1e-3);
    const errors = model.items.map(({ difficulty }) => defined(difficulty).standardError ?? NaN);
    const theirs = [
      0.175_543, 0.172_31, 0.173_897, 0.229_818, 0.172_04, 0.173_937, 0.172_161, 0.182_371, 0.172_318,
      0.172_542, 0.176_606, 0.174_671, 0.199_011, 0.172_525, 0.173_059, 0.177_171, 0.187_939, 0.175_201,
      0.176_698, 0.173_757,
    ];
    expect(apart(errors, theirs)).toBeLessThan(5e-4);
  });

  test('a fixed variance draws difficulties together, and says that it is fixed', () => {
    const matrix = spread(300, 20, 1.51, 0.1, 2);
    const [free, fixed] = [defined(raschModel(matrix)), defined(fixedModel(matrix))];
    expect(fixed).toMatchObject({ variance: 1, estimated: false, varianceError: null });
    expect(free.logLikelihood).toBeGreaterThan(fixed.logLikelihood);
    expect(apart(difficultiesOf(free), difficultiesOf(fixed))).toBeGreaterThan(0.2);
  });

  test('answers that are tossed coins tell no spread: it stays at 1 and is called fixed', () => {
    const random = seededRandom(5);
    const rows = Array.from({ length: 40 }, () =>
      Array.from({ length: 12 }, (): Answer => (random() < 0.5 ? 1 : 0)),
    );
    const model = defined(raschModel(responseMatrix(rows)));
    expect(model.estimated ? model.variance : 1).toSatisfy(
      (variance: number) => variance < 0.2 || variance === 1,
    );
  });

  test('items differ between groups as mantelhaen.test has it', () => {
    // R 4.2: common odds ratio, X-squared and p with continuity correction; the error from the interval of its logarithm.
    const found = mantelHaenszel([
      [12, 8, 9, 11],
      [15, 5, 10, 9],
      [20, 3, 14, 6],
      [7, 13, 4, 15],
    ]);
    expect(defined(found).oddsRatio).toBeCloseTo(2.270_818_127_529_69, 10);
    expect(defined(found).chiSquared).toBeCloseTo(4.640_239_559_195_24, 10);
    expect(defined(found).p).toBeCloseTo(0.031_230_642_652_929_3, 10);
    expect(defined(found).standardError).toBeCloseTo(0.352_593_698_893_592, 10);
  });

  test('an item made harder for one group is found, and no other', () => {
    const random = seededRandom(11);
    const groups = Array.from({ length: 400 }, (_, respondent) => respondent % 2);
    const rows = groups.map((group) => {
      const ability = 2 * (random() + random() + random()) - 3;
      return Array.from({ length: 20 }, (_, item): Answer => {
        const difficulty = -1.5 + (3 * item) / 19 + (item === 7 && group === 1 ? 1.5 : 0);
        return random() < 1 / (1 + Math.exp(difficulty - ability)) ? 1 : 0;
      });
    });
    const found = itemDifferences(responseMatrix(rows), groups).map(defined);
    expect(found[7]).toMatchObject({ size: 'C' });
    expect(found[7]?.delta).toBeLessThan(-2);
    expect(found.flatMap(({ pHolm }, item) => (pHolm < 0.05 ? [item] : []))).toEqual([7]);
  });

  test('items tell most about abilities near their difficulties', () => {
    const information = testInformation([0, 0, 0, 0]);
    const best = information.toSorted((a, b) => b.information - a.information)[0];
    expect(best?.ability).toBeCloseTo(0, 10);
    // Four items at p = 1/2 tell 4 × 1/4.
    expect(best?.information).toBeCloseTo(1, 12);
    expect(best?.standardError).toBeCloseTo(1, 12);
  });
});

describe('a stricter scoring on the same scale', () => {
  const { rows } = drawn(40, 50, 21);
  const usual = responseMatrix(rows);
  /** Right only where another answer (a reason) is right, too: in four of five cases. */
  const strict = (() => {
    const random = seededRandom(8);
    return responseMatrix(
      rows.map((row) => row.map((answer): Answer => (answer === 1 && random() < 0.2 ? 0 : answer))),
    );
  })();

  test('Kendall’s tau-b is SciPy’s', () => {
    expect(defined(kendall([1, 2, 2, 3, 5, 8, 8], [3, 1, 2, 9, 9, 7, 11])).tau).toBeCloseTo(
      0.512_989_176_042_577,
      12,
    );
    expect(defined(kendall([0.2, 1.4, -0.3, 2.2, 0.9], [0.1, 1.1, -0.9, 1.9, 1.2])).tau).toBeCloseTo(0.8, 12);
    expect(reasonOf(kendall([1, 1], [1, 2]))).toBe('One of the two does not vary.');
  });

  test('is itself where nothing is stricter', () => {
    const linked = defined(linkedScale(usual, usual, 1));
    expect(linked).toMatchObject({ slope: 1, intercept: 0, tau: 1, items: 50 });
    expect(linked.shifts.every((shift) => Math.abs(shift ?? NaN) < 1e-9)).toBe(true);
  });

  test('gives difficulties the same mean and spread, and an order with its interval', () => {
    const linked = defined(linkedScale(usual, strict, 1));
    const [one, other] = [defined(raschModel(usual)), defined(raschModel(strict))];
    const both = one.items.flatMap(({ difficulty }, item) => {
      const second = other.items[item]?.difficulty;
      return difficulty.defined && second?.defined === true
        ? [[difficulty.value, second.value] as const]
        : [];
    });
    const spreadOf = (values: readonly number[]): number =>
      Math.sqrt(values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1));
    const moved = both.map(([, value]) => linked.slope * value + linked.intercept);
    expect(mean(moved)).toBeCloseTo(mean(both.map(([value]) => value)), 9);
    expect(spreadOf(moved)).toBeCloseTo(spreadOf(both.map(([value]) => value)), 9);
    const [usualMean, strictMean] = linked.meanDifficulties;
    expect(strictMean).toBeGreaterThan(usualMean);
    expect(linked.tau).toBeGreaterThan(0.5);
    expect(linked.interval?.[0]).toBeLessThan(linked.tau ?? 0);
    expect(linked.interval?.[1]).toBeGreaterThan(linked.interval?.[0] ?? 1);
    expect(defined(linkedScale(usual, strict, 1))).toEqual(linked);
  });
});
