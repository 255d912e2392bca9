import type { ErrorCode } from '../../shared/base/errors.ts';
import { type Failure, failureOf } from '../client/failure.ts';

/**
 * What a failed call means for its work. `refused`: the core will never accept it. `not there`: its place is gone, for
 * instance while the casebook is closed; final only if the core answers another question about that place. `not done`:
 * not on disk, and may be saved once the cause is gone. `unknown`: the reply was lost; it may be on disk.
 */
export type FailureKind = 'refused' | 'not there' | 'not done' | 'unknown';

export interface FailedCall {
  readonly failure: Failure;
  readonly kind: FailureKind;
}

const KINDS: Readonly<Record<ErrorCode, FailureKind>> = {
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
  return { failure, kind: failure.code === null ? 'unknown' : KINDS[failure.code] };
}
