import type { QueueChoice } from './queueState.ts';

/** Which filters apply to the cases shown: raters differ in a field, a decision has a cause, an open case can be claimed. */
export const shownFilters = (
  states: QueueChoice['states'],
): { readonly field: boolean; readonly outcome: boolean; readonly open: boolean } => ({
  field: states !== 'unanimous',
  outcome: states === 'decided',
  open: states === 'open' || states === 'conflict',
});
