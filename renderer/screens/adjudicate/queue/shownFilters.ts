import type { QueueChoice } from './queueState.ts';

/** Which filters fit the cases of the queue: raters differ in a field, a decision has a cause, an open case a claim. */
export const shownFilters = (
  states: QueueChoice['states'],
): { readonly field: boolean; readonly outcome: boolean; readonly open: boolean } => ({
  field: states !== 'unanimous',
  outcome: states === 'decided',
  open: states === 'open' || states === 'conflict',
});
