import type { Edition } from '../../../../shared/contract/validation.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { ItemId } from '../../../../shared/domain/ids.ts';
import type { Casebook } from '../../casebook.ts';
import type { Viewpoint } from '../people/viewpoint.ts';

/** The editions of an item, the latest first, in an open casebook. */
export function createEditions(_casebook: Casebook): (itemId: ItemId, viewpoint: Viewpoint) => Edition[] {
  return () => {
    throw new CasebookError('internal', 'Editions are not there yet.');
  };
}
