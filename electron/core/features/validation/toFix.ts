import type { FixRow } from '../../../../shared/contract/validation.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Casebook } from '../../casebook.ts';
import type { Viewpoint } from '../people/viewpoint.ts';

/** The items that wait to be fixed. */
export interface ToFix {
  /** Longest first; those blind to whoever asks left out. */
  list(offset: number, limit: number, viewpoint: Viewpoint): { total: number; rows: FixRow[] };
  /** How many there are. */
  count(viewpoint: Viewpoint): number;
}

/** What there is to fix in an open casebook. */
export function createToFix(_casebook: Casebook): ToFix {
  return { list: missing, count: missing };
}

function missing(): never {
  throw new CasebookError('internal', 'The list of fixes is not there yet.');
}
