import { z } from 'zod';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import type { Validation } from '../../../../shared/benchmarks/validation.ts';
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import { JsonObject as JsonObjectSchema, sameJson } from '../../../../shared/base/json.ts';
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

/** Writes the validation record of items; boxes stand in `labels.csv`. */
export async function openValidationRecord(
  text: TextOutput,
  casebook: Casebook,
  validation: Validation,
  times: boolean,
): Promise<{ add(item: ExportItem): Promise<void>; end(): Promise<void> }> {
  const record = createRecorder(casebook, validation, times);
  return {
    add: (item) => text.write(`${JSON.stringify(record(item))}\n`),
    end: () => text.close(),
  };
}

function createRecorder(
  casebook: Casebook,
  validation: Validation,
  times: boolean,
): (item: ExportItem) => Json {
  const { database } = casebook;
  const task = mainTask(casebook);
  const deciding = goldPathOf(validation.decidingPart);
  const fields = task.fields(JsonObjectSchema.parse(readMeta(database, 'vocabulary')));
  const itemGold = database.prepare<[string, string]>(
    `SELECT i.edition_id AS editionId, a.edition_id AS goldEditionId, a.payload AS gold
     FROM item i LEFT JOIN annotation a ON a.id = ${goldAnnotationOf('i')} WHERE i.id = ?`,
  );
  // The latest of each person, of what they said of each edition.
  const answers = database.prepare<[string, string]>(
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
  const decisions = database.prepare<[string, string]>(
    `SELECT d.kind, d.round, p.handle, d.cause, d.note, d.created_at AS createdAt, a.payload AS answer,
       a.edition_id AS editionId, EXISTS (SELECT 1 FROM adjudication n WHERE n.replaces = d.id) AS replaced,
       ${isFixer('a.edition_id', 'd.person_id')} AS byFixer
     FROM adjudication d JOIN person p ON p.id = d.person_id LEFT JOIN annotation a ON a.id = d.annotation_id
     WHERE d.item_id = ? AND d.task = ? ORDER BY d.created_at, d.id`,
  );
  const editions = database.prepare<[string]>(
    `SELECT e.id, e.replaces, e.number, e.before, e.payload, e.reason, p.handle, e.created_at AS createdAt
     FROM edition e JOIN person p ON p.id = e.person_id WHERE e.item_id = ? ORDER BY e.number, e.created_at, e.id`,
  );

  return (item) => {
    const { editionId, goldEditionId, gold } = ItemRow.parse(itemGold.get(deciding, item.id));
    const made = editions.all(item.id).map((raw) => EditionRow.parse(raw));
    const byId = new Map(made.map((edition) => [edition.id, edition]));
    const numberOf = (id: string | null): number => (id === null ? 1 : (byId.get(id)?.number ?? 1));
    const payloadOf = (id: string | null): JsonObject =>
      id === editionId
        ? item.payload
        : id === null
          ? (made.find(({ replaces }) => replaces === null)?.before ?? item.payload)
          : (byId.get(id)?.payload ?? item.payload);
    const counts = gold !== null && goldEditionId === editionId ? validation.decisionOf(gold) : null;
    const said = answers.all(item.id, task.id).map((raw) => AnswerRow.parse(raw));
    const decided = decisions.all(item.id, task.id).map((raw) => DecisionRow.parse(raw));
    const currentLine = lineOf(editionId, byId);
    return {
      id: item.externalId,
      status: item.status,
      edition: numberOf(editionId),
      decision: counts?.decision ?? null,
      reason: counts?.reason ?? '',
      // Somebody who fixed the text as it is now says that it holds.
      validated_by_fixer: [...said, ...decided.filter(({ answer }) => answer !== null)].some(
        (each) => each.byFixer && each.editionId === editionId,
      ),
      gates: { ...validation.gates(item.payload) },
      hints: validation.hints(item.payload).map(({ kind, field, message }) => ({ kind, field, message })),
      rounds: [...new Set(said.map(({ round }) => round))].map((round) => ({
        round,
        answers: said
          .filter((answer) => answer.round === round)
          .map((answer) => ({
            rater: answer.handle,
            kind: answer.status,
            ...validation.decisionOf(answer.payload),
            fields: answered(
              task,
              fields.filter(({ name }) => isAnswered(answer.asked, name)),
              payloadOf(answer.editionId),
              answer.payload,
            ),
            ...timesOf(answer, times),
            edition: numberOf(answer.editionId),
            outdated: answer.editionId !== editionId,
            validated_by_fixer: answer.byFixer,
          })),
      })),
      adjudications: decided.map(({ kind, round, handle, cause, note, createdAt, answer, ...row }) => ({
        kind,
        round,
        by: handle,
        ...(answer === null ? {} : validation.decisionOf(answer)),
        cause,
        note,
        at: timeText(createdAt, times),
        ...(answer === null
          ? {}
          : {
              edition: numberOf(row.editionId),
              outdated: row.editionId !== editionId,
              validated_by_fixer: row.byFixer,
            }),
        replaced: row.replaced,
      })),
      editions: made.map((edition) => ({
        number: edition.number,
        replaces: numberOf(edition.replaces),
        holds: currentLine.has(edition.id),
        by: edition.handle,
        at: timeText(edition.createdAt, times),
        reason: edition.reason,
        before: textsOf(validation, edition.before),
        after: textsOf(validation, edition.payload),
      })),
    };
  };
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

/** An edition and those that it goes back to. */
function lineOf(id: string | null, byId: ReadonlyMap<string, EditionRow>): ReadonlySet<string> {
  const line = new Set<string>();
  for (let at = id; at !== null && !line.has(at); at = byId.get(at)?.replaces ?? null) line.add(at);
  return line;
}
