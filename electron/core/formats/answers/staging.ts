import Database from 'better-sqlite3';
import { z } from 'zod';
import { StepAnswer } from '../../../../shared/domain/baseline.ts';
import { ResponseId } from '../../../../shared/base/ids.ts';
import { canonicalJson, Json, JsonObject } from '../../../../shared/base/json.ts';
import { VerdictCause } from '../../../../shared/domain/status.ts';
import { inSets } from '../../db/sets.ts';
import type { AnswerKey, IncomingAnswer, IncomingDecision, IncomingVerdict, Party } from './incoming.ts';

/** What became of something that was staged: `differs` names the place that says something else of the same thing. */
export type StagingResult = 'added' | 'repeated' | { readonly differs: string };

/** An answer with its place in the staging. */
export type StagedAnswer = IncomingAnswer & { readonly position: number };

/** A verdict or decision with what became of its answer: refused, or not staged. */
export type StagedAssessment<T> = T & {
  readonly answered: 'staged' | 'refused' | 'no';
  /** The id under which the casebook has it, as far as that was noted. */
  readonly response: ResponseId | null;
};

/** How many entries are read back at a time. */
const AT_A_TIME = 100;

const Key = { item: z.string(), respondent: z.int(), condition: z.string(), step: z.string() };
const AnswerRow = z.object({
  ...Key,
  position: z.int(),
  place: z.string(),
  question: z.string(),
  answer: z.string().transform((text) => StepAnswer.parse(JSON.parse(text))),
  way: z.enum(['replace', 'complete']),
});
const Judged = {
  answered: z.enum(['staged', 'refused', 'no']),
  response: ResponseId.nullable(),
};
const VerdictRow = z.object({
  ...Key,
  ...Judged,
  place: z.string(),
  criterion: z.string(),
  subject: z.string(),
  judge: z.int(),
  outcome: z.enum(['given', 'unknown', 'unparsed']),
  value: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : Json.parse(JSON.parse(text)))),
  refusal: z
    .int()
    .nullable()
    .transform((flag) => (flag === null ? null : flag === 1)),
  rationale: z.string().nullable(),
});

const DecisionRow = z.object({
  ...Key,
  ...Judged,
  place: z.string(),
  criterion: z.string(),
  subject: z.string(),
  by: z.int(),
  value: z.string().transform((text) => Json.parse(JSON.parse(text))),
  cause: VerdictCause,
  note: z.string(),
});

/**
 * Answers and verdicts of an import, kept on disk in the order of their source: memory does not grow with their
 * number, only with that of respondents and judges. The file goes with it.
 */
export class AnswerStaging {
  readonly #database;
  readonly #findAnswer;
  readonly #findVerdict;
  readonly #insertAnswer;
  readonly #insertVerdict;
  readonly #findDecision;
  readonly #insertDecision;
  readonly #refuse;
  readonly #Found;
  readonly #parties: Party[] = [];
  readonly #numbers = new Map<string, number>();
  #count = 0;
  readonly #note;

  constructor() {
    // SQLite keeps a database without a name on disk as it grows, and removes it.
    this.#database = new Database('');
    this.#database.pragma('journal_mode = OFF');
    this.#database.pragma('temp_store = FILE');
    this.#database.exec(`
    CREATE TABLE answer (position INTEGER PRIMARY KEY, item TEXT NOT NULL, respondent INTEGER NOT NULL,
      condition TEXT NOT NULL, step TEXT NOT NULL, place TEXT NOT NULL, question TEXT NOT NULL, answer TEXT NOT NULL,
      way TEXT NOT NULL, refused INTEGER NOT NULL DEFAULT 0, response TEXT, UNIQUE (item, respondent, condition, step)) STRICT;
    CREATE TABLE verdict (position INTEGER PRIMARY KEY, item TEXT NOT NULL, respondent INTEGER NOT NULL,
      condition TEXT NOT NULL, step TEXT NOT NULL, criterion TEXT NOT NULL, subject TEXT NOT NULL,
      judge INTEGER NOT NULL, place TEXT NOT NULL, outcome TEXT NOT NULL, value TEXT, refusal INTEGER,
      rationale TEXT,
      UNIQUE (item, respondent, condition, step, criterion, subject, judge)) STRICT;
    CREATE TABLE decision (position INTEGER PRIMARY KEY, item TEXT NOT NULL, respondent INTEGER NOT NULL,
      condition TEXT NOT NULL, step TEXT NOT NULL, criterion TEXT NOT NULL, subject TEXT NOT NULL, by INTEGER NOT NULL,
      place TEXT NOT NULL, value TEXT NOT NULL, cause TEXT NOT NULL, note TEXT NOT NULL, content TEXT NOT NULL,
      UNIQUE (item, respondent, condition, step, criterion, subject)) STRICT;
    BEGIN`);
    const key = 'item = ? AND respondent = ? AND condition = ? AND step = ?';
    this.#findAnswer = this.#database.prepare<[string, number, string, string]>(
      `SELECT place, answer AS content FROM answer WHERE ${key}`,
    );
    this.#findVerdict = this.#database.prepare(
      `SELECT place, json_array(outcome, json(coalesce(value, 'null')), refusal) AS content FROM verdict
     WHERE ${key} AND criterion = ? AND subject = ? AND judge = ?`,
    );
    this.#insertAnswer = this.#database.prepare(
      `INSERT INTO answer (item, respondent, condition, step, place, question, answer, way)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#insertVerdict = this.#database.prepare(
      `INSERT INTO verdict (item, respondent, condition, step, criterion, subject, judge, place, outcome, value, refusal,
       rationale) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#findDecision = this.#database.prepare(
      `SELECT place, content FROM decision WHERE ${key} AND criterion = ? AND subject = ?`,
    );
    this.#insertDecision = this.#database.prepare(
      `INSERT INTO decision (item, respondent, condition, step, criterion, subject, by, place, value, cause, note,
       content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#refuse = this.#database.prepare<[string, number, string, string]>(
      `UPDATE answer SET refused = 1 WHERE ${key}`,
    );
    this.#Found = z.object({ place: z.string(), content: z.string() });
    this.#note = this.#database.prepare<[string, number]>(
      'UPDATE answer SET response = ? WHERE position = ?',
    );
  }

  addAnswer(incoming: IncomingAnswer): StagingResult {
    const id = this.#keyOf(incoming);
    const content = canonicalJson(incoming.answer);
    const before = this.#findAnswer.get(...id);
    if (before !== undefined) return this.#against(before, content);
    this.#insertAnswer.run(...id, incoming.place, incoming.question, content, incoming.way);
    this.#count += 1;
    return 'added';
  }

  addVerdict(incoming: IncomingVerdict): StagingResult {
    const { criterion, subject, outcome } = incoming;
    const id = [...this.#keyOf(incoming), criterion, subject, this.#numberOf(incoming.judge)];
    const value = incoming.value === null ? null : canonicalJson(incoming.value);
    const refusal = incoming.refusal === null ? null : Number(incoming.refusal);
    const before = this.#findVerdict.get(...id);
    if (before !== undefined)
      return this.#against(before, `["${outcome}",${value ?? 'null'},${String(refusal)}]`);
    this.#insertVerdict.run(...id, incoming.place, outcome, value, refusal, incoming.rationale);
    this.#count += 1;
    return 'added';
  }

  /** Of one thing there is one. */
  addDecision(incoming: IncomingDecision): StagingResult {
    const { criterion, subject, place, cause, note } = incoming;
    const id = [...this.#keyOf(incoming), criterion, subject];
    const by = this.#numberOf(incoming.by);
    const before = this.#findDecision.get(...id);
    const content = canonicalJson([by, incoming.value, cause, note]);
    if (before !== undefined) return this.#against(before, content);
    this.#insertDecision.run(...id, by, place, canonicalJson(incoming.value), cause, note, content);
    this.#count += 1;
    return 'added';
  }

  /** Takes an answer out again, and with it the verdicts on it. */
  refuse(answer: AnswerKey): void {
    this.#refuse.run(...this.#keyOf(answer));
  }

  /** Notes under which id the casebook has an answer. */
  noteResponse({ position }: StagedAnswer, id: ResponseId): void {
    this.#note.run(id, position);
  }

  parties(): readonly Party[] {
    return this.#parties;
  }

  count(): number {
    return this.#count;
  }

  /** In the order of the source, some at a time; what was taken out is not among them. */
  *answers(): IterableIterator<readonly StagedAnswer[]> {
    const next = this.#database.prepare<[number, number]>(
      'SELECT * FROM answer WHERE refused = 0 AND position > ? ORDER BY position LIMIT ?',
    );
    // Not one statement for all: what becomes of each is noted on the way.
    for (let last = 0; ;) {
      const rows = next.all(last, AT_A_TIME).map((raw) => {
        const row = AnswerRow.parse(raw);
        return { ...row, respondent: this.#partyOf(row.respondent) };
      });
      if (rows.length === 0) return;
      yield rows;
      last = rows.at(-1)?.position ?? last;
    }
  }

  /** Those on one answer one after the other, some at a time. */
  *verdicts(): IterableIterator<readonly StagedAssessment<IncomingVerdict>[]> {
    yield* inSets(this.#ofVerdicts(), AT_A_TIME);
  }

  *decisions(): IterableIterator<readonly StagedAssessment<IncomingDecision>[]> {
    yield* inSets(this.#ofDecisions(), AT_A_TIME);
  }

  close(): void {
    this.#database.close();
  }

  #numberOf(party: Party): number {
    const name = canonicalJson(
      party.kind === 'human'
        ? // As the casebook tells people apart.
          ['human', party.handle.replace(/[A-Z]/gu, (letter) => letter.toLowerCase())]
        : ['model', JsonObject.parse(party.identity)],
    );
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#parties.length);
    this.#parties.push(party);
    return this.#parties.length - 1;
  }

  #partyOf(number: number): Party {
    const party = this.#parties[number];
    if (party === undefined) throw new Error(`Nobody has the number ${String(number)}.`);
    return party;
  }

  #keyOf({ item, respondent, condition, step }: AnswerKey): [string, number, string, string] {
    return [item, this.#numberOf(respondent), condition, step];
  }

  #against(raw: unknown, content: string): Exclude<StagingResult, 'added'> {
    const found = this.#Found.parse(raw);
    return found.content === content ? 'repeated' : { differs: found.place };
  }

  #judging(table: 'verdict' | 'decision'): IterableIterator<unknown> {
    return this.#database
      .prepare(
        `SELECT j.*, CASE a.refused WHEN 0 THEN 'staged' WHEN 1 THEN 'refused' ELSE 'no' END AS answered, a.response
         FROM ${table} j LEFT JOIN answer a
           ON (a.item, a.respondent, a.condition, a.step) = (j.item, j.respondent, j.condition, j.step)
         ORDER BY j.item, j.respondent, j.condition, j.step, j.position`,
      )
      .iterate();
  }

  *#ofVerdicts(): Generator<StagedAssessment<IncomingVerdict>> {
    for (const raw of this.#judging('verdict')) {
      const row = VerdictRow.parse(raw);
      yield { ...row, respondent: this.#partyOf(row.respondent), judge: this.#partyOf(row.judge) };
    }
  }

  *#ofDecisions(): Generator<StagedAssessment<IncomingDecision>> {
    for (const raw of this.#judging('decision')) {
      const row = DecisionRow.parse(raw);
      yield { ...row, respondent: this.#partyOf(row.respondent), by: this.#partyOf(row.by) };
    }
  }
}
