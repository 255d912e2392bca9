import { setImmediate } from 'node:timers/promises';
import type { BulkResult } from '../../../shared/contract/items.ts';
import { ItemId, type PersonId } from '../../../shared/domain/ids.ts';
import type { ItemStatus } from '../../../shared/domain/status.ts';
import { readRow } from '../access/itemQueries.ts';
import type { Viewpoint } from '../access/viewpoint.ts';
import type { Work } from '../base/work.ts';
import type { RecordedCasebook } from '../records/records.ts';
import type { WhyNotAcceptable } from './acceptable.ts';
import type { ItemWriter } from './itemWriter.ts';

/** So many items are checked before others have their turn: some milliseconds of work. */
const AT_A_TIME = 50;

/** Changes of many items at once, each item refused by name where it has to be. */
export interface StatusChange {
  /** Sets the status of items, in the caller's transaction. Logged as one change. */
  change(ids: readonly string[], status: ItemStatus, by: PersonId, viewpoint: Viewpoint): BulkResult;
  /**
   * The same for many, without keeping others waiting: rules are checked bit by bit, then everything is written in one
   * transaction. What changes meanwhile is checked again. Throws the signal's reason where it aborts; nothing is written then.
   */
  changeMany(
    ids: readonly string[],
    status: ItemStatus,
    by: PersonId,
    viewpoint: Viewpoint,
    work: Work,
  ): Promise<BulkResult>;
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

  const lastEvent = database.prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM event').pluck();
  const changedSince = database
    .prepare<[{ since: number }], string>(
      `SELECT i.id FROM event e JOIN event_item x ON x.event = e.sequence JOIN item i ON i.sequence = x.item
       WHERE e.sequence > @since
       UNION SELECT item_id FROM event WHERE sequence > @since AND item_id IS NOT NULL`,
    )
    .pluck();
  /** Whether something was changed that rules of any item may look at: the vocabulary, settings, a merge. */
  const changedAtLarge = database
    .prepare<[number], number>(
      `SELECT 1 FROM event e WHERE e.sequence > ? AND e.item_id IS NULL
         AND NOT EXISTS (SELECT 1 FROM event_item x WHERE x.event = e.sequence) LIMIT 1`,
    )
    .pluck();

  const change = (
    ids: readonly string[],
    status: ItemStatus,
    by: PersonId,
    viewpoint: Viewpoint,
    isChecked: (id: string) => boolean = () => false,
  ): BulkResult => {
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
      const reason = status === 'accepted' && !isChecked(id) ? whyNotAcceptable(id) : null;
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
  };

  return {
    refusedBlind,
    change,
    async changeMany(ids, status, by, viewpoint, { progress, signal }) {
      const since = lastEvent.get() ?? 0;
      const passed = new Set<string>();
      const failed = new Map<string, { item: string; reason: string }>();
      if (status === 'accepted')
        for (const [done, id] of ids.entries()) {
          if (done % AT_A_TIME === 0) {
            progress('Checking the rules', done, ids.length);
            await setImmediate();
            signal.throwIfAborted();
          }
          const row = readStatus.get(id);
          if (row === undefined || row.status === status || refusedBlind(id, viewpoint) !== null) {
            passed.add(id);
            continue;
          }
          const reason = whyNotAcceptable(id);
          if (reason === null) passed.add(id);
          else failed.set(id, { item: row.externalId, reason });
        }
      progress('Writing', ids.length, ids.length);
      await setImmediate();
      signal.throwIfAborted();
      return database.transaction((): BulkResult => {
        const again = new Set(changedAtLarge.get(since) === undefined ? changedSince.all({ since }) : ids);
        const wanted = status === 'accepted' ? ids.filter((id) => passed.has(id) || again.has(id)) : ids;
        const { changed, refused } = change(wanted, status, by, viewpoint, (id) => !again.has(id));
        const before = [...failed].flatMap(([id, each]) => (again.has(id) ? [] : [each]));
        return { changed, refused: [...before, ...refused] };
      })();
    },
  };
}
