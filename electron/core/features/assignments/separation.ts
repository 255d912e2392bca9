import { orderSeparation, type OrderSeparation } from '../../../../shared/statistics/orderSeparation.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { blindItems } from '../../access/blindItems.ts';
import type { CasebookDatabase } from '../../db/database.ts';

/**
 * Says what an order of items gives away of their labels, for the curator who assigns them. Items that this curator has
 * yet to answer are left out: their labels stay hidden.
 */
export function createSeparation(
  database: CasebookDatabase,
): (ids: readonly ItemId[], person: PersonId | null) => OrderSeparation | null {
  const labels = database.prepare<[string], { id: ItemId; label: string | null }>(
    'SELECT id, label FROM item WHERE id IN (SELECT value FROM json_each(?))',
  );
  const blind = database.prepare<[PersonId], ItemId>(blindItems('?')).pluck();
  return (ids, person) => {
    const unseen = new Set(person === null ? [] : blind.all(person));
    const labelled = new Map(labels.all(JSON.stringify(ids)).map(({ id, label }) => [id, label]));
    return orderSeparation(ids.filter((id) => !unseen.has(id)).map((id) => labelled.get(id) ?? null));
  };
}
