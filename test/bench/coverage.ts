/**
 * How often 95 % intervals of coefficients hold the true value: `node test/bench/coverage.ts [simulations]`.
 *
 * Raters see a true category (one has the share `skew`, the others share the rest evenly), name it with probability
 * `accuracy` and otherwise guess evenly; some ratings are missing. The true coefficient is that of 400,000 items. Each
 * line counts over the cells of the design how many intervals cover between 92.5 and 97.5 %: value ± 1.96 standard
 * errors, the score interval that the app gives, the percentile bootstrap and BCa. `none`: the app gives no interval.
 */
import { agreementOf, type CategoryRequest } from '../../shared/agreement/analysis/analyse.ts';
import { bcaInterval } from '../../shared/agreement/intervals/bca.ts';
import { resampledValues } from '../../shared/agreement/intervals/bootstrap.ts';
import { percentileInterval } from '../../shared/statistics/percentiles.ts';
import { jackknife } from '../../shared/agreement/intervals/jackknife.ts';
import {
  CATEGORY_COEFFICIENTS,
  type CategoryCoefficientName,
} from '../../shared/agreement/coefficients/coefficients.ts';
import type { CategoryLevel, CategoryQuestion } from '../../shared/agreement/coefficients/coefficient.ts';
import { patternsOf } from '../../shared/agreement/ratings/patterns.ts';
import type { Interval, Ratings } from '../../shared/agreement/ratings/ratings.ts';
import { seededRandom } from '../../shared/statistics/random.ts';

const SIMULATIONS = Number(process.argv[2] ?? 400);
const RESAMPLES = 400;
const POPULATION = 400_000;

interface Design {
  readonly level: Exclude<CategoryLevel, 'set'>;
  readonly categories: number;
  readonly raters: number;
  readonly skew: number;
  readonly accuracy: number;
  readonly missing: number;
}

const METHODS = ['Wald', 'score', 'percentile', 'BCa'] as const;
type Method = (typeof METHODS)[number];

function ratingsOf(design: Design, items: number, random: () => number): Ratings {
  const { raters, categories, skew, accuracy, missing } = design;
  const codes = new Int32Array(items * raters);
  for (let item = 0; item < items; item += 1) {
    const truth = random() < skew ? 0 : 1 + Math.floor(random() * (categories - 1));
    for (let rater = 0; rater < raters; rater += 1) {
      const given = random() < accuracy ? truth : Math.floor(random() * categories);
      codes[item * raters + rater] = random() < missing ? -1 : given;
    }
  }
  return { items, raters, categories, codes, values: null };
}

function coefficientsOf({ level, raters, missing }: Design): readonly CategoryCoefficientName[] {
  if (level === 'ordinal') {
    return raters === 2
      ? ['cohen_kappa_quadratic', 'krippendorff_alpha_ordinal', 'gwet_ac2']
      : ['krippendorff_alpha_ordinal', 'gwet_ac2'];
  }
  const two: readonly CategoryCoefficientName[] = raters === 2 ? ['cohen_kappa', 'pabak'] : [];
  const fixed: readonly CategoryCoefficientName[] = missing === 0 ? ['fleiss_kappa'] : [];
  return ['percent_agreement', ...two, ...fixed, 'krippendorff_alpha', 'gwet_ac1'];
}

const designs = (['nominal', 'ordinal'] as const).flatMap((level) =>
  [2, 3, 6].flatMap((raters) =>
    [0.5, 0.7, 0.9].flatMap((skew) =>
      [0.6, 0.9].flatMap((accuracy) =>
        [0, 0.2].map((missing): Design => ({
          level,
          categories: level === 'nominal' ? 2 : 5,
          raters,
          skew,
          accuracy,
          missing,
        })),
      ),
    ),
  ),
);

interface Counted {
  within: number;
  cells: number;
  least: number;
}

for (const items of [10, 20, 30, 50, 100, 200, 400]) {
  const counted = new Map<Method, Counted>();
  let [none, all] = [0, 0];
  const failing: string[] = [];
  for (const [place, design] of designs.entries()) {
    const names = coefficientsOf(design);
    const requestOf = (ratings: Ratings): CategoryRequest => ({
      level: design.level,
      ratings,
      offered: design.categories,
      coefficients: names,
      bootstrap: null,
    });
    const population = agreementOf(requestOf(ratingsOf(design, POPULATION, seededRandom(place + 1))));
    const hits = new Map<string, { held: number; given: number }>();
    const random = seededRandom(1000 * items + place);
    for (let simulation = 0; simulation < SIMULATIONS; simulation += 1) {
      const ratings = ratingsOf(design, items, random);
      const found = agreementOf(requestOf(ratings));
      const patterns = patternsOf(ratings);
      const question: CategoryQuestion = {
        level: design.level,
        patterns,
        offered: design.categories,
        sets: [],
      };
      for (const name of names) {
        const figure = found?.figures[name];
        const truth = population?.figures[name]?.value;
        if (figure === undefined || figure.value === null || truth === null || truth === undefined) continue;
        const { value, standardError, interval } = figure;
        all += 1;
        if (interval === null) none += 1;
        const note = (method: Method, ends: Interval | null): void => {
          if (ends === null) return;
          const key = `${name} ${method}`;
          const tally = hits.get(key) ?? { held: 0, given: 0 };
          hits.set(key, tally);
          tally.given += 1;
          if (ends[0] <= truth && truth <= ends[1]) tally.held += 1;
        };
        note(
          'Wald',
          standardError === null ? null : [value - 1.96 * standardError, value + 1.96 * standardError],
        );
        note('score', interval);
        // The bootstrap costs a thousand times as much: it is judged where there are few simulations.
        if (simulation >= SIMULATIONS / 2 || items > 100) continue;
        const prepared = CATEGORY_COEFFICIENTS[name].prepare(question);
        const bare = (weights: Float64Array): number => prepared.value(weights);
        const [drawn] = resampledValues(patterns, [bare], { resamples: RESAMPLES, seed: simulation }) ?? [];
        if (drawn === undefined) continue;
        note('percentile', percentileInterval(drawn).interval);
        note('BCa', bcaInterval(drawn, value, jackknife(patterns, bare)?.acceleration ?? null).interval);
      }
    }
    for (const name of names) {
      for (const method of METHODS) {
        const tally = hits.get(`${name} ${method}`);
        // A method that answers in few simulations of a cell is not judged by them.
        if (tally === undefined || tally.given < SIMULATIONS / 4) continue;
        const share = tally.held / tally.given;
        // Within the error of the simulation: two standard errors.
        const slack = 2 * Math.sqrt((0.95 * 0.05) / tally.given);
        const whole = counted.get(method) ?? { within: 0, cells: 0, least: 1 };
        counted.set(method, whole);
        whole.cells += 1;
        whole.least = Math.min(whole.least, share);
        if (share >= 0.925 - slack && share <= 0.975 + slack) whole.within += 1;
        else if (method === 'score')
          failing.push(`${name} ${JSON.stringify(design)} ${share.toFixed(3)} of ${String(tally.given)}`);
      }
    }
  }
  const parts = METHODS.flatMap((method) => {
    const tally = counted.get(method);
    if (tally === undefined) return [];
    const within = Math.round((100 * tally.within) / tally.cells);
    return [
      `${method} ${String(within)} % of ${String(tally.cells)} cells (least ${(100 * tally.least).toFixed(1)} %)`,
    ];
  });
  console.log(
    `n ${String(items).padStart(3)}: ${parts.join('; ')}; none ${((100 * none) / all).toFixed(0)} %`,
  );
  if (process.argv.includes('--failing')) for (const line of failing) console.log(`    ${line}`);
}
