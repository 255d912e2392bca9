import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { useCasebook, useOversees, useWritable } from '../../ui/window/applicationState.ts';

/** Whether the current user may give items another wording; never one that they have yet to answer blind. */
export function useMayFix(): boolean {
  const oversees = useOversees();
  const writable = useWritable();
  return findBenchmark(useCasebook().benchmark)?.validation !== undefined && oversees && writable;
}
