import type { Validation } from '../../../../shared/benchmarks/validation.ts';
import { ItemId } from '../../../../shared/domain/ids.ts';
import { JsonObject } from '../../../../shared/domain/json.ts';
import type { Casebook } from '../../casebook.ts';
import { mainTask } from '../items/gold.ts';
import type { SaidOfItem } from './rounds.ts';
import { acceptanceOf, outcomeOf, roundsOf } from './rounds.ts';

/**
 * How items stand on their way into the benchmark (`validation_state`), one row an item. What the rows hold follows from
 * payloads, answers, assignments, decisions and editions alone, in whatever order they came. Where the benchmark has no
 * validation there are no rows, and nothing here does anything.
 */
export interface ValidationState {
  /** Puts down what came with an item: for a new one, and after its payload changed. Inside the caller's transaction. */
  take(itemId: ItemId, payload: JsonObject): void;
  /**
   * Brings an item's row up to date with what was said of it, after its gold. Inside the caller's transaction.
   */
  settle(itemId: ItemId): void;
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
}

interface ItemRow {
  readonly editionId: string | null;
  readonly goldAnnotationId: string | null;
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
  readonly holds: number;
}

const UNSAID: StateRow = {
  firstRound: null,
  secondRound: null,
  decision: null,
  reason: '',
  acceptedRounds: 0,
  adjudicated: 0,
};

/** The standing of items on their way, in an open casebook; its statements are prepared once. */
export function createValidationState(casebook: Casebook): ValidationState {
  const { validation } = casebook.benchmark;
  if (validation === undefined) return { take: nothing, settle: nothing, fill: nothing };
  return createFor(casebook, validation);
}

const nothing = (): void => undefined;

function createFor(casebook: Casebook, validation: Validation): ValidationState {
  const { database } = casebook;
  const task = mainTask(casebook).id;
  const rows = createRows(casebook);
  const readItem = database.prepare<[string], ItemRow>(
    'SELECT edition_id AS editionId, gold_annotation_id AS goldAnnotationId FROM item WHERE id = ?',
  );
  const readPayload = database.prepare<[string], string>('SELECT payload FROM item WHERE id = ?').pluck();
  const readAnswers = database.prepare<[string, string], AnswerRow>(
    `SELECT id, person_id AS personId, round, version, independent, submitted_at AS submittedAt,
       edition_id AS editionId, payload FROM annotation WHERE item_id = ? AND task = ? AND state = 'submitted'`,
  );
  const readDecisions = database.prepare<[string, string], DecisionRow>(
    `SELECT round, annotation_id AS annotationId,
       NOT EXISTS (SELECT 1 FROM adjudication later WHERE later.replaces = a.id) AS holds
     FROM adjudication a WHERE item_id = ? AND task = ? AND kind = 'decision'`,
  );
  const readOpen = database
    .prepare<[string, string], number>(
      "SELECT DISTINCT round FROM assignment WHERE item_id = ? AND task = ? AND state = 'open'",
    )
    .pluck();

  const standingOf = (itemId: ItemId): StateRow => {
    const answers = readAnswers.all(itemId, task);
    const item = readItem.get(itemId);
    if (answers.length === 0 || item === undefined) return UNSAID;
    const decided = readDecisions.all(itemId, task);
    // Raters who agree often say the same to the letter.
    const known = new Map<string, ReturnType<Validation['decisionOf']>>();
    const decisionOf = (payload: string): ReturnType<Validation['decisionOf']> => {
      const found = known.get(payload) ?? validation.decisionOf(JsonObject.parse(JSON.parse(payload)));
      known.set(payload, found);
      return found;
    };
    const said: SaidOfItem = {
      editionId: item.editionId,
      answers: answers.map(({ payload, independent, ...answer }) => ({
        ...answer,
        independent: independent === 1,
        decision: decisionOf(payload).decision,
      })),
      deciding: new Set(decided.map(({ annotationId }) => annotationId)),
      decisions: decided.filter(({ holds }) => holds === 1),
      open: new Set(readOpen.all(itemId, task)),
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
    };
  };

  const take: ValidationState['take'] = (itemId, payload) => {
    const { shortcut, audit } = validation.gates(payload);
    rows.putGates(itemId, shortcut, audit);
  };
  const settle: ValidationState['settle'] = (itemId) => {
    const before = rows.read(itemId);
    if (before === undefined) {
      const payload = readPayload.get(itemId);
      if (payload === undefined) return;
      take(itemId, JsonObject.parse(JSON.parse(payload)));
    }
    const after = standingOf(itemId);
    if (!isSame(before ?? UNSAID, after)) rows.putStanding(itemId, after);
  };

  return {
    take,
    settle,
    fill() {
      if (!rows.areMissing()) return;
      if (casebook.readOnly !== null) rows.keepBeside();
      database.transaction(() => {
        for (const id of rows.missing()) settle(ItemId.parse(id));
      })();
    },
  };
}

function createRows({ database }: Casebook) {
  const read = database.prepare<[string], StateRow>(
    `SELECT first_round AS firstRound, second_round AS secondRound, decision, reason,
       accepted_rounds AS acceptedRounds, adjudicated FROM validation_state WHERE item_id = ?`,
  );
  const putGates = database.prepare<[string, string | null, string | null]>(
    `INSERT INTO validation_state (item_id, shortcut, audit) VALUES (?, ?, ?)
     ON CONFLICT (item_id) DO UPDATE SET shortcut = excluded.shortcut, audit = excluded.audit
       WHERE shortcut IS NOT excluded.shortcut OR audit IS NOT excluded.audit`,
  );
  const putStanding = database.prepare(
    `UPDATE validation_state SET first_round = ?, second_round = ?, decision = ?, reason = ?, accepted_rounds = ?,
       adjudicated = ? WHERE item_id = ?`,
  );
  const differ = database
    .prepare<[], number>('SELECT (SELECT count(*) FROM item) <> (SELECT count(*) FROM validation_state)')
    .pluck();
  const missing = database
    .prepare<[], string>('SELECT id FROM item WHERE id NOT IN (SELECT item_id FROM validation_state)')
    .pluck();
  return {
    read: (itemId: ItemId) => read.get(itemId),
    putGates(itemId: ItemId, shortcut: string | null, audit: string | null): void {
      putGates.run(itemId, shortcut, audit);
    },
    putStanding(itemId: ItemId, row: StateRow): void {
      const { firstRound, secondRound, decision, reason, acceptedRounds, adjudicated } = row;
      putStanding.run(firstRound, secondRound, decision, reason, acceptedRounds, adjudicated, itemId);
    },
    areMissing: () => differ.get() === 1,
    missing: () => missing.all(),
    /** A table of this connection's own hides the casebook's. */
    keepBeside(): void {
      database.exec(
        `CREATE TEMP TABLE IF NOT EXISTS validation_state (item_id TEXT PRIMARY KEY, shortcut TEXT, audit TEXT,
           first_round TEXT, second_round TEXT, decision TEXT, reason TEXT NOT NULL DEFAULT '',
           accepted_rounds INTEGER NOT NULL DEFAULT 0, adjudicated INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
         INSERT OR IGNORE INTO temp.validation_state (item_id, shortcut, audit, first_round, second_round, decision,
           reason, accepted_rounds, adjudicated)
         SELECT item_id, shortcut, audit, first_round, second_round, decision, reason, accepted_rounds, adjudicated
         FROM main.validation_state`,
      );
    },
  };
}

function isSame(a: StateRow, b: StateRow): boolean {
  return (
    a.firstRound === b.firstRound &&
    a.secondRound === b.secondRound &&
    a.decision === b.decision &&
    a.reason === b.reason &&
    a.acceptedRounds === b.acceptedRounds &&
    a.adjudicated === b.adjudicated
  );
}
