import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type { Funnel } from '../../../../shared/contract/validation.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Casebook } from '../../casebook.ts';
import type { Viewpoint } from '../people/viewpoint.ts';
import type { ValidationState } from './state.ts';

/** How many items got how far, in an open casebook. */
export function createFunnel(
  _casebook: Casebook,
  _state: ValidationState,
): (filter: ItemFilter, by: string | null, viewpoint: Viewpoint) => Funnel {
  return () => {
    throw new CasebookError('internal', 'The funnel is not there yet.');
  };
}
