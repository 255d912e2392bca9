import type { Validation } from '../../../shared/benchmarks/validation.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { JsonObject } from '../../../shared/base/json.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import { createEditionNumbers } from '../records/answers/edition.ts';
import { mainTask } from './gold.ts';
import { goldAnnotationOf, goldPathOf, isAskedFor } from '../records/answers/goldParts.ts';
import type { AnswersOutcome, RatingState } from '../../../shared/domain/status.ts';
import { answersOutcomeOf } from './answersOutcome.ts';
import {
  acceptanceOf,
  fixAskedSince,
  type MainTaskAnswers,
  outcomeOf,
  roundsOf,
} from './validationRounds.ts';

/**
 * The validation status of items (`validation_state`), one row an item: a function of payloads, answers, assignments,
 * decisions and editions, in any order. Benchmarks without validation have no rows.
 */
export interface ValidationState {
  /** Puts down what came with an item: for a new one, and after its payload changed. Inside the caller's transaction. */
  take(itemId: ItemId, payload: JsonObject): void;
  /**
   * Brings an item's row up to date with what was said of it, after its gold. Inside the caller's transaction.
   */
  recompute(itemId: ItemId): void;
  /**
   * Makes the rows that are missing, in casebooks of before. Where the casebook can only be read, they are made beside
   * it, for as long as it is open.
   */
  fill(): void;
}

interface StateRow {
  readonly firstRound: string | null;
  readonly secondRound: string | null;
  readonly decision: string | null;
  readonly reason: string;
  readonly acceptedRounds: number;
  readonly adjudicated: number;
  readonly fixSince: number | null;
  readonly outcome: AnswersOutcome;
}

interface ItemRow {
  readonly editionId: string | null;
  readonly goldAnnotationId: string | null;
}

interface MissingRow extends ItemRow {
  readonly sequence: number;
  readonly id: string;
  readonly payload: string;
  readonly isAnswered: number;
}

interface AnswerRow {
  readonly id: string;
  readonly personId: string;
  readonly round: number;
  readonly version: number;
  readonly independent: number;
  readonly submittedAt: number;
  readonly editionId: string | null;
  readonly payload: string;
}

interface DecisionRow {
  readonly round: number;
  readonly annotationId: string;
  readonly isCurrent: number;
}

const UNSAID: StateRow = {
  firstRound: null,
  secondRound: null,
  decision: null,
  reason: '',
  acceptedRounds: 0,
  adjudicated: 0,
  fixSince: null,
  outcome: 'none',
};

/** Items whose rows are made at a time: few enough to be held in memory with their payloads. */
const TOGETHER = 1000;

/** The validation status of items in an open casebook; its statements are prepared once. */
export function createValidationState(casebook: CasebookFiles): ValidationState {
  const { validation } = casebook.benchmark;
  if (validation === undefined) return { take: nothing, recompute: nothing, fill: nothing };
  return new ItemValidation(casebook, validation);
}

const nothing = (): void => undefined;

/** The status of items in a casebook whose benchmark has validation. */
class ItemValidation implements ValidationState {
  readonly #casebook: CasebookFiles;
  readonly #validation: Validation;
  readonly #task: string;
  readonly #rows: Rows;
  readonly #deciding: string;
  readonly #editionOf;
  readonly #readItem;
  readonly #readPayload;
  readonly #readAnswers;
  readonly #readDecisions;
  readonly #readRaters;
  readonly #readOpen;

  constructor(casebook: CasebookFiles, validation: Validation) {
    const { database } = casebook;
    this.#casebook = casebook;
    this.#validation = validation;
    this.#task = mainTask(casebook).id;
    this.#rows = new Rows(casebook, this.#task, validation.decidingPart);
    this.#deciding = goldPathOf(validation.decidingPart);
    this.#editionOf = createEditionNumbers(database);
    this.#readItem = database.prepare<[string, string], ItemRow>(
      `SELECT i.edition_id AS editionId, ${goldAnnotationOf('i')} AS goldAnnotationId FROM item i WHERE i.id = ?`,
    );
    this.#readPayload = database.prepare<[string], string>('SELECT payload FROM item WHERE id = ?').pluck();
    this.#readAnswers = database.prepare<[string, string, string], AnswerRow>(
      `SELECT id, person_id AS personId, round, version, independent, submitted_at AS submittedAt,
       edition_id AS editionId, payload FROM annotation
     WHERE item_id = ? AND task = ? AND state = 'submitted' AND ${isAskedFor('annotation')}`,
    );
    this.#readDecisions = database.prepare<[string, string], DecisionRow>(
      `SELECT round, annotation_id AS annotationId,
       NOT EXISTS (SELECT 1 FROM adjudication later WHERE later.replaces = a.id) AS isCurrent
     FROM adjudication a WHERE item_id = ? AND task = ? AND kind = 'decision'`,
    );
    this.#readRaters = database
      .prepare<[string, string], RatingState>('SELECT state FROM rating_state WHERE item_id = ? AND task = ?')
      .pluck();
    this.#readOpen = database
      .prepare<[string, string], number>(
        "SELECT DISTINCT round FROM assignment WHERE item_id = ? AND task = ? AND state = 'open'",
      )
      .pluck();
  }

  take(itemId: ItemId, payload: JsonObject): void {
    this.#rows.putGates(itemId, this.#gatesOf(itemId, payload));
  }

  recompute(itemId: ItemId): void {
    const before = this.#rows.read(itemId);
    if (before === undefined) {
      const payload = this.#readPayload.get(itemId);
      if (payload === undefined) return;
      this.take(itemId, JsonObject.parse(JSON.parse(payload)));
    }
    const after = this.#statusOf(itemId, this.#readItem.get(this.#deciding, itemId));
    if (!isSame(before ?? UNSAID, after)) this.#rows.putStatus(itemId, after);
  }

  fill(): void {
    if (!this.#rows.areMissing()) return;
    if (this.#casebook.readOnly !== null) this.#rows.keepBeside();
    this.#casebook.database.transaction(() => {
      let chunk = this.#rows.missing(0, TOGETHER);
      while (chunk.length > 0) {
        for (const item of chunk) {
          const status = item.isAnswered === 1 ? this.#statusOf(item.id, item) : UNSAID;
          this.#rows.insert(
            item.id,
            this.#gatesOf(item.id, JsonObject.parse(JSON.parse(item.payload))),
            status,
          );
        }
        chunk = this.#rows.missing(chunk.at(-1)?.sequence ?? 0, TOGETHER);
      }
    })();
  }

  /** What judged another edition than the current one counts for no gate. */
  #gatesOf(itemId: string, payload: JsonObject): ReturnType<Validation['gates']> {
    return this.#validation.gates(this.#validation.marked?.(payload, this.#editionOf(itemId)) ?? payload);
  }

  #statusOf(itemId: string, item: ItemRow | undefined): StateRow {
    const validation = this.#validation;
    const task = this.#task;
    const answers = this.#readAnswers.all(itemId, task, validation.decidingPart);
    if (answers.length === 0 || item === undefined) return UNSAID;
    const decided = this.#readDecisions.all(itemId, task);
    // Raters who agree often say the same to the letter.
    const known = new Map<string, ReturnType<Validation['decisionOf']>>();
    const decisionOf = (payload: string): ReturnType<Validation['decisionOf']> => {
      const found = known.get(payload) ?? validation.decisionOf(JsonObject.parse(JSON.parse(payload)));
      known.set(payload, found);
      return found;
    };
    const said: MainTaskAnswers = {
      editionId: item.editionId,
      answers: answers.map(({ payload, independent, ...answer }) => ({
        ...answer,
        independent: independent === 1,
        decision: decisionOf(payload).decision,
      })),
      deciding: new Set(decided.map(({ annotationId }) => annotationId)),
      decisions: decided.filter(({ isCurrent }) => isCurrent === 1),
      open: new Set(this.#readOpen.all(itemId, task)),
    };
    const later = roundsOf(said).findLast((round) => round > 1);
    const gold = answers.find(
      ({ id, editionId }) => id === item.goldAnnotationId && editionId === item.editionId,
    );
    const { decision, reason } =
      gold === undefined ? { decision: null, reason: '' } : decisionOf(gold.payload);
    const { rounds, adjudicated } = acceptanceOf(said);
    return {
      firstRound: outcomeOf(said, 1),
      secondRound: later === undefined ? null : outcomeOf(said, later),
      decision,
      reason: decision === null || decision === 'accept' ? '' : reason,
      acceptedRounds: rounds,
      adjudicated: adjudicated ? 1 : 0,
      fixSince: fixAskedSince(said, item.goldAnnotationId),
      outcome: answersOutcomeOf(said, {
        raters: this.#readRaters.get(itemId, task) ?? null,
        goldId: item.goldAnnotationId,
        decision,
      }),
    };
  }
}

class Rows {
  readonly #casebook: CasebookFiles;
  readonly #task: string;
  readonly #decidingPart: string;
  readonly #read;
  readonly #putGates;
  readonly #putStatus;
  readonly #insert;
  readonly #differ;
  readonly #missing;

  constructor(casebook: CasebookFiles, task: string, decidingPart: string) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#task = task;
    this.#decidingPart = decidingPart;
    this.#read = database.prepare<[string], StateRow>(
      `SELECT first_round AS firstRound, second_round AS secondRound, decision, reason,
       accepted_rounds AS acceptedRounds, adjudicated, fix_since AS fixSince, outcome
     FROM validation_state WHERE item_id = ?`,
    );
    this.#putGates = database.prepare<[string, string | null, string | null]>(
      `INSERT INTO validation_state (item_id, shortcut, audit) VALUES (?, ?, ?)
     ON CONFLICT (item_id) DO UPDATE SET shortcut = excluded.shortcut, audit = excluded.audit
       WHERE shortcut IS NOT excluded.shortcut OR audit IS NOT excluded.audit`,
    );
    this.#putStatus = database.prepare(
      `UPDATE validation_state SET first_round = ?, second_round = ?, decision = ?, reason = ?, accepted_rounds = ?,
       adjudicated = ?, fix_since = ?, outcome = ? WHERE item_id = ?`,
    );
    this.#insert = database.prepare(
      `INSERT INTO validation_state (shortcut, audit, first_round, second_round, decision, reason, accepted_rounds,
       adjudicated, fix_since, outcome, item_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#differ = database
      .prepare<[], number>('SELECT (SELECT count(*) FROM item) <> (SELECT count(*) FROM validation_state)')
      .pluck();
    this.#missing = database.prepare<[string, string, number, number], MissingRow>(
      `SELECT i.sequence, i.id, i.payload, i.edition_id AS editionId, ${goldAnnotationOf('i')} AS goldAnnotationId,
       EXISTS (SELECT 1 FROM annotation a WHERE a.item_id = i.id AND a.task = ? AND a.state = 'submitted') AS isAnswered
     FROM item i
     WHERE i.sequence > ? AND NOT EXISTS (SELECT 1 FROM validation_state v WHERE v.item_id = i.id)
     ORDER BY i.sequence LIMIT ?`,
    );
  }

  read(itemId: string) {
    return this.#read.get(itemId);
  }

  putGates(itemId: string, { shortcut, audit }: ReturnType<Validation['gates']>): void {
    this.#putGates.run(itemId, shortcut, audit);
  }

  putStatus(itemId: string, row: StateRow): void {
    this.#putStatus.run(...statusValues(row), itemId);
  }

  insert(itemId: string, { shortcut, audit }: ReturnType<Validation['gates']>, row: StateRow): void {
    this.#insert.run(shortcut, audit, ...statusValues(row), itemId);
  }

  areMissing() {
    return this.#differ.get() === 1;
  }

  /** The next ones that have no row, in the order of import. */
  missing(after: number, atMost: number) {
    return this.#missing.all(goldPathOf(this.#decidingPart), this.#task, after, atMost);
  }

  /** A table of this connection's own hides the casebook's. */
  keepBeside(): void {
    this.#casebook.database.exec(
      `CREATE TEMP TABLE IF NOT EXISTS validation_state (item_id TEXT PRIMARY KEY, shortcut TEXT, audit TEXT,
           first_round TEXT, second_round TEXT, decision TEXT, reason TEXT NOT NULL DEFAULT '',
           accepted_rounds INTEGER NOT NULL DEFAULT 0, adjudicated INTEGER NOT NULL DEFAULT 0, fix_since INTEGER,
           outcome TEXT NOT NULL DEFAULT 'none') STRICT, WITHOUT ROWID;
         INSERT OR IGNORE INTO temp.validation_state (item_id, shortcut, audit, first_round, second_round, decision,
           reason, accepted_rounds, adjudicated, fix_since, outcome)
         SELECT item_id, shortcut, audit, first_round, second_round, decision, reason, accepted_rounds, adjudicated,
           fix_since, outcome
         FROM main.validation_state`,
    );
  }
}

/** In the order in which both statements name them. */
function statusValues(row: StateRow): (string | number | null)[] {
  const { firstRound, secondRound, decision, reason, acceptedRounds, adjudicated, fixSince, outcome } = row;
  return [firstRound, secondRound, decision, reason, acceptedRounds, adjudicated, fixSince, outcome];
}

function isSame(a: StateRow, b: StateRow): boolean {
  return (
    a.firstRound === b.firstRound &&
    a.secondRound === b.secondRound &&
    a.decision === b.decision &&
    a.reason === b.reason &&
    a.acceptedRounds === b.acceptedRounds &&
    a.adjudicated === b.adjudicated &&
    a.fixSince === b.fixSince &&
    a.outcome === b.outcome
  );
}
