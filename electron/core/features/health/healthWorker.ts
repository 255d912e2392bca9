import type { HealthFinding, HealthItem } from '../../../../shared/benchmarks/benchmark.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';

/** Runs in a thread of its own: looking through 100,000 items takes seconds in which the windows want answers. */
export default function findings(task: {
  readonly benchmark: string;
  readonly items: readonly HealthItem[];
}): readonly HealthFinding[] {
  return findBenchmark(task.benchmark)?.health(task.items) ?? [];
}
