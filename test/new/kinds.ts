import { planBenchmark } from './benchmark.ts';
import { planCoefficient } from './coefficient.ts';
import { planFormat } from './format.ts';
import type { NewName, Plan } from './plan.ts';
import { planScreen } from './screen.ts';

/** What `npm run new` makes. */
export const KINDS: ReadonlyMap<string, (name: NewName) => Plan> = new Map([
  ['benchmark', planBenchmark],
  ['format', planFormat],
  ['coefficient', planCoefficient],
  ['screen', planScreen],
]);
