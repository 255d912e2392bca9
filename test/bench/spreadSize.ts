/**
 * How often "highest less lowest" over four groups of items finds a difference that is not there: `node
 * test/bench/spreadSize.ts [simulations] [seed]`. Items of an image tend to be answered alike; `items`: items dealt to
 * groups one by one; `images`: images dealt whole, as the app does. `within`: the items of an image lie in all groups.
 */
import { seededRandom } from '../../shared/statistics/random.ts';
import { type SpreadCell, spreadTest } from '../../shared/statistics/spread.ts';

const SIMULATIONS = Number(process.argv[2] ?? 400);
const SEED = Number(process.argv[3] ?? 1);

console.log(
  `${String(SIMULATIONS)} simulations a line, seed ${String(SEED)}; percent found at the 5 % level`,
);
console.log('images per image where    items  images');
for (const [images, perImage] of [
  [80, 1],
  [40, 4],
  [24, 8],
  [80, 4],
] as const) {
  for (const within of [false, true]) {
    const random = seededRandom(SEED);
    const found = { items: 0, images: 0 };
    for (let simulation = 0; simulation < SIMULATIONS; simulation += 1) {
      const cells = Array.from({ length: images }, (_, unit) => {
        const chance = random() < 0.5 ? 0.9 : 0.4;
        return Array.from({ length: perImage }, (__, place): SpreadCell => ({
          group: within ? place % 4 : unit % 4,
          unit,
          hits: random() < chance ? 1 : 0,
          of: 1,
        }));
      }).flat();
      const pOf = (own: readonly SpreadCell[]): number => {
        const test = spreadTest(own, simulation + 1);
        return test.defined ? test.p : 1;
      };
      if (pOf(cells) < 0.05) found.images += 1;
      if (pOf(cells.map((cell, unit) => ({ ...cell, unit }))) < 0.05) found.items += 1;
    }
    const share = (count: number): string => ((100 * count) / SIMULATIONS).toFixed(1).padStart(7);
    console.log(
      `${String(images).padStart(6)} ${String(perImage).padStart(9)} ${(within ? 'within' : 'across').padEnd(6)} ${share(found.items)} ${share(found.images)}`,
    );
  }
}
