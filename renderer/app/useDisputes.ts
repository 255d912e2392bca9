import { useQuery } from '@tanstack/react-query';
import { findBenchmark } from '../../shared/benchmarks/registry.ts';
import { orpc } from '../client/index.ts';
import { useCasebook } from './applicationState.ts';

/** How the raters of the benchmark's items stand to each other; undefined until it is known. */
export function useRatingStates() {
  const { benchmark } = useCasebook();
  const task = findBenchmark(benchmark)?.tasks[0]?.id ?? '';
  return useQuery(orpc.adjudications.counts.queryOptions({ input: { task }, enabled: task !== '' })).data
    ?.states;
}

/** How many items wait for an adjudicator's decision; 0 until it is known. */
export function useDisputes(): number {
  const states = useRatingStates();
  return states === undefined ? 0 : states.disputed + states.conflict;
}
