import { setImmediate } from 'node:timers/promises';
import type { BulkResult } from '../../../shared/contract/items.ts';
import { ItemId, type PersonId } from '../../../shared/base/ids.ts';
import type { ItemStatus } from '../../../shared/domain/status.ts';
import { BLIND_IN_WORDS, reasonOfBlindness } from '../access/blindness.ts';
import { readRow } from '../access/itemQueries.ts';
import type { Viewpoint } from '../access/viewpoint.ts';
import type { Work } from '../base/work.ts';
import { ChangesSince } from '../records/sharing/changesSince.ts';
import type { RecordedCasebook } from '../records/records.ts';
import type { WhyNotAcceptable } from './acceptable.ts';
import { IN_SET, asSet, inSets } from '../db/sets.ts';
import type { ItemWriter } from './itemWriter.ts';
import type { Parts } from './parts.ts';

/** So many items are changed in a step: some milliseconds of work. */
const AT_A_TIME = 250;

const CHECKED_AT_A_TIME = 25;

interface StatusRow {
  readonly id: string;
  readonly sequence: number;
  readonly status: ItemStatus;
  readonly externalId: string;
}

/** Changes of many items at once, each item refused by name where it has to be. */
export interface StatusChange {
  /** Sets the status of items, in the caller's transaction. Logged as one change. */
  change(ids: readonly string[], status: ItemStatus, by: PersonId, viewpoint: Viewpoint): BulkResult;
  /**
   * The same for many, without keeping others waiting: rules are checked bit by bit, then the items are written part by part,
   * each with an entry in the log, which belong together by their mark. What changes meanwhile is checked again. Throws the
   * signal's reason where it aborts: what was written until then stays.
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
  {
    writer,
    whyNotAcceptable,
    parts,
  }: { readonly writer: ItemWriter; readonly whyNotAcceptable: WhyNotAcceptable; readonly parts: Parts },
): StatusChange {
  const { database, ports } = casebook;
  const { log } = casebook.records;
  const readStatuses = database.prepare<[string], StatusRow>(
    `SELECT id, sequence, status, external_id AS externalId FROM item WHERE id ${IN_SET}`,
  );
  const statusesOf = (ids: readonly string[]): ReadonlyMap<string, StatusRow> =>
    new Map(readStatuses.all(asSet(ids)).map((row) => [row.id, row]));
  const refusedBlind = (id: string, viewpoint: Viewpoint): { item: string; reason: string } | null => {
    const itemId = ItemId.parse(id);
    const reason = reasonOfBlindness(viewpoint, itemId);
    if (reason === null) return null;
    const row = readRow(database, itemId, viewpoint);
    return {
      item: row?.externalId ?? 'An item',
      reason:
        reason === 'unanswered' && row?.assignment === null
          ? 'You have not answered the item that it asks about.'
          : BLIND_IN_WORDS[reason],
    };
  };

  const changes = new ChangesSince(database);

  const change = (
    ids: readonly string[],
    status: ItemStatus,
    by: PersonId,
    viewpoint: Viewpoint,
    { isChecked, mark }: { readonly isChecked: (id: string) => boolean; readonly mark?: string },
  ): BulkResult => {
    const refused: { item: string; reason: string }[] = [];
    const isBlindAnywhere = viewpoint.isBlindAnywhere();
    const seen = ids.filter((id) => {
      const blind = isBlindAnywhere ? refusedBlind(id, viewpoint) : null;
      if (blind !== null) refused.push(blind);
      return blind === null;
    });
    const rows = statusesOf(seen);
    const wanted = seen.flatMap((id) => {
      const row = rows.get(id);
      return row === undefined || row.status === status ? [] : [row];
    });
    const unchecked = status === 'accepted' ? wanted.filter(({ id }) => !isChecked(id)) : [];
    const reasons = unchecked.length === 0 ? new Map() : whyNotAcceptable(unchecked.map(({ id }) => id));
    const changing = wanted.filter(({ id, externalId }) => {
      const reason = reasons.get(id);
      if (reason !== undefined) refused.push({ item: externalId, reason });
      return reason === undefined;
    });
    if (changing.length > 0) {
      writer.setStatuses(
        changing.map(({ id }) => id),
        status,
      );
      log({
        kind: 'status',
        personId: by,
        diff: {
          added: {},
          updated: Object.fromEntries(changing.map((row) => [row.id, [row.status, status]])),
          removed: {},
        },
        ...(mark !== undefined && { mark }),
        items: changing.map(({ sequence }) => sequence),
      });
    }
    return { changed: changing.length, refused };
  };

  return {
    refusedBlind,
    change: (ids, status, by, viewpoint) => change(ids, status, by, viewpoint, { isChecked: () => false }),
    async changeMany(ids, status, by, viewpoint, { progress, signal }) {
      const since = changes.latest();
      const passed = new Set<string>();
      const failed = new Map<string, { item: string; reason: string }>();
      const isBlindAnywhere = viewpoint.isBlindAnywhere();
      let looked = 0;
      // Reading takes longer than writing: smaller sets.
      for (const set of status === 'accepted' ? inSets(ids, CHECKED_AT_A_TIME) : []) {
        progress('Checking the rules', looked, ids.length);
        await setImmediate();
        signal.throwIfAborted();
        looked += set.length;
        const rows = statusesOf(set);
        const asked = set.filter((id) => {
          const row = rows.get(id);
          const isAsked =
            row !== undefined &&
            row.status !== status &&
            !(isBlindAnywhere && refusedBlind(id, viewpoint) !== null);
          if (!isAsked) passed.add(id);
          return isAsked;
        });
        const reasons = whyNotAcceptable(asked);
        for (const id of asked) {
          const reason = reasons.get(id);
          if (reason === undefined) passed.add(id);
          else failed.set(id, { item: rows.get(id)?.externalId ?? id, reason });
        }
      }
      progress('Writing', 0, ids.length);
      await setImmediate();
      signal.throwIfAborted();
      const mark = ports.newId();
      const result: { changed: number; refused: { item: string; reason: string }[] } = {
        changed: 0,
        refused: [],
      };
      function* steps(): Generator<void, BulkResult> {
        let done = 0;
        for (const set of inSets(ids, AT_A_TIME)) {
          signal.throwIfAborted();
          // Asked anew for each: others write in between, and so does this.
          const again =
            status === 'accepted'
              ? new Set(changes.isAtLarge(since) ? ids : changes.items(since, mark))
              : new Set<string>();
          const wanted = status === 'accepted' ? set.filter((id) => passed.has(id) || again.has(id)) : set;
          const { changed, refused } = change(wanted, status, by, viewpoint, {
            isChecked: (id) => !again.has(id),
            mark,
          });
          result.changed += changed;
          result.refused.push(
            ...set.flatMap((id) => (again.has(id) ? [] : (failed.get(id) ?? []))),
            ...refused,
          );
          done += set.length;
          progress('Writing', done, ids.length);
          yield;
        }
        return result;
      }
      return parts.oneByOne(steps());
    },
  };
}
