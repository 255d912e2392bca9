import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { z } from 'zod';
import type { ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { FieldLevel } from '../../../../shared/contract/importExport.ts';
import { SaidOrigin } from '../../../../shared/domain/answerOrigin.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { Work } from '../../base/work.ts';
import type { ReportBuilder } from '../reading/importReport.ts';
import { MOST_RATERS } from '../reading/limits.ts';

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
  /** What the source says of how it came about; left out: nothing. */
  readonly origin?: SaidOrigin;
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
  /** What the source says of how it came about. */
  readonly origin: SaidOrigin;
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

/** A value as it lies on disk. */
type Stored = readonly [
  item: number,
  rater: number,
  round: number,
  field: number,
  value: string,
  line: number,
  at: number | null,
  origin: number | null,
];
const Value = z.object({ value: z.string(), line: z.int() });

/** How many different values of a field stay in memory: a scale or a list of choices, not free texts. */
const MOST_AT_HAND = 1000;
/** Nor such long ones: boxes with their masks. */
const LONGEST_AT_HAND = 10_000;

/** An empty one, in a file of its own that goes with it. */
export function createRatingStaging(): RatingStaging {
  // SQLite keeps a database without a name on disk as it grows, and removes it.
  const database = new Database('');
  database.pragma('journal_mode = OFF');
  database.pragma('temp_store = FILE');
  database.exec(`
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE rating (item INTEGER NOT NULL, rater INTEGER NOT NULL, round INTEGER NOT NULL, field INTEGER NOT NULL,
      value TEXT NOT NULL, line INTEGER NOT NULL, at INTEGER, origin INTEGER) STRICT;
    BEGIN`);
  const addItem = database.prepare<[string]>('INSERT INTO item (name) VALUES (?)');
  const findItem = database.prepare<[string], number>('SELECT id FROM item WHERE name = ?').pluck();
  const insert = database.prepare<
    [number, number, number, number, string, number, number | null, number | null]
  >(
    'INSERT INTO rating (item, rater, round, field, value, line, at, origin) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
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
  // Per field its different values with the first line of each; null: too many to keep at hand.
  const seen: (Map<string, number> | null)[] = [];
  const fieldIds = new Map<string, number>();
  // Many ratings have the same.
  const origins: string[] = [];
  const raters: string[] = [];
  const raterIds = new Map<string, number>();
  // Sources mostly name an item several times in a row.
  let last: { readonly name: string; readonly id: number } | null = null;
  let count = 0;
  // Whether the rows come item by item, of one item by rater and round.
  let isOrdered = true;
  let [lastItem, lastRater, lastRound] = [0, 0, 0];

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
  const originOf = (at: number): SaidOrigin => SaidOrigin.parse(JSON.parse(origins[at] ?? '{}'));
  const fieldId = (task: string | null, name: string): number => {
    const key = JSON.stringify([task, name]);
    const known = fieldIds.get(key);
    if (known !== undefined) return known;
    fieldIds.set(key, fields.length);
    fields.push({ id: fields.length, task, name });
    seen.push(new Map());
    return fields.length - 1;
  };

  const originId = (origin: SaidOrigin): number => {
    const text = JSON.stringify(origin);
    const known = origins.indexOf(text);
    return known === -1 ? origins.push(text) - 1 : known;
  };

  return {
    fields,
    add({ line, item, rater, task, field, round, value, submittedAt, origin }) {
      const [itemAt, raterAt, fieldAt] = [itemId(item), raterId(rater), fieldId(task, field)];
      const originAt = origin === undefined ? null : originId(origin);
      insert.run(itemAt, raterAt, round, fieldAt, value, line, submittedAt, originAt);
      const values = seen[fieldAt] ?? null;
      if (values !== null && !values.has(value)) {
        values.set(value, line);
        if (values.size > MOST_AT_HAND || value.length > LONGEST_AT_HAND) seen[fieldAt] = null;
      }
      isOrdered &&=
        itemAt > lastItem ||
        (itemAt === lastItem && (raterAt > lastRater || (raterAt === lastRater && round >= lastRound)));
      [lastItem, lastRater, lastRound] = [itemAt, raterAt, round];
      count += 1;
    },
    *items() {
      for (const name of database.prepare<[], string>('SELECT name FROM item ORDER BY id').pluck().iterate())
        yield name;
    },
    raters: () => raters,
    count: () => count,
    *valuesOf(field) {
      const known = seen[field] ?? null;
      if (known === null) for (const row of values.iterate(field)) yield Value.parse(row);
      else for (const [value, line] of [...known].sort(([, a], [, b]) => a - b)) yield { value, line };
    },
    distinct(field, most) {
      const known = seen[field] ?? null;
      return known === null ? (distinct.get(field, most) ?? 0) : Math.min(known.size, most);
    },
    *answers() {
      // Both walks go over the same rows: they are put in order once, and not at all where the source has them so.
      if (!isOrdered) {
        database.exec(`
          CREATE TABLE ordered AS SELECT * FROM rating ORDER BY item, rater, round, line;
          DROP TABLE rating;
          ALTER TABLE ordered RENAME TO rating`);
        isOrdered = true;
      }
      const rows = database.prepare<[], Stored>('SELECT * FROM rating ORDER BY rowid').raw().iterate();
      const nameOf = database.prepare<[number], string>('SELECT name FROM item WHERE id = ?').pluck();
      let key: readonly [item: number, rater: number, round: number] | null = null;
      let itemName = '';
      let values: StagedAnswer['values'][number][] = [];
      let submittedAt: number | null = null;
      let origin: SaidOrigin = {};
      const answer = ([, rater, round]: NonNullable<typeof key>): StagedAnswer => ({
        item: itemName,
        rater: raters[rater] ?? '',
        round,
        submittedAt,
        origin,
        values,
      });
      for (const [item, rater, round, field, value, line, at, originAt] of rows) {
        if (key === null || key[0] !== item || key[1] !== rater || key[2] !== round) {
          if (key !== null) yield answer(key);
          if (key?.[0] !== item) itemName = nameOf.get(item) ?? '';
          key = [item, rater, round];
          values = [];
          submittedAt = null;
          origin = {};
        }
        values.push({ field, value, line });
        if (at !== null) submittedAt = Math.max(submittedAt ?? 0, at);
        if (originAt !== null) origin = { ...origin, ...originOf(originAt) };
      }
      if (key !== null) yield answer(key);
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
