import type { Task, TaskField } from '../../../../shared/benchmarks/task.ts';
import { fieldRating } from '../../../../shared/benchmarks/fieldRating.ts';
import type { Validation } from '../../../../shared/benchmarks/validation.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { ValidationDecision } from '../../../../shared/domain/status.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import {
  type BoxContent,
  type CategoryContent,
  createSheet,
  type Sheet,
} from '../../derived/agreement/sheets.ts';
import { askedColumn, RatingsReader } from '../../records/answers/ratings.ts';
import { memoized } from '../../base/memo.ts';
import type { Condition } from '../../access/itemFilter.ts';
import { UNDECIDED } from '../../access/undecided.ts';
import { readMeta } from '../../db/meta.ts';

/** Which ratings to read. Plain data: it is handed to a worker thread. */
export interface RepeatedQuestion {
  readonly first: number;
  readonly second: number;
  /** Of `item AS i`: the items that the caller may know of. */
  readonly condition: Condition;
  /** Whether they are to decide between raters, and must not be told what one of them said until they have. */
  readonly hidesRaters: boolean;
}

/** Somebody's latest rating of an item in a round. */
export interface RepeatedRating {
  readonly itemId: string;
  readonly externalId: string;
  /** Whose it is, by handle. */
  readonly person: string;
  readonly round: number;
  readonly editionId: string | null;
  /** Whether it is about the current edition. */
  readonly isCurrent: boolean;
  /** Whether the item is not to be named together with its raters. */
  readonly hidden: boolean;
  readonly decision: ValidationDecision | null;
}

/** What was said in a field: a row for each rating, in their order, of one column. */
export interface RepeatedField {
  readonly field: TaskField;
  readonly content: CategoryContent | BoxContent;
}

export interface RepeatedRatings {
  /** In the order of import, of an item by person and round. */
  readonly ratings: readonly RepeatedRating[];
  /** Without the texts, which are not compared. */
  readonly fields: readonly RepeatedField[];
}

interface Row {
  readonly annotationId: string;
  readonly itemId: string;
  readonly sequence: number;
  readonly externalId: string;
  readonly person: string;
  readonly round: number;
  readonly editionId: string | null;
  readonly asked: string | null;
  readonly isCurrent: number;
  readonly hidden: number;
  readonly payload: string;
}

/**
 * Reads everybody's latest rating of each item in two rounds of the main task, field by field as numbers.
 * @param look called before each rating; what it throws ends the reading
 */
export function readRepeated(
  database: CasebookDatabase,
  task: Task,
  validation: Validation,
  { first, second, condition, hidesRaters }: RepeatedQuestion,
  look: () => void,
): RepeatedRatings {
  const vocabulary = JsonObject.parse(readMeta(database, 'vocabulary'));
  const reader = new RatingsReader(database);
  const sheets = task
    .fields(vocabulary)
    .filter(({ comparison }) => comparison.level !== 'text')
    .map((field): { field: TaskField; sheet: Sheet; cells: number[] } => ({
      field,
      sheet: createSheet(field.comparison),
      cells: [],
    }));
  const hidden = hidesRaters
    ? `EXISTS (SELECT 1 FROM rating_state s WHERE s.item_id = i.id AND s.state IN (${UNDECIDED}))`
    : '0';
  const rows = database
    .prepare<(string | number)[], Row>(
      // Item by item, so that nothing but one item's ratings has to be put in order.
      `SELECT a.id AS annotationId, a.item_id AS itemId, i.sequence, i.external_id AS externalId, p.handle AS person,
         a.round, a.edition_id AS editionId, a.edition_id IS i.edition_id AS isCurrent, ${hidden} AS hidden, a.payload,
         a.asked
       FROM item i CROSS JOIN annotation a ON a.item_id = i.id CROSS JOIN person p ON p.id = a.person_id
       WHERE a.independent = 1 AND a.state = 'submitted' AND a.task = ? AND a.round IN (?, ?) AND (${condition.sql})
         AND NOT EXISTS (SELECT 1 FROM annotation b WHERE b.item_id = a.item_id AND b.task = a.task
           AND b.round = a.round AND b.person_id = a.person_id AND b.independent = 1 AND b.state = 'submitted'
           AND b.version > a.version)
       ORDER BY i.sequence, p.handle, a.round`,
    )
    .iterate(task.id, first, second, ...condition.parameters);
  const ratings: RepeatedRating[] = [];
  // Raters who choose among few answers say the same many times.
  const decisionIn = memoized(
    (payload: string) => validation.decisionOf(JsonObject.parse(JSON.parse(payload))).decision,
  );
  const saidIn = memoized((asked: string | null) => {
    const question = askedColumn(asked);
    return memoized((payload: string) => {
      const answer = JsonObject.parse(JSON.parse(payload));
      return {
        answer,
        asked: question,
        ratings: sheets.map(({ field }) =>
          isDrawn(field)
            ? null
            : fieldRating(task, field, { answer, regions: [], asked: question }, vocabulary),
        ),
      };
    });
  });
  for (const { annotationId, payload, sequence, asked, ...row } of rows) {
    look();
    const said = saidIn(asked)(payload);
    for (const [at, { field, sheet, cells }] of sheets.entries()) {
      const rating = isDrawn(field)
        ? fieldRating(task, field, { ...said, regions: reader.regions(annotationId) }, vocabulary)
        : (said.ratings[at] ?? null);
      if (rating !== null && sheet.add(rating, sequence)) cells.push(ratings.length);
    }
    ratings.push({
      ...row,
      isCurrent: row.isCurrent === 1,
      hidden: row.hidden === 1,
      decision: decisionIn(payload),
    });
  }
  return {
    ratings,
    fields: sheets.map(({ field, sheet, cells }) => ({
      field,
      content: sheet.close(ratings.length, 1, (cell) => cells[cell] ?? 0),
    })),
  };
}

const isDrawn = ({ comparison }: TaskField): boolean => comparison.level === 'boxes';
