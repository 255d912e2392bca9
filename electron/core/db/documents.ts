import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type PersonId, PersonId as PersonIdForm } from '../../../shared/base/ids.ts';
import { issuesInWords } from '../../../shared/base/issues.ts';
import { Time } from '../../../shared/base/numbers.ts';
import type { HubTable } from '../../../shared/hub/protocol.ts';

import { errorCode } from '../base/errors.ts';
import type { CasebookDatabase } from './database.ts';
import type { Table } from './describe.ts';
import { rowForm, SCHEMA, type TableName, tablesWhere } from './schema.ts';

/* A row as it travels to a hub and back: with the rows that belong to it, each as the database holds it. */

/** Between the columns of a key: no name has it. */
export const SEPARATOR = '\u001f';

/** Looked at by hand: zod's own record costs more than everything else that is done with a document. */
const Raw = z.custom<Readonly<Record<string, string | number | null>>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(
      (each) => each === null || typeof each === 'string' || typeof each === 'number',
    ),
  'is not a row',
);
/** A row by its columns; JSON columns as their text, so that what comes out is to the byte what went in. */
export type RawRow = z.infer<typeof Raw>;

/** What a document holds. */
export const DocumentContent = z.object({
  row: Raw,
  /** Rows that belong to it, by table. */
  parts: z.record(z.string(), z.array(Raw)).default({}),
  /**
   * Of an item: its status, its split and its tags (`tag:NAME`), each with when it was last changed, in UTC milliseconds; null:
   * there is none.
   */
  values: z.record(z.string(), z.object({ at: Time, value: z.string().nullable() })).optional(),
  /** When the row was last changed, in UTC milliseconds, where the later change replaces the earlier one. */
  changedAt: Time.optional(),
  /** Of an assignment: the edition of the item that it is about where it comes from. */
  edition: z.uuid().nullable().optional(),
});
export type DocumentContent = z.infer<typeof DocumentContent>;
/** The values of an item whose later change counts, by name. */
export type ItemValues = NonNullable<DocumentContent['values']>;

const described = (name: TableName): Table => SCHEMA[name];

/** The tables whose rows belong to those of another. */
const partsOf = (name: TableName): readonly TableName[] => tablesWhere(({ partOf }) => partOf === name);

/** Whether rows of a table never change, so that two of the same key have to be the same. */
export function isFinal(name: HubTable): boolean {
  const { rows } = described(name);
  return rows === 'immutable' || rows === 'appendOnly' || rows === 'submitted';
}

/** Whether a later change of a row replaces an earlier one; rows of all other tables merge by their own rules. */
export const isWhole = (name: HubTable): boolean => name === 'meta' || name === 'person' || name === 'item';

/** The one key of a row. */
const keyOf = (name: TableName, row: RawRow): string =>
  described(name)
    .key.map((column) => String(row[column] ?? ''))
    .join(SEPARATOR);

/** Item rows are known by their id: their number is each casebook's own. */
const keyColumns = (name: HubTable): readonly string[] => (name === 'item' ? ['id'] : described(name).key);

/** The key of a row as a document has it. */
export const documentId = (name: HubTable, row: RawRow): string =>
  keyColumns(name)
    .map((column) => String(row[column] ?? ''))
    .join(SEPARATOR);

const columnsOf = (name: TableName): readonly string[] => Object.keys(rowForm(name).shape);

/**
 * Columns that came after the first hubs, by table, and what they are of a row that lacks them. Where they are NULL a
 * document does without them, so that hubs and casebooks that do not know them take it.
 */
const LATER: Partial<Record<TableName, Readonly<Record<string, (row: RawRow) => string | null>>>> = {
  annotation: { origin: originOfBefore },
  guideline: { round: () => null },
  item_image: { foreign_part: () => null },
  region: { foreign_part: () => null },
};

/** A row as a document has it. */
function travelling(name: TableName, row: RawRow): RawRow {
  const later = LATER[name];
  if (later === undefined) return row;
  return Object.fromEntries(
    Object.entries(row).filter(([column, value]) => value !== null || !Object.hasOwn(later, column)),
  );
}

/** A row of a document with all columns of its table. */
function completed(name: TableName, row: RawRow): RawRow {
  const lacking = Object.entries(LATER[name] ?? {}).filter(([column]) => !Object.hasOwn(row, column));
  if (lacking.length === 0) return row;
  return { ...row, ...Object.fromEntries(lacking.map(([column, valueOf]) => [column, valueOf(row)])) };
}

/** So much later than its row an answer without a time of its own was at most written, in milliseconds. */
const SAME_MOMENT = 60_000;

/**
 * What is known of an answer from a casebook that did not note where answers come from: one that nobody edited and that took
 * no time was read from a file (migration 0017 goes by the same). Its id tells when (UUID version 7, RFC 9562).
 */
function originOfBefore(row: RawRow): string | null {
  const { id, submitted_at: at, created_at: begun, updated_at: changed } = row;
  const isRead =
    row['independent'] === 1 && row['active_ms'] === 0 && row['revision'] === 0 && typeof at === 'number';
  if (!isRead || at !== begun || at !== changed) return null;
  const madeAt = Number.parseInt(String(id).replaceAll('-', '').slice(0, 12), 16);
  return Math.abs(at - madeAt) > SAME_MOMENT ? '{"timed":true}' : '{}';
}

/** Reads documents of a database by table and key. */
export function createDocumentReader(
  database: CasebookDatabase,
): (name: HubTable, id: string) => DocumentContent | null {
  const readers = new Map<HubTable, (id: string) => DocumentContent | null>();
  const readerOf = (name: HubTable): ((id: string) => DocumentContent | null) => {
    const known = readers.get(name);
    if (known !== undefined) return known;
    const key = keyColumns(name);
    const row = database.prepare<string[]>(
      `SELECT ${columnsOf(name).join(', ')} FROM ${name} WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`,
    );
    const parts = partsOf(name).map((part) => {
      const [owner = '', ...order] = described(part).key;
      return [
        part,
        database.prepare<[string]>(
          `SELECT ${columnsOf(part).join(', ')} FROM ${part} WHERE ${owner} = ? ORDER BY ${order.join(', ')}`,
        ),
      ] as const;
    });
    const read = (id: string): DocumentContent | null => {
      const found = row.get(...id.split(SEPARATOR));
      if (found === undefined) return null;
      return {
        row: travelling(name, Raw.parse(found)),
        parts: Object.fromEntries(
          parts.map(([part, rows]) => [part, rows.all(id).map((each) => Raw.parse(each))]),
        ),
      };
    };
    readers.set(name, read);
    return read;
  };
  return (name, id) => readerOf(name)(id);
}

/** What a casebook derives by itself, for a row that has just come in: columns, each with an empty value as SQL. */
function emptyColumns(name: TableName): (readonly [string, string])[] {
  const { columns, local, key } = described(name);
  return local.flatMap((column) => {
    const { type, form } = columns[column] ?? {};
    if (key.includes(column) || form === undefined || form.safeParse(null).success) return [];
    return [[column, type === 'TEXT' ? "''" : '0'] as const];
  });
}

/**
 * Writes documents into a database, each in the place of one with its key. Gives false, and leaves everything as it was,
 * where a row of another key takes its place (a name, a version) that only one can have.
 */
export function createDocumentWriter(
  database: CasebookDatabase,
): (name: HubTable, content: DocumentContent) => boolean {
  const writers = new Map<TableName, (row: RawRow) => void>();
  const write = (name: TableName, row: RawRow): void => {
    let writer = writers.get(name);
    if (writer === undefined) {
      const columns = columnsOf(name);
      const own = emptyColumns(name);
      const statement = database.prepare(
        `INSERT INTO ${name} (${[...columns, ...own.map(([column]) => column)].join(', ')})
         VALUES (${[...columns.map(() => '?'), ...own.map(([, value]) => value)].join(', ')})`,
      );
      writer = (values) => void statement.run(columns.map((column) => values[column] ?? null));
      writers.set(name, writer);
    }
    writer(row);
  };
  const sequenceOf = database.prepare<[string], number>('SELECT sequence FROM item WHERE id = ?').pluck();
  const setSequence = database.prepare<[number, string]>('UPDATE item SET sequence = ? WHERE id = ?');
  const removers = new Map<HubTable, (row: RawRow) => void>();
  const remove = (name: HubTable, row: RawRow): void => {
    let remover = removers.get(name);
    if (remover === undefined) {
      const key = keyColumns(name);
      const own = database.prepare(
        `DELETE FROM ${name} WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`,
      );
      const parts = partsOf(name).map((part) =>
        database.prepare(`DELETE FROM ${part} WHERE ${described(part).key[0] ?? ''} = ?`),
      );
      remover = (values) => {
        own.run(key.map((column) => values[column] ?? null));
        for (const part of parts) part.run(documentId(name, values));
      };
      removers.set(name, remover);
    }
    remover(row);
  };
  const put = database.transaction((name: HubTable, { row, parts }: DocumentContent) => {
    const id = documentId(name, row);
    const sequence = name === 'item' ? sequenceOf.get(id) : undefined;
    remove(name, row);
    // Parts first: a submitted answer takes no boxes.
    for (const part of partsOf(name)) for (const each of parts[part] ?? []) write(part, each);
    write(name, completed(name, row));
    // An item keeps its place among the others.
    if (sequence !== undefined) setSequence.run(sequence, id);
  });
  return (name, content) => {
    try {
      put(name, content);
      return true;
    } catch (error) {
      if (errorCode(error)?.startsWith('SQLITE_CONSTRAINT') !== true) throw error;
      return false;
    }
  };
}

/** The hash of how an item reads without its answers: its record as last imported, or its payload. */
export const wordingHash = ({ row }: DocumentContent): string =>
  createHash('sha256')
    .update(String(row['imported_payload'] ?? row['payload']))
    .digest('base64');

/** Columns in which a row that never changes may differ from the same one elsewhere: each casebook counts them by itself. */
const COUNTED: Partial<Record<HubTable, readonly string[]>> = {
  annotation: ['version', 'previous_id', 'signed_off_images', 'origin'],
  edition: ['annotation_id'],
  response: ['created_at', 'origin', 'item_revision', 'question'],
  judgment: ['created_at', 'item_revision', 'rationale'],
};

/**
 * The hash by which a hub tells a document that it knows, in hexadecimal: of its text, but for columns that each casebook counts
 * by itself.
 */
export function documentHash(name: HubTable, text: string | null, content?: DocumentContent): string {
  const counted = text === null ? undefined : COUNTED[name];
  const hash = createHash('sha256');
  if (counted === undefined) return hash.update(text ?? '').digest('hex');
  const { row, changedAt: _at, ...rest } = content ?? DocumentContent.parse(JSON.parse(text ?? ''));
  const own = Object.fromEntries(Object.entries(row).filter(([column]) => !counted.includes(column)));
  return hash.update(JSON.stringify({ row: own, ...rest })).digest('hex');
}

/** Whether two rows that never change, of one key, say the same. */
export function isSameContent(name: HubTable, a: DocumentContent, b: DocumentContent): boolean {
  const counted = COUNTED[name] ?? [];
  const same = (one: RawRow, other: RawRow, except: readonly string[]): boolean =>
    Object.keys(one).every((column) => except.includes(column) || one[column] === other[column]);
  return (
    same(a.row, b.row, counted) &&
    partsOf(name).every((part) => {
      const [ours, theirs] = [a.parts[part] ?? [], b.parts[part] ?? []];
      return (
        ours.length === theirs.length &&
        ours.every((row) =>
          theirs.some((other) => keyOf(part, row) === keyOf(part, other) && same(row, other, [])),
        )
      );
    })
  );
}

/** What is wrong with a document's rows by their columns; null where nothing is. */
export function faultIn(name: HubTable, content: DocumentContent): string | null {
  const faulty = (table: TableName, row: RawRow): string | null => {
    const parsed = rowForm(table).safeParse(completed(table, row));
    if (!parsed.success) return `A row of the table "${table}" breaks a rule: ${issuesInWords(parsed.error)}`;
    const extra = Object.keys(row).find((column) => !Object.hasOwn(rowForm(table).shape, column));
    return extra === undefined ? null : `A row of the table "${table}" has an unknown column "${extra}".`;
  };
  const own = faulty(name, content.row);
  if (own !== null) return own;
  const id = documentId(name, content.row);
  for (const [table, rows] of Object.entries(content.parts)) {
    const part = partsOf(name).find((each) => each === table);
    if (part === undefined) return `Rows of the table "${table}" do not belong to "${name}".`;
    const [owner = ''] = described(part).key;
    for (const row of rows) {
      if (row[owner] !== id) return `A row of the table "${table}" belongs to another "${name}".`;
      const wrong = faulty(part, row);
      if (wrong !== null) return wrong;
    }
  }
  return null;
}

/** Whose work a row is: the person who answered, decided or is asked; null where it is nobody's. */
export function personOf(name: HubTable, row: RawRow): PersonId | null {
  const parsed = PersonIdForm.safeParse(row['person_id']);
  return described(name).columns['person_id'] !== undefined && parsed.success ? parsed.data : null;
}

/** The tables that meet in a hub have to be those that travel and stand alone, and the settings. */
export const hubTables = (): readonly TableName[] =>
  tablesWhere(({ travels, partOf }, name) => name === 'meta' || (travels !== 'never' && partOf === null));
