import { z } from 'zod';
import { Judge, type VerdictUnit } from '../../../shared/contract/verdicts.ts';
import {
  ItemId,
  type PersonId,
  PersonId as PersonIdSchema,
  VerdictDecisionId,
  VerdictId,
} from '../../../shared/base/ids.ts';
import { Json } from '../../../shared/base/json.ts';
import { VerdictCause, VerdictState } from '../../../shared/domain/status.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import { HAS_JUDGED, HIDDEN } from './verdictVisibility.ts';
import { timeOfWriting } from '../records/sharing/hubClock.ts';
import { lastWord } from '../records/answers/lastWord.ts';
import { MARKS_REFUSAL } from '../records/verdicts/verdictDetail.ts';

const stored = z.string().transform((text) => Json.parse(JSON.parse(text)));
const flag = z.int().transform((value) => value === 1);

export const DecisionRow = z.object({
  id: VerdictDecisionId,
  kind: z.enum(['decision', 'reopening']),
  value: stored.nullable(),
  cause: VerdictCause.nullable(),
  note: z.string(),
  personId: PersonIdSchema,
  person: z.string(),
  at: z.int(),
  unseen: flag,
  /** Whether no later row replaces it. */
  isCurrent: flag,
});
export type DecisionRow = z.infer<typeof DecisionRow>;

/** A judge's last word on a thing, where it is a verdict. */
export const VerdictRow = z.object({
  id: VerdictId,
  personId: PersonIdSchema,
  value: stored,
  /** Whether it marks the answer as refused. */
  refusal: flag,
  rationale: z.string().nullable(),
});
export type VerdictRow = z.infer<typeof VerdictRow>;

const StateRow = z.object({
  itemId: ItemId,
  state: VerdictState,
  humanHuman: flag,
  humanModel: flag,
  modelModel: flag,
  hidden: flag,
  youJudged: flag,
});
export type StateRow = z.infer<typeof StateRow>;

/** A decision or reopening to be kept. */
export interface NewDecision {
  readonly kind: DecisionRow['kind'];
  readonly value: Json | null;
  readonly judgments: readonly VerdictId[];
  readonly replaces: VerdictDecisionId | null;
  readonly cause: VerdictCause | null;
  readonly note: string;
  /** Made without sight of the verdicts. */
  readonly unseen: boolean;
}

const JUDGE = `p.id AS personId, p.handle, p.name, p.kind, p.version, p.instruction_hash AS instructionHash, p.temperature`;

/** Status, verdicts and decisions of single things that were judged. Writes expect the caller's transaction. */
export class VerdictRows {
  readonly #casebook: CasebookFiles;
  readonly #state;
  readonly #verdicts;
  readonly #decisions;
  readonly #insert;
  readonly #judge;
  readonly #judges;

  constructor(casebook: CasebookFiles) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#state = database.prepare<[{ person: string }, string, string, string]>(
      `SELECT s.item_id AS itemId, s.state, s.human_human AS humanHuman, s.human_model AS humanModel,
       s.model_model AS modelModel, ${HIDDEN} AS hidden, ${HAS_JUDGED} AS youJudged
     FROM verdict_state s WHERE s.response_id = ? AND s.criterion = ? AND s.subject = ?`,
    );
    this.#verdicts = database.prepare<[string, string, string]>(
      `SELECT j.id, j.person_id AS personId, j.value, ${MARKS_REFUSAL} AS refusal, j.rationale FROM counted_judgment j
     WHERE j.response_id = ? AND j.criterion = ? AND j.subject = ? AND j.outcome = 'given' AND ${lastWord('current_judgment')}
     ORDER BY j.id`,
    );
    this.#decisions = database.prepare<[string, string, string]>(
      `SELECT d.id, d.kind, d.value, d.cause, d.note, d.person_id AS personId, p.name AS person, d.created_at AS at, d.unseen,
       NOT EXISTS (SELECT 1 FROM verdict_decision later WHERE later.replaces = d.id) AS isCurrent
     FROM verdict_decision d JOIN person p ON p.id = d.person_id
     WHERE d.response_id = ? AND d.criterion = ? AND d.subject = ? ORDER BY d.created_at DESC, d.id DESC`,
    );
    this.#insert = database.prepare(
      `INSERT INTO verdict_decision (id, response_id, criterion, subject, kind, value, judgments, replaces, cause, note,
       person_id, created_at, unseen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#judge = database.prepare<[string]>(`SELECT ${JUDGE} FROM person p WHERE p.id = ?`);
    this.#judges = database.prepare(
      `SELECT ${JUDGE}, count(*) AS verdicts FROM current_judgment j JOIN person p ON p.id = j.person_id
     WHERE j.outcome = 'given' AND j.response_id IS NOT NULL GROUP BY p.id ORDER BY p.kind, p.created_at, p.id`,
    );
  }

  state(unit: VerdictUnit, by: PersonId): StateRow | undefined {
    const row = this.#state.get({ person: by }, ...keys(unit));
    return row === undefined ? undefined : StateRow.parse(row);
  }

  /** Each judge's last word, verdicts only. */
  verdicts(unit: VerdictUnit): VerdictRow[] {
    return this.#verdicts.all(...keys(unit)).map((row) => VerdictRow.parse(row));
  }

  /** Decisions and reopenings, newest first. */
  decisions(unit: VerdictUnit): DecisionRow[] {
    return this.#decisions.all(...keys(unit)).map((row) => DecisionRow.parse(row));
  }

  /** Gives its id. */
  insert(
    unit: VerdictUnit,
    { kind, value, judgments, replaces, cause, note, unseen }: NewDecision,
    by: PersonId,
  ): VerdictDecisionId {
    const id = VerdictDecisionId.parse(this.#casebook.ports.newId());
    this.#insert.run(
      id,
      ...keys(unit),
      kind,
      value === null ? null : JSON.stringify(value),
      JSON.stringify(judgments),
      replaces,
      cause,
      note,
      by,
      timeOfWriting({ database: this.#casebook.database, ports: this.#casebook.ports }),
      unseen ? 1 : 0,
    );
    return id;
  }

  judge(id: PersonId): Judge | undefined {
    const row = this.#judge.get(id);
    return row === undefined ? undefined : Judge.parse(row);
  }

  /** Everybody who has an accepted verdict, with how many. */
  judges(): (Judge & { verdicts: number })[] {
    return this.#judges.all().map((row) => Judge.extend({ verdicts: z.int() }).parse(row));
  }
}

function keys({ response, criterion, subject }: VerdictUnit): [string, string, string] {
  return [response, criterion, subject];
}
