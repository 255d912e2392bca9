import type { ItemId } from '../../../../shared/domain/ids.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';

/**
 * Brings what follows from the answers of an item up to date: how its raters stand to each other (`rating_state`), its
 * gold with the source, its payload and status. Everything follows from the rows alone, in whatever order they came,
 * so that casebooks that were merged in different orders are the same. Runs inside the caller's transaction.
 */
export interface Settling {
  settle(itemId: ItemId, task: string, by: PersonId | null): void;
}
