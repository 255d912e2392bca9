/**
 * How often 95 % intervals of agreement hold the true value where items share an image: `node test/bench/groupCoverage.ts
 * [simulations] [seed]`. Items of an image tend to be alike: their true category and how hard they are come from the
 * image. `items`: as if each item were drawn by itself; `groups`: by images, as the app does. The true value is that of
 * 200,000 images; `none`: how often the app gives no interval.
 */
import { agreementOf } from '../../shared/agreement/analysis/analyse.ts';
import type { CategoryCoefficientName } from '../../shared/agreement/coefficients/coefficients.ts';
import type { Ratings } from '../../shared/agreement/ratings/ratings.ts';
import { seededRandom } from '../../shared/statistics/random.ts';

const SIMULATIONS = Number(process.argv[2] ?? 300);
const SEED = Number(process.argv[3] ?? 1);
const NAMES: readonly CategoryCoefficientName[] = [
  'percent_agreement',
  'cohen_kappa',
  'fleiss_kappa',
  'krippendorff_alpha',
  'gwet_ac1',
];

function draw(
  images: number,
  perImage: number,
  raters: number,
  random: () => number,
): { readonly ratings: Ratings; readonly groups: Int32Array } {
  const items = images * perImage;
  const codes = new Int32Array(items * raters);
  const groups = new Int32Array(items);
  for (let image = 0; image < images; image += 1) {
    const usual = random() < 0.5 ? 1 : 0;
    // Half of the images are easy; on the others raters guess more.
    const accuracy = random() < 0.5 ? 0.95 : 0.6;
    for (let place = 0; place < perImage; place += 1) {
      const item = image * perImage + place;
      groups[item] = image;
      const truth = random() < 0.8 ? usual : 1 - usual;
      for (let rater = 0; rater < raters; rater += 1)
        codes[item * raters + rater] = random() < accuracy ? truth : random() < 0.5 ? 1 : 0;
    }
  }
  return { ratings: { items, raters, categories: 2, codes, values: null }, groups };
}

const figuresOf = (ratings: Ratings, groups: Int32Array | null) =>
  agreementOf({ level: 'nominal', ratings, offered: 2, coefficients: NAMES, bootstrap: null, groups })
    ?.figures;

console.log(`${String(SIMULATIONS)} simulations a line, seed ${String(SEED)}`);
console.log('images per image raters  coefficient          items  groups    none');
for (const [images, perImage] of [
  [100, 1],
  [20, 5],
  [40, 5],
  [80, 5],
  [20, 10],
  [40, 10],
] as const) {
  for (const raters of [2, 3]) {
    const truth = figuresOf(draw(200_000, perImage, raters, seededRandom(99)).ratings, null);
    const random = seededRandom(SEED);
    const held = new Map(NAMES.map((name) => [name, { items: 0, groups: 0, given: 0, all: 0 }]));
    for (let simulation = 0; simulation < SIMULATIONS; simulation += 1) {
      const { ratings, groups } = draw(images, perImage, raters, random);
      const [alone, together] = [figuresOf(ratings, null), figuresOf(ratings, groups)];
      for (const [name, counts] of held) {
        const value = truth?.[name]?.value;
        if (value === undefined || value === null) continue;
        const holds = (interval: readonly [number, number] | null | undefined): number =>
          interval != null && interval[0] <= value && value <= interval[1] ? 1 : 0;
        counts.all += 1;
        counts.items += holds(alone?.[name]?.interval);
        if (together?.[name]?.interval == null) continue;
        counts.given += 1;
        counts.groups += holds(together[name].interval);
      }
    }
    for (const [name, { items, groups, given, all }] of held) {
      if (all === 0) continue;
      const share = (count: number, of: number): string => `${((100 * count) / of).toFixed(1)} %`.padStart(7);
      console.log(
        `${String(images).padStart(6)} ${String(perImage).padStart(9)} ${String(raters).padStart(6)}  ${name.padEnd(18)} ${share(items, all)} ${share(groups, Math.max(1, given))} ${share(all - given, all)}`,
      );
    }
  }
}
