import { useQuery } from '@tanstack/react-query';
import type { RatingState } from '../../../shared/domain/status.ts';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { orpc } from '../../client/index.ts';
import { useCasebook } from '../window/applicationState.ts';

/** How the raters of the benchmark's items stand to each other; undefined until it is known. */
export function useRatingStates() {
  const task = useMainTask();
  return useQuery(orpc.adjudications.counts.queryOptions({ input: { task }, enabled: task !== '' })).data
    ?.states;
}

/**
 * How many items wait for this adjudicator's decision; 0 until it is known. The length of the queue, not the counts of
 * all there is: this stands on the rail, and is asked for on the way to every screen.
 */
export function useDisputes(): number {
  const task = useMainTask();
  const input = { filter: { task, state: WAITING, notBarred: true }, offset: 0, limit: 1 };
  return useQuery(orpc.adjudications.queue.queryOptions({ input, enabled: task !== '' })).data?.total ?? 0;
}

const WAITING: RatingState[] = ['disputed', 'conflict'];

function useMainTask(): string {
  const { benchmark } = useCasebook();
  return findBenchmark(benchmark)?.tasks[0]?.id ?? '';
}
