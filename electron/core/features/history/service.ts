import { z } from 'zod';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { HistoryEvent } from '../../../../shared/contract/history.ts';
import { EventId, ItemId, PersonId } from '../../../../shared/domain/ids.ts';
import { Json, JsonObject, sameJson } from '../../../../shared/domain/json.ts';
import { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { createBlindNames } from '../../access/blindRow.ts';
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
  /** Takes a change of status, tags, vocabulary or an import's update back. Throws `conflict` where later changes build on it. */
  undo(id: EventId, by: PersonId): { changed: number };
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
});
type EventRow = z.infer<typeof EventRow>;

const SELECT = `
  SELECT e.sequence, e.id, e.at, e.person_id AS personId, p.handle AS person, p.name, e.kind, e.item_id AS itemId,
    i.external_id AS externalId, e.diff, e.detail,
    (SELECT count(*) FROM event_item WHERE event = e.sequence) AS items,
    EXISTS (SELECT 1 FROM event r WHERE r.kind = 'revert' AND r.undoes = e.sequence) AS undone
  FROM event e LEFT JOIN person p ON p.id = e.person_id LEFT JOIN item i ON i.id = e.item_id`;

const UNDOABLE = new Set(['status', 'tags', 'vocabulary', 'update']);
const Updates = z.object({ updated: z.record(z.string(), z.tuple([Json, Json])) });

/** The log of an open casebook, in words, and the way back. */
export function createHistoryService(casebook: Casebook): HistoryService {
  const { database } = casebook;
  const { wording, log } = casebook.records;
  const { items: writer, whyNotAcceptable } = casebook.derived;
  const byId = database.prepare<[string]>(`${SELECT} WHERE e.id = ?`);
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

  const toEvent = (raw: unknown, viewpoint: Viewpoint): HistoryEvent => {
    const row = EventRow.parse(raw);
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
    if (kind === 'status') {
      if (item.status !== to) changedSince('The status of an item');
      // What was said of the item, or its image, may have changed since.
      const reason = from === 'accepted' ? whyNotAcceptable(key) : null;
      if (reason !== null)
        throw new CasebookError(
          'conflict',
          `An item cannot be accepted again. ${reason}`,
          'Nothing was undone.',
        );
      writer.setStatus(id, ItemStatus.parse(from));
    } else if (kind === 'tags') {
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
        events: inBursts(rows.slice(0, limit).map((row) => toEvent(row, viewpoint))),
        more: rows.length > limit,
      };
    },
    undo: (id, by) =>
      database.transaction(() => {
        const raw = byId.get(id);
        if (raw === undefined) throw new CasebookError('not_found', 'There is no such entry in the log.');
        const event = EventRow.parse(raw);
        if (!UNDOABLE.has(event.kind) || event.diff === null) {
          throw new CasebookError('invalid_input', 'You cannot undo this entry here.');
        }
        if (event.undone === 1) throw new CasebookError('conflict', 'This is undone already.');
        const { updated } = Updates.parse(JSON.parse(event.diff));
        const touched = Object.entries(updated)
          .map(([key, [from, to]]) => revertOne(event.kind, key, from, to))
          .filter((sequence) => sequence !== null);
        const reversed = Object.fromEntries(
          Object.entries(updated).map(([key, [from, to]]) => [key, [to, from]]),
        );
        log({
          kind: 'revert',
          personId: by,
          undoes: event.sequence,
          diff: { added: {}, updated: reversed, removed: {} },
          detail: { kind: event.kind },
          items: touched,
        });
        return { changed: Object.keys(updated).length };
      })(),
  };
}

function changedSince(what: string): never {
  throw new CasebookError('conflict', `${what} has changed again since.`, 'Nothing was undone.');
}
