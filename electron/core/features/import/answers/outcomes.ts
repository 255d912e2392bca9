import { z } from 'zod';
import { answerInWords, StepAnswer } from '../../../../../shared/domain/baseline.ts';
import {
  type ItemId,
  PersonId,
  ResponseId,
  VerdictDecisionId,
  VerdictId,
} from '../../../../../shared/base/ids.ts';
import { Json, sameJson } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { modelId } from '../../../records/verdicts/models.ts';
import type { People } from '../../../records/people/people.ts';
import { isOfCurrentEdition } from '../../../records/answers/edition.ts';
import { storedDetail } from '../../../records/verdicts/verdictDetail.ts';
import type {
  AnswerKey,
  IncomingAnswer,
  IncomingDecision,
  IncomingVerdict,
  Party,
} from '../../../formats/answers/incoming.ts';

/** What becomes of something that comes in, beside what the casebook holds. */
export type ImportOutcome =
  | { readonly kind: 'added' | 'unchanged' }
  | {
      readonly kind: 'updated';
      readonly from: Json;
      readonly to: Json;
      readonly replaces: string;
      /** That there was an answer was known, not what it said. */
      readonly wasUnknown: boolean;
    }
  | { readonly kind: 'refused'; readonly field: string; readonly reason: string };

/** An answer that is there. */
const ResponseRow = z.object({
  place: z.int(),
  id: ResponseId,
  sessionId: z.string().nullable(),
  answer: z.string().transform((text) => StepAnswer.parse(JSON.parse(text))),
});
export type FoundResponse = z.infer<typeof ResponseRow>;
/** A verdict that is there. */
export const VerdictRow = z.object({
  id: VerdictId,
  outcome: z.enum(['given', 'unknown', 'unparsed']),
  value: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : Json.parse(JSON.parse(text)))),
  /** Where the answer rests and whether it is marked as refused. */
  detail: storedDetail,
  source: z.enum(['judged', 'imported', 'asked']),
});

/** A decision that is there, and whether it is in force. */
export const DecisionRow = z.object({
  id: VerdictDecisionId,
  kind: z.enum(['decision', 'reopening']),
  value: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : Json.parse(JSON.parse(text)))),
  cause: z.string().nullable(),
  note: z.string(),
  by: PersonId,
  handle: z.string(),
  /** Whether no later row replaces it. */
  isCurrent: z.int(),
});

/** How reports show a verdict that marks its answer as refused. */
const REFUSED = '(refused)';

/** The respondents' answers in force to steps, each in its place; the latest where there are several. One parameter: a list. */
const ANSWERS = `SELECT k.key AS place, r.id, r.session_id AS sessionId, r.answer
  FROM json_each(?) k CROSS JOIN current_response r
    ON r.person_id = k.value ->> 0 AND r.item_id = k.value ->> 1 AND r.condition = k.value ->> 2 AND r.step = k.value ->> 3
  WHERE r.purpose = 'main'
    AND (r.session_id IS NULL OR (SELECT number FROM session WHERE id = r.session_id) > 0)
    AND ${isOfCurrentEdition('r')}
  ORDER BY r.created_at DESC, r.id DESC`;
const VERDICTS = `SELECT id, outcome, value, detail, source FROM current_judgment
  WHERE response_id = ? AND criterion = ? AND subject = ? AND person_id = ?`;

/** The decisions on a verdict, the latest first. */
export const DECISIONS = `SELECT d.id, d.kind, d.value, d.cause, d.note, d.person_id AS by, p.handle,
    NOT EXISTS (SELECT 1 FROM verdict_decision later WHERE later.replaces = d.id) AS isCurrent
  FROM verdict_decision d JOIN person p ON p.id = d.person_id
  WHERE d.response_id = ? AND d.criterion = ? AND d.subject = ? ORDER BY d.created_at DESC, d.id DESC`;

/**
 * Compares what comes in with what is there; reads only.
 */
export class Outcomes {
  readonly #people: People;
  readonly #readAnswers;
  readonly #readVerdict;
  readonly #readDecisions;
  readonly #isKnown;
  readonly #parties = new WeakMap<
    Party,
    { readonly id: PersonId | null | undefined; readonly fresh: boolean }
  >();

  constructor(casebook: Casebook, people: People) {
    const { database } = casebook;
    this.#people = people;
    this.#readAnswers = database.prepare<[string]>(ANSWERS);
    this.#readVerdict = database.prepare<[string, string, string, string]>(VERDICTS);
    this.#readDecisions = database.prepare<[string, string, string]>(DECISIONS);
    // People who come in with the source have said nothing yet: there is nothing to look up.
    this.#isKnown = database.prepare<[string], number>('SELECT 1 FROM person WHERE id = ?').pluck();
  }

  /** The person of a party; null where there is none yet, undefined where the name is taken by what is no person. */
  personOf(party: Party): PersonId | null | undefined {
    if (party.kind === 'model') return modelId(party.identity);
    const person = this.#people.called(party.handle);
    return person === undefined ? null : person.kind === 'human' ? person.id : undefined;
  }

  /** The answers in force that are there already to what some are to, each in its place; null where there is none. */
  answers(
    keys: readonly { readonly key: AnswerKey; readonly itemId: ItemId }[],
  ): readonly (FoundResponse | null)[] {
    const found = new Map<number, FoundResponse>();
    const asked = keys.map(({ key, itemId }) => {
      const { id, fresh } = this.#lookUp(key.respondent);
      return fresh ? [null] : [id ?? null, itemId, key.condition, key.step];
    });
    if (asked.some(([person]) => person !== null))
      for (const raw of this.#readAnswers.all(JSON.stringify(asked))) {
        const row = ResponseRow.parse(raw);
        if (!found.has(row.place)) found.set(row.place, row);
      }
    return keys.map((_, place) => found.get(place) ?? null);
  }

  answer(incoming: IncomingAnswer, before: FoundResponse | null): ImportOutcome {
    if (this.#lookUp(incoming.respondent).id === undefined) return notAPerson('respondent');
    if (before === null) return { kind: 'added' };
    if (sameAnswer(before.answer, incoming)) return { kind: 'unchanged' };
    const replaced: ImportOutcome = {
      kind: 'updated',
      from: shown(before.answer),
      to: shown(incoming.answer),
      replaces: before.id,
      wasUnknown: before.answer.kind === 'unknown',
    };
    if (incoming.way === 'complete') {
      if (incoming.answer.kind === 'unknown') return { kind: 'unchanged' };
      if (before.answer.kind === 'unknown') return replaced;
      return {
        kind: 'refused',
        field: incoming.step,
        reason:
          'The verdict is on a different answer from the casebook’s. Import the answers first, or name another respondent.',
      };
    }
    if (before.sessionId === null) return replaced;
    return {
      kind: 'refused',
      field: incoming.step,
      reason: 'A participant answered this in a study session; imports do not replace such answers.',
    };
  }

  /** What becomes of a verdict on the answer of this id; null: the answer comes with the same import. */
  verdict(incoming: IncomingVerdict, response: ResponseId | null): ImportOutcome {
    const { id: judge, fresh } = this.#lookUp(incoming.judge);
    if (judge === undefined) return notAPerson('judge');
    if (fresh) return { kind: 'added' };
    const raw =
      response === null || judge === null
        ? undefined
        : this.#readVerdict.get(response, incoming.criterion, incoming.subject, judge);
    if (raw === undefined) return { kind: 'added' };
    const before = VerdictRow.parse(raw);
    const { refusal } = before.detail;
    const marks = incoming.refusal ?? refusal;
    if (before.outcome === incoming.outcome && sameJson(before.value, incoming.value) && marks === refusal)
      return { kind: 'unchanged' };
    if (before.source === 'judged')
      return {
        kind: 'refused',
        field: incoming.criterion,
        reason: 'The same person judged this here; imports do not replace such verdicts.',
      };
    return {
      kind: 'updated',
      from: refusal ? REFUSED : (before.value ?? before.outcome),
      to: incoming.refusal === true ? REFUSED : (incoming.value ?? incoming.outcome),
      replaces: before.id,
      wasUnknown: false,
    };
  }

  decision(incoming: IncomingDecision, response: ResponseId | null): ImportOutcome {
    const { id: by } = this.#lookUp(incoming.by);
    if (by === undefined) return notAPerson('judge');
    if (response === null) return { kind: 'added' };
    const rows = this.#readDecisions
      .all(response, incoming.criterion, incoming.subject)
      .map((raw) => DecisionRow.parse(raw));
    if (wasDecided(rows, by, incoming)) return { kind: 'unchanged' };
    const current = rows.find(({ kind, isCurrent }) => kind === 'decision' && isCurrent === 1);
    if (current === undefined) return { kind: 'added' };
    if (sameJson(current.value, incoming.value)) return { kind: 'unchanged' };
    return {
      kind: 'refused',
      field: incoming.criterion,
      reason: `${current.handle} decided this differently here; imports do not replace decisions.`,
    };
  }

  #lookUp(party: Party) {
    const known = this.#parties.get(party);
    if (known !== undefined) return known;
    const id = this.personOf(party);
    const found = { id, fresh: id === null || id === undefined || this.#isKnown.get(id) === undefined };
    this.#parties.set(party, found);
    return found;
  }
}

/** Whether somebody has decided just so before: it holds, or was taken back here, which came after. */
function wasDecided(
  rows: readonly z.infer<typeof DecisionRow>[],
  by: PersonId | null,
  { value, cause, note }: IncomingDecision,
): boolean {
  return rows.some(
    (row) => row.by === by && row.cause === cause && row.note === note && sameJson(row.value, value),
  );
}

function notAPerson(field: string): ImportOutcome {
  return { kind: 'refused', field, reason: 'The casebook’s entry of that name is not a person.' };
}

/**
 * Whether an answer says what is there already. Texts of programs differ in the white space around them, which no judge
 * sees; and a source of verdicts has in words what a person chose.
 */
function sameAnswer(before: StepAnswer, { answer, way }: IncomingAnswer): boolean {
  if (answer.kind === 'text' && (before.kind === 'text' || way === 'complete'))
    return answer.text.trim() === answerInWords(before, null).trim();
  return sameJson(Json.parse(before), Json.parse(answer));
}

function shown(answer: StepAnswer): Json {
  return 'text' in answer ? answer.text : answer.kind === 'unknown' ? '(not recorded)' : Json.parse(answer);
}
