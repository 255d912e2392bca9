import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CasebookDatabase, openDatabase } from '../../electron/core/db/database.ts';
import type { Table } from '../../electron/core/db/describe.ts';
import { migrate } from '../../electron/core/db/migrate.ts';
import { SCHEMA, tablesWhere } from '../../electron/core/db/schema.ts';

const Names = z.array(z.string());
const Info = z.array(z.object({ name: z.string(), type: z.string(), notnull: z.int(), pk: z.int() }));
const References = z.array(z.object({ table: z.string(), from: z.string() }));
const Triggers = z.array(z.object({ table: z.string(), sql: z.string() }));

/** The tables as the migrations make them; the full-text index keeps tables of its own. */
function made(): CasebookDatabase {
  const database = openDatabase(':memory:', 'create');
  migrate(database);
  return database;
}

const database = made();
const tables: readonly (readonly [string, Table])[] = Object.entries(SCHEMA);
const infoOf = (name: string): z.infer<typeof Info> =>
  Info.parse(database.prepare(`SELECT name, type, "notnull", pk FROM pragma_table_info('${name}')`).all());

/** What triggers refuse of a table's rows: always, or only of some of them. */
const refusals = new Map<string, string>();
for (const { table, sql } of Triggers.parse(
  database.prepare("SELECT tbl_name AS 'table', sql FROM sqlite_schema WHERE type = 'trigger'").all(),
)) {
  const [, what] = /BEFORE (UPDATE|DELETE|INSERT)/u.exec(sql) ?? [];
  const refusal = `${what ?? ''}${/OLD\.state = 'submitted'|= 'submitted'/u.test(sql) ? ' once submitted' : ''}`;
  refusals.set(table, [...(refusals.get(table)?.split(', ') ?? []), refusal].sort().join(', '));
}

describe('the description of the tables', () => {
  it('names every table that the migrations make, and no other', () => {
    const names = Names.parse(
      database
        .prepare(
          "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'item\\_text\\_%' ESCAPE '\\' ORDER BY name",
        )
        .pluck()
        .all(),
    );
    expect(tables.map(([name]) => name).sort()).toEqual(names);
  });

  it.each(tables)('says of %s which columns it has, with their types, and what its key is', (name, table) => {
    const info = infoOf(name);
    // A full-text index has no types.
    const described = Object.entries(table.columns).map(([column, { type, form }]) =>
      name === 'item_text' ? [column, '', false] : [column, type, form.safeParse(null).success],
    );
    const found = info.map(({ name: column, type, notnull, pk }) => [
      column,
      type,
      name !== 'item_text' && notnull === 0 && pk === 0,
    ]);
    expect(described).toEqual(found);
    const primary = info.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
    // Tables with row numbers have their key as the first thing that is unique in them.
    const unique = Names.parse(
      database.prepare(`SELECT name FROM pragma_index_info('sqlite_autoindex_${name}_1')`).pluck().all(),
    );
    expect(table.key).toEqual(primary.length > 0 ? primary.map(({ name: column }) => column) : unique);
  });

  it.each(tables)('says of %s what its rows name', (name, table) => {
    const described = Object.entries(table.columns).flatMap(([column, { references }]) =>
      references === null ? [] : [`${column}: ${references}`],
    );
    const found = References.parse(
      database.prepare(`SELECT "table", "from" FROM pragma_foreign_key_list('${name}')`).all(),
    ).map(({ from, table: other }) => `${from}: ${other}`);
    expect(new Set(described)).toEqual(new Set(found));
  });

  it.each(tables)('says of %s what the database refuses to change', (name, { rows }) => {
    const refused = refusals.get(name) ?? '';
    if (rows === 'appendOnly') expect(refused).toBe('DELETE, UPDATE');
    else if (rows === 'submitted')
      expect(refused).toMatch(/^DELETE once submitted, .*UPDATE once submitted$/u);
    // Some of these nobody changes although nothing refuses it.
    else if (rows === 'immutable') expect(['', 'UPDATE']).toContain(refused);
    else expect(refused).toBe('');
  });

  it.each(tables)('says of %s which columns hold JSON', (name, { columns }) => {
    const sql = z
      .string()
      .parse(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name));
    for (const [column, { json }] of Object.entries(columns))
      expect(new RegExp(`json_(?:valid|type) ?\\(${column}\\)`, 'u').test(sql), column).toBe(json);
  });

  it('lets nothing travel that is derived, and packs nothing that does not travel', () => {
    expect(tablesWhere(({ rows, travels }) => rows === 'derived' && travels !== 'never')).toEqual([]);
    // A package has settings and a search index of its own.
    expect(tablesWhere(({ packed, travels }) => packed !== null && travels === 'never')).toEqual([
      'meta',
      'item_text',
    ]);
  });

  it.each(tables)('names only columns of %s as its own, as emptied and as replaced', (_name, table) => {
    const columns = Object.keys(table.columns);
    const { emptied = [], replaced = [] } = table.packed ?? {};
    for (const column of [...table.local, ...emptied, ...replaced, ...table.key])
      expect(columns).toContain(column);
    for (const column of emptied) {
      expect(table.columns[column]?.form.safeParse(null).success, column).toBe(true);
      expect(replaced).not.toContain(column);
    }
  });
});
