import { failureOf, type Failure } from '../client/failure.ts';

/**
 * What a failed call means for the work it carried.
 * `refused`: the core looked at it and will never take it.
 * `not there`: what it was for is not there, as long as the casebook is closed for instance. Final only where the core
 * answers another question about the same place.
 * `not done`: it is not on disk, and may be once the cause is gone.
 * `unknown`: the answer got lost, it may be on disk or not.
 */
export type Verdict = 'refused' | 'not there' | 'not done' | 'unknown';

export interface FailedCall {
  readonly failure: Failure;
  readonly verdict: Verdict;
}

/** Reads a thrown error as what it means for the work: the one rule of what is final. */
export function failedCall(error: unknown): FailedCall {
  const failure = failureOf(error);
  return { failure, verdict: verdictOf(failure) };
}

function verdictOf({ code }: Failure): Verdict {
  switch (code) {
    case 'conflict':
    case 'taken_over':
    case 'unconfirmed':
    case 'invalid_input':
    case 'forbidden':
    case 'exists':
    case 'cancelled':
      return 'refused';
    case 'not_found':
    case 'missing':
    case 'not_a_casebook':
    case 'newer_version':
    case 'older_version':
    case 'not_readable':
      return 'not there';
    case 'in_use':
    case 'busy':
    case 'read_only':
    case 'damaged':
    case 'disk_full':
    case 'not_writable':
      return 'not done';
    case 'internal':
    case null:
      return 'unknown';
  }
}
