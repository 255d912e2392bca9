import Database from 'better-sqlite3';
import { z } from 'zod';
import type { ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { FieldLevel } from '../../../../shared/contract/importExport.ts';
import { ReportedOrigin } from '../../../../shared/domain/answerOrigin.ts';
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
  readonly origin?: ReportedOrigin;
}

/** A field as it occurs in a source. */
export interface StagedField {
  readonly id: number;
  readonly task: string | null;
  readonly name: string;
}

/** What one rater says of one item in one round. */
export interface StagedRatingAnswer {
  readonly item: string;
  readonly rater: string;
  readonly round: number;
  readonly submittedAt: number | null;
  /** What the source says of how it came about. */
  readonly origin: ReportedOrigin;
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

/** What staged ratings are read as; a reading of them with plain numbers is the same. */
export type StagedRatings = Pick<RatingStaging, 'fields' | 'valuesOf' | 'distinct' | 'answers'>;

/** A value as it lies on disk. */
type StoredValue = readonly [
  item: number,
  rater: number,
  round: number,
  field: number,
  value: string,
  line: number,
  at: number | null,
  origin: number | null,
];
/** An answer whose values are still being gathered. */
type GrowingAnswer = { -readonly [Key in keyof StagedRatingAnswer]: StagedRatingAnswer[Key] } & {
  values: StagedRatingAnswer['values'][number][];
};
const Value = z.object({ value: z.string(), line: z.int() });

/** How many different values of a field stay in memory: a scale or a list of choices, not free texts. */
const MOST_AT_HAND = 1000;
/** Nor such long ones: boxes with their masks. */
const LONGEST_AT_HAND = 10_000;

/**
 * Ratings of an import, in any order, sorted on disk, in a file of its own that goes with it:
 * memory does not grow with their number, only with that of items, raters and fields.
 */
export class RatingStaging {
  // SQLite keeps a database without a name on disk as it grows, and removes it.
  readonly #database = new Database('');
  readonly #addItem;
  readonly #findItem;
  readonly #insert;
  readonly #values;
  readonly #distinct;
  readonly #fields: StagedField[] = [];
  /** Each field's distinct values with the first line of each; null: too many to keep. */
  readonly #seen: (Map<string, number> | null)[] = [];
  readonly #fieldIds = new Map<string, number>();
  /** Many ratings have the same. */
  readonly #origins: string[] = [];
  readonly #raters: string[] = [];
  readonly #raterIds = new Map<string, number>();
  /** Sources mostly name an item several times in a row. */
  #lastNamed: { readonly name: string; readonly id: number } | null = null;
  #count = 0;
  /** Whether the rows come item by item, of one item by rater and round. */
  #isOrdered = true;
  #lastAdded: readonly [item: number, rater: number, round: number] = [0, 0, 0];

  constructor() {
    this.#database.pragma('journal_mode = OFF');
    this.#database.pragma('temp_store = FILE');
    this.#database.exec(`
    CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE rating (item INTEGER NOT NULL, rater INTEGER NOT NULL, round INTEGER NOT NULL, field INTEGER NOT NULL,
      value TEXT NOT NULL, line INTEGER NOT NULL, at INTEGER, origin INTEGER) STRICT;
    BEGIN`);
    this.#addItem = this.#database.prepare<[string]>('INSERT INTO item (name) VALUES (?)');
    this.#findItem = this.#database.prepare<[string], number>('SELECT id FROM item WHERE name = ?').pluck();
    this.#insert = this.#database.prepare<
      [number, number, number, number, string, number, number | null, number | null]
    >(
      'INSERT INTO rating (item, rater, round, field, value, line, at, origin) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#values = this.#database.prepare<[number]>(
      'SELECT value, min(line) AS line FROM rating WHERE field = ? GROUP BY value ORDER BY 2',
    );
    this.#distinct = this.#database
      .prepare<[number, number], number>(
        'SELECT count(*) FROM (SELECT DISTINCT value FROM rating WHERE field = ? LIMIT ?)',
      )
      .pluck();
  }

  get fields(): readonly StagedField[] {
    return this.#fields;
  }

  add({ line, item, rater, task, field, round, value, submittedAt, origin }: StagedRating): void {
    const [itemAt, raterAt, fieldAt] = [this.#itemId(item), this.#raterId(rater), this.#fieldId(task, field)];
    const originAt = origin === undefined ? null : this.#originId(origin);
    this.#insert.run(itemAt, raterAt, round, fieldAt, value, line, submittedAt, originAt);
    const values = this.#seen[fieldAt] ?? null;
    if (values !== null && !values.has(value)) {
      values.set(value, line);
      if (values.size > MOST_AT_HAND || value.length > LONGEST_AT_HAND) this.#seen[fieldAt] = null;
    }
    const [lastItem, lastRater, lastRound] = this.#lastAdded;
    this.#isOrdered &&=
      itemAt > lastItem ||
      (itemAt === lastItem && (raterAt > lastRater || (raterAt === lastRater && round >= lastRound)));
    this.#lastAdded = [itemAt, raterAt, round];
    this.#count += 1;
  }

  /** In the order in which the source names them. */
  items(): IterableIterator<string> {
    return this.#database.prepare<[], string>('SELECT name FROM item ORDER BY id').pluck().iterate();
  }

  raters(): readonly string[] {
    return this.#raters;
  }

  count(): number {
    return this.#count;
  }

  /** Every different value of a field with the first line that has it. */
  *valuesOf(field: number): IterableIterator<z.infer<typeof Value>> {
    const known = this.#seen[field] ?? null;
    if (known === null) for (const row of this.#values.iterate(field)) yield Value.parse(row);
    else for (const [value, line] of [...known].sort(([, a], [, b]) => a - b)) yield { value, line };
  }

  /** How many different values a field has, counted up to `most`. */
  distinct(field: number, most: number): number {
    const known = this.#seen[field] ?? null;
    return known === null ? (this.#distinct.get(field, most) ?? 0) : Math.min(known.size, most);
  }

  /** Item by item in the order of the source; of one item by rater and round. */
  *answers(): IterableIterator<StagedRatingAnswer> {
    // Both walks go over the same rows: they are put in order once, and not at all where the source has them so.
    if (!this.#isOrdered) {
      this.#database.exec(`
          CREATE TABLE ordered AS SELECT * FROM rating ORDER BY item, rater, round, line;
          DROP TABLE rating;
          ALTER TABLE ordered RENAME TO rating`);
      this.#isOrdered = true;
    }
    const rows = this.#database
      .prepare<[], StoredValue>('SELECT * FROM rating ORDER BY rowid')
      .raw()
      .iterate();
    const nameOf = this.#database.prepare<[number], string>('SELECT name FROM item WHERE id = ?').pluck();
    let [answer, lastItem, lastRater, name]: [GrowingAnswer | null, number, number, string] = [
      null,
      0,
      0,
      '',
    ];
    for (const [item, rater, round, field, value, line, at, originAt] of rows) {
      if (answer === null || lastItem !== item || lastRater !== rater || answer.round !== round) {
        if (answer !== null) yield answer;
        if (lastItem !== item) name = nameOf.get(item) ?? '';
        answer = {
          item: name,
          rater: this.#raters[rater] ?? '',
          round,
          submittedAt: null,
          origin: {},
          values: [],
        };
        [lastItem, lastRater] = [item, rater];
      }
      answer.values.push({ field, value, line });
      if (at !== null) answer.submittedAt = Math.max(answer.submittedAt ?? 0, at);
      if (originAt !== null) answer.origin = { ...answer.origin, ...this.#originOf(originAt) };
    }
    if (answer !== null) yield answer;
  }

  close(): void {
    this.#database.close();
  }

  #itemId(name: string): number {
    if (this.#lastNamed?.name === name) return this.#lastNamed.id;
    const id = this.#findItem.get(name) ?? Number(this.#addItem.run(name).lastInsertRowid);
    this.#lastNamed = { name, id };
    return id;
  }

  #raterId(handle: string): number {
    // As the casebook tells people apart.
    const key = handle.replace(/[A-Z]/gu, (letter) => letter.toLowerCase());
    const known = this.#raterIds.get(key);
    if (known !== undefined) return known;
    if (this.#raters.length === MOST_RATERS) {
      throw new CasebookError(
        'invalid_input',
        `The source names more than ${MOST_RATERS.toLocaleString('en')} raters, the limit of one import.`,
        'Nothing was changed. Check which column names the rater, or split the source and import the parts separately.',
      );
    }
    this.#raterIds.set(key, this.#raters.length);
    return this.#raters.push(handle) - 1;
  }

  #fieldId(task: string | null, name: string): number {
    const key = JSON.stringify([task, name]);
    const known = this.#fieldIds.get(key);
    if (known !== undefined) return known;
    const id = this.#fields.length;
    this.#fieldIds.set(key, id);
    this.#fields.push({ id, task, name });
    this.#seen.push(new Map());
    return id;
  }

  #originId(origin: ReportedOrigin): number {
    const text = JSON.stringify(origin);
    const known = this.#origins.indexOf(text);
    return known === -1 ? this.#origins.push(text) - 1 : known;
  }

  #originOf(at: number): ReportedOrigin {
    return ReportedOrigin.parse(JSON.parse(this.#origins[at] ?? '{}'));
  }
}
