import type { HealthFinding, HealthItem } from '../../../../shared/benchmarks/benchmark.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import { threadTask } from '../../base/threadTask.ts';

export interface FindingsTask {
  readonly benchmark: string;
  readonly items: readonly HealthItem[];
}

/** Runs in a thread of its own: looking through 100,000 items takes seconds in which the windows want answers. */
export const findings = threadTask(
  ({ benchmark, items }: FindingsTask): readonly HealthFinding[] =>
    findBenchmark(benchmark)?.health(items) ?? [],
);
