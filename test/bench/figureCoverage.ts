/**
 * How often intervals and tests of F1, a figure that is no share, hold: `node test/bench/figureCoverage.ts [simulations]
 * [seed]`.
 *
 * First the BCa interval of one model where the design fixes how many items are clued: `below` and `above` count the
 * intervals that miss the true value on either side. Then people against a model: `size` without a difference between
 * them, `holds` how often the interval has the true one. Items are drawn anew in each simulation, people too.
 */
import { accelerationsOf, unitResampler, unitsOf } from '../../electron/core/features/metrics/units.ts';
import { type Bundle, bundleOf, CellsBuilder } from '../../electron/core/features/metrics/cells.ts';
import { compareFigures } from '../../electron/core/features/metrics/pairedFigures.ts';
import { bcaInterval } from '../../shared/agreement/intervals/bca.ts';
import { seededRandom } from '../../shared/statistics/random.ts';

const SIMULATIONS = Number(process.argv[2] ?? 300);
const SEED = Number(process.argv[3] ?? 1);
const RESAMPLES = 400;
const random = seededRandom(SEED);
const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const percent = (count: number, of: number): string => `${((100 * count) / of).toFixed(1)} %`.padStart(7);

/** F1 from the sums of found, missed and false alarms. */
const f1 = (sums: ArrayLike<number>): number => {
  const [found = 0, missed = 0, alarms = 0] = Array.from(sums);
  const all = 2 * found + missed + alarms;
  return all > 0 ? (2 * found) / all : Number.NaN;
};
const valuesOf = (clued: boolean, right: boolean): readonly number[] =>
  clued ? (right ? [1, 0, 0] : [0, 1, 0]) : right ? [0, 0, 0] : [0, 0, 1];

function oneModel(clued: number, unclued: number, sensitivity: number, specificity: number): void {
  const truth = f1([clued * sensitivity, clued * (1 - sensitivity), unclued * (1 - specificity)]);
  const items = clued + unclued;
  const units = unitsOf(
    Array.from({ length: items }, (_, item) => String(item)),
    Array.from({ length: items }, (_, item) => (item < clued ? 'clued' : 'unclued')),
  );
  const counts = { given: 0, below: 0, above: 0 };
  for (let simulation = 0; simulation < SIMULATIONS; simulation += 1) {
    const rows = Array.from({ length: items }, (_, item) =>
      valuesOf(item < clued, random() < (item < clued ? sensitivity : specificity)),
    );
    const figure = (weights: ArrayLike<number>): number =>
      f1(
        [0, 1, 2].map((column) =>
          rows.reduce((sum, row, at) => sum + (weights[at] ?? 0) * (row[column] ?? 0), 0),
        ),
      );
    const ones = new Float64Array(items).fill(1);
    const draw = unitResampler(units, random);
    const weights = new Float64Array(items);
    const values = Float64Array.from({ length: RESAMPLES }, () => {
      draw(weights);
      return figure(weights);
    });
    const [acceleration = null] = accelerationsOf(units, (left) => {
      const without = Float64Array.from(ones);
      for (const item of left) without[item] = 0;
      return [figure(without)];
    });
    const { interval } = bcaInterval(values, figure(ones), acceleration);
    if (interval === null) continue;
    counts.given += 1;
    if (interval[1] < truth) counts.below += 1;
    if (interval[0] > truth) counts.above += 1;
  }
  const held = counts.given - counts.below - counts.above;
  console.log(
    `${String(clued).padStart(5)} ${String(unclued).padStart(8)} ${sensitivity.toFixed(2).padStart(6)} ${specificity.toFixed(2).padStart(6)} ${percent(held, counts.given)} ${percent(counts.below, counts.given)} ${percent(counts.above, counts.given)}`,
  );
}

function bundle(answers: readonly boolean[]): Bundle {
  const cells = new CellsBuilder();
  answers.forEach((right, item) => {
    cells.add(item, 0, valuesOf(item % 2 === 0, right));
  });
  return bundleOf(cells.close());
}

function peopleAndModel(people: number, items: number, spread: number): void {
  const order = Array.from({ length: items }, (_, item) => item);
  const units = unitsOf(order.map(String), null);
  const right = (ability: number, difficulty: number): boolean =>
    random() < 1 / (1 + Math.exp(-(ability - difficulty)));
  const counts = { given: 0, size: 0, holds: 0 };
  for (let simulation = 0; simulation < SIMULATIONS; simulation += 1) {
    const difficulties = order.map(() => 1.2 * normal());
    const side = (abilities: readonly number[], own: number) => ({
      key: '',
      name: '',
      people: abilities.map((ability) =>
        bundle(difficulties.map((difficulty) => right(ability + own * normal(), difficulty))),
      ),
    });
    // The same spread of what people and the model's answers have of their own: the same accuracy on average.
    // One person is taken as given, as a model is.
    const first =
      people === 1
        ? side([1], spread)
        : side(
            Array.from({ length: people }, () => 1 + spread * normal()),
            0,
          );
    const second = side([1], spread);
    const sumsOf = (bundles: readonly Bundle[]): Float64Array => {
      const sums = new Float64Array(3);
      for (const { columns, values } of bundles)
        values.forEach((value, entry) => {
          sums[columns[entry] ?? 0] = (sums[columns[entry] ?? 0] ?? 0) + value;
        });
      return sums;
    };
    const difference = f1(sumsOf(first.people)) - f1(sumsOf(second.people));
    const found = compareFigures(first, second, order, units, f1, 3, difference);
    if (found.p == null || found.ci95 == null) continue;
    counts.given += 1;
    if (found.p < 0.05) counts.size += 1;
    if (found.ci95[0] <= 0 && found.ci95[1] >= 0) counts.holds += 1;
  }
  console.log(
    `${String(people).padStart(6)} ${String(items).padStart(5)} ${spread.toFixed(1).padStart(6)} ${percent(counts.size, counts.given)} ${percent(counts.holds, counts.given)}`,
  );
}

console.log(`${String(SIMULATIONS)} simulations a line, seed ${String(SEED)}`);
console.log('F1 of one model, the classes fixed by design (the app asks for 6 of each)');
console.log('clued  unclued  sens.  spec.   holds   below   above');
for (const clued of [4, 6, 10, 20])
  for (const [sensitivity, specificity] of [
    [0.6, 0.9],
    [0.5, 0.8],
    [0.9, 0.9],
  ] as const)
    oneModel(clued, 60, sensitivity, specificity);
console.log('F1 of people against a model, without a difference');
console.log('people items spread    size   holds');
for (const people of [1, 3, 6, 12])
  for (const items of [40, 120]) for (const spread of [0.3, 0.7]) peopleAndModel(people, items, spread);
