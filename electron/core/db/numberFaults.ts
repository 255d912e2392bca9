import { z } from 'zod';
import { LATEST_TIME } from '../../../shared/base/numbers.ts';
import type { CasebookDatabase } from './database.ts';
import type { Column } from './describe.ts';
import { SCHEMA, type TableName, tablesWhere } from './schema.ts';

/* Numbers in a casebook that no Casebook writes: found and corrected by the bounds that `schema.ts` describes. */

/** A number beyond its bounds. */
export interface NumberFault {
  readonly table: TableName;
  /** The row's key, its parts apart by spaces. */
  readonly key: string;
  readonly column: string;
  readonly value: number;
}

interface Bounds {
  readonly column: string;
  readonly least: number;
  readonly most: number;
}

const Limits = z.object({
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
});
const Described = z.union([
  Limits.extend({ anyOf: z.undefined().optional() }),
  z.object({ anyOf: z.array(Limits) }),
]);

/** The bounds of a column of numbers; null for every other column. */
export function boundsOf({ type, form }: Column): { readonly least: number; readonly most: number } | null {
  if (type === 'TEXT') return null;
  const described = Described.parse(z.toJSONSchema(form, { io: 'input' }));
  const limits =
    'anyOf' in described && described.anyOf !== undefined ? described.anyOf : [Limits.parse(described)];
  const bounds = limits.find(({ maximum }) => maximum !== undefined);
  if (bounds?.maximum === undefined) return null;
  const { minimum, exclusiveMinimum, maximum } = bounds;
  const least = minimum ?? (exclusiveMinimum === undefined ? -maximum : exclusiveMinimum + 1);
  return { least, most: maximum };
}

const bounded = (name: TableName): Bounds[] =>
  Object.entries(SCHEMA[name].columns).flatMap(([column, described]) => {
    const bounds = boundsOf(described);
    return bounds === null ? [] : [{ column, ...bounds }];
  });

const beyond = ({ column, least, most }: Bounds): string =>
  `${column} < ${String(least)} OR ${column} > ${String(most)}`;

/** Every number of a casebook beyond its bounds. */
export function numberFaults(database: CasebookDatabase): NumberFault[] {
  return tablesWhere(({ rows }) => rows !== 'derived').flatMap((table) =>
    bounded(table).flatMap((bounds) => {
      const { key } = SCHEMA[table];
      const rows = database
        .prepare(
          `SELECT concat_ws(' ', ${key.length === 0 ? 'rowid' : key.join(', ')}) AS key, CAST(${bounds.column} AS REAL) AS value
           FROM ${table} WHERE ${beyond(bounds)}`,
        )
        .all();
      return z
        .array(z.object({ key: z.string(), value: z.number() }))
        .parse(rows)
        .map((row) => ({ table, column: bounds.column, ...row }));
    }),
  );
}

/**
 * Corrects every number beyond its bounds, in one transaction: renumbers a document's answers in their order, sets a
 * time after the latest allowed one to `now`, and moves other numbers to the nearest bound. Returns the corrections. A
 * number whose new place is taken stays and is found again.
 */
export function repairNumbers(database: CasebookDatabase, now: number): NumberFault[] {
  return database
    .transaction(() => {
      const faults = numberFaults(database);
      const tables = new Set(faults.map(({ table }) => table));
      for (const table of tables) {
        const triggers = z
          .array(z.object({ name: z.string(), sql: z.string() }))
          .parse(
            database
              .prepare(
                "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? AND sql LIKE '%BEFORE UPDATE%'",
              )
              .all(table),
          );
        for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
        if (table === 'annotation') numberAnew(database);
        for (const bounds of bounded(table)) {
          const most = bounds.most === LATEST_TIME ? now : bounds.most;
          database
            .prepare(
              `UPDATE OR IGNORE ${table} SET ${bounds.column} = CASE WHEN ${bounds.column} > ? THEN ? ELSE ? END
               WHERE ${beyond(bounds)}`,
            )
            .run(bounds.most, most, bounds.least);
        }
        for (const { sql } of triggers) database.exec(sql);
      }
      return faults;
    })
    .immediate();
}

/** Numbers the answers of each document that has a version beyond its bounds anew, in their order: 1, 2, 3. */
function numberAnew(database: CasebookDatabase): void {
  const { most } = boundsOf(SCHEMA.annotation.columns.version) ?? { most: 0 };
  const documents = database
    .prepare<[number], { item_id: string; task: string; round: number; person_id: string }>(
      'SELECT DISTINCT item_id, task, round, person_id FROM annotation WHERE version > ?',
    )
    .all(most);
  const answers = database
    .prepare<[string, string, number, string], string>(
      'SELECT id FROM annotation WHERE (item_id, task, round, person_id) = (?, ?, ?, ?) ORDER BY version',
    )
    .pluck();
  const number = database.prepare<[number, string]>('UPDATE annotation SET version = ? WHERE id = ?');
  for (const { item_id: item, task, round, person_id: person } of documents)
    for (const [place, id] of answers.all(item, task, round, person).entries()) number.run(place + 1, id);
}
