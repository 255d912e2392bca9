import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Casebook } from '../../casebook.ts';
import type { Viewpoint } from '../people/viewpoint.ts';
import type { ValidationState } from './state.ts';
import type { ToFix } from './toFix.ts';

/** What waits on the caller and on the project. Counts of items. */
export interface ValidationOverview {
  readonly items: number;
  readonly unassigned: number;
  readonly outstanding: number;
  readonly toFix: number;
  readonly disputed: number;
  readonly shortOfPromotion: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly rounds: number[];
}

/** The overview of an open casebook. */
export function createOverview(
  _casebook: Casebook,
  _state: ValidationState,
  _toFix: ToFix,
): (viewpoint: Viewpoint) => ValidationOverview {
  return () => {
    throw new CasebookError('internal', 'The overview is not there yet.');
  };
}
