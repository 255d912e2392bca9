import type { RequestOutcome } from './ask.ts';

/** Waits beyond this are no waits: the attempt has failed. */
const PATIENCE_MS = 60 * 60 * 1000;
/** How many refusals in a row, and nothing else, mean that the endpoint refuses everything. */
export const REFUSALS = 10;

/** How many requests of a run failed since the last reply, and how many of the last ones were refused. */
interface FailuresInARow {
  readonly refusals: number;
  readonly failures: number;
}
export const NONE_IN_A_ROW: FailuresInARow = { refusals: 0, failures: 0 };

/**
 * What follows a failed request: whether to try again, and whether the run stops after too many failures in a row. A
 * server that names a wait counts as no failure. A run that was stopped says nothing about the endpoint.
 */
export interface AfterFailure {
  /** Whether the thing is not asked about again. */
  readonly over: boolean;
  readonly error: string;
  readonly inARow: FailuresInARow;
  /** Why the run stops by itself; null where it goes on. */
  readonly stopsBecause: string | null;
}

/**
 * What follows a failed request: whether to try again, and whether the run stops after too many failures in a row. A
 * server that names a wait counts as no failure. A run that was stopped says nothing about the endpoint.
 * @param most how many failures in a row are too many
 */
export function afterFailure(
  { kind, reason, wait }: Pick<Extract<RequestOutcome, { outcome: 'failed' }>, 'kind' | 'reason' | 'wait'>,
  before: FailuresInARow,
  { mayRetry, most }: { readonly mayRetry: boolean; readonly most: number },
): AfterFailure {
  const isTooLong = wait !== null && wait > PATIENCE_MS;
  const error = isTooLong ? `${reason} It asks Casebook to wait more than an hour.` : reason;
  const over = kind !== 'again' || !mayRetry || isTooLong;
  if (kind === 'stopped') return { over, error, inARow: before, stopsBecause: null };
  const refusals = kind === 'refused' ? before.refusals + 1 : 0;
  const failures = wait === null ? before.failures + 1 : before.failures;
  const stopsBecause =
    refusals >= REFUSALS
      ? `The endpoint refused ${String(refusals)} requests in a row. The last time: ${error}`
      : failures >= most
        ? `${String(failures)} requests failed in a row. The last time: ${error}`
        : null;
  return { over, error, inARow: { refusals, failures }, stopsBecause };
}
