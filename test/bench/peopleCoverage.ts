/**
 * How often 95 % intervals of an accuracy of several people hold the true value: `node test/bench/peopleCoverage.ts
 * [simulations]`. People and items are both drawn anew; the chance of a right answer is logistic in a person's ability
 * less an item's difficulty. `score`: over people and items, as the app gives it for shares; `both`: percentiles of a
 * bootstrap over people and items, as it gives for other figures from ten people on; `items`: over items alone.
 */
import { percentileInterval } from '../../shared/statistics/percentiles.ts';
import { byItems } from '../../shared/agreement/intervals/resample.ts';
import { clusteredShareInterval } from '../../shared/statistics/clusteredShare.ts';
import { seededRandom } from '../../shared/statistics/random.ts';

const SIMULATIONS = Number(process.argv[2] ?? 300);
const RESAMPLES = 300;

const random = seededRandom(1);
const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const chance = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The accuracy of all people on all items. */
function truthOf(spread: number, level: number): number {
  let sum = 0;
  for (let draw = 0; draw < 400_000; draw += 1) sum += chance(level + spread * normal() + normal());
  return sum / 400_000;
}

function resampled(
  answers: readonly Float64Array[],
  items: number,
  people: boolean,
): readonly [number, number] {
  const drawItems = byItems(
    Int32Array.from({ length: items }, (_, item) => item),
    random,
  );
  const drawPeople = byItems(Int32Array.from(answers.keys()), random);
  const [weights, times] = [new Float64Array(items), new Float64Array(answers.length).fill(1)];
  const values = Float64Array.from({ length: RESAMPLES }, () => {
    drawItems(weights);
    if (people) drawPeople(times);
    let sum = 0;
    answers.forEach((own, person) => {
      for (let item = 0; item < items; item += 1)
        sum += (times[person] ?? 0) * (weights[item] ?? 0) * (own[item] ?? 0);
    });
    return sum / (items * answers.length);
  });
  return percentileInterval(values).interval ?? [Number.NaN, Number.NaN];
}

console.log('people  items  spread  level   score    both   items');
for (const people of [3, 5, 10, 20]) {
  for (const items of [50, 200]) {
    for (const [spread, level] of [
      [0.3, 0],
      [1, 0],
      [1, 2],
    ] as const) {
      const truth = truthOf(spread, level);
      const held = { score: 0, both: 0, items: 0 };
      for (let simulation = 0; simulation < SIMULATIONS; simulation += 1) {
        const difficulties = Array.from({ length: items }, normal);
        const answers = Array.from({ length: people }, () => {
          const ability = level + spread * normal();
          return Float64Array.from(difficulties, (own) => (random() < chance(ability - own) ? 1 : 0));
        });
        const cells = answers.flatMap((own, person) =>
          Array.from(own, (hits, unit) => ({ unit, person, hits, of: 1 })),
        );
        const holds = (interval: readonly [number, number] | null): number =>
          interval !== null && interval[0] <= truth && truth <= interval[1] ? 1 : 0;
        held.score += holds(clusteredShareInterval(cells));
        held.both += holds(resampled(answers, items, true));
        held.items += holds(resampled(answers, items, false));
      }
      const share = (count: number): string => `${((100 * count) / SIMULATIONS).toFixed(1)} %`.padStart(7);
      console.log(
        `${String(people).padStart(6)} ${String(items).padStart(6)} ${String(spread).padStart(7)} ${String(level).padStart(6)} ${share(held.score)} ${share(held.both)} ${share(held.items)}`,
      );
    }
  }
}
