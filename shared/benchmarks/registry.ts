import { argus } from './argus/index.ts';
import type { Benchmark } from './benchmark.ts';
import { caughtCheating } from './caughtcheating/index.ts';
import { generic } from './generic/index.ts';
import { mcsBench } from './mcsbench/index.ts';
import { observatory } from './observatory/index.ts';

/** Every benchmark Casebook knows. Adding one is a folder beside this file and a line here. */
export const benchmarks: readonly Benchmark[] = [caughtCheating, mcsBench, argus, observatory, generic];

/** The benchmark of this id, or undefined. */
export function findBenchmark(id: string): Benchmark | undefined {
  return benchmarks.find((benchmark) => benchmark.id === id);
}
