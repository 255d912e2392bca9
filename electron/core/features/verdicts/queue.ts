import { z } from 'zod';
import type { Person } from '../../../../shared/contract/application.ts';
import type { VerdictEntry, VerdictFilter, VerdictUnit } from '../../../../shared/contract/verdicts.ts';
import { ResponseId } from '../../../../shared/base/ids.ts';
import { type JudgeKinds, VerdictCause, VerdictState } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { VerdictRows } from '../../access/verdictRows.ts';
import { MARKED_REFUSED } from '../../records/verdicts/verdictDetail.ts';
import { decisionOf, isDisputed } from './cases.ts';
import { HAS_JUDGED, HIDDEN, isAdjudicator } from '../../access/verdictVisibility.ts';

/** How many disagreements there are, and of what kind. */
export interface VerdictCounts {
  readonly disputed: number;
  readonly decided: number;
  readonly conflict: number;
  readonly barred: number;
  readonly criteria: { criterion: string; title: string; disputed: number }[];
  /** Empty for adjudicators: the kind of a judge says who it is. */
  readonly between: { between: JudgeKinds; disputed: number }[];
  readonly causes: { cause: VerdictCause; units: number }[];
}

const Row = z.object({
  response: ResponseId,
  criterion: z.string(),
  subject: z.string(),
  state: VerdictState,
  judges: z.int(),
  since: z.int(),
  humanHuman: z.int(),
  humanModel: z.int(),
  modelModel: z.int(),
  youJudged: z.int(),
  refusal: z.int(),
});
const StateCount = z.object({ state: VerdictState, criterion: z.string(), units: z.int() });
const BetweenCount = z.object({ humanHuman: z.int(), humanModel: z.int(), modelModel: z.int() });
const CauseCount = z.object({ cause: VerdictCause, units: z.int() });

const FLAGS: Readonly<Record<JudgeKinds, string>> = {
  human_human: 'human_human',
  human_model: 'human_model',
  model_model: 'model_model',
};

/** How much of an answer a line of the queue shows, in characters. */
const START = 200;

type Parameter = string | number | { readonly person: string };

/** Lists of disagreements; nobody sees one in them that they have yet to judge themself. */
export class VerdictQueue {
  readonly #casebook: Casebook;
  readonly #rows: VerdictRows;
  readonly #answers;
  readonly #criteria;
  readonly #decidable;
  readonly #countStates;
  readonly #countOwn;
  readonly #countBetween;
  readonly #countCauses;

  constructor(casebook: Casebook, rows: VerdictRows) {
    this.#casebook = casebook;
    this.#rows = rows;
    const { database, benchmark } = casebook;
    this.#answers = casebook.records.judgedAnswers;
    this.#criteria = benchmark.judging?.criteria ?? [];
    /** Figures of whole answers come from files; there is nothing to decide between them by. */
    this.#decidable = `s.criterion IN (${this.#criteria.map(({ id }) => `'${id.replaceAll("'", "''")}'`).join(', ')})`;
    this.#countStates = database.prepare<[{ person: string }]>(
      `SELECT s.state, s.criterion, count(*) AS units FROM verdict_state s
     WHERE s.state IN ('disputed', 'decided', 'conflict') AND NOT ${HIDDEN} AND ${this.#decidable} GROUP BY s.state, s.criterion`,
    );
    this.#countOwn = database
      .prepare<[{ person: string }], number>(
        `SELECT count(*) FROM verdict_state s
       WHERE s.state IN ('disputed', 'conflict') AND NOT ${HIDDEN} AND ${this.#decidable} AND ${HAS_JUDGED}`,
      )
      .pluck();
    this.#countBetween = database.prepare<[{ person: string }]>(
      `SELECT coalesce(sum(s.human_human), 0) AS humanHuman, coalesce(sum(s.human_model), 0) AS humanModel,
       coalesce(sum(s.model_model), 0) AS modelModel
     FROM verdict_state s WHERE s.state = 'disputed' AND NOT ${HIDDEN} AND ${this.#decidable}`,
    );
    this.#countCauses = database.prepare<[{ person: string }]>(
      `SELECT d.cause, count(*) AS units FROM verdict_state s JOIN verdict_decision d
       ON d.response_id = s.response_id AND d.criterion = s.criterion AND d.subject = s.subject
     WHERE s.state = 'decided' AND NOT ${HIDDEN} AND d.kind = 'decision'
       AND NOT EXISTS (SELECT 1 FROM verdict_decision later WHERE later.replaces = d.id)
     GROUP BY d.cause ORDER BY units DESC, d.cause`,
    );
  }

  /** The most disputed first (between the most kinds of judges), of these the oldest. */
  page(
    filter: VerdictFilter,
    offset: number,
    limit: number,
    by: Person,
  ): { total: number; rows: VerdictEntry[] } {
    const { sql, parameters } = this.#conditionOf(filter, by);
    const total =
      this.#casebook.database
        .prepare<Parameter[], number>(`SELECT count(*) FROM verdict_state s WHERE ${sql}`)
        .pluck()
        .get(...parameters) ?? 0;
    return {
      total,
      rows: this.#find(filter, offset, limit, by).flatMap((row): VerdictEntry[] => {
        const { response, criterion, subject, state, judges, since } = row;
        const unit = { response, criterion, subject };
        const answer = this.#answers.read(response);
        if (answer === undefined) return [];
        const decision = state === 'decided' ? decisionOf(this.#rows.decisions(unit)) : null;
        return [
          {
            unit,
            title: this.#criteria.find(({ id }) => id === criterion)?.title ?? criterion,
            question: answer.question,
            answer: answer.text.length > START ? `${answer.text.slice(0, START)}…` : answer.text,
            state,
            judges,
            since,
            between: isAdjudicator(by) && decision === null ? null : kindsOf(row),
            refusal: isDisputed(state) ? null : row.refusal === 1,
            decision,
            youJudged: row.youJudged === 1,
            barred: row.youJudged === 1 && !this.#casebook.records.mayDecideOwn(),
          },
        ];
      }),
    };
  }

  counts(by: Person): VerdictCounts {
    const counted = this.#countStates.all({ person: by.id }).map((row) => StateCount.parse(row));
    const total = (state: VerdictState): number =>
      counted.reduce((sum, each) => sum + (each.state === state ? each.units : 0), 0);
    const between = BetweenCount.parse(this.#countBetween.get({ person: by.id }));
    return {
      disputed: total('disputed'),
      decided: total('decided'),
      conflict: total('conflict'),
      barred: this.#casebook.records.mayDecideOwn() ? 0 : (this.#countOwn.get({ person: by.id }) ?? 0),
      criteria: this.#criteria.flatMap(({ id, title }) => {
        const disputed = counted.reduce(
          (sum, { state, criterion, units }) => sum + (criterion === id && state !== 'decided' ? units : 0),
          0,
        );
        return disputed === 0 ? [] : [{ criterion: id, title, disputed }];
      }),
      between: isAdjudicator(by)
        ? []
        : [
            { between: 'human_human', disputed: between.humanHuman },
            { between: 'human_model', disputed: between.humanModel },
            { between: 'model_model', disputed: between.modelModel },
          ],
      causes: this.#countCauses.all({ person: by.id }).map((row) => CauseCount.parse(row)),
    };
  }

  /** Everything open that a filter finds, whatever states it names, and whether the caller may not decide it. */
  open(filter: VerdictFilter, by: Person): { readonly unit: VerdictUnit; readonly barred: boolean }[] {
    return this.#find({ ...filter, state: ['disputed', 'conflict'] }, 0, -1, by).map(
      ({ response, criterion, subject, youJudged }) => ({
        unit: { response, criterion, subject },
        barred: youJudged === 1 && !this.#casebook.records.mayDecideOwn(),
      }),
    );
  }

  /** The first to decide on that is not this one. */
  next(after: VerdictUnit, by: Person): VerdictUnit | null {
    const isIt = (row: VerdictUnit): boolean =>
      row.response === after.response && row.criterion === after.criterion && row.subject === after.subject;
    const found = this.#find({}, 0, 2, by, !this.#casebook.records.mayDecideOwn()).find((row) => !isIt(row));
    if (found === undefined) return null;
    const { response, criterion, subject } = found;
    return { response, criterion, subject };
  }

  #conditionOf(filter: VerdictFilter, by: Person): { sql: string; parameters: Parameter[] } {
    const parts: string[] = [`NOT ${HIDDEN}`, this.#decidable];
    const parameters: Parameter[] = [{ person: by.id }];
    const among = (sql: string, values: readonly string[]): void => {
      parts.push(`${sql} IN (${values.map(() => '?').join(', ')})`);
      parameters.push(...values);
    };
    among('s.state', filter.state ?? (filter.cause === undefined ? ['disputed', 'conflict'] : ['decided']));
    if (filter.criterion !== undefined) among('s.criterion', filter.criterion);
    if (filter.between !== undefined) {
      parts.push(`(${filter.between.map((kinds) => `s.${FLAGS[kinds]} = 1`).join(' OR ') || '0'})`);
    }
    const ids = (sql: string, people: readonly string[]): void => {
      parts.push(sql);
      parameters.push(JSON.stringify(people));
    };
    if (filter.judge !== undefined)
      ids(
        `EXISTS (SELECT 1 FROM counted_judgment j WHERE j.response_id = s.response_id AND j.criterion = s.criterion
           AND j.subject = s.subject AND j.person_id IN (SELECT value FROM json_each(?)))`,
        filter.judge,
      );
    if (filter.respondent !== undefined)
      ids(
        `(SELECT r.person_id FROM response r WHERE r.id = s.response_id) IN (SELECT value FROM json_each(?))`,
        filter.respondent,
      );
    // Judges and respondents, and even their kinds, stay hidden from adjudicators.
    const tellsWho = [filter.between, filter.judge, filter.respondent].some((part) => part !== undefined);
    if (tellsWho && isAdjudicator(by)) parts.push("s.state = 'decided'");
    if (filter.text !== undefined && filter.text.trim() !== '') {
      parts.push(
        `instr(lower((SELECT coalesce(r.answer ->> '$.text', '') FROM response r WHERE r.id = s.response_id)), lower(?)) > 0`,
      );
      parameters.push(filter.text.trim());
    }
    if (filter.refusal !== undefined)
      parts.push(`s.state NOT IN ('disputed', 'conflict') AND ${MARKED_REFUSED}`);
    if (filter.cause !== undefined) {
      among(
        `s.state = 'decided' AND (SELECT d.cause FROM verdict_decision d WHERE d.response_id = s.response_id
           AND d.criterion = s.criterion AND d.subject = s.subject AND d.kind = 'decision'
           AND NOT EXISTS (SELECT 1 FROM verdict_decision later WHERE later.replaces = d.id))`,
        filter.cause,
      );
    }
    return { sql: parts.map((part) => `(${part})`).join(' AND '), parameters };
  }

  #find(
    filter: VerdictFilter,
    offset: number,
    limit: number,
    by: Person,
    withoutOwn = false,
  ): z.infer<typeof Row>[] {
    const condition = this.#conditionOf(filter, by);
    const { parameters } = condition;
    const sql = withoutOwn ? `${condition.sql} AND NOT ${HAS_JUDGED}` : condition.sql;
    return this.#casebook.database
      .prepare<Parameter[]>(
        `SELECT s.response_id AS response, s.criterion, s.subject, s.state, s.judges, s.since,
           s.human_human AS humanHuman, s.human_model AS humanModel, s.model_model AS modelModel, ${HAS_JUDGED} AS youJudged,
           ${MARKED_REFUSED} AS refusal
         FROM verdict_state s WHERE ${sql}
         ORDER BY s.human_human + s.human_model + s.model_model DESC, s.since, s.response_id, s.criterion, s.subject
         LIMIT ? OFFSET ?`,
      )
      .all(...parameters, limit, offset)
      .map((row) => Row.parse(row));
  }
}

function kindsOf(row: z.infer<typeof BetweenCount>): JudgeKinds[] {
  return [
    ...(row.humanHuman === 1 ? (['human_human'] as const) : []),
    ...(row.humanModel === 1 ? (['human_model'] as const) : []),
    ...(row.modelModel === 1 ? (['model_model'] as const) : []),
  ];
}
