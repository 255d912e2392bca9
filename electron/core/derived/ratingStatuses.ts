import type { Task } from '../../../shared/benchmarks/task.ts';
import type { AskedParts } from '../../../shared/benchmarks/parts.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { JsonObject } from '../../../shared/base/json.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { memoized } from '../base/memo.ts';
import { createMetaReader } from '../db/meta.ts';
import { asSet, IN_SET } from '../db/sets.ts';
import { isOfCurrentEdition } from '../records/answers/edition.ts';
import { askedColumn } from '../records/answers/ratings.ts';
import type {
  OutstandingAnswer,
  RatedRows,
  RatingDecision,
  RatingRules,
  SubmittedAnswer,
} from './ratingRounds.ts';
import { type RatingStatus, ratingStatusOf } from './ratingStatus.ts';

/** A row as the database has it. */
type StoredRow<T extends { readonly asked: AskedParts }> = Omit<T, 'asked'> & {
  readonly asked: string | null;
};

/** Reads the rating status of items, for many from one reading of all that was said of them. */
export class RatingStatuses {
  readonly #casebook: RecordedCasebook;
  readonly #answersOf;
  readonly #openOf;
  readonly #decisionsOf;
  readonly #keptItems;
  readonly #words;
  #known: { readonly task: Task; readonly words: JsonObject; readonly levels: RatingRules['levels'] } | null =
    null;
  readonly #askedOf;
  readonly #answerOf;

  constructor(casebook: RecordedCasebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#answersOf = database.prepare<[string, string], StoredRow<SubmittedAnswer>>(
      `SELECT item_id AS itemId, id AS annotationId, person_id AS personId, round, version, independent,
       submitted_at AS submittedAt, payload AS answer,
       EXISTS (SELECT 1 FROM region WHERE annotation_id = annotation.id) AS drawn, asked
     FROM annotation
     WHERE item_id ${IN_SET} AND task = ? AND state = 'submitted' AND ${isOfCurrentEdition('annotation')}`,
    );
    this.#openOf = database.prepare<[string, string], StoredRow<OutstandingAnswer>>(
      `SELECT item_id AS itemId, round, created_at AS at, asked FROM assignment
     WHERE item_id ${IN_SET} AND task = ? AND state = 'open'`,
    );
    this.#decisionsOf = database.prepare<[string], RatingDecision>(
      `SELECT item_id AS itemId, task, round, annotation_id AS annotationId,
       NOT EXISTS (SELECT 1 FROM adjudication b WHERE b.replaces = a.id) AS isCurrent
     FROM adjudication a WHERE item_id ${IN_SET} AND kind = 'decision'
       AND EXISTS (SELECT 1 FROM annotation d WHERE d.id = a.annotation_id AND ${isOfCurrentEdition('d')})`,
    );
    this.#keptItems = database
      .prepare<[string], string>(
        `SELECT id FROM item WHERE id ${IN_SET} AND gold_kept IS NOT NULL
         AND gold_kept = (SELECT count(*) FROM annotation WHERE item_id = item.id AND state = 'submitted')`,
      )
      .pluck();
    this.#words = createMetaReader(database, 'vocabulary', (stored) => JsonObject.parse(stored ?? {}));
    this.#askedOf = memoized(askedColumn);
    this.#answerOf = memoized((text: string) => JsonObject.parse(JSON.parse(text)));
  }

  /**
   * Of many items, by their ids.
   * @param baseOf the payload that an item has without any answer
   * @param rules `kept`: gold that was made before there was a consensus stays as it is while nobody answers; `today`: no
   *   gold is an exception
   */
  of(
    itemIds: readonly ItemId[],
    task: Task,
    baseOf: (itemId: ItemId) => JsonObject,
    rules: 'kept' | 'today' = 'kept',
  ): (itemId: ItemId) => RatingStatus {
    const rows = this.#rowsOf(itemIds, task, rules);
    return (itemId) => ratingStatusOf(rows(itemId), this.#rulesOf(task), () => baseOf(itemId));
  }

  #rulesOf(task: Task): RatingRules {
    const vocabulary = this.#words();
    const { sameBox, singleRater } = this.#casebook.records.settings.current();
    return {
      task,
      vocabulary,
      levels: this.#levelsOf(task, vocabulary),
      sameBox,
      singleRater,
      answerOf: this.#answerOf,
      regionsOf: (annotationId) => this.#casebook.records.ratings.regions(annotationId),
    };
  }

  /** How the fields of a task are compared, worked out once for as long as the vocabulary stays the same. */
  #levelsOf(task: Task, words: JsonObject): RatingRules['levels'] {
    if (this.#known?.task !== task || this.#known.words !== words) {
      const levels = task.fields(words).map(({ name, comparison }) => [name, comparison.level] as const);
      this.#known = { task, words, levels: new Map(levels) };
    }
    return this.#known.levels;
  }

  #rowsOf(itemIds: readonly ItemId[], task: Task, rules: 'kept' | 'today'): (itemId: ItemId) => RatedRows {
    const set = asSet(itemIds);
    const withAsked = <T extends { readonly asked: AskedParts }>(row: StoredRow<T>) => ({
      ...row,
      asked: this.#askedOf(row.asked),
    });
    const byItem = <T extends { readonly itemId: string }>(rows: readonly T[]): Map<string, T[]> =>
      Map.groupBy(rows, ({ itemId }) => itemId);
    const answers = byItem(this.#answersOf.all(set, task.id).map(withAsked));
    const open = byItem(this.#openOf.all(set, task.id).map(withAsked));
    const decided = byItem(this.#decisionsOf.all(set));
    const kept = new Set(rules === 'kept' ? this.#keptItems.all(set) : []);
    return (itemId) => ({
      answers: answers.get(itemId) ?? [],
      open: open.get(itemId) ?? [],
      decided: decided.get(itemId) ?? [],
      isKept: kept.has(itemId),
    });
  }
}
