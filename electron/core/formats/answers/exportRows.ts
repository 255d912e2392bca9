import { z } from 'zod';
import { type BaselineStep, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import { Json, JsonObject } from '../../../../shared/base/json.ts';
import { PlanEntry } from '../../../../shared/domain/study.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { lastWord } from '../../records/answers/lastWord.ts';
import { MARKED_REFUSED, MARKS_REFUSAL } from '../../records/verdicts/verdictDetail.ts';
import { INCLUDED } from '../../derived/includedVerdicts.ts';

const settings = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : JsonObject.parse(JSON.parse(text))));

const ExportedParty = z.object({
  id: PersonId,
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  version: z.string().nullable(),
  temperature: z.number().nullable(),
  instructionHash: z.string().nullable(),
  settings,
});
/** A person or model as files describe it. */
export type ExportedParty = z.infer<typeof ExportedParty>;

const value = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : Json.parse(JSON.parse(text))));

const marked = z.int().transform((flag) => flag === 1);

const ResponseRow = z.object({
  id: z.string(),
  personId: PersonId,
  condition: z.string(),
  step: z.string(),
  answer: z.string().transform((text) => StepAnswer.parse(JSON.parse(text))),
  itemId: z.string(),
  itemRevision: z.int(),
  /** What the participant was to meet there; null: not in a study session. */
  planned: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : PlanEntry.parse(JSON.parse(text)))),
});
const VerdictRow = z.object({
  judge: PersonId,
  criterion: z.string(),
  subject: z.string(),
  outcome: z.enum(['given', 'unknown', 'unparsed']),
  value,
  /** Whether the answer is marked as refused. */
  refusal: marked,
  /** Whether the judge could have marked it: people can. */
  canMark: marked,
  rationale: z.string().nullable(),
});
const DecisionRow = z.object({
  person: z.string(),
  criterion: z.string(),
  subject: z.string(),
  value,
  cause: z.string().nullable(),
  note: z.string(),
});
const AcceptedRow = z.object({
  criterion: z.string(),
  subject: z.string(),
  value,
  state: z.string(),
  source: z.string().nullable(),
  /** Whether a judge marked the answer as refused. */
  refusal: marked,
});

/** An answer that counts. */
export type ExportedAnswer = z.infer<typeof ResponseRow>;

/** An item with what an export of its answers needs. */
export interface AnswerExportItem {
  readonly externalId: string;
  readonly payload: JsonObject;
  readonly steps: (condition: string) => readonly BaselineStep[];
}

/** Reads answers and verdicts for handing out, an item at a time. */
export class AnswerExportReader {
  readonly #casebook: Casebook;
  readonly #item;
  readonly #everybody;
  readonly #person;
  readonly #answers;
  readonly #verdicts;
  readonly #decisions;
  readonly #accepted;
  readonly #known = new Map<PersonId, ExportedParty>();

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#item = database.prepare<[string], { externalId: string; payload: string }>(
      'SELECT external_id AS externalId, payload FROM item WHERE id = ?',
    );
    const columns =
      'id, handle, name, kind, version, temperature, instruction_hash AS instructionHash, settings';
    this.#everybody = database.prepare(
      `SELECT ${columns} FROM person p WHERE EXISTS (SELECT 1 FROM response r WHERE r.person_id = p.id AND ${INCLUDED})
     ORDER BY kind = 'model', name COLLATE NOCASE, version, temperature, settings, instruction_hash, handle`,
    );
    this.#person = database.prepare<[string]>(`SELECT ${columns} FROM person WHERE id = ?`);
    this.#answers = database.prepare<[string]>(
      `SELECT r.id, r.person_id AS personId, r.condition, r.step, r.answer, r.item_id AS itemId,
       r.item_revision AS itemRevision,
       (SELECT s.plan -> ('$[' || r.entry || ']') FROM session s WHERE s.id = r.session_id) AS planned
     FROM response r WHERE r.item_id = ? AND ${INCLUDED} ORDER BY r.condition, r.step, r.created_at, r.id`,
    );
    this.#verdicts = database.prepare<[string]>(
      `SELECT j.person_id AS judge, j.criterion, j.subject, j.outcome, j.value,
       ${MARKS_REFUSAL} AS refusal, p.kind = 'human' AS canMark, j.rationale FROM current_judgment j
     JOIN person p ON p.id = j.person_id
     WHERE j.response_id = ? AND ${lastWord('current_judgment')}
     ORDER BY j.criterion, j.subject, p.kind = 'model', p.name COLLATE NOCASE, p.version, p.temperature, p.settings, p.instruction_hash, p.handle`,
    );
    this.#decisions = database.prepare<[string]>(
      `SELECT p.handle AS person, d.criterion, d.subject, d.value, d.cause, d.note FROM verdict_decision d
     JOIN person p ON p.id = d.person_id
     WHERE d.response_id = ? AND d.kind = 'decision'
       AND NOT EXISTS (SELECT 1 FROM verdict_decision later WHERE later.replaces = d.id)
     ORDER BY d.criterion, d.subject, d.created_at, d.id`,
    );
    this.#accepted = database.prepare<[string]>(
      `SELECT s.criterion, s.subject, s.value, s.state, s.source, ${MARKED_REFUSED} AS refusal FROM verdict_state s
     WHERE s.response_id = ? ORDER BY s.criterion, s.subject`,
    );
  }

  item(id: string): AnswerExportItem {
    const row = this.#item.get(id);
    const payload = JsonObject.parse(JSON.parse(row?.payload ?? '{}'));
    return {
      externalId: row?.externalId ?? id,
      payload,
      steps: (condition) => this.#casebook.benchmark.baseline?.steps(payload, condition) ?? [],
    };
  }

  /** Anybody who has an answer that counts: of these handles, else everybody. Throws `not_found` for one that has none. */
  respondents(handles: readonly string[] | undefined): ExportedParty[] {
    const all = this.#everybody.all().map((raw) => ExportedParty.parse(raw));
    if (handles === undefined) return all;
    const wanted = [...new Set(handles.map((handle) => handle.toLowerCase()))];
    return wanted.map((handle) => {
      const found = all.find((each) => each.handle.toLowerCase() === handle);
      if (found !== undefined) return found;
      throw new CasebookError(
        'not_found',
        `No respondent "${handle}" has included answers.`,
        'Nothing was written. casebook people lists the handles of respondents.',
      );
    });
  }

  somebody(id: PersonId): ExportedParty {
    const before = this.#known.get(id);
    if (before !== undefined) return before;
    const found = ExportedParty.parse(this.#person.get(id));
    this.#known.set(id, found);
    return found;
  }

  /** By respondent as given, condition and step. */
  answers(itemId: string, respondents: readonly ExportedParty[]): ExportedAnswer[] {
    const order = new Map(respondents.map(({ id }, index) => [id, index]));
    const place = ({ personId }: ExportedAnswer): number => order.get(personId) ?? 0;
    return this.#answers
      .all(itemId)
      .map((raw) => ResponseRow.parse(raw))
      .filter(({ personId }) => order.has(personId))
      .sort((a, b) => place(a) - place(b));
  }

  /**
   * The names of the images that were seen when it was given, of items with images to choose from; null where others are
   * asked about, or it is not known.
   */
  images({ planned, ...answer }: ExportedAnswer): readonly string[] | null {
    return this.#casebook.benchmark.imageRoles === undefined || planned === null
      ? null
      : this.#casebook.records.seenImages({ ...answer, planned });
  }

  /** The verdict that a refusal counts as by a criterion; undefined where it has no such mark. */
  refusedAs(criterion: string): Json | undefined {
    return this.#casebook.benchmark.judging?.criteria.find(({ id }) => id === criterion)?.refusal?.value;
  }

  verdicts(responseId: string): z.infer<typeof VerdictRow>[] {
    return this.#verdicts.all(responseId).map((raw) => VerdictRow.parse(raw));
  }

  decisions(responseId: string): z.infer<typeof DecisionRow>[] {
    return this.#decisions.all(responseId).map((raw) => DecisionRow.parse(raw));
  }

  accepted(responseId: string): z.infer<typeof AcceptedRow>[] {
    return this.#accepted.all(responseId).map((raw) => AcceptedRow.parse(raw));
  }
}
