import { z } from 'zod';
import { CasebookError } from '../../../shared/base/errors.ts';
import { issuesInWords } from '../../../shared/base/issues.ts';
import { type Json, sameJson } from '../../../shared/base/json.ts';
import type { CasebookDatabase } from './database.ts';
import type { Table } from './describe.ts';
import { rowForm, type RowOf, SCHEMA, type TableName } from './schema.ts';

/* Reads, writes and compares rows of any table as `schema.ts` describes it. */

/** The columns of a table that travel. */
const columnsOf = (name: TableName): readonly string[] => Object.keys(rowForm(name).shape);

/** Reads rows of a table, each checked. */
export interface RowReader<Name extends TableName> {
  /** One at a time, for whole tables. */
  all(...parameters: readonly (string | number)[]): IterableIterator<RowOf<Name>>;
  /** At once, which is several times faster for a few. */
  list(...parameters: readonly (string | number)[]): RowOf<Name>[];
}

/**
 * A reader of a table: all rows, or those of a condition and in an order (`rest`, SQL). Reading throws `invalid_input`
 * that names the table, the row and what is wrong.
 */
export function rowReader<Name extends TableName>(
  database: CasebookDatabase,
  name: Name,
  rest = '',
): RowReader<Name> {
  const form = rowForm(name);
  const statement = database.prepare<(string | number)[]>(
    `SELECT ${columnsOf(name).join(', ')} FROM ${name} ${rest}`,
  );
  const checked = (raw: unknown): RowOf<Name> => {
    const parsed = form.safeParse(raw);
    if (parsed.success) return parsed.data;
    const id = z.looseObject({ id: z.string() }).safeParse(raw);
    throw new CasebookError(
      'invalid_input',
      `A row of the table "${name}"${id.success ? ` (${id.data.id})` : ''} breaks a rule: ${issuesInWords(parsed.error)}`,
    );
  };
  return {
    *all(...parameters) {
      for (const raw of statement.iterate(...parameters)) yield checked(raw);
    },
    list: (...parameters) => statement.all(...parameters).map(checked),
  };
}

/** Writes rows of a table as they are. */
export function rowWriter<Name extends TableName>(
  database: CasebookDatabase,
  name: Name,
): (row: RowOf<Name>) => void {
  const columns = columnsOf(name);
  const described: Table['columns'] = SCHEMA[name].columns;
  const statement = database.prepare(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (row) => {
    const values: Readonly<Record<string, unknown>> = row;
    statement.run(
      columns.map((column) => {
        const value = values[column];
        return described[column]?.json === true && value !== null ? JSON.stringify(value) : value;
      }),
    );
  };
}

/**
 * Writes rows of a table into a package, as `schema.ts` says of it: emptied columns as NULL, replaced ones with the value
 * given. Throws where the table is not for packages, and where a value that is to be replaced is not given.
 */
export function packedWriter<Name extends TableName>(
  database: CasebookDatabase,
  name: Name,
): (row: RowOf<Name>, replaced: Partial<RowOf<Name>>) => void {
  const { packed }: Table = SCHEMA[name];
  if (packed === null) throw new Error(`A package holds nothing of the table ${name}.`);
  const write = rowWriter(database, name);
  const emptied = Object.fromEntries((packed.emptied ?? []).map((column) => [column, null]));
  return (row, replaced) => {
    for (const column of packed.replaced ?? [])
      if (!Object.hasOwn(replaced, column)) throw new Error(`A package replaces ${name}.${column}.`);
    write({ ...row, ...emptied, ...replaced });
  };
}

/** Whether two rows say the same, `except` in these columns. */
export function sameRow<Row extends object>(a: Row, b: Row, except?: readonly string[]): boolean;
export function sameRow(
  a: Readonly<Record<string, Json>>,
  b: Readonly<Record<string, Json>>,
  except: readonly string[] = [],
): boolean {
  return Object.keys(a).every((column) => except.includes(column) || sameJson(a[column], b[column]));
}
