import { agreementOf } from '../../shared/agreement/analysis/analyse.ts';
import type { CoefficientName } from '../../shared/agreement/coefficients/coefficients.ts';
import { patternsOf } from '../../shared/agreement/ratings/patterns.ts';
import type { Ratings } from '../../shared/agreement/ratings/ratings.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { median, milliseconds, row } from './measure.ts';

/**
 * Figures of 1,000,000 ratings (2 raters, 500,000 items) and their bootstrap, beside a single pass that adds up the
 * same array. Goals: kappa, alpha and AC1 each well under a second, 1,000 resamples in a few seconds.
 */
const ITEMS = Number(process.argv[2] ?? 500_000);
const ROUNDS = 7;

function ratingsOf(categories: number): Ratings {
  const random = seededRandom(1);
  const codes = new Int32Array(2 * ITEMS);
  for (let item = 0; item < ITEMS; item += 1) {
    const first = Math.floor(random() * categories);
    codes[2 * item] = first;
    codes[2 * item + 1] = random() < 0.7 ? first : Math.floor(random() * categories);
  }
  return { items: ITEMS, raters: 2, categories, codes, values: null };
}

let total = 0;
function singlePass({ codes }: Ratings): void {
  for (const code of codes) total += code;
}

async function compare(name: string, ratings: Ratings, rounds: number, work: () => unknown): Promise<void> {
  const ours: number[] = [];
  const pass: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [one, other] = [await milliseconds(work), await milliseconds(() => singlePass(ratings))];
    // The first round warms up.
    if (round === 0) continue;
    ours.push(one);
    pass.push(other);
  }
  console.log(row(name, median(ours), 'single pass', median(pass)));
}

console.log(`${String(2 * ITEMS)} ratings, medians of ${String(ROUNDS)} rounds (bootstrap: 2)`);
for (const categories of [2, 5, 50]) {
  const ratings = ratingsOf(categories);
  console.log(`${String(categories)} categories, ${String(patternsOf(ratings).count)} patterns`);
  const figures = (names: readonly CoefficientName[], resamples: number): unknown =>
    agreementOf({
      level: 'ordinal',
      ratings,
      offered: categories,
      coefficients: names,
      bootstrap: resamples === 0 ? null : { resamples, seed: 1 },
    });
  await compare('grouping by pattern', ratings, ROUNDS, () => patternsOf(ratings));
  const NAMES = [
    'cohen_kappa',
    'cohen_kappa_quadratic',
    'krippendorff_alpha_nominal',
    'krippendorff_alpha_ordinal',
    'gwet_ac1',
  ] as const;
  for (const name of NAMES) await compare(name, ratings, ROUNDS, () => figures([name], 0));
  for (const name of ['cohen_kappa', 'krippendorff_alpha_ordinal', 'gwet_ac1'] as const) {
    await compare(`${name}, 1,000 resamples`, ratings, 2, () => figures([name], 1000));
  }
  await compare('all five, 1,000 resamples', ratings, 2, () => figures(NAMES, 1000));
}
if (!Number.isFinite(total)) throw new Error('The single pass was not made.');
