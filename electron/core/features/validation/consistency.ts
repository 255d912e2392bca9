import type { ConsistencyReport } from '../../../../shared/contract/validation.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Casebook } from '../../casebook.ts';

export interface ConsistencyOptions {
  readonly first: number;
  readonly second: number;
  readonly resamples: number;
  readonly seed: number;
}

/** How consistent raters are with themselves between two rounds, in an open casebook. */
export function createConsistency(
  _casebook: Casebook,
): (options: ConsistencyOptions) => Promise<ConsistencyReport> {
  return () => Promise.reject(new CasebookError('internal', 'Consistency is not there yet.'));
}
