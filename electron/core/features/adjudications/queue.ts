import { z } from 'zod';
import type { QueueEntry, QueueFilter } from '../../../../shared/contract/adjudications.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import { ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { DisagreementCause, RatingState } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { listRows, statusOfItem } from '../../access/itemQueries.ts';
import { awaitedItems } from '../../access/blindItems.ts';
import { createCaseRows } from '../../access/blindRow.ts';
import { inDrawnOrder } from '../../access/caseName.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { readMeta } from '../../db/meta.ts';
import { type Cases, CLAIM_LASTS, decisionOf } from './case.ts';
import { QUEUE_STATE } from '../../records/acceptance/queueStates.ts';
import { columnsOf } from '../../records/answers/ratingStateColumns.ts';
import {
  ACTIVE_AT,
  type AdjudicationRows,
  earlierGoldOf,
  hasRated,
  isCurrent,
} from '../../access/adjudicationRows.ts';
import { timeOfWriting } from '../../records/sharing/hubClock.ts';

/** The states in which a decision is called for. */
const UNDECIDED: readonly RatingState[] = ['disputed', 'conflict'];

const Row = z.object({
  itemId: ItemId,
  task: z.string(),
  round: z.int(),
  state: RatingState,
  ratings: z.int(),
  disagreement: z.number(),
  fields: z.string().transform((text) => z.record(z.string(), z.number()).parse(JSON.parse(text))),
});
const StateCount = z.object({ state: RatingState, items: z.int() });
const FieldCount = z.object({ field: z.string(), items: z.int() });
const CauseCount = z.object({ cause: DisagreementCause, items: z.int() });
const EarlierGoldCount = z.object({ differs: z.int(), same: z.int() });

export interface QueueCounts {
  readonly states: Record<RatingState, number>;
  readonly acceptable: number;
  readonly barred: number;
  readonly acceptableBarred: number;
  readonly fields: { field: string; title: string; items: number }[];
  readonly causes: { cause: DisagreementCause; items: number }[];
  readonly earlierGold: { readonly differs: number; readonly same: number };
}

type Parameter = string | number;

/** SQL: something of the one row of a decision in force. */
const ofDecision = (
  what: string,
): string => `SELECT ${what} FROM adjudication a WHERE a.item_id = s.item_id AND a.task = s.task AND a.round = s.round
  AND a.kind = 'decision' AND ${isCurrent('a')}`;
/** SQL: in how many fields the decision `a` is another than the earlier gold; null where there was none, or none was kept. */
const DIFFERS = `json_array_length(${earlierGoldOf('a', 'differs')})`;
/** SQL: in how many fields raters differ. */
const DIFFERING = '(SELECT count(*) FROM json_each(s.fields))';
/** SQL: how much they differ in one of them. */
const OF_FIELD = '(SELECT value FROM json_each(s.fields) WHERE key = ?)';
const NOT_AWAITED = `s.item_id NOT IN (${awaitedItems('?')})`;
const UNANIMOUS = `FROM rating_state s CROSS JOIN ${statusOfItem('s.item_id')}
  WHERE s.state = 'unanimous' AND s.task = ? AND ${NOT_AWAITED} AND i.status IN ('draft', 'in_review')`;
const ACCEPTABLE = `${UNANIMOUS} AND NOT EXISTS (SELECT 1 FROM validation_state v
    WHERE v.item_id = s.item_id AND ${QUEUE_STATE} <> 'ready')`;

/** Lists of cases; `by` never sees one in them that they have yet to answer as a rater. */
export class AdjudicationQueue {
  readonly #casebook: Casebook;
  readonly #rows: AdjudicationRows;
  readonly #cases: Cases;
  readonly #countStates;
  readonly #countFields;
  readonly #countCauses;
  readonly #countEarlierGold;
  readonly #caseRow;
  readonly #countAcceptable;
  readonly #countOwn;
  readonly #unanimous;
  readonly #acceptable;

  constructor(casebook: Casebook, rows: AdjudicationRows, cases: Cases) {
    this.#casebook = casebook;
    this.#rows = rows;
    this.#cases = cases;
    const { database } = casebook;
    this.#countStates = database.prepare<[string, string]>(
      `SELECT s.state, count(*) AS items FROM rating_state s WHERE s.task = ? AND ${NOT_AWAITED} GROUP BY s.state`,
    );
    this.#countFields = database.prepare<[string, string]>(
      `SELECT f.key AS field, count(*) AS items FROM rating_state s, json_each(s.fields) f
     WHERE s.state IN ('disputed', 'conflict') AND s.task = ? AND ${NOT_AWAITED} GROUP BY f.key`,
    );
    this.#countCauses = database.prepare<[string, string]>(
      `SELECT a.cause, count(*) AS items FROM rating_state s
       JOIN adjudication a ON a.item_id = s.item_id AND a.task = s.task AND a.round = s.round
     WHERE s.state = 'decided' AND s.task = ? AND ${NOT_AWAITED} AND a.kind = 'decision' AND ${isCurrent('a')}
     GROUP BY a.cause ORDER BY items DESC, a.cause`,
    );
    this.#countEarlierGold = database.prepare<[string, string]>(
      `SELECT count(*) FILTER (WHERE ${DIFFERS} > 0) AS differs, count(*) FILTER (WHERE ${DIFFERS} = 0) AS same
     FROM rating_state s JOIN adjudication a ON a.item_id = s.item_id AND a.task = s.task AND a.round = s.round
     WHERE s.state = 'decided' AND s.task = ? AND ${NOT_AWAITED} AND a.kind = 'decision' AND ${isCurrent('a')}`,
    );
    this.#caseRow = createCaseRows(database);
    this.#countAcceptable = database.prepare<[string, string, string], { mine: number; items: number }>(
      `SELECT ${hasRated('s.item_id', 's.task', '?')} AS mine, count(*) AS items ${ACCEPTABLE} GROUP BY mine`,
    );
    this.#countOwn = database
      .prepare<[string, string, string], number>(
        `SELECT count(*) FROM rating_state s WHERE s.state IN ('disputed', 'conflict') AND s.task = ? AND ${NOT_AWAITED}
         AND ${hasRated('s.item_id', 's.task', '?')}`,
      )
      .pluck();
    this.#unanimous = database
      .prepare<[string, string], string>(`SELECT s.item_id ${UNANIMOUS} ORDER BY i.sequence`)
      .pluck();
    this.#acceptable = database
      .prepare<[string, string], string>(`SELECT s.item_id ${ACCEPTABLE} ORDER BY i.sequence`)
      .pluck();
  }

  page(
    filter: QueueFilter,
    offset: number,
    limit: number,
    by: PersonId,
    viewpoint: Viewpoint,
  ): { total: number; rows: QueueEntry[] } {
    const where = this.#conditionOf(filter, by);
    const total =
      this.#casebook.database
        .prepare<Parameter[], number>(`SELECT count(*) FROM rating_state s WHERE ${where.sql}`)
        .pluck()
        .get(...where.parameters) ?? 0;
    const found = this.#find(filter, offset, limit, by);
    const ids = found.map(({ itemId }) => itemId);
    const sort = { by: 'imported', descending: false } as const;
    const items = new Map(
      listRows(this.#casebook.database, { ids }, sort, 0, found.length, viewpoint).map((item) => [
        item.id,
        item,
      ]),
    );
    const titles = titlesOf(
      this.#casebook.benchmark,
      JsonObject.parse(readMeta(this.#casebook.database, 'vocabulary')),
    );
    return {
      total,
      rows: found.flatMap(({ itemId, fields, ...row }): QueueEntry[] => {
        const item = items.get(itemId);
        if (item === undefined) return [];
        const adjudications = row.state === 'decided' ? this.#rows.list({ itemId, ...row }) : [];
        const decision =
          row.state === 'decided'
            ? decisionOf(
                adjudications,
                columnsOf(this.#casebook.records.ratings.ofItem(itemId, row.task, row.round)),
              )
            : null;
        const youRated = this.#rows.hasRated(itemId, row.task, by);
        return [
          {
            ...row,
            item:
              decision !== null
                ? item
                : this.#casebook.records.showsEarlierGold()
                  ? { ...item, assignees: [] }
                  : { ...this.#caseRow(item), consensus: item.consensus },
            fields: Object.entries(fields)
              .map(([field, disagreement]) => ({
                field,
                title: titles.get(row.task)?.get(field) ?? field,
                disagreement,
              }))
              .sort((a, b) => b.disagreement - a.disagreement),
            claim: this.#cases.claim(itemId, row.task, by),
            decision,
            youRated,
            barred: youRated && !this.#casebook.records.mayDecideOwn(),
          },
        ];
      }),
    };
  }

  counts(task: string, by: PersonId): QueueCounts {
    const counted = new Map(
      this.#countStates.all(task, by).map((raw) => {
        const { state, items } = StateCount.parse(raw);
        return [state, items];
      }),
    );
    const states = { waiting: 0, single: 0, unanimous: 0, disputed: 0, decided: 0, conflict: 0 };
    for (const state of RatingState.options) states[state] = counted.get(state) ?? 0;
    const disputed = new Map(
      this.#countFields.all(task, by).map((raw) => {
        const { field, items } = FieldCount.parse(raw);
        return [field, items];
      }),
    );
    const titles = titlesOf(
      this.#casebook.benchmark,
      JsonObject.parse(readMeta(this.#casebook.database, 'vocabulary')),
    ).get(task);
    return {
      states,
      ...acceptableOf(this.#countAcceptable.all(by, task, by), this.#casebook.records.mayDecideOwn()),
      barred: this.#casebook.records.mayDecideOwn() ? 0 : (this.#countOwn.get(task, by, by) ?? 0),
      // In the order of the form.
      fields: [...(titles ?? [])].flatMap(([field, title]) => {
        const items = disputed.get(field);
        return items === undefined ? [] : [{ field, title, items }];
      }),
      causes: this.#countCauses.all(task, by).map((raw) => CauseCount.parse(raw)),
      earlierGold: EarlierGoldCount.parse(this.#countEarlierGold.get(task, by)),
    };
  }

  /** The first case to decide on that is neither claimed by somebody else nor this one. */
  next(task: string, after: ItemId, by: PersonId): ItemId | null {
    const found = this.#find({ task, state: [...UNDECIDED], unclaimed: true, notBarred: true }, 0, 2, by);
    return found.find(({ itemId }) => itemId !== after)?.itemId ?? null;
  }

  /** Whether the person rated the item and so may neither decide nor accept it. */
  isBarred(task: string, itemId: ItemId, by: PersonId): boolean {
    return !this.#casebook.records.mayDecideOwn() && this.#rows.hasRated(itemId, task, by);
  }

  /** Unanimous items that are neither accepted nor taken out of the benchmark, nor rated by somebody who may not decide those. */
  unanimous(task: string, by: PersonId): ItemId[] {
    return this.#theirs(this.#unanimous.all(task, by), task, by);
  }

  /** Those of them that nobody sent back and that have what the casebook asks for. */
  acceptable(task: string, by: PersonId): ItemId[] {
    return this.#theirs(this.#acceptable.all(task, by), task, by);
  }

  #conditionOf(filter: QueueFilter, by: PersonId): { sql: string; parameters: Parameter[] } {
    const parts: string[] = [NOT_AWAITED];
    const parameters: Parameter[] = [by];
    const add = (sql: string, ...values: Parameter[]): void => {
      parts.push(sql);
      parameters.push(...values);
    };
    if (filter.task !== undefined) add('s.task = ?', filter.task);
    if (filter.state !== undefined) {
      add(`s.state IN (${filter.state.map(() => '?').join(', ')})`, ...filter.state);
    }
    if (filter.field !== undefined) {
      add('EXISTS (SELECT 1 FROM json_each(s.fields) WHERE key = ?)', filter.field);
    }
    if (filter.cause !== undefined) {
      add(
        `s.state = 'decided' AND (${ofDecision('a.cause')}) IN (${filter.cause.map(() => '?').join(', ')})`,
        ...filter.cause,
      );
    }
    if (filter.earlierGold !== undefined) {
      const few = filter.earlierGold === 'same' ? '= 0' : '> 0';
      add(`s.state = 'decided' AND (${ofDecision(DIFFERS)}) ${few}`);
    }
    if (filter.notBarred === true && !this.#casebook.records.mayDecideOwn())
      add(`NOT ${hasRated('s.item_id', 's.task', '?')}`, by);
    if (filter.unclaimed === true) {
      add(
        `NOT EXISTS (SELECT 1 FROM adjudication_claim c WHERE c.item_id = s.item_id AND c.task = s.task
           AND c.person_id <> ? AND ${ACTIVE_AT} > ?)`,
        by,
        timeOfWriting(this.#casebook) - CLAIM_LASTS,
      );
    }
    return { sql: parts.map((part) => `(${part})`).join(' AND '), parameters };
  }

  /** Without those that the person rated, where the casebook does not let raters decide. */
  #theirs(ids: readonly string[], task: string, by: PersonId): ItemId[] {
    const all = ids.map((id) => ItemId.parse(id));
    return this.#casebook.records.mayDecideOwn()
      ? all
      : all.filter((id) => !this.#rows.hasRated(id, task, by));
  }

  #find(filter: QueueFilter, offset: number, limit: number, by: PersonId): z.infer<typeof Row>[] {
    const where = this.#conditionOf(filter, by);
    return this.#casebook.database
      .prepare<Parameter[]>(
        `SELECT s.item_id AS itemId, s.task, s.round, s.state, s.ratings, s.disagreement, s.fields
         FROM rating_state s WHERE ${where.sql}
         ORDER BY ${filter.field === undefined ? '' : `${OF_FIELD} DESC, `}${DIFFERING} DESC, s.disagreement DESC,
           ${inDrawnOrder('s.item_id')} LIMIT ? OFFSET ?`,
      )
      .all(...where.parameters, ...(filter.field === undefined ? [] : [filter.field]), limit, offset)
      .map((row) => Row.parse(row));
  }
}

function acceptableOf(
  counted: readonly { readonly mine: number; readonly items: number }[],
  mayDecideOwn: boolean,
): Pick<QueueCounts, 'acceptable' | 'acceptableBarred'> {
  const own = counted.find(({ mine }) => mine === 1)?.items ?? 0;
  const others = counted.find(({ mine }) => mine === 0)?.items ?? 0;
  return mayDecideOwn
    ? { acceptable: own + others, acceptableBarred: 0 }
    : { acceptable: others, acceptableBarred: own };
}

function titlesOf(benchmark: Benchmark, vocabulary: JsonObject): Map<string, Map<string, string>> {
  return new Map(
    benchmark.tasks.map((task) => [
      task.id,
      new Map(task.fields(vocabulary).map(({ name, title }) => [name, title])),
    ]),
  );
}
