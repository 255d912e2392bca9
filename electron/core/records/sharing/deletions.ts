import { z } from 'zod';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { mayWrite } from '../../../../shared/hub/mayWrite.ts';
import { HubTable } from '../../../../shared/hub/protocol.ts';
import { withoutNoting } from '../../db/changes.ts';
import { documentId } from '../../db/documents.ts';
import { writeMeta } from '../../db/meta.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import type { TableName } from '../../db/schema.ts';
import type { CasebookFiles } from '../casebook.ts';
import type { ItemTable } from '../items/itemTable.ts';
import { type HubLink, type HubRecords } from './hub.ts';

/** What went with an item. */
export interface DeletedItem {
  readonly itemId: ItemId;
  readonly externalId: string;
}

/** Why items are deleted: on purpose, or with the import that they came in by. */
export type DeletionCause = 'deleted' | 'undone';

/** A deletion, or that it was undone, as another casebook tells it. */
export interface DeletionNotice {
  readonly cause: DeletionCause;
  readonly at: number;
  /** Odd: it is deleted; even: it was brought back. The greater number counts. */
  readonly revision: number;
}

/** Whether a deletion with this number is in force. */
export const isInForce = (revision: number): boolean => revision % 2 === 1;

/** Throws `forbidden` where a casebook's device may not delete items of its team, which curators do. */
export function requireToDelete(link: HubLink | null, hint: string): void {
  if (link === null || mayWrite(link.roles, 'deleted_item') !== null) return;
  throw new CasebookError('forbidden', 'Only curators delete items of a team, or bring them back.', hint);
}

/** The setting that says that everything in the hub has to be read again: items that were brought back have more there. */
export const READ_AGAIN = 'hubReadAgain';

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
  ['hub_stimulus', OF_ITEMS],
  ['item_facet', BY_NUMBER],
  ['item_tag', BY_NUMBER],
  ['event_item', BY_NUMBER],
];

/** Tables whose rows have numbers of their own, in whose order they are read and exported. */
const NUMBERED: ReadonlySet<TableName> = new Set(['annotation', 'response', 'judgment']);

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
type Row = z.infer<typeof Row>;
const Document = z.record(z.string(), z.array(Row));

/** The deletion of items, with everything that is about them, and the way back. All in the caller's transaction. */
export class Deletions {
  readonly #casebook: CasebookFiles;
  readonly #going;
  readonly #readItem;
  readonly #removeText;
  readonly #insert;
  readonly #tombstone;
  readonly #inForce;
  readonly #undone;
  readonly #itemTable: ItemTable;
  readonly #hub: HubRecords;
  readonly #named;
  readonly #isHere;
  readonly #isTaken;
  readonly #nextNumber;

  constructor(casebook: CasebookFiles, itemTable: ItemTable, hub: HubRecords) {
    this.#casebook = casebook;
    this.#itemTable = itemTable;
    this.#hub = hub;
    const { database } = casebook;
    this.#going = GOING.map(([table, where]) => ({
      table,
      read: database.prepare<[string]>(
        `SELECT ${NUMBERED.has(table) ? 'rowid, ' : ''}* FROM ${table} WHERE ${where}`,
      ),
      remove: database.prepare<[string]>(`DELETE FROM ${table} WHERE ${where}`),
    }));
    this.#readItem = database.prepare<[string]>('SELECT * FROM item WHERE id = ?');
    this.#removeText = database.prepare<[number]>('DELETE FROM item_text WHERE rowid = ?');
    this.#insert = database.prepare(
      `INSERT INTO deleted_item (item_id, benchmark, external_id, cause, person_id, deleted_at, document, revision)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (item_id) DO UPDATE SET cause = excluded.cause, person_id = excluded.person_id,
       deleted_at = excluded.deleted_at, document = excluded.document, revision = excluded.revision
     WHERE excluded.revision > revision`,
    );
    this.#tombstone = database.prepare<
      [string],
      { externalId: string; document: string | null; revision: number }
    >('SELECT external_id AS externalId, document, revision FROM deleted_item WHERE item_id = ?');
    this.#inForce = database
      .prepare<[], string>('SELECT item_id FROM deleted_item WHERE revision % 2 = 1')
      .pluck();
    this.#undone = database.prepare<[number, string]>(
      'UPDATE deleted_item SET document = NULL, revision = ? WHERE item_id = ?',
    );
    this.#named = database
      .prepare<[string, string], number>(
        "SELECT 1 FROM deleted_item WHERE (benchmark, external_id) = (?, ?) AND cause = 'deleted' AND revision % 2 = 1 LIMIT 1",
      )
      .pluck();
    this.#isHere = database
      .prepare<[string, string], number>('SELECT 1 FROM item WHERE (benchmark, external_id) = (?, ?)')
      .pluck();
    this.#isTaken = database.prepare<[number], number>('SELECT 1 FROM item WHERE sequence = ?').pluck();
    this.#nextNumber = database
      .prepare<[], number>('SELECT coalesce(max(sequence), 0) + 1 FROM item')
      .pluck();
  }

  /** How often an item was deleted or brought back; 0: never. */
  revision(id: string): number {
    return this.#tombstone.get(id)?.revision ?? 0;
  }

  /** Why an item cannot be put back as it was, in words; null where it can. */
  whyNotRestored(id: ItemId): string | null {
    const found = this.#tombstone.get(id);
    if (found === undefined || !isInForce(found.revision)) return 'It is here again already.';
    if (found.document === null)
      return `${found.externalId} was deleted in another casebook, which has its answers.`;
    return this.#isHere.get(this.#casebook.benchmark.id, found.externalId) === undefined
      ? null
      : `Another item is called ${found.externalId} by now.`;
  }

  /** Whether an item of this name was deleted on purpose and none is here now. */
  isDeleted(externalId: string): boolean {
    return (
      this.#named.get(this.#casebook.benchmark.id, externalId) !== undefined &&
      this.#isHere.get(this.#casebook.benchmark.id, externalId) === undefined
    );
  }

  /** Whether this item is deleted. */
  has(itemId: string): boolean {
    return isInForce(this.revision(itemId));
  }

  /** All items that are deleted. */
  ids(): ReadonlySet<string> {
    return new Set(this.#inForce.all());
  }

  /** Deletes items that are here, each with its rows; gives those that were. `told`: what another casebook says of it. */
  delete(
    ids: readonly ItemId[],
    cause: DeletionCause,
    by: PersonId | null,
    told?: (id: ItemId) => DeletionNotice,
  ): readonly DeletedItem[] {
    this.#casebook.database.pragma('defer_foreign_keys = ON');
    const gone: (DeletedItem & { readonly sequence: number })[] = [];
    // Before the rows go: the schema lets answers go only with their item.
    for (const id of ids) {
      const document = this.#documentOf(id);
      if (document === null) continue;
      const { item, text } = document;
      const externalId = z.string().parse(item['external_id']);
      const { at, revision } = told?.(id) ?? {
        at: this.#casebook.ports.now(),
        revision: this.revision(id) + 1,
      };
      this.#insert.run(id, z.string().parse(item['benchmark']), externalId, cause, by, at, text, revision);
      gone.push({ itemId: id, externalId, sequence: z.int().parse(item['sequence']) });
    }
    if (gone.length === 0) return gone;
    // The deletion is told, not that each of its rows is gone.
    withoutNoting(this.#casebook.database, () => {
      for (const { itemId, sequence } of gone) {
        for (const { remove } of this.#going) remove.run(asSet([itemId]));
        this.#removeText.run(sequence);
        this.#itemTable.remove(itemId);
      }
    });
    return gone.map(({ itemId, externalId }) => ({ itemId, externalId }));
  }

  /** Notes what another casebook says of an item that is not here. */
  note({ itemId, externalId, cause, at, revision }: DeletedItem & DeletionNotice): void {
    this.#insert.run(itemId, this.#casebook.benchmark.id, externalId, cause, null, at, null, revision);
  }

  /** Puts items back as they were. Throws `conflict` where one cannot be. */
  restore(ids: readonly ItemId[]): void {
    this.#restoreAt(ids, (id) => this.revision(id) + 1);
  }

  /**
   * Notes that an item was brought back elsewhere, and puts back what is here of it; false where it stays deleted, because its
   * name is another item's by now.
   */
  broughtBack(id: ItemId, revision: number): boolean {
    if (this.#tombstone.get(id)?.document != null) {
      if (this.whyNotRestored(id) !== null) return false;
      this.#restoreAt([id], () => revision);
      return true;
    }
    this.#undone.run(revision, id);
    if (this.#hub.link() !== null)
      writeMeta(this.#casebook.database, READ_AGAIN, this.#casebook.ports.newId());
    return true;
  }

  #put(table: string, row: Row): void {
    const columns = Object.keys(row);
    this.#casebook.database
      .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
      .run(Object.values(row));
  }

  /** A row as it comes back: with the item's number, and its own if nothing else has that by now. */
  #placed(table: TableName, row: Row, sequence: number): Row {
    if (Object.hasOwn(row, 'item')) return { ...row, item: sequence };
    const { rowid, ...rest } = row;
    if (rowid === undefined) return row;
    const isFree =
      this.#casebook.database.prepare(`SELECT 1 FROM ${table} WHERE rowid = ?`).get(z.int().parse(rowid)) ===
      undefined;
    return isFree ? row : rest;
  }

  /** An item with everything that goes with it, by table; null where it is not here. */
  #documentOf(id: ItemId): { readonly item: Row; readonly text: string } | null {
    const raw = this.#readItem.get(id);
    if (raw === undefined) return null;
    const item = Row.parse(raw);
    const document: Record<string, Row[]> = { item: [item] };
    for (const { table, read } of this.#going) {
      const rows = read.all(asSet([id])).map((row) => Row.parse(row));
      if (rows.length > 0) document[table] = rows;
    }
    return { item, text: JSON.stringify(document) };
  }

  #putBack(id: ItemId, { externalId, document: text }: { externalId: string; document: string }) {
    const document = Document.parse(JSON.parse(text));
    const [item] = document['item'] ?? [];
    if (item === undefined) refuse(`What was deleted of ${externalId} cannot be read.`);
    const former = z.int().parse(item['sequence']);
    // Its number may have been given to an item that came since.
    const sequence = this.#isTaken.get(former) === undefined ? former : (this.#nextNumber.get() ?? former);
    this.#put('item', { ...item, sequence });
    // Boxes before their answer: a submitted one takes no more.
    for (const [table] of GOING)
      for (const row of document[table] ?? []) this.#put(table, this.#placed(table, row, sequence));
    if (this.#hub.link() === null) return;
    // What the hub has not had before the item was deleted is for it to have now.
    for (const [name, rows] of Object.entries(document)) {
      const table = HubTable.safeParse(name);
      if (table.success) for (const row of rows) this.#hub.note(table.data, documentId(table.data, row));
    }
  }

  #restoreAt(ids: readonly ItemId[], revisionOfOne: (id: ItemId) => number): void {
    this.#casebook.database.pragma('defer_foreign_keys = ON');
    withoutNoting(this.#casebook.database, () => {
      for (const id of ids) {
        const why = this.whyNotRestored(id);
        const found = this.#tombstone.get(id);
        if (why !== null || found?.document == null) refuse(why ?? '');
        this.#putBack(id, { ...found, document: found.document });
      }
    });
    for (const id of ids) this.#undone.run(revisionOfOne(id), id);
    // What came in about them meanwhile was left out.
    if (this.#hub.link() !== null)
      writeMeta(this.#casebook.database, READ_AGAIN, this.#casebook.ports.newId());
  }
}

function refuse(message: string): never {
  throw new CasebookError(
    'conflict',
    message,
    'Nothing was undone. Restore a backup from before the deletion.',
  );
}
