import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { HistoryEvent } from '../../../../shared/contract/history.ts';
import { EventId, ItemId, PersonId } from '../../../../shared/domain/ids.ts';
import { Json, JsonObject, sameJson } from '../../../../shared/domain/json.ts';
import { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { createBlindNames } from '../../access/blindRow.ts';
import type { Work } from '../../base/work.ts';
import { IN_SET, asSet, inSets } from '../../db/sets.ts';
import { readMeta, writeMeta } from '../../db/meta.ts';
import { changesOf, inBursts, summaryOf, type Names } from './describe.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { visibleEvents, withoutBlind } from './visibility.ts';

export interface HistoryQuery {
  readonly itemId?: ItemId | undefined;
  readonly personId?: PersonId | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

export interface HistoryService {
  /** The newest entries first, as far as the caller may see them. */
  list(query: HistoryQuery, viewpoint: Viewpoint): { events: HistoryEvent[]; more: boolean };
  /**
   * Takes a change of status, tags, vocabulary or an import's update back; of a change of many items all of it, part by
   * part, so that others get their turn in between. Throws `conflict` where later changes build on it: nothing is undone then;
   * and the signal's reason where it aborts: what was undone until then stays so.
   */
  undo(id: EventId, by: PersonId, work?: Work): Promise<{ changed: number }>;
}

/** A logged event as the database holds it. */
const EventRow = z.object({
  sequence: z.int(),
  id: EventId,
  at: z.int(),
  personId: PersonId.nullable(),
  person: z.string().nullable(),
  name: z.string().nullable(),
  kind: z.string(),
  itemId: ItemId.nullable(),
  externalId: z.string().nullable(),
  diff: z.string().nullable(),
  detail: z.string().nullable(),
  items: z.int(),
  undone: z.int(),
  /** What entries of one change have in common; null: it is the only one. */
  mark: z.string().nullable(),
});
type EventRow = z.infer<typeof EventRow>;

const SELECT = `
  SELECT e.sequence, e.id, e.at, e.person_id AS personId, p.handle AS person, p.name, e.kind, e.item_id AS itemId,
    i.external_id AS externalId, e.diff, e.detail, iif(e.kind IN ('status', 'revert'), e.mark, NULL) AS mark,
    (SELECT count(*) FROM event_item WHERE event = e.sequence) AS items,
    EXISTS (SELECT 1 FROM event r WHERE r.kind = 'revert' AND r.undoes = e.sequence) AS undone
  FROM event e LEFT JOIN person p ON p.id = e.person_id LEFT JOIN item i ON i.id = e.item_id`;

/** So many statuses are set back in a step: some milliseconds of work. */
const AT_A_TIME = 250;

const UNDOABLE = new Set(['status', 'tags', 'vocabulary', 'update']);
const Updates = z.object({ updated: z.record(z.string(), z.tuple([Json, Json])) });

/** The log of an open casebook, in words, and the way back. */
export function createHistoryService(casebook: Casebook): HistoryService {
  const { database, ports } = casebook;
  const { wording, log } = casebook.records;
  const { items: writer, whyNotAcceptable } = casebook.derived;
  const byId = database.prepare<[string]>(`${SELECT} WHERE e.id = ?`);
  const bySequence = database.prepare<[number]>(`${SELECT} WHERE e.sequence = ?`);
  const withMark = database
    .prepare<[string], number>(
      "SELECT sequence FROM event WHERE mark = ? AND kind = 'status' ORDER BY sequence DESC",
    )
    .pluck();
  const statuses = database.prepare<[string], { id: string; sequence: number; status: string }>(
    `SELECT id, sequence, status FROM item WHERE id ${IN_SET}`,
  );
  const itemState = database.prepare<[string], { sequence: number; status: string; payload: string }>(
    'SELECT sequence, status, payload FROM item WHERE id = ?',
  );
  const readTags = database
    .prepare<[number], string>('SELECT tag FROM item_tag WHERE item = ? ORDER BY tag')
    .pluck();
  const clearTags = database.prepare<[number]>('DELETE FROM item_tag WHERE item = ?');
  const addTag = database.prepare<[string, number]>('INSERT INTO item_tag (tag, item) VALUES (?, ?)');

  const fields = casebook.benchmark.tasks.flatMap((task) =>
    task.fields(casebook.records.settings.vocabulary()),
  );
  const externalIdOf = database
    .prepare<[string], string>('SELECT external_id FROM item WHERE id = ?')
    .pluck();
  const itemName = (id: string, viewpoint: Viewpoint): string | null => {
    const found = ItemId.safeParse(id);
    if (!found.success) return null;
    const { person } = viewpoint;
    return person !== null && viewpoint.isBlind(found.data)
      ? blindName(person.id, found.data)
      : (externalIdOf.get(id) ?? null);
  };

  const toEvent = (row: EventRow, viewpoint: Viewpoint): HistoryEvent => {
    const diff = row.diff === null ? null : withoutBlind(JsonObject.parse(JSON.parse(row.diff)), viewpoint);
    const names: Names = { fields, item: (id) => itemName(id, viewpoint) };
    const detail = row.detail === null ? null : Json.parse(JSON.parse(row.detail));
    return {
      id: row.id,
      sequence: row.sequence,
      at: row.at,
      startedAt: row.at,
      personId: row.personId,
      person: row.person ?? 'Casebook',
      name: row.name ?? row.person ?? 'Casebook',
      kind: row.kind,
      summary: summaryOf(row.kind, diff, detail, row.items, names),
      itemId: row.itemId,
      externalId: nameOf(row, viewpoint),
      items: row.itemId === null ? row.items : 1,
      changes: changesOf(diff, names),
      undoable: UNDOABLE.has(row.kind) && row.undone === 0,
    };
  };

  const blindName = createBlindNames(database);
  const nameOf = ({ itemId, externalId }: EventRow, viewpoint: Viewpoint): string | null =>
    itemId !== null && viewpoint.person !== null && viewpoint.isBlind(itemId)
      ? blindName(viewpoint.person.id, itemId)
      : externalId;

  const revertOne = (kind: string, key: string, from: Json, to: Json): number | null => {
    if (kind === 'vocabulary') {
      if (!sameJson(readMeta(database, 'vocabulary'), to)) changedSince('The vocabulary');
      writeMeta(database, 'vocabulary', from);
      return null;
    }
    const item = itemState.get(key);
    if (item === undefined) return changedSince('An item');
    const id = ItemId.parse(key);
    if (kind === 'tags') {
      if (!sameJson(readTags.all(item.sequence), to)) changedSince('The tags of an item');
      clearTags.run(item.sequence);
      for (const tag of z.array(z.string()).parse(from)) addTag.run(tag, item.sequence);
      writer.reindex(id);
    } else {
      if (!sameJson(Json.parse(JSON.parse(item.payload)), to)) changedSince('The text of an item');
      const before = JsonObject.parse(from);
      if (wording.isHeld(id, JsonObject.parse(to), before, null))
        throw new CasebookError(
          'conflict',
          'People have answered an item’s wording since.',
          'Nothing was undone. Fix the item on the Validate screen; the same people then answer again.',
        );
      writer.setPayload(id, before);
    }
    return item.sequence;
  };

  type Update = readonly [id: string, change: readonly [from: Json, to: Json]];
  /** Throws where the status of any of these items has changed since, or must not come back. */
  const checkStatuses = (updates: readonly Update[]): void => {
    const rows = new Map(statuses.all(asSet(updates.map(([id]) => id))).map((row) => [row.id, row.status]));
    for (const [id, [, to]] of updates) if (rows.get(id) !== to) changedSince('The status of an item');
    // What was said of the items, or their images, may have changed since.
    const [reason] = whyNotAcceptable(
      updates.flatMap(([id, [from]]) => (from === 'accepted' ? [id] : [])),
    ).values();
    if (reason !== undefined)
      throw new CasebookError(
        'conflict',
        `An item cannot be accepted again. ${reason}`,
        'Nothing was undone.',
      );
  };
  const logRevert = (
    event: EventRow,
    updates: readonly Update[],
    items: readonly number[],
    by: PersonId,
    mark?: string,
  ): void => {
    log({
      kind: 'revert',
      personId: by,
      undoes: event.sequence,
      diff: {
        added: {},
        updated: Object.fromEntries(updates.map(([key, [from, to]]) => [key, [to, from]])),
        removed: {},
      },
      detail: { kind: event.kind },
      ...(mark !== undefined && { mark }),
      items,
    });
  };
  const updatesOf = ({ diff }: EventRow): readonly Update[] =>
    Object.entries(Updates.parse(JSON.parse(diff ?? '{}')).updated);

  /** Sets statuses back, entry by entry; what somebody changed since the check stays. */
  function* revertStatuses(
    events: readonly { readonly event: EventRow; readonly updates: readonly Update[] }[],
    by: PersonId,
    tell: (done: number) => void,
    signal: AbortSignal,
  ): Generator<void, number> {
    const mark = events.length > 1 ? ports.newId() : undefined;
    let changed = 0;
    for (const { event, updates } of events) {
      signal.throwIfAborted();
      const rows = new Map(statuses.all(asSet(updates.map(([id]) => id))).map((row) => [row.id, row]));
      const back = updates.filter(([id, [, to]]) => rows.get(id)?.status === to);
      for (const [from, some] of Map.groupBy(back, ([, [before]]) => before))
        writer.setStatuses(
          some.map(([id]) => id),
          ItemStatus.parse(from),
        );
      const touched = back.flatMap(([id]) => rows.get(id)?.sequence ?? []);
      logRevert(event, back, touched, by, mark);
      changed += back.length;
      tell(changed);
      yield;
    }
    return changed;
  }

  return {
    list({ itemId, personId, kinds, before, limit }, viewpoint) {
      const conditions = ['1'];
      const parameters: (string | number)[] = [];
      const add = (sql: string, ...values: (string | number)[]): void => {
        conditions.push(sql);
        parameters.push(...values);
      };
      if (itemId !== undefined) {
        add(
          'e.sequence IN (SELECT sequence FROM event WHERE item_id = ? UNION ALL SELECT event FROM event_item WHERE item = (SELECT sequence FROM item WHERE id = ?))',
          itemId,
          itemId,
        );
      }
      if (personId !== undefined) add('e.person_id = ?', personId);
      if (kinds !== undefined) add('e.kind IN (SELECT value FROM json_each(?))', JSON.stringify(kinds));
      if (before !== undefined) add('e.sequence < ?', before);
      const visible = visibleEvents(viewpoint);
      if (visible !== null) add(`(${visible.sql})`, ...visible.parameters);
      const rows = database
        .prepare<(string | number)[]>(
          `${SELECT} WHERE ${conditions.join(' AND ')} ORDER BY e.sequence DESC LIMIT ?`,
        )
        .all(...parameters, limit + 1);
      return {
        events: inBursts(
          together(rows.slice(0, limit).map((row) => EventRow.parse(row))).map((row) =>
            toEvent(row, viewpoint),
          ),
        ),
        more: rows.length > limit,
      };
    },
    async undo(id, by, { progress, signal } = QUIETLY) {
      const raw = byId.get(id);
      if (raw === undefined) throw new CasebookError('not_found', 'There is no such entry in the log.');
      const event = EventRow.parse(raw);
      if (!UNDOABLE.has(event.kind) || event.diff === null) {
        throw new CasebookError('invalid_input', 'You cannot undo this entry here.');
      }
      if (event.undone === 1) throw new CasebookError('conflict', 'This is undone already.');
      if (event.kind === 'status') {
        const marked = event.mark === null ? [event.sequence] : withMark.all(event.mark);
        const events: { readonly event: EventRow; readonly updates: readonly Update[] }[] = [];
        for (const [at, sequence] of marked.entries()) {
          progress('Checking', at, marked.length);
          await setImmediate();
          signal.throwIfAborted();
          const each = EventRow.parse(bySequence.get(sequence));
          if (each.undone === 1) continue;
          const updates = updatesOf(each);
          for (const set of inSets(updates, AT_A_TIME)) checkStatuses(set);
          events.push({ event: each, updates });
        }
        const items = events.reduce((sum, { updates }) => sum + updates.length, 0);
        const steps = revertStatuses(events, by, (done) => progress('Undoing', done, items), signal);
        return { changed: await casebook.derived.parts.oneByOne(steps) };
      }
      await casebook.gate.opened();
      return database.transaction(() => {
        const updates = updatesOf(event);
        const touched = updates
          .map(([key, [from, to]]) => revertOne(event.kind, key, from, to))
          .filter((sequence) => sequence !== null);
        logRevert(event, updates, touched, by);
        return { changed: updates.length };
      })();
    },
  };
}

const QUIETLY: Work = { progress: () => undefined, signal: new AbortController().signal };

/** Entries, newest first, with those of one change of many items as one, which the newest stands for. */
function together(rows: readonly EventRow[]): EventRow[] {
  const merged: EventRow[] = [];
  for (const row of rows) {
    const later = merged.at(-1);
    if (later === undefined || row.mark === null || later.mark !== row.mark || later.kind !== row.kind) {
      merged.push(row);
      continue;
    }
    // Where the next page begins.
    merged[merged.length - 1] = { ...later, sequence: row.sequence, items: later.items + row.items };
  }
  return merged;
}

function changedSince(what: string): never {
  throw new CasebookError('conflict', `${what} has changed again since.`, 'Nothing was undone.');
}
