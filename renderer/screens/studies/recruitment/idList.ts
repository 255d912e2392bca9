import { parse } from 'papaparse';
import { z } from 'zod';

const Rows = z.array(z.array(z.string()));

/** What a column with ids may be called, beside the study’s own parameter. */
const ID_NAMES = new Set(['id', 'ids', 'participant', 'participant id', 'participant_id', 'prolific_pid']);

/** A table that was read from a file: its first row and what comes below. */
export interface IdTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The rows of a CSV file. Null: it has none. */
export function readTable(csv: string): IdTable | null {
  const [columns, ...rows] = Rows.parse(
    parse(csv.replace(/^\uFEFF/u, ''), { skipEmptyLines: 'greedy' }).data,
  );
  return columns === undefined ? null : { columns, rows };
}

/** The column that holds ids by its name; null: none is called so. */
export function idColumn({ columns }: IdTable, parameter: string): number | null {
  const names = columns.map((name) => name.trim().toLowerCase());
  const own = names.indexOf(parameter.toLowerCase());
  const place = own === -1 ? names.findIndex((name) => ID_NAMES.has(name)) : own;
  return place === -1 ? null : place;
}

/** The ids of a column, one a line. `named`: its first row is a name, not an id. */
export function idsOfColumn({ columns, rows }: IdTable, column: number, named: boolean): string {
  return [...(named ? [] : [columns]), ...rows]
    .map((row) => (row[column] ?? '').trim())
    .filter((id) => id !== '')
    .join('\n');
}

/** How many links one request can make. */
const MOST_IDS = 5000;
const LONGEST_ID = 200;

/** The ids of lines, each once, and what is wrong with them in words. */
export function idsOf(lines: string): { readonly ids: readonly string[]; readonly problem: string | null } {
  const ids = [...new Set(lines.split(/\r?\n/u).map((line) => line.trim()))].filter((line) => line !== '');
  const long = ids.find((id) => id.length > LONGEST_ID);
  if (long !== undefined)
    return { ids, problem: `“${long.slice(0, 24)}…” is too long: an id has at most 200 characters.` };
  return {
    ids,
    problem: ids.length > MOST_IDS ? 'At most 5,000 links are made at once. Split the list.' : null,
  };
}
