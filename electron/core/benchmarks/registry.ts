import type { Feature } from '../access/context.ts';
import { argus } from './argus/index.ts';
import type { BenchmarkCasebook, BenchmarkCore } from './benchmark.ts';
import { caughtCheating } from './caughtcheating/index.ts';
import { generic } from './generic/index.ts';
import { mcsBench } from './mcsbench/index.ts';
import { observatory } from './observatory/index.ts';

/** What every benchmark brings to the core. Adding one is a folder beside this file and a line here. */
export const benchmarks: readonly BenchmarkCore[] = [caughtCheating, mcsBench, argus, observatory, generic];

/** The services that benchmarks have of their own, of all of them: a benchmark that has any is spread in here. */
export const benchmarkServices = (given: BenchmarkCasebook) => ({ ...observatory.services(given) });

export type BenchmarkServices = ReturnType<typeof benchmarkServices>;

/** The procedures on them. */
export const benchmarkRouters = (
  feature: <Name extends keyof BenchmarkServices>(name: Name) => Feature<BenchmarkServices[Name]>,
) => ({ ...observatory.routers(feature) });
