import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { ItemId } from '../../../../shared/domain/ids.ts';
import type { Casebook } from '../../casebook.ts';

/** How items stand on their way into the benchmark. */
export interface ValidationState {
  /** Brings an item's row up to date, inside the caller's transaction; nothing happens without validation. */
  settle(itemId: ItemId): void;
  /** Makes the rows that are missing. */
  fill(): void;
}

/** The standing of items on their way, in an open casebook. */
export function createValidationState(_casebook: Casebook): ValidationState {
  return { settle: missing, fill: missing };
}

function missing(): never {
  throw new CasebookError('internal', 'The standing of items is not there yet.');
}
