/**
 * How often the comparison of several people with a model finds a difference of their accuracies, without and with one:
 * `node test/bench/peopleAgainstModels.ts [simulations] [seed]`. People, items and the model's answers are all drawn
 * anew; the chance of a right answer is logistic in a person's ability less an item's difficulty, and abilities differ by
 * `spread`. `before`: the t test with the smallest number of clusters less one; `now`: as the app tests; `best`: the same
 * with the variances and degrees of freedom that the simulation has, which nobody knows. `holds`: how often the app's
 * interval has the true difference. Size is at no difference, power at `ahead` points.
 */
import { type ShareCell, shareInfluence, shareOf } from '../../shared/statistics/clusteredShare.ts';
import { crossedVariance } from '../../shared/statistics/crossed.ts';
import { clusteredDifference } from '../../shared/statistics/pairedShares.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { studentTwoSided } from '../../shared/statistics/studentT.ts';

const SIMULATIONS = Number(process.argv[2] ?? 400);
const SEED = Number(process.argv[3] ?? 1);
const random = seededRandom(SEED);
const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const chance = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The spread of difficulties, and what of the model's answers they do not explain. */
const DIFFICULTY = 1.2;
const OWN = 0.9;

/** The level at which answers are right with that probability, over a normal spread. */
function levelOf(accuracy: number, spread: number): number {
  const mean = (level: number): number => {
    let [sum, weight] = [0, 0];
    for (let z = -6; z <= 6; z += 0.02) {
      const density = Math.exp(-(z ** 2) / 2);
      sum += density * chance(level + spread * z);
      weight += density;
    }
    return sum / weight;
  };
  let [low, high] = [-15, 15];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (mean(middle) < accuracy) low = middle;
    else high = middle;
  }
  return low;
}

interface Design {
  readonly people: number;
  readonly items: number;
  readonly spread: number;
  readonly accuracy: number;
  readonly ahead: number;
}

function draw({ people, items, spread, accuracy, ahead }: Design): readonly [ShareCell[], ShareCell[]] {
  const level = levelOf(accuracy, Math.hypot(spread, DIFFICULTY));
  const ofModel = levelOf(accuracy - ahead, Math.hypot(OWN, DIFFICULTY));
  const difficulties = Array.from({ length: items }, () => DIFFICULTY * normal());
  const cell = (unit: number, person: number, logit: number): ShareCell => ({
    unit,
    person,
    hits: random() < chance(logit) ? 1 : 0,
    of: 1,
  });
  const answers = Array.from({ length: people }, (_, person) => {
    const ability = level + spread * normal();
    return difficulties.map((difficulty, unit) => cell(unit, person, ability - difficulty));
  }).flat();
  return [
    answers,
    difficulties.map((difficulty, unit) => cell(unit, 0, ofModel - difficulty + OWN * normal())),
  ];
}

/** The test of before: cluster-robust variances by items and by people, with the fewer of the two less one degrees. */
function before(people: readonly ShareCell[], model: readonly ShareCell[], count: number): number {
  const cells = [
    ...shareInfluence(people),
    ...shareInfluence(model).map((cell) => ({ ...cell, person: -1, influence: -cell.influence })),
  ];
  const variance = (of: readonly (typeof cells)[number][], by: (cell: (typeof cells)[number]) => string) => {
    const sums = [...Map.groupBy(of, by).values()].map((own) =>
      own.reduce((sum, { influence }) => sum + influence, 0),
    );
    return (sums.reduce((sum, value) => sum + value ** 2, 0) * sums.length) / (sums.length - 1);
  };
  const own = cells.filter(({ person }) => person >= 0);
  const beyond = Math.max(
    variance(own, ({ person }) => String(person)) -
      variance(own, ({ person, unit }) => `${String(person)} ${String(unit)}`),
    0,
  );
  const error = Math.sqrt(variance(cells, ({ unit }) => String(unit)) + beyond);
  return studentTwoSided((shareOf(people) - shareOf(model)) / error, count - 1);
}

interface Counts {
  before: number;
  now: number;
  best: number;
  holds: number;
}

function study(design: Design): Counts {
  const counts: Counts = { before: 0, now: 0, best: 0, holds: 0 };
  const found = Array.from({ length: SIMULATIONS }, () => {
    const [people, model] = draw(design);
    const minus = shareInfluence(model).map((cell) => ({ ...cell, influence: -cell.influence }));
    const variance = crossedVariance([shareInfluence(people), minus]);
    const difference = clusteredDifference(people, model);
    if (!difference.defined || variance === null) throw new Error('There is no difference.');
    if (before(people, model, design.people) < 0.05) counts.before += 1;
    if (difference.p < 0.05) counts.now += 1;
    if (difference.low <= design.ahead && design.ahead <= difference.high) counts.holds += 1;
    return { difference: difference.difference, degrees: variance.degrees };
  });
  const mean = found.reduce((sum, { difference }) => sum + difference, 0) / SIMULATIONS;
  const error = Math.sqrt(
    found.reduce((sum, { difference }) => sum + (difference - mean) ** 2, 0) / (SIMULATIONS - 1),
  );
  const degrees = SIMULATIONS / found.reduce((sum, each) => sum + 1 / each.degrees, 0);
  for (const { difference } of found)
    if (studentTwoSided(difference / error, degrees) < 0.05) counts.best += 1;
  return counts;
}

console.log(`${String(SIMULATIONS)} simulations a line, seed ${String(SEED)}; percent`);
console.log('people items spread acc. | size: before    now  holds | power at: before    now   best  holds');
for (const people of [3, 6, 10, 20]) {
  for (const items of [30, 100, 300]) {
    for (const [spread, accuracy] of [
      [0, 0.7],
      [0.4, 0.7],
      [0.4, 0.9],
      [0.8, 0.8],
    ] as const) {
      const print = (count: number): string => ((100 * count) / SIMULATIONS).toFixed(1).padStart(6);
      const size = study({ people, items, spread, accuracy, ahead: 0 });
      const ahead = items === 30 ? 0.3 : items === 100 ? 0.2 : 0.1;
      const power = study({ people, items, spread, accuracy, ahead });
      console.log(
        `${String(people).padStart(6)} ${String(items).padStart(5)} ${String(spread).padStart(6)} ${String(accuracy).padStart(4)} |       ${print(size.before)} ${print(size.now)} ${print(size.holds)} | ${String(ahead).padStart(8)} ${print(power.before)} ${print(power.now)} ${print(power.best)} ${print(power.holds)}`,
      );
    }
  }
}
