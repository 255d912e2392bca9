import { describe, expect, test } from 'vitest';
import { agreementOf } from '../../shared/agreement/analysis/analyse.ts';
import { binomial } from '../../shared/agreement/intervals/binomial.ts';
import { bootstrap } from '../../shared/agreement/intervals/intervals.ts';
import { byItems, byPatterns } from '../../shared/agreement/intervals/resample.ts';
import { cohenKappa } from '../../shared/agreement/coefficients/cohenKappa.ts';
import {
  CATEGORY_COEFFICIENTS,
  type CategoryCoefficientName,
} from '../../shared/agreement/coefficients/coefficients.ts';
import { patternsOf } from '../../shared/agreement/ratings/patterns.ts';
import type { Ratings } from '../../shared/agreement/ratings/ratings.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { agreementFrom, ratingsFrom } from '../helpers/ratings.ts';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

/** How raters answer: the truth's distribution, how often a rater sees it, how often they do not answer. */
interface World {
  readonly items: number;
  readonly raters: number;
  readonly truth: readonly number[];
  readonly seen: number;
  readonly missing: number;
}

function draw(world: World, random: () => number): Ratings {
  const categories = world.truth.length;
  const rows = Array.from({ length: world.items }, () => {
    let left = random();
    let truth = 0;
    while (truth < categories - 1 && left >= (world.truth[truth] ?? 0)) {
      left -= world.truth[truth] ?? 0;
      truth += 1;
    }
    return Array.from({ length: world.raters }, () => {
      if (random() < world.missing) return null;
      return random() < world.seen ? truth : Math.floor(random() * categories);
    });
  });
  return ratingsFrom(rows, categories);
}

/** Every pattern of a world with its probability, times a number of items so large that it is the population. */
function populationFigure(world: World, name: CategoryCoefficientName): number {
  const categories = world.truth.length;
  const answer = (truth: number, code: number): number =>
    code < 0
      ? world.missing
      : (1 - world.missing) * ((code === truth ? world.seen : 0) + (1 - world.seen) / categories);
  const codes = world.missing > 0 ? [-1, ...world.truth.keys()] : [...world.truth.keys()];
  let rows: number[][] = [[]];
  for (let rater = 0; rater < world.raters; rater += 1) {
    rows = rows.flatMap((row) => codes.map((code) => [...row, code]));
  }
  rows = rows.filter((row) => row.some((code) => code >= 0));
  const patterns = patternsOf(ratingsFrom(rows, categories));
  const weights = Float64Array.from(
    rows,
    (row) =>
      1e9 *
      world.truth.reduce(
        (sum, share, truth) => sum + share * row.reduce((product, code) => product * answer(truth, code), 1),
        0,
      ),
  );
  return CATEGORY_COEFFICIENTS[name]
    .prepare({ level: 'ordinal', patterns, offered: categories, sets: [] })
    .value(weights);
}

const SETS = 1000;

/** The share of simulated sets whose interval holds the population's figure. */
function coverage(
  world: World,
  names: readonly CategoryCoefficientName[],
  seed: number,
): Record<string, { analytic: number | null; bootstrap: number }> {
  const random = seededRandom(seed);
  const truths = names.map((name) => populationFigure(world, name));
  const hits = names.map(() => ({ analytic: 0, without: 0, bootstrap: 0 }));
  for (let set = 0; set < SETS; set += 1) {
    const ratings = draw(world, random);
    const { figures } = agreementFrom({
      level: 'ordinal',
      ratings,
      offered: world.truth.length,
      coefficients: names,
      bootstrap: { resamples: 300, seed: set },
    });
    names.forEach((name, at) => {
      const [truth, hit, figure] = [truths[at] ?? Number.NaN, hits[at], figures[name]];
      if (hit === undefined || figure === undefined) throw new Error(`${name} was not given.`);
      const holds = (interval: readonly [number, number] | null): number =>
        interval !== null && interval[0] <= truth && truth <= interval[1] ? 1 : 0;
      hit.analytic += holds(figure.interval);
      hit.bootstrap += holds(figure.bootstrapInterval);
      if (figure.interval === null) hit.without += 1;
    });
  }
  return Object.fromEntries(
    names.map((name, at) => {
      const hit = hits[at] ?? { analytic: 0, without: 0, bootstrap: 0 };
      return [
        name,
        { analytic: hit.without === 0 ? hit.analytic / SETS : null, bootstrap: hit.bootstrap / SETS },
      ];
    }),
  );
}

describe('intervals hold the truth in 92.5% to 97.5% of 1,000 simulated sets', () => {
  const check = (figures: ReturnType<typeof coverage>): void => {
    for (const [name, held] of Object.entries(figures)) {
      expect(held.bootstrap, `${name}, bootstrap`).toBeGreaterThanOrEqual(0.925);
      expect(held.bootstrap, `${name}, bootstrap`).toBeLessThanOrEqual(0.975);
      if (held.analytic === null) throw new Error(`${name} has no interval somewhere.`);
      expect(held.analytic, `${name}, score`).toBeGreaterThanOrEqual(0.925);
      expect(held.analytic, `${name}, score`).toBeLessThanOrEqual(0.975);
    }
  };

  test('two raters, three ordered categories, 400 items', () => {
    const world: World = { items: 400, raters: 2, truth: [0.5, 0.3, 0.2], seen: 0.7, missing: 0 };
    const analytic = [
      'percent_agreement',
      'cohen_kappa',
      'cohen_kappa_linear',
      'cohen_kappa_quadratic',
      'scott_pi',
      'fleiss_kappa',
      'gwet_ac1',
      'gwet_ac2',
    ] as const;
    check(coverage(world, [...analytic, 'krippendorff_alpha'], 1));
  });

  test('two raters, yes and no, 400 items', () => {
    const world: World = { items: 400, raters: 2, truth: [0.6, 0.4], seen: 0.6, missing: 0 };
    const analytic = ['pabak', 'cohen_kappa'] as const;
    check(coverage(world, analytic, 2));
  });

  test('three raters with a fifth of the ratings missing, 400 items', () => {
    const world: World = { items: 400, raters: 3, truth: [0.5, 0.3, 0.2], seen: 0.7, missing: 0.2 };
    const analytic = ['percent_agreement', 'gwet_ac1', 'gwet_ac2'] as const;
    check(coverage(world, [...analytic, 'krippendorff_alpha_nominal', 'krippendorff_alpha'], 3));
  });
});

describe('the bootstrap', () => {
  const ratings = draw(
    { items: 300, raters: 3, truth: [0.5, 0.3, 0.2], seen: 0.7, missing: 0.1 },
    seededRandom(9),
  );
  const request = { level: 'nominal', ratings, offered: 3, bootstrap: { resamples: 500, seed: 4 } } as const;

  test('gives the same interval for the same seed and another for another', () => {
    const first = agreementFrom(request).figures.krippendorff_alpha?.bootstrapInterval;
    expect(agreementFrom(request).figures.krippendorff_alpha?.bootstrapInterval).toEqual(first);
    const other = agreementFrom({ ...request, bootstrap: { resamples: 500, seed: 5 } });
    expect(other.figures.krippendorff_alpha?.bootstrapInterval).not.toEqual(first);
  });

  test('gives a coefficient the same interval whatever else is asked for', () => {
    const alone = agreementFrom({ ...request, coefficients: ['gwet_ac1'] });
    expect(alone.figures.gwet_ac1).toEqual(agreementFrom(request).figures.gwet_ac1);
  });

  test('tells its progress and stops when it is told to', () => {
    const told: number[] = [];
    agreementOf(
      { ...request, bootstrap: { resamples: 5000, seed: 1 } },
      { progress: (done) => told.push(done) },
    );
    expect(told.at(-1)).toBe(5000);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    const endless = { ...request, bootstrap: { resamples: 50_000_000, seed: 1 } };
    expect(agreementOf({ ...endless, coefficients: [] }, { cancelled: () => true })).not.toBeNull();
    let asked = 0;
    const patterns = patternsOf(ratings);
    const stopped = bootstrap(
      patterns,
      [(weights) => weights[0] ?? 0],
      { resamples: 20_000_000, seed: 1 },
      {
        cancelled: () => {
          asked += 1;
          return asked === 3;
        },
      },
    );
    expect(stopped).toBeNull();
    expect(asked).toBe(3);
  });

  test('leaves out resamples without a figure, and gives no interval where they are many', () => {
    const rare = ratingsFrom([...Array.from({ length: 30 }, () => [0, 0]), [0, 1]], 2);
    const patterns = patternsOf(rare);
    const question = { level: 'nominal', patterns, offered: 2, sets: [] } as const;
    const [pi, ac1] = (['scott_pi', 'gwet_ac1'] as const).map((name) =>
      CATEGORY_COEFFICIENTS[name].prepare(question),
    );
    const found = bootstrap(
      patterns,
      [pi, ac1].map((prepared) => (weights) => prepared?.value(weights) ?? Number.NaN),
      { resamples: 500, seed: 4 },
    );
    // Without the one item that differs there is no variation: in (30/31)^31, about 36 %, of the resamples.
    expect(found?.[0]?.resamplesUndefined).toBeGreaterThan(140);
    expect(found?.[0]?.resamplesUndefined).toBeLessThan(220);
    expect(found?.[0]?.interval).toBeNull();
    expect(found?.[1]?.resamplesUndefined).toBe(0);
    expect(found?.[1]?.interval).not.toBeNull();
    const { figures } = agreementFrom({ ...request, ratings: rare, offered: 2 });
    expect(figures.scott_pi?.noInterval).toContain('outside the largest category');
  });

  test('of patterns has the distribution of the bootstrap of items', () => {
    const world: World = { items: 400, raters: 2, truth: [0.6, 0.3, 0.1], seen: 0.6, missing: 0 };
    const patterns = patternsOf(draw(world, seededRandom(3)));
    const kappa = cohenKappa(patterns, 'none');
    const weights = new Float64Array(patterns.count);
    const values = (resample: (into: Float64Array) => void): number[] =>
      Array.from({ length: 4000 }, () => {
        resample(weights);
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(400);
        return kappa.value(weights);
      });
    const ofPatterns = values(byPatterns(patterns.weights, 400, seededRandom(5)));
    const ofItems = values(byItems(patterns.patternOf, seededRandom(6)));
    const error = kappa.estimate().standardError ?? Number.NaN;
    // Means of 4,000 differ by a standard deviation of about 0.022 errors, deviations by about 1.6 %.
    expect(Math.abs(mean(ofPatterns) - mean(ofItems))).toBeLessThan(0.09 * error);
    expect(deviation(ofPatterns) / deviation(ofItems)).toBeGreaterThan(0.93);
    expect(deviation(ofPatterns) / deviation(ofItems)).toBeLessThan(1.07);
    // And both have the spread that the standard error says.
    expect(deviation(ofItems) / error).toBeGreaterThan(0.93);
    expect(deviation(ofItems) / error).toBeLessThan(1.07);
  });
});

describe('a binomial draw', () => {
  test.each([
    [1, 0.3],
    [20, 0.2],
    [50, 0.9],
    [100, 0.5],
    [200, 0.06],
    [1000, 0.985],
    [500_000, 0.37],
    [500_000, 0.00001],
  ])('of %d trials at %d has the mean and the spread it should', (trials, chance) => {
    const random = seededRandom(trials);
    const draws = Array.from({ length: 20_000 }, () => binomial(trials, chance, random));
    const spread = Math.sqrt(trials * chance * (1 - chance));
    expect(Math.abs(mean(draws) - trials * chance)).toBeLessThan((4 * spread) / Math.sqrt(20_000));
    expect(deviation(draws) / spread).toBeGreaterThan(0.97);
    expect(deviation(draws) / spread).toBeLessThan(1.03);
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...draws)).toBeLessThanOrEqual(trials);
  });

  test('by rejection follows the distribution number by number', () => {
    const [trials, chance, count] = [40, 0.4, 200_000];
    const random = seededRandom(8);
    const seen = new Float64Array(trials + 1);
    for (let at = 0; at < count; at += 1) {
      const k = binomial(trials, chance, random);
      seen[k] = (seen[k] ?? 0) + 1;
    }
    let probability = (1 - chance) ** trials;
    for (let k = 0; k <= trials; k += 1) {
      const expected = count * probability;
      expect(Math.abs((seen[k] ?? 0) - expected), `k = ${k}`).toBeLessThan(5 * Math.sqrt(expected) + 5);
      probability *= ((trials - k) / (k + 1)) * (chance / (1 - chance));
    }
  });

  test('of certain and impossible events', () => {
    const random = seededRandom(1);
    expect([binomial(0, 0.5, random), binomial(9, 0, random), binomial(9, 1, random)]).toEqual([0, 0, 9]);
  });
});
