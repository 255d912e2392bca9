import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { useCasebook } from '../window/applicationState.ts';

/** How a round of a task is called: the task only where the benchmark has several. */
export function useTaskTitle(): (of: { readonly task: string; readonly round: number }) => string {
  const tasks = findBenchmark(useCasebook().benchmark)?.tasks ?? [];
  return ({ task, round }) => {
    const name = `Round ${String(round)}`;
    if (tasks.length < 2) return name;
    return `${tasks.find(({ id }) => id === task)?.title ?? task}, ${name.toLowerCase()}`;
  };
}
