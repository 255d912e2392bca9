import { z } from 'zod';
import { AskedParts } from '../../../shared/benchmarks/parts.ts';
import type { RegionRecord } from '../../../shared/domain/document.ts';
import { AnnotationId, ItemId, PersonId } from '../../../shared/domain/ids.ts';
import { JsonObject } from '../../../shared/domain/json.ts';
import { memoized } from '../base/memo.ts';
import type { CasebookDatabase } from '../db/database.ts';
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

/** A row of them as the database has it. */
type StoredRating = Omit<Rating, 'answer' | 'asked'> & {
  readonly answer: string;
  readonly asked: string | null;
};

/** Reads ratings of a casebook. */
export interface RatingsReader {
  /** The latest round in which somebody rated or was assigned the item, 1 where nobody was. */
  roundOf(itemId: string, task: string): number;
  /** Of one item, oldest first, ties by id, so that the order is the same wherever they are read. */
  ofItem(itemId: string, task: string, round: number): Rating[];
  /** Of all items, in the order of import, then as above. Ratings that say the same share their answer. */
  all(task: string, round: number): IterableIterator<Rating>;
  regions(annotationId: string): RegionRecord[];
}

const COLUMNS = `a.id AS annotationId, a.item_id AS itemId, a.person_id AS personId, a.payload AS answer, a.asked,
  a.submitted_at AS submittedAt`;

const IS_LATEST = `a.independent = 1 AND a.state = 'submitted' AND a.task = ? AND a.round = ?
  AND ${isOfCurrentEdition('a')}
  AND NOT EXISTS (SELECT 1 FROM annotation b WHERE b.item_id = a.item_id AND b.task = a.task AND b.round = a.round
    AND b.person_id = a.person_id AND b.independent = 1 AND b.state = 'submitted' AND b.edition_id IS a.edition_id
    AND b.version > a.version)`;

/** The reader of a database, its statements prepared once. */
export function createRatingsReader(database: CasebookDatabase): RatingsReader {
  const round = database
    .prepare<[string, string, string, string], number | null>(
      `SELECT max(round) FROM (SELECT round FROM assignment WHERE item_id = ? AND task = ?
         UNION ALL SELECT round FROM annotation WHERE item_id = ? AND task = ? AND independent = 1)`,
    )
    .pluck();
  const ofItem = database.prepare<[string, number, string]>(
    `SELECT ${COLUMNS} FROM annotation a WHERE ${IS_LATEST} AND a.item_id = ? ORDER BY a.submitted_at, a.id`,
  );
  // Item by item, so that nothing but one item's ratings has to be put in order.
  const all = database.prepare<[string, number], StoredRating>(
    `SELECT ${COLUMNS} FROM item i CROSS JOIN annotation a ON a.item_id = i.id
     WHERE ${IS_LATEST} ORDER BY i.sequence, a.submitted_at, a.id`,
  );
  const answerOf = memoized((text: string) => JsonObject.parse(JSON.parse(text)));
  const askedOf = memoized(askedColumn);
  const regions = database.prepare<[string]>(
    `SELECT ${REGION_COLUMNS} FROM region WHERE annotation_id = ? ORDER BY position, id`,
  );
  return {
    roundOf: (itemId, task) => round.get(itemId, task, itemId, task) ?? 1,
    ofItem: (itemId, task, ofRound) => ofItem.all(task, ofRound, itemId).map((row) => Row.parse(row)),
    *all(task, ofRound) {
      for (const row of all.iterate(task, ofRound))
        yield { ...row, answer: answerOf(row.answer), asked: askedOf(row.asked) };
    },
    regions: (annotationId) => regions.all(annotationId).map(toRegion),
  };
}
