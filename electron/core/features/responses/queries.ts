import { z } from 'zod';
import type { Casebook } from '../../derived/casebook.ts';
import { StepAnswer } from '../../../../shared/domain/baseline.ts';
import { ItemId, PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { blindItems } from '../../access/blindItems.ts';
import { INCLUDED } from '../../derived/includedVerdicts.ts';

/** SQL: whether the answer `r` is one that was meant, whether or not it was excluded. */
const MEANT = `r.purpose = 'main' AND NOT EXISTS (SELECT 1 FROM response later WHERE later.replaces = r.id)
  AND (r.session_id IS NULL OR (SELECT number FROM session WHERE id = r.session_id) > 0)`;

/** SQL: whether the viewer, one named parameter, has yet to rate the item (or what it is a question about), or to judge the answer. */
const BLIND = `r.item_id IN (${blindItems('@viewer')})
  OR EXISTS (SELECT 1 FROM judging_assignment a WHERE a.response_id = r.id AND a.person_id = @viewer AND a.state = 'open')`;

const PersonRow = z.object({
  personId: PersonId,
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  version: z.string().nullable(),
  temperature: z.number().nullable(),
  settings: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : JsonObject.parse(JSON.parse(text)))),
  responses: z.int(),
  items: z.int(),
  conditions: z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text))),
  settled: z.int(),
});
export type PersonRow = z.infer<typeof PersonRow>;

const Row = z.object({
  id: ResponseId,
  itemId: ItemId,
  item: z.string(),
  payload: z.string(),
  respondent: z.string(),
  condition: z.string(),
  step: z.string(),
  question: z.string(),
  answer: z.string().transform((text) => StepAnswer.parse(JSON.parse(text))),
  answeredAt: z.int().nullable(),
  activeMilliseconds: z.int().nullable(),
  counts: z.int(),
});
export type StoredResponse = z.infer<typeof Row>;

const Asked = z.object({ personId: PersonId, itemId: ItemId, condition: z.string(), step: z.string() });

export interface ResponseSelection {
  readonly respondents: readonly PersonId[] | undefined;
  readonly itemId: ItemId | undefined;
  readonly step: string | undefined;
  /** Leaves out what this person has yet to rate or to judge; null: nothing. */
  readonly viewer: PersonId | null;
}

/** Answers in an open casebook, the statements prepared once. */
export class ResponseQueries {
  readonly #people;
  readonly #counting;
  readonly #payload;
  readonly #total;
  readonly #rows;

  constructor(casebook: Casebook) {
    const { database } = casebook;
    this.#people = database.prepare<[string]>(
      `SELECT p.id AS personId, p.handle, p.name, p.kind, p.version, p.temperature, p.settings,
       coalesce(sum(t.counts), 0) AS responses, count(DISTINCT CASE WHEN t.counts THEN t.item_id END) AS items,
       (SELECT json_group_array(condition) FROM (SELECT DISTINCT condition FROM response
         WHERE person_id = p.id AND purpose = 'main' AND condition <> '' ORDER BY condition)) AS conditions,
       (SELECT count(*) FROM verdict_state v JOIN response r ON r.id = v.response_id
         WHERE r.person_id = p.id AND v.value IS NOT NULL
           AND v.criterion IN (SELECT value FROM json_each(?))) AS settled
     FROM person p JOIN (SELECT r.person_id, r.item_id, (${INCLUDED}) AS counts FROM response r WHERE ${MEANT}) t
       ON t.person_id = p.id
     GROUP BY p.id ORDER BY p.kind = 'model', p.name COLLATE NOCASE, p.version, p.handle`,
    );
    this.#counting = database.prepare(
      `SELECT r.person_id AS personId, r.item_id AS itemId, r.condition, r.step FROM response r
     WHERE ${INCLUDED} ORDER BY r.item_id, r.condition, r.step`,
    );
    this.#payload = database.prepare<[string], string>('SELECT payload FROM item WHERE id = ?').pluck();
    const selected = `FROM response r JOIN item i ON i.id = r.item_id JOIN person p ON p.id = r.person_id
    WHERE ${MEANT} AND (@respondents IS NULL OR r.person_id IN (SELECT value FROM json_each(@respondents)))
      AND (@item IS NULL OR r.item_id = @item) AND (@step IS NULL OR r.step = @step)
      AND (@viewer IS NULL OR NOT (${BLIND}))`;
    this.#total = database
      .prepare<[Record<string, string | null>], number>(`SELECT count(*) ${selected}`)
      .pluck();
    this.#rows = database.prepare<[Record<string, string | number | null>]>(
      `SELECT r.id, r.item_id AS itemId, i.external_id AS item, i.payload, p.name AS respondent, r.condition, r.step,
       r.question, r.answer, r.answered_at AS answeredAt, r.active_ms AS activeMilliseconds, (${INCLUDED}) AS counts
     ${selected} ORDER BY i.sequence, p.kind = 'model', p.name COLLATE NOCASE, p.id, r.condition, r.position, r.step
     LIMIT @limit OFFSET @offset`,
    );
  }

  /** Everybody who answered, models after people, each by name. `criteria`: whose verdicts count as agreed. */
  people(criteria: readonly string[]): PersonRow[] {
    return this.#people.all(JSON.stringify(criteria)).map((raw) => PersonRow.parse(raw));
  }

  /** Which answers of whom count, item by item. */
  *counting(): IterableIterator<z.infer<typeof Asked>> {
    for (const raw of this.#counting.iterate()) yield Asked.parse(raw);
  }

  payload(itemId: ItemId): JsonObject {
    return JsonObject.parse(JSON.parse(this.#payload.get(itemId) ?? '{}'));
  }

  count(selection: ResponseSelection): number {
    return this.#total.get(parameters(selection)) ?? 0;
  }

  rows(selection: ResponseSelection, offset: number, limit: number): StoredResponse[] {
    return this.#rows.all({ ...parameters(selection), offset, limit }).map((raw) => Row.parse(raw));
  }
}

function parameters({ respondents, itemId, step, viewer }: ResponseSelection) {
  return {
    respondents: respondents === undefined ? null : JSON.stringify(respondents),
    item: itemId ?? null,
    step: step ?? null,
    viewer,
  };
}
