import type { BulkResult } from '../../../shared/contract/items.ts';
import { ItemId, type PersonId } from '../../../shared/domain/ids.ts';
import type { ItemStatus } from '../../../shared/domain/status.ts';
import { readRow } from '../access/itemQueries.ts';
import type { Viewpoint } from '../access/viewpoint.ts';
import type { RecordedCasebook } from '../records/records.ts';
import type { WhyNotAcceptable } from './acceptable.ts';
import type { ItemWriter } from './itemWriter.ts';

/** Changes of many items at once, each item refused by name where it has to be. */
export interface StatusChange {
  /** Sets the status of items, in the caller's transaction. Logged as one change. */
  change(ids: readonly string[], status: ItemStatus, by: PersonId, viewpoint: Viewpoint): BulkResult;
  /** The refusal of an item that is blind to the person, under the name they know it by; null where it is not. */
  refusedBlind(id: string, viewpoint: Viewpoint): { item: string; reason: string } | null;
}

/** Changes of status in an open casebook. */
export function createStatusChange(
  casebook: RecordedCasebook,
  { writer, whyNotAcceptable }: { readonly writer: ItemWriter; readonly whyNotAcceptable: WhyNotAcceptable },
): StatusChange {
  const { database } = casebook;
  const { log } = casebook.records;
  const readStatus = database.prepare<[string], { sequence: number; status: ItemStatus; externalId: string }>(
    'SELECT sequence, status, external_id AS externalId FROM item WHERE id = ?',
  );
  const refusedBlind = (id: string, viewpoint: Viewpoint): { item: string; reason: string } | null => {
    const itemId = ItemId.parse(id);
    if (!viewpoint.isBlind(itemId)) return null;
    const row = readRow(database, itemId, viewpoint);
    return {
      item: row?.externalId ?? 'An item',
      reason:
        row?.assignment === null
          ? 'You have not answered the item that it asks about.'
          : 'You have not answered it yet.',
    };
  };

  return {
    refusedBlind,
    change(ids, status, by, viewpoint) {
      const updated: Record<string, [ItemStatus, ItemStatus]> = {};
      const touched: number[] = [];
      const refused: { item: string; reason: string }[] = [];
      for (const id of ids) {
        const blind = refusedBlind(id, viewpoint);
        if (blind !== null) {
          refused.push(blind);
          continue;
        }
        const row = readStatus.get(id);
        if (row === undefined || row.status === status) continue;
        const reason = status === 'accepted' ? whyNotAcceptable(id) : null;
        if (reason !== null) {
          refused.push({ item: row.externalId, reason });
          continue;
        }
        writer.setStatus(ItemId.parse(id), status);
        updated[id] = [row.status, status];
        touched.push(row.sequence);
      }
      if (touched.length > 0) {
        log({ kind: 'status', personId: by, diff: { added: {}, updated, removed: {} }, items: touched });
      }
      return { changed: touched.length, refused };
    },
  };
}
