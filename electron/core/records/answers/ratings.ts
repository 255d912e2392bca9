import { z } from 'zod';
import { AskedParts } from '../../../../shared/benchmarks/parts.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { AnnotationId, ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { memoized } from '../../base/memo.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { REGION_COLUMNS, toRegion } from './regions.ts';
import { isOfCurrentEdition } from './edition.ts';

/**
 * A person's answer as it counts for agreement and adjudication: the latest independent one they submitted about the item
 * as it is now.
 */
export interface Rating {
  readonly annotationId: AnnotationId;
  readonly itemId: ItemId;
  readonly personId: PersonId;
  readonly answer: JsonObject;
  /** The parts of it that its rater was asked for and answered; null: everything. */
  readonly asked: AskedParts;
  readonly submittedAt: number;
}

/** A column `asked` as the database has it. */
export const askedColumn = (text: string | null): AskedParts =>
  text === null ? null : AskedParts.parse(JSON.parse(text));

const Row = z.object({
  annotationId: AnnotationId,
  itemId: ItemId,
  personId: PersonId,
  answer: z.string().transform((text) => JsonObject.parse(JSON.parse(text))),
  asked: z.string().nullable().transform(askedColumn),
  submittedAt: z.int(),
});

/** A row of many as the database has it. */
type StoredRow = readonly [
  id: AnnotationId,
  itemId: ItemId,
  personId: PersonId,
  answer: string,
  asked: string | null,
  submittedAt: number,
  version: number,
];

const COLUMNS = `a.id AS annotationId, a.item_id AS itemId, a.person_id AS personId, a.payload AS answer, a.asked,
  a.submitted_at AS submittedAt`;

const IS_LATEST = `a.independent = 1 AND a.state = 'submitted' AND a.task = ? AND a.round = ?
  AND ${isOfCurrentEdition('a')}
  AND NOT EXISTS (SELECT 1 FROM annotation b WHERE b.item_id = a.item_id AND b.task = a.task AND b.round = a.round
    AND b.person_id = a.person_id AND b.independent = 1 AND b.state = 'submitted' AND b.edition_id IS a.edition_id
    AND b.version > a.version)`;

/** Reads ratings of a casebook. */
export class RatingsReader {
  readonly #round;
  readonly #ofItem;
  readonly #all;
  readonly #answerOf;
  readonly #askedOf;
  readonly #regions;

  constructor(database: CasebookDatabase) {
    this.#round = database
      .prepare<[string, string, string, string], number | null>(
        `SELECT max(round) FROM (SELECT round FROM assignment WHERE item_id = ? AND task = ?
         UNION ALL SELECT round FROM annotation WHERE item_id = ? AND task = ? AND independent = 1)`,
      )
      .pluck();
    this.#ofItem = database.prepare<[string, number, string]>(
      `SELECT ${COLUMNS} FROM annotation a WHERE ${IS_LATEST} AND a.item_id = ? ORDER BY a.submitted_at, a.id`,
    );
    // Item by item, each person's versions in a row: which is the latest, and the order in time, costs less to see here.
    this.#all = database
      .prepare<[string, number], StoredRow>(
        `SELECT a.id, a.item_id, a.person_id, a.payload, a.asked, a.submitted_at, a.version
       FROM item i CROSS JOIN annotation a ON a.item_id = i.id
       WHERE a.independent = 1 AND a.state = 'submitted' AND a.task = ? AND a.round = ? AND a.edition_id IS i.edition_id
       ORDER BY i.sequence`,
      )
      .raw();
    this.#answerOf = memoized((text: string) => JsonObject.parse(JSON.parse(text)));
    this.#askedOf = memoized(askedColumn);
    this.#regions = database.prepare<[string]>(
      `SELECT ${REGION_COLUMNS} FROM region WHERE annotation_id = ? ORDER BY position, id`,
    );
  }

  /** The latest round in which somebody rated or was assigned the item, 1 where nobody was. */
  roundOf(itemId: string, task: string): number {
    return this.#round.get(itemId, task, itemId, task) ?? 1;
  }

  /** Of one item, oldest first, ties by id, so that the order is the same wherever they are read. */
  ofItem(itemId: string, task: string, ofRound: number): Rating[] {
    return this.#ofItem.all(task, ofRound, itemId).map((row) => Row.parse(row));
  }

  /** Of all items, in the order of import, then as above. Ratings that say the same share their answer. */
  *all(task: string, ofRound: number): IterableIterator<Rating> {
    let ofItem: StoredRow[] = [];
    for (const row of this.#all.iterate(task, ofRound)) {
      if (row[1] !== ofItem[0]?.[1]) {
        yield* inTime(latestOfEach(ofItem)).map(this.#toRating);
        ofItem = [];
      }
      ofItem.push(row);
    }
    yield* inTime(latestOfEach(ofItem)).map(this.#toRating);
  }

  regions(annotationId: string): RegionRecord[] {
    return this.#regions.all(annotationId).map(toRegion);
  }

  readonly #toRating = ([annotationId, itemId, personId, answer, asked, submittedAt]: StoredRow): Rating => ({
    annotationId,
    itemId,
    personId,
    answer: this.#answerOf(answer),
    asked: this.#askedOf(asked),
    submittedAt,
  });
}

/** Of one item's ratings the latest version of each person. */
function latestOfEach(rows: readonly StoredRow[]): StoredRow[] {
  const latest = new Map<PersonId, StoredRow>();
  for (const row of rows) {
    const before = latest.get(row[2]);
    if (before === undefined || before[6] < row[6]) latest.set(row[2], row);
  }
  return [...latest.values()];
}

/** Oldest first, ties by id. */
const inTime = (rows: StoredRow[]): StoredRow[] => rows.sort((a, b) => a[5] - b[5] || (a[0] < b[0] ? -1 : 1));
