import { z } from 'zod';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import type { Validation } from '../../../../shared/benchmarks/validation.ts';
import {
  type Json,
  type JsonObject,
  JsonObject as JsonObjectSchema,
  sameJson,
} from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { TextOutput } from '../../files/outputFolder.ts';
import { isFixer } from '../../records/answers/edition.ts';
import { knownTime, originColumn } from '../../records/answers/answerOrigin.ts';
import { askedColumn } from '../../records/answers/ratings.ts';
import { mainTask } from '../../derived/gold.ts';
import { goldAnnotationOf, goldPathOf } from '../../records/answers/goldParts.ts';
import { timeText } from '../../formats/writing/timeText.ts';
import { readMeta } from '../../db/meta.ts';
import type { ExportItem } from '../../formats/writing/exportItems.ts';

/** How each item of an export was validated: one JSON object a line, in the order of the items. */
export const VALIDATION_RECORD = 'validation.jsonl';

const flag = z.int().transform((number) => number === 1);
const payload = z.string().transform((text) => JsonObjectSchema.parse(JSON.parse(text)));
const ItemRow = z.object({
  editionId: z.string().nullable(),
  goldEditionId: z.string().nullable(),
  gold: payload.nullable(),
});
const AnswerRow = z.object({
  round: z.int(),
  handle: z.string(),
  payload,
  activeMilliseconds: z.int(),
  submittedAt: z.int(),
  origin: z.string().nullable().transform(originColumn),
  editionId: z.string().nullable(),
  asked: z.string().nullable().transform(askedColumn),
  status: z.enum(['rating', 'correction', 'decision']),
  byFixer: flag,
});
const DecisionRow = z.object({
  kind: z.enum(['decision', 'reopening']),
  round: z.int(),
  handle: z.string(),
  cause: z.string().nullable(),
  note: z.string(),
  createdAt: z.int(),
  answer: payload.nullable(),
  editionId: z.string().nullable(),
  replaced: flag,
  byFixer: flag,
});
const EditionRow = z.object({
  id: z.string(),
  replaces: z.string().nullable(),
  number: z.int(),
  before: payload,
  payload,
  reason: z.string(),
  handle: z.string(),
  createdAt: z.int(),
});
type EditionRow = z.infer<typeof EditionRow>;

/** The editions of an item, and which text each had. */
class Editions {
  readonly #byId: ReadonlyMap<string, EditionRow>;
  readonly #first: EditionRow | undefined;
  readonly #payload: JsonObject;
  readonly current: string | null;
  readonly rows: readonly EditionRow[];

  constructor(rows: readonly EditionRow[], current: string | null, payload: JsonObject) {
    this.rows = rows;
    this.current = current;
    this.#byId = new Map(rows.map((edition) => [edition.id, edition]));
    this.#first = rows.find(({ replaces }) => replaces === null);
    this.#payload = payload;
  }

  numberOf(id: string | null): number {
    return id === null ? 1 : (this.#byId.get(id)?.number ?? 1);
  }

  payloadOf(id: string | null): JsonObject {
    if (id === this.current) return this.#payload;
    const then = id === null ? this.#first?.before : this.#byId.get(id)?.payload;
    return then ?? this.#payload;
  }

  /** What an answer is about, as the record says it. */
  aboutOf({ editionId, byFixer }: { readonly editionId: string | null; readonly byFixer: boolean }) {
    return {
      edition: this.numberOf(editionId),
      outdated: editionId !== this.current,
      validated_by_fixer: byFixer,
    };
  }

  /** The current edition and those that it goes back to. */
  inForce(): ReadonlySet<string> {
    const line = new Set<string>();
    for (let at = this.current; at !== null && !line.has(at); at = this.#byId.get(at)?.replaces ?? null)
      line.add(at);
    return line;
  }
}

/** Writes the validation record of items; boxes are in `labels.csv`. */
export class ValidationRecord {
  readonly #text: TextOutput;
  readonly #validation: Validation;
  readonly #times: boolean;
  readonly #task: Task;
  readonly #deciding: string;
  readonly #fields;
  readonly #itemGold;
  readonly #answers;
  readonly #decisions;
  readonly #editions;

  constructor(text: TextOutput, casebook: Casebook, validation: Validation, times: boolean) {
    const { database } = casebook;
    this.#text = text;
    this.#validation = validation;
    this.#times = times;
    this.#task = mainTask(casebook);
    this.#deciding = goldPathOf(validation.decidingPart);
    this.#fields = this.#task.fields(JsonObjectSchema.parse(readMeta(database, 'vocabulary')));
    this.#itemGold = database.prepare<[string, string]>(
      `SELECT i.edition_id AS editionId, a.edition_id AS goldEditionId, a.payload AS gold
     FROM item i LEFT JOIN annotation a ON a.id = ${goldAnnotationOf('i')} WHERE i.id = ?`,
    );
    // The latest of each person, of what they said of each edition.
    this.#answers = database.prepare<[string, string]>(
      `SELECT a.round, p.handle, a.payload, a.active_ms AS activeMilliseconds, a.submitted_at AS submittedAt,
       a.origin, a.edition_id AS editionId, a.asked,
       CASE WHEN a.independent = 1 THEN 'rating'
         WHEN EXISTS (SELECT 1 FROM adjudication d WHERE d.annotation_id = a.id) THEN 'decision' ELSE 'correction' END AS status,
       ${isFixer('a.edition_id', 'a.person_id')} AS byFixer
     FROM annotation a JOIN person p ON p.id = a.person_id
     WHERE a.item_id = ? AND a.task = ? AND a.state = 'submitted'
       AND NOT EXISTS (SELECT 1 FROM annotation b WHERE b.item_id = a.item_id AND b.task = a.task AND b.round = a.round
         AND b.person_id = a.person_id AND b.independent = a.independent AND b.edition_id IS a.edition_id
         AND b.state = 'submitted' AND b.version > a.version)
     ORDER BY a.round, a.submitted_at, p.handle, a.id`,
    );
    this.#decisions = database.prepare<[string, string]>(
      `SELECT d.kind, d.round, p.handle, d.cause, d.note, d.created_at AS createdAt, a.payload AS answer,
       a.edition_id AS editionId, EXISTS (SELECT 1 FROM adjudication n WHERE n.replaces = d.id) AS replaced,
       ${isFixer('a.edition_id', 'd.person_id')} AS byFixer
     FROM adjudication d JOIN person p ON p.id = d.person_id LEFT JOIN annotation a ON a.id = d.annotation_id
     WHERE d.item_id = ? AND d.task = ? ORDER BY d.created_at, d.id`,
    );
    this.#editions = database.prepare<[string]>(
      `SELECT e.id, e.replaces, e.number, e.before, e.payload, e.reason, p.handle, e.created_at AS createdAt
     FROM edition e JOIN person p ON p.id = e.person_id WHERE e.item_id = ? ORDER BY e.number, e.created_at, e.id`,
    );
  }

  async add(item: ExportItem): Promise<void> {
    await this.#text.write(`${JSON.stringify(this.#recordOf(item))}\n`);
  }

  async end(): Promise<void> {
    await this.#text.close();
  }

  #recordOf(item: ExportItem): Json {
    const validation = this.#validation;
    const { editionId, goldEditionId, gold } = ItemRow.parse(this.#itemGold.get(this.#deciding, item.id));
    const editions = new Editions(
      this.#editions.all(item.id).map((raw) => EditionRow.parse(raw)),
      editionId,
      item.payload,
    );
    const counts = gold !== null && goldEditionId === editionId ? validation.decisionOf(gold) : null;
    const answers = this.#answers.all(item.id, this.#task.id).map((raw) => AnswerRow.parse(raw));
    const decisions = this.#decisions.all(item.id, this.#task.id).map((raw) => DecisionRow.parse(raw));
    return {
      id: item.externalId,
      status: item.status,
      edition: editions.numberOf(editionId),
      decision: counts?.decision ?? null,
      reason: counts?.reason ?? '',
      // Somebody who fixed the text as it is now says that it holds.
      validated_by_fixer: [...answers, ...decisions.filter(({ answer }) => answer !== null)].some(
        (each) => each.byFixer && each.editionId === editionId,
      ),
      gates: { ...validation.gates(item.payload) },
      hints: validation.hints(item.payload).map(({ kind, field, message }) => ({ kind, field, message })),
      rounds: [...Map.groupBy(answers, ({ round }) => round)].map(([round, ofRound]) => ({
        round,
        answers: ofRound.map((answer) => this.#answerOf(answer, editions)),
      })),
      adjudications: decisions.map((decision) => this.#adjudicationOf(decision, editions)),
      editions: this.#editionsOf(editions),
    };
  }

  #answerOf(answer: z.infer<typeof AnswerRow>, editions: Editions): JsonObject {
    return {
      rater: answer.handle,
      kind: answer.status,
      ...this.#validation.decisionOf(answer.payload),
      fields: answered(
        this.#task,
        this.#fields.filter(({ name }) => isAnswered(answer.asked, name)),
        editions.payloadOf(answer.editionId),
        answer.payload,
      ),
      ...timesOf(answer, this.#times),
      ...editions.aboutOf(answer),
    };
  }

  #adjudicationOf(decision: z.infer<typeof DecisionRow>, editions: Editions): JsonObject {
    const { kind, round, handle, cause, note, createdAt, answer, replaced } = decision;
    return {
      kind,
      round,
      by: handle,
      ...(answer === null ? {} : this.#validation.decisionOf(answer)),
      cause,
      note,
      at: timeText(createdAt, this.#times),
      ...(answer === null ? {} : editions.aboutOf(decision)),
      replaced,
    };
  }

  #editionsOf(editions: Editions): JsonObject[] {
    const inForce = editions.inForce();
    return editions.rows.map((edition) => ({
      number: edition.number,
      replaces: editions.numberOf(edition.replaces),
      holds: inForce.has(edition.id),
      by: edition.handle,
      at: timeText(edition.createdAt, this.#times),
      reason: edition.reason,
      before: textsOf(this.#validation, edition.before),
      after: textsOf(this.#validation, edition.payload),
    }));
  }
}

/** How long an answer took and when it was given; null where nobody measured or said that. */
function timesOf(
  { activeMilliseconds, submittedAt, origin }: z.infer<typeof AnswerRow>,
  times: boolean,
): JsonObject {
  const at = knownTime(submittedAt, origin);
  return {
    active_ms: origin === null ? activeMilliseconds : null,
    submitted_at: at === null ? null : timeText(at, times),
  };
}

/** What was answered: no field that was left open, and no text that is the item's own. */
function answered(
  task: Task,
  fields: ReturnType<Task['fields']>,
  payloadThen: JsonObject,
  answer: JsonObject,
): JsonObject {
  const came = task.initialAnswer(payloadThen);
  return Object.fromEntries(
    fields.flatMap(({ name, comparison }) => {
      const value = Object.hasOwn(answer, name) ? (answer[name] ?? null) : null;
      const open = value === null || value === '' || sameJson(value, []);
      const own = comparison.level === 'text' && sameJson(value, came[name] ?? null);
      return open || own ? [] : [[name, value] as const];
    }),
  );
}

function textsOf(validation: Validation, of: JsonObject): JsonObject {
  return Object.fromEntries(validation.texts(of).map(({ field, text }) => [field, text]));
}
