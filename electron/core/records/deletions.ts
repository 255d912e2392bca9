import { z } from 'zod';
import { CasebookError } from '../../../shared/domain/errors.ts';
import type { ItemId, PersonId } from '../../../shared/domain/ids.ts';
import { asSet, IN_SET } from '../db/sets.ts';
import type { TableName } from '../db/schema.ts';
import type { Casebook } from './casebook.ts';

/** What went with an item. */
export interface Deleted {
  readonly itemId: ItemId;
  readonly externalId: string;
}

/** Why items are deleted: on purpose, or with the import that they came in by. */
export type DeletionCause = 'deleted' | 'undone';

/** The deletion of items, with everything that is about them, and the way back. All in the caller's transaction. */
export interface Deletions {
  /** Whether an item of this name was deleted on purpose and none is here now. */
  isDeleted(externalId: string): boolean;
  /** Whether this item was deleted. */
  has(itemId: string): boolean;
  /** Deletes items that are here, each with its rows; gives those that were. */
  delete(ids: readonly ItemId[], cause: DeletionCause, by: PersonId | null): readonly Deleted[];
  /** Notes that an item was deleted elsewhere that never was here. */
  note(deleted: Deleted & { readonly cause: DeletionCause; readonly at: number }): void;
  /** Puts items back as they were. Throws `conflict` where one was deleted elsewhere, or its name is taken. */
  restore(ids: readonly ItemId[]): void;
}

const OF_RESPONSES = `response_id IN (SELECT id FROM response WHERE item_id ${IN_SET})`;
const OF_ITEMS = `item_id ${IN_SET}`;
const BY_NUMBER = `item IN (SELECT sequence FROM item WHERE id ${IN_SET})`;
/** SQL: the rows of each table that go with the items of a set, in an order in which they can be deleted. */
const GOING: readonly (readonly [table: TableName, where: string])[] = [
  ['verdict_state', OF_RESPONSES],
  ['verdict_decision', OF_RESPONSES],
  ['judging_assignment', OF_RESPONSES],
  ['exclusion', OF_RESPONSES],
  ['judge_call', OF_RESPONSES],
  ['judgment', OF_ITEMS],
  ['response', OF_ITEMS],
  ['validation_state', OF_ITEMS],
  ['rating_state', OF_ITEMS],
  ['adjudication_claim', OF_ITEMS],
  ['adjudication', OF_ITEMS],
  ['region', `annotation_id IN (SELECT id FROM annotation WHERE item_id ${IN_SET})`],
  ['annotation', OF_ITEMS],
  ['edition', OF_ITEMS],
  ['assignment', OF_ITEMS],
  ['comment', OF_ITEMS],
  ['merge_conflict', OF_ITEMS],
  ['item_image', OF_ITEMS],
  ['item_facet', BY_NUMBER],
  ['item_tag', BY_NUMBER],
  ['event_item', BY_NUMBER],
];

/** Tables whose rows have numbers of their own, in whose order they are read and exported. */
const NUMBERED: ReadonlySet<TableName> = new Set(['annotation', 'response', 'judgment']);

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
type Row = z.infer<typeof Row>;
const Document = z.record(z.string(), z.array(Row));

/** For an open casebook; statements prepared once. */
export function createDeletions({ database, benchmark, ports }: Casebook): Deletions {
  const going = GOING.map(([table, where]) => ({
    table,
    read: database.prepare<[string]>(
      `SELECT ${NUMBERED.has(table) ? 'rowid, ' : ''}* FROM ${table} WHERE ${where}`,
    ),
    remove: database.prepare<[string]>(`DELETE FROM ${table} WHERE ${where}`),
  }));
  const readItem = database.prepare<[string]>('SELECT * FROM item WHERE id = ?');
  const removeText = database.prepare<[number]>('DELETE FROM item_text WHERE rowid = ?');
  const removeItem = database.prepare<[string]>('DELETE FROM item WHERE id = ?');
  const insert = database.prepare(
    `INSERT OR IGNORE INTO deleted_item (item_id, benchmark, external_id, cause, person_id, deleted_at, document)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const keep = database.prepare<[string, string]>('UPDATE deleted_item SET document = ? WHERE item_id = ?');
  const tombstone = database.prepare<[string], { externalId: string; document: string | null }>(
    'SELECT external_id AS externalId, document FROM deleted_item WHERE item_id = ?',
  );
  const forget = database.prepare<[string]>('DELETE FROM deleted_item WHERE item_id = ?');
  const named = database
    .prepare<[string, string], number>(
      "SELECT 1 FROM deleted_item WHERE (benchmark, external_id) = (?, ?) AND cause = 'deleted' LIMIT 1",
    )
    .pluck();
  const isHere = database
    .prepare<[string, string], number>('SELECT 1 FROM item WHERE (benchmark, external_id) = (?, ?)')
    .pluck();
  const isTaken = database.prepare<[number], number>('SELECT 1 FROM item WHERE sequence = ?').pluck();
  const nextNumber = database.prepare<[], number>('SELECT coalesce(max(sequence), 0) + 1 FROM item').pluck();

  const put = (table: string, row: Row): void => {
    const columns = Object.keys(row);
    database
      .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      .run(Object.values(row));
  };

  /** A row as it comes back: with the item's number, and its own if nothing else has that by now. */
  const placed = (table: TableName, row: Row, sequence: number): Row => {
    if (Object.hasOwn(row, 'item')) return { ...row, item: sequence };
    const { rowid, ...rest } = row;
    if (rowid === undefined) return row;
    const isFree =
      database.prepare(`SELECT 1 FROM ${table} WHERE rowid = ?`).get(z.int().parse(rowid)) === undefined;
    return isFree ? row : rest;
  };

  const deleteOne = (id: ItemId, cause: DeletionCause, by: PersonId | null): Deleted | null => {
    const raw = readItem.get(id);
    if (raw === undefined) return null;
    const item = Row.parse(raw);
    const externalId = z.string().parse(item['external_id']);
    const set = asSet([id]);
    const document: Record<string, Row[]> = { item: [item] };
    for (const { table, read } of going) {
      const rows = read.all(set).map((row) => Row.parse(row));
      if (rows.length > 0) document[table] = rows;
    }
    // Before the rows go: the schema lets answers go only with their item.
    insert.run(id, z.string().parse(item['benchmark']), externalId, cause, by, ports.now(), null);
    keep.run(JSON.stringify(document), id);
    for (const { remove } of going) remove.run(set);
    removeText.run(z.int().parse(item['sequence']));
    removeItem.run(id);
    return { itemId: id, externalId };
  };

  return {
    isDeleted: (externalId) =>
      named.get(benchmark.id, externalId) !== undefined && isHere.get(benchmark.id, externalId) === undefined,
    has: (itemId) => tombstone.get(itemId) !== undefined,
    delete(ids, cause, by) {
      database.pragma('defer_foreign_keys = ON');
      return ids.flatMap((id) => deleteOne(id, cause, by) ?? []);
    },
    note({ itemId, externalId, cause, at }) {
      insert.run(itemId, benchmark.id, externalId, cause, null, at, null);
    },
    restore(ids) {
      database.pragma('defer_foreign_keys = ON');
      for (const id of ids) {
        const found = tombstone.get(id);
        if (found?.document == null)
          refuse('An item was deleted in another casebook, which has its answers.');
        if (isHere.get(benchmark.id, found.externalId) !== undefined)
          refuse(`Another item is called ${found.externalId} by now.`);
        const document = Document.parse(JSON.parse(found.document));
        const [item] = document['item'] ?? [];
        if (item === undefined) refuse('What was deleted cannot be read.');
        const former = z.int().parse(item['sequence']);
        // Its number may have been given to an item that came since.
        const sequence = isTaken.get(former) === undefined ? former : (nextNumber.get() ?? former);
        put('item', { ...item, sequence });
        // Boxes before their answer: a submitted one takes no more.
        for (const [table] of GOING)
          for (const row of document[table] ?? []) put(table, placed(table, row, sequence));
        forget.run(id);
      }
    },
  };
}

function refuse(message: string): never {
  throw new CasebookError(
    'conflict',
    message,
    'Nothing was undone. Restore a backup from before the deletion.',
  );
}
