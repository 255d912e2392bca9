import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { useCasebook, usePerson } from './applicationState.ts';
import { places } from './navigate.ts';

/** Where somebody's own assignments are listed: who reviews without annotating has them under Validate. */
export function useWorkPlace(): string {
  const { benchmark } = useCasebook();
  const annotates = usePerson().roles.includes('annotator');
  const validates = findBenchmark(benchmark)?.validation !== undefined;
  return validates && !annotates ? places.validate : places.work;
}
