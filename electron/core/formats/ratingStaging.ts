import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { ParsedItem } from '../../../shared/benchmarks/benchmark.ts';
import type { FieldLevel } from '../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../shared/domain/errors.ts';
import type { Work } from '../base/work.ts';
import type { ReportBuilder } from './importReport.ts';
import { MOST_RATERS } from './limits.ts';

/** One value of one rater as a source gives it. */
export interface StagedRating {
  /** Its place in the source, to name it and to keep the order. */
  readonly line: number;
  readonly item: string;
  readonly rater: string;
  /** Null: whichever task has the field. */
  readonly task: string | null;
  readonly field: string;
  readonly round: number;
  readonly value: string;
  /** UTC milliseconds; null: not said. */
  readonly submittedAt: number | null;
}

/** A field as it occurs in a source. */
export interface StagedField {
  readonly id: number;
  readonly task: string | null;
  readonly name: string;
}

/** What one rater says of one item in one round. */
export interface StagedAnswer {
  readonly item: string;
  readonly rater: string;
  readonly round: number;
  readonly submittedAt: number | null;
  readonly values: readonly { readonly field: number; readonly value: string; readonly line: number }[];
}

/** What a source of ratings says beside the ratings themselves. */
export interface RatingSource {
  /** What it says of how fields are compared. */
  readonly levels: ReadonlyMap<string, FieldLevel>;
  /** Raters that are not people whose name is their handle. */
  readonly raters: ReadonlyMap<string, RaterDescription>;
  /** Items that it describes, by their external ids. */
  readonly items: ReadonlyMap<string, ParsedItem>;
}

export interface RaterDescription {
  readonly kind: 'human' | 'model';
  readonly name: string;
  readonly version: string | null;
}

/** Reads a source's ratings into the staging; problems go into the report. */
export type ReadRatings = (
  staging: RatingStaging,
  report: ReportBuilder,
  work: Work,
) => Promise<RatingSource>;

/**
 * Ratings on their way in, in whatever order a source has them, put in order on disk: memory does not grow with their
 * number, only with that of items, raters and fields.
 */
export interface RatingStaging {
  add(rating: StagedRating): void;
  readonly fields: readonly StagedField[];
  /** In the order in which the source names them. */
  items(): IterableIterator<string>;
  raters(): readonly string[];
  count(): number;
  /** Every different value of a field with the first line that has it. */
  valuesOf(field: number): IterableIterator<{ readonly value: string; readonly line: number }>;
  /** How many different values a field has, counted up to `most`. */
  distinct(field: number, most: number): number;
  /** Item by item in the order of the source; of one item by rater and round. */
  answers(): IterableIterator<StagedAnswer>;
  close(): void;
}

const Row = z.object({
  item: z.string(),
  rater: z.int(),
  round: z.int(),
  field: z.int(),
  value: z.string(),
  line: z.int(),
  at: z.int().nullable(),
});
const Value = z.object({ value: z.string(), line: z.int() });

/** An empty one, in a file of its own that goes with it. */
export function createRatingStaging(): RatingStaging {
  // SQLite keeps a database without a name on disk as it grows, and removes it.
  const database = new Database('');
  database.pragma('journal_mode = OFF');
  database.pragma('temp_store = FILE');
  database.exec(`
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE rating (item INTEGER NOT NULL, rater INTEGER NOT NULL, round INTEGER NOT NULL, field INTEGER NOT NULL,
      value TEXT NOT NULL, line INTEGER NOT NULL, at INTEGER) STRICT;
    BEGIN`);
  const addItem = database.prepare<[string]>('INSERT INTO item (name) VALUES (?)');
  const findItem = database.prepare<[string], number>('SELECT id FROM item WHERE name = ?').pluck();
  const insert = database.prepare<[number, number, number, number, string, number, number | null]>(
    'INSERT INTO rating (item, rater, round, field, value, line, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const values = database.prepare<[number]>(
    'SELECT value, min(line) AS line FROM rating WHERE field = ? GROUP BY value ORDER BY 2',
  );
  const distinct = database
    .prepare<[number, number], number>(
      'SELECT count(*) FROM (SELECT DISTINCT value FROM rating WHERE field = ? LIMIT ?)',
    )
    .pluck();
  const fields: StagedField[] = [];
  const fieldIds = new Map<string, number>();
  const raters: string[] = [];
  const raterIds = new Map<string, number>();
  // Sources mostly name an item several times in a row.
  let last: { readonly name: string; readonly id: number } | null = null;
  let count = 0;

  const itemId = (name: string): number => {
    if (last?.name === name) return last.id;
    const id = findItem.get(name) ?? Number(addItem.run(name).lastInsertRowid);
    last = { name, id };
    return id;
  };
  const raterId = (handle: string): number => {
    // As the casebook tells people apart.
    const key = handle.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
    const known = raterIds.get(key);
    if (known !== undefined) return known;
    if (raters.length === MOST_RATERS) {
      throw new CasebookError(
        'invalid_input',
        `The source names more than ${MOST_RATERS.toLocaleString('en')} raters, the limit of one import.`,
        'Nothing was changed. Check which column names the rater, or split the source and import the parts separately.',
      );
    }
    raterIds.set(key, raters.length);
    raters.push(handle);
    return raters.length - 1;
  };
  const fieldId = (task: string | null, name: string): number => {
    const key = JSON.stringify([task, name]);
    const known = fieldIds.get(key);
    if (known !== undefined) return known;
    fieldIds.set(key, fields.length);
    fields.push({ id: fields.length, task, name });
    return fields.length - 1;
  };

  return {
    fields,
    add({ line, item, rater, task, field, round, value, submittedAt }) {
      insert.run(itemId(item), raterId(rater), round, fieldId(task, field), value, line, submittedAt);
      count += 1;
    },
    *items() {
      for (const name of database.prepare<[], string>('SELECT name FROM item ORDER BY id').pluck().iterate())
        yield name;
    },
    raters: () => raters,
    count: () => count,
    *valuesOf(field) {
      for (const row of values.iterate(field)) yield Value.parse(row);
    },
    distinct: (field, most) => distinct.get(field, most) ?? 0,
    *answers() {
      const rows = database
        .prepare(
          `SELECT i.name AS item, r.rater, r.round, r.field, r.value, r.line, r.at FROM rating r JOIN item i ON i.id = r.item
           ORDER BY r.item, r.rater, r.round, r.line`,
        )
        .iterate();
      let key = '';
      let open: { answer: Omit<StagedAnswer, 'values'>; values: StagedAnswer['values'][number][] }[] = [];
      const closed = (): StagedAnswer[] => open.map(({ answer, values }) => ({ ...answer, values }));
      for (const raw of rows) {
        const { item, rater, round, field, value, line, at } = Row.parse(raw);
        const next = `${String(rater)} ${String(round)} ${item}`;
        if (next !== key) {
          yield* closed();
          key = next;
          open = [{ answer: { item, rater: raters[rater] ?? '', round, submittedAt: null }, values: [] }];
        }
        for (const each of open) {
          each.values.push({ field, value, line });
          if (at !== null)
            each.answer = { ...each.answer, submittedAt: Math.max(each.answer.submittedAt ?? 0, at) };
        }
      }
      yield* closed();
    },
    close: () => void database.close(),
  };
}

/** Gives way to other work now and then on a long walk; throws where the signal aborts. */
export function createBreather(signal: AbortSignal, every: number): () => Promise<void> {
  let steps = 0;
  return async () => {
    steps += 1;
    if (steps % every !== 0) return;
    await setImmediate();
    signal.throwIfAborted();
  };
}
