import { z } from 'zod';
import type { JudgingTarget } from '../../../shared/benchmarks/judging.ts';
import { sameKeyPoints } from '../../../shared/benchmarks/samePoints.ts';
import { StepAnswer } from '../../../shared/domain/baseline.ts';
import { type ItemId, type ResponseId } from '../../../shared/base/ids.ts';
import { Json, JsonObject, sameJson } from '../../../shared/base/json.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import { asSet, IN_SET, inSets } from '../db/sets.ts';
import { INCLUDED } from './includedVerdicts.ts';
import {
  isLater,
  type JudgeVerdict,
  type UnitVerdicts,
  type VerdictStatus,
  verdictStatusOf,
} from './verdictStatus.ts';

interface ResponseRow {
  readonly id: string;
  readonly itemId: string | null;
  readonly condition: string;
  readonly step: string;
  readonly answer: string;
  readonly at: number;
  readonly counts: number;
}

interface VerdictRow {
  readonly responseId: string;
  readonly id: string;
  readonly personId: string;
  readonly human: number;
  readonly criterion: string;
  readonly subject: string;
  readonly outcome: string;
  readonly value: string | null;
  readonly at: number;
}

interface DecisionRow {
  readonly responseId: string;
  readonly criterion: string;
  readonly subject: string;
  readonly value: string;
  readonly at: number;
}

interface StateRow {
  readonly responseId: string;
  readonly criterion: string;
  readonly subject: string;
  readonly state: string;
  readonly value: string | null;
  readonly source: string | null;
  readonly judges: number;
  readonly humanHuman: number;
  readonly humanModel: number;
  readonly modelModel: number;
  readonly since: number;
}

/** Items that stay parsed: a file of answers comes back to the items of a benchmark once a model. */
const MOST_KEPT = 2000;

/** An item whose answers are recomputed: its payload is parsed, and what there is to judge worked out, once. */
interface KnownItem {
  readonly text: string;
  readonly payload: JsonObject;
  readonly targets: Map<string, readonly JudgingTarget[]>;
}

/**
 * Brings `verdict_state` up to date with the verdicts and decisions on answers. What it leaves follows from the rows
 * alone, whatever order they came in; answers that do not count have no state. Expects the caller's transaction.
 */
export class VerdictRecomputer {
  readonly #casebook: CasebookFiles;
  readonly #criteria;
  readonly #readResponses;
  readonly #readPayloads;
  readonly #readVerdicts;
  readonly #readDecisions;
  readonly #readStates;
  readonly #put;
  readonly #drop;
  readonly #ofItem;
  readonly #ofStudySession;
  readonly #kept = new Map<string, KnownItem>();

  constructor(casebook: CasebookFiles) {
    this.#casebook = casebook;
    const { database, benchmark } = casebook;
    const { judging } = benchmark;
    this.#criteria = new Map(judging?.criteria.map(({ id, verdict }) => [id, verdict.kind]));
    this.#readResponses = database.prepare<[string], ResponseRow>(
      `SELECT r.id, r.item_id AS itemId, r.condition, r.step, r.answer, coalesce(r.answered_at, r.created_at) AS at,
       (${INCLUDED}) AS counts FROM response r WHERE r.id ${IN_SET} ORDER BY r.item_id, r.id`,
    );
    this.#readPayloads = database.prepare<[string], { id: string; payload: string }>(
      `SELECT id, payload FROM item WHERE id ${IN_SET}`,
    );
    this.#readVerdicts = database.prepare<[string], VerdictRow>(
      `SELECT j.response_id AS responseId, j.id, j.person_id AS personId, p.kind = 'human' AS human, j.criterion, j.subject,
       j.outcome, j.value, j.created_at AS at
     FROM counted_judgment j JOIN person p ON p.id = j.person_id WHERE j.response_id ${IN_SET}`,
    );
    this.#readDecisions = database.prepare<[string], DecisionRow>(
      `SELECT d.response_id AS responseId, d.criterion, d.subject, d.value, d.created_at AS at FROM verdict_decision d
     WHERE d.response_id ${IN_SET} AND d.kind = 'decision'
       AND NOT EXISTS (SELECT 1 FROM verdict_decision later WHERE later.replaces = d.id)`,
    );
    this.#readStates = database.prepare<[string], StateRow>(
      `SELECT response_id AS responseId, criterion, subject, state, value, source, judges, human_human AS humanHuman,
       human_model AS humanModel, model_model AS modelModel, since FROM verdict_state WHERE response_id ${IN_SET}`,
    );
    this.#put = database.prepare(
      `INSERT INTO verdict_state (response_id, criterion, subject, item_id, state, value, source, judges, human_human,
       human_model, model_model, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (response_id, criterion, subject) DO UPDATE SET item_id = excluded.item_id, state = excluded.state,
       value = excluded.value, source = excluded.source, judges = excluded.judges, human_human = excluded.human_human,
       human_model = excluded.human_model, model_model = excluded.model_model, since = excluded.since`,
    );
    this.#drop = database.prepare<[string, string, string]>(
      'DELETE FROM verdict_state WHERE response_id = ? AND criterion = ? AND subject = ?',
    );
    this.#ofItem = database
      .prepare<[string], string>(`SELECT id FROM response WHERE item_id ${IN_SET} ORDER BY item_id, id`)
      .pluck();
    this.#ofStudySession = database
      .prepare<[string], string>('SELECT id FROM response WHERE session_id = ? ORDER BY item_id, id')
      .pluck();
  }

  /**
   * The same for many, each once however often it is named: imports and merges recompute what they touched at the end. It
   * goes set by set, in the order of their items.
   */
  recomputeMany(ids: Iterable<string>): void {
    for (const set of inSets(new Set(ids))) {
      const asked = asSet(set);
      const byResponse = <T extends { readonly responseId: string }>(rows: readonly T[]): Map<string, T[]> =>
        Map.groupBy(rows, ({ responseId }) => responseId);
      const states = byResponse(this.#readStates.all(asked));
      const judged = byResponse(this.#readVerdicts.all(asked));
      const decided = byResponse(this.#readDecisions.all(asked));
      const responses = this.#readResponses.all(asked);
      const about = new Set(responses.flatMap(({ itemId }) => itemId ?? []));
      const payloads = new Map(this.#readPayloads.all(asSet(about)).map(({ id, payload }) => [id, payload]));
      for (const response of responses)
        this.#recomputeOne(
          response,
          payloads.get(response.itemId ?? ''),
          states.get(response.id) ?? [],
          judged.get(response.id) ?? [],
          decided.get(response.id) ?? [],
        );
    }
  }

  /** Everything to be judged in one answer. */
  recompute(responseId: ResponseId): void {
    this.recomputeMany([responseId]);
  }

  /** All answers about an item, after its payload changed: what there is to judge follows from it. */
  recomputeItem(itemId: ItemId): void {
    this.recomputeMany(this.#ofItem.all(asSet([itemId])));
  }

  /** The same for some items. */
  recomputeItems(itemIds: readonly string[]): void {
    if (itemIds.length > 0) this.recomputeMany(this.#ofItem.all(asSet(itemIds)));
  }

  /** All answers of a study session, after it was excluded or counts again. */
  recomputeStudySession(studySessionId: string): void {
    this.recomputeMany(this.#ofStudySession.all(studySessionId));
  }

  #itemOf(id: string, text: string): KnownItem {
    const known = this.#kept.get(id);
    if (known?.text === text) return known;
    const item = { text, payload: JsonObject.parse(JSON.parse(text)), targets: new Map() };
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(id, item);
    return item;
  }

  #targetsOf(item: KnownItem, condition: string, step: string): readonly JudgingTarget[] {
    const key = JSON.stringify([condition, step]);
    const before = item.targets.get(key);
    if (before !== undefined) return before;
    const targets = this.#casebook.benchmark.judging?.targets(item.payload, condition, step) ?? [];
    item.targets.set(key, targets);
    return targets;
  }

  /** By unit what is said of it. */
  #saidOf(
    response: ResponseRow,
    item: KnownItem,
    judged: readonly VerdictRow[],
    decided: readonly DecisionRow[],
  ): Map<string, UnitVerdicts> {
    const answer = StepAnswer.parse(JSON.parse(response.answer));
    const said = new Map<string, UnitVerdicts>();
    for (const target of this.#targetsOf(item, response.condition, response.step)) {
      said.set(keyOf(target), {
        verdicts: [],
        decisions: [],
        exact: this.#casebook.benchmark.judging?.exact(item.payload, target, answer) ?? null,
        same:
          this.#criteria.get(target.criterion) === 'texts'
            ? (a, b) => sameKeyPoints(a, b, answer.kind === 'text' ? answer.text : '')
            : sameJson,
        answeredAt: response.at,
      });
    }
    const unit = (key: string, criterion: string): UnitVerdicts | undefined =>
      // A figure of a whole answer is no criterion of the benchmark's; a criterion's verdict needs its target.
      said.get(key) ??
      (this.#criteria.has(criterion)
        ? undefined
        : { verdicts: [], decisions: [], exact: null, same: sameJson, answeredAt: response.at });
    for (const [key, { criterion, verdicts }] of lastWords(judged)) {
      const about = unit(key, criterion);
      if (about !== undefined && verdicts.length > 0) said.set(key, { ...about, verdicts });
    }
    for (const { criterion, subject, value, at } of decided) {
      const key = keyOf({ criterion, subject });
      const about = unit(key, criterion);
      if (about === undefined) continue;
      const decision = { value: Json.parse(JSON.parse(value)), at };
      said.set(key, { ...about, decisions: [...about.decisions, decision] });
    }
    return said;
  }

  #recomputeOne(
    response: ResponseRow,
    payload: string | undefined,
    states: readonly StateRow[],
    judged: readonly VerdictRow[],
    decided: readonly DecisionRow[],
  ): void {
    const { id: responseId, itemId } = response;
    const before = new Map(states.map((row) => [keyOf(row), row]));
    if (itemId !== null && payload !== undefined && response.counts === 1) {
      for (const [key, said] of this.#saidOf(response, this.#itemOf(itemId, payload), judged, decided)) {
        const status = verdictStatusOf(said);
        if (status === null) continue;
        const was = before.get(key);
        before.delete(key);
        const row = rowOf(status);
        if (was !== undefined && isSame(was, row)) continue;
        const [criterion, subject] = Key.parse(JSON.parse(key));
        this.#put.run(
          responseId,
          criterion,
          subject,
          itemId,
          row.state,
          row.value,
          row.source,
          row.judges,
          row.humanHuman,
          row.humanModel,
          row.modelModel,
          row.since,
        );
      }
    }
    for (const { criterion, subject } of before.values()) this.#drop.run(responseId, criterion, subject);
  }
}

const Key = z.tuple([z.string(), z.string()]);

const keyOf = ({ criterion, subject }: { readonly criterion: string; readonly subject: string }): string =>
  JSON.stringify([criterion, subject]);

/** By unit each judge's last word, where it is a verdict. Casebooks that were merged can hold two words of one judge. */
function lastWords(
  rows: readonly VerdictRow[],
): Map<string, { readonly criterion: string; readonly verdicts: JudgeVerdict[] }> {
  const latest = new Map<string, VerdictRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.criterion, row.subject, row.personId]);
    const before = latest.get(key);
    if (before === undefined || isLater(row, before)) latest.set(key, row);
  }
  const units = new Map<string, { criterion: string; verdicts: JudgeVerdict[] }>();
  for (const { criterion, subject, outcome, value, human, at, id } of latest.values()) {
    const key = keyOf({ criterion, subject });
    const unit = units.get(key) ?? { criterion, verdicts: [] };
    units.set(key, unit);
    if (outcome !== 'given' || value === null) continue;
    unit.verdicts.push({ human: human === 1, value: Json.parse(JSON.parse(value)), at, id });
  }
  return units;
}

function rowOf(status: VerdictStatus): Omit<StateRow, 'responseId' | 'criterion' | 'subject'> {
  const { state, value, source, judges, humanHuman, humanModel, modelModel, since } = status;
  return {
    state,
    value: value === null ? null : JSON.stringify(value),
    source,
    judges,
    humanHuman: Number(humanHuman),
    humanModel: Number(humanModel),
    modelModel: Number(modelModel),
    since,
  };
}

function isSame(a: StateRow, b: Omit<StateRow, 'responseId' | 'criterion' | 'subject'>): boolean {
  return (
    a.state === b.state &&
    a.value === b.value &&
    a.source === b.source &&
    a.judges === b.judges &&
    a.humanHuman === b.humanHuman &&
    a.humanModel === b.humanModel &&
    a.modelModel === b.modelModel &&
    a.since === b.since
  );
}
