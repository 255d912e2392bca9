import type { ErrorCode } from '../../shared/base/errors.ts';
import { failureOf, type Failure } from '../client/failure.ts';

/**
 * What a failed call means for the work it carried.
 * `refused`: the core looked at it and will never take it.
 * `not there`: what it was for is not there, as long as the casebook is closed for instance. Final only where the core
 * answers another question about the same place.
 * `not done`: it is not on disk, and may be once the cause is gone.
 * `unknown`: the answer got lost, it may be on disk or not.
 */
export type FailureKind = 'refused' | 'not there' | 'not done' | 'unknown';

export interface FailedCall {
  readonly failure: Failure;
  readonly verdict: FailureKind;
}

const VERDICTS: Readonly<Record<ErrorCode, FailureKind>> = {
  conflict: 'refused',
  taken_over: 'refused',
  unconfirmed: 'refused',
  invalid_input: 'refused',
  forbidden: 'refused',
  exists: 'refused',
  cancelled: 'refused',
  not_found: 'not there',
  missing: 'not there',
  not_a_casebook: 'not there',
  newer_version: 'not there',
  older_version: 'not there',
  not_readable: 'not there',
  in_use: 'not done',
  busy: 'not done',
  read_only: 'not done',
  damaged: 'not done',
  disk_full: 'not done',
  not_writable: 'not done',
  internal: 'unknown',
};

/** Reads a thrown error as what it means for the work: the one rule of what is final. */
export function failedCall(error: unknown): FailedCall {
  const failure = failureOf(error);
  return { failure, verdict: failure.code === null ? 'unknown' : VERDICTS[failure.code] };
}
