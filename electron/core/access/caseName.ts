import type { ItemId } from '../../../shared/base/ids.ts';

/** How many digits at the end of an id are drawn at random when it is made (`base/newId.ts`). */
const DRAWN = 10;

/**
 * What an undecided item is called to those who decide on it: a number from the random digits of its id. It is the same
 * for everybody, in every copy of the casebook, and follows neither the item's name nor the order of import.
 */
export const caseName = (itemId: ItemId): string =>
  `Case ${String(Number.parseInt(itemId.slice(-DRAWN), 16) % 1_000_000).padStart(6, '0')}`;

/** SQL: an order of items that follows nothing in them, nor when they were imported; `id`: their id as SQL. */
export const inDrawnOrder = (id: string): string => `substr(${id}, -${String(DRAWN)}), ${id}`;
