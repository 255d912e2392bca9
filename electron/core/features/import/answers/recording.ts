import { v5 } from 'uuid';
import { z } from 'zod';
import { answerInWords, StepAnswer } from '../../../../../shared/domain/baseline.ts';
import type { ItemId } from '../../../../../shared/domain/ids.ts';
import { JudgmentId, PersonId, ResponseId, VerdictDecisionId } from '../../../../../shared/domain/ids.ts';
import type { Role } from '../../../../../shared/domain/status.ts';
import { canonicalJson, Json, sameJson } from '../../../../../shared/domain/json.ts';
import type { Casebook } from '../../../records/casebook.ts';
import { createJudgmentWriter } from '../../../derived/verdictWriter.ts';
import { createModels, modelId } from '../../../records/models.ts';
import type { People } from '../../../records/people.ts';
import { isOfCurrentEdition } from '../../../records/edition.ts';
import { createResponseWriter } from '../../../derived/responseWriter.ts';
import { createVerdictRows } from '../../../access/verdictRows.ts';
import { createVerdictSettling } from '../../../derived/recomputeVerdicts.ts';
import type {
  AnswerKey,
  IncomingAnswer,
  IncomingDecision,
  IncomingVerdict,
  Party,
} from '../../../formats/answers/incoming.ts';
import type { KnownItem } from '../../../formats/answers/knownItems.ts';

/** Namespaces of the ids below (RFC 9562, version 5). */
const RESPONSES = '0b7a2f6e-5d1c-4c39-8f0a-2e9d6b1c7a53';
const JUDGMENTS = 'c4e1d8a2-93b7-4f65-a1de-7b40f2c95e18';

/** What becomes of something that comes in, beside what the casebook holds. */
export type Outcome =
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

const ResponseRow = z.object({
  id: ResponseId,
  sessionId: z.string().nullable(),
  answer: z.string().transform((text) => StepAnswer.parse(JSON.parse(text))),
});
const JudgmentRow = z.object({
  id: JudgmentId,
  outcome: z.enum(['given', 'unknown', 'unparsed']),
  value: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : Json.parse(JSON.parse(text)))),
  source: z.enum(['judged', 'imported', 'asked']),
});

const ImportedRow = JudgmentRow.pick({ outcome: true, value: true }).extend({
  judge: PersonId,
  criterion: z.string(),
  subject: z.string(),
  rationale: z.string().nullable(),
});

const DecisionRow = z.object({
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
  holds: z.int(),
});

/** Sets what comes in against what is there. */
export interface Standing {
  /** The person of a party; null where there is none yet, undefined where the name is taken by what is no person. */
  readonly personOf: (party: Party) => PersonId | null | undefined;
  answer(incoming: IncomingAnswer, itemId: ItemId): Outcome;
  /** Whether the respondent has answered this. */
  answered(key: AnswerKey, itemId: ItemId): boolean;
  /** For an answer that is there already. */
  verdict(incoming: IncomingVerdict, itemId: ItemId): Outcome;
  /** For an answer that is there already. */
  decision(incoming: IncomingDecision, itemId: ItemId): Outcome;
}

const ANSWERS = `SELECT id, session_id AS sessionId, answer FROM current_response
  WHERE person_id = ? AND item_id = ? AND condition = ? AND step = ? AND purpose = 'main'
    AND (session_id IS NULL OR (SELECT number FROM session WHERE id = session_id) > 0)
    AND ${isOfCurrentEdition('current_response')}
  ORDER BY created_at DESC, id DESC LIMIT 1`;
const VERDICTS = `SELECT id, outcome, value, source FROM current_judgment
  WHERE response_id = ? AND criterion = ? AND subject = ? AND person_id = ?`;

const DECISIONS = `SELECT d.id, d.kind, d.value, d.cause, d.note, d.person_id AS by, p.handle,
    NOT EXISTS (SELECT 1 FROM verdict_decision later WHERE later.replaces = d.id) AS holds
  FROM verdict_decision d JOIN person p ON p.id = d.person_id
  WHERE d.response_id = ? AND d.criterion = ? AND d.subject = ? ORDER BY d.created_at DESC, d.id DESC`;

/** Reads only. */
export function createStanding({ database }: Casebook, people: People): Standing {
  const readAnswer = database.prepare<[string, string, string, string]>(ANSWERS);
  const readVerdict = database.prepare<[string, string, string, string]>(VERDICTS);
  const readDecisions = database.prepare<[string, string, string]>(DECISIONS);
  const personOf = (party: Party): PersonId | null | undefined => {
    if (party.kind === 'model') return modelId(party.identity);
    const person = people.called(party.handle);
    return person === undefined ? null : person.kind === 'human' ? person.id : undefined;
  };
  // Whoever comes in with the source has said nothing yet: there is nothing to look up.
  const isKnown = database.prepare<[string], number>('SELECT 1 FROM person WHERE id = ?').pluck();
  const parties = new WeakMap<Party, { readonly id: PersonId | null | undefined; readonly fresh: boolean }>();
  const lookUp = (party: Party) => {
    const known = parties.get(party);
    if (known !== undefined) return known;
    const id = personOf(party);
    const found = { id, fresh: id === null || id === undefined || isKnown.get(id) === undefined };
    parties.set(party, found);
    return found;
  };
  const responseOf = ({ respondent, condition, step }: AnswerKey, itemId: ItemId) => {
    const person = personOf(respondent) ?? null;
    const raw = person === null ? undefined : readAnswer.get(person, itemId, condition, step);
    return raw === undefined ? null : ResponseRow.parse(raw);
  };
  return {
    personOf,
    answered: (key, itemId) => responseOf(key, itemId) !== null,
    answer(incoming, itemId) {
      const respondent = lookUp(incoming.respondent);
      if (respondent.id === undefined) return notAPerson('respondent');
      if (respondent.fresh) return { kind: 'added' };
      const before = responseOf(incoming, itemId);
      if (before === null) return { kind: 'added' };
      if (sameAnswer(before.answer, incoming)) return { kind: 'unchanged' };
      const replaced: Outcome = {
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
            'The answer that was judged is not the one that the casebook has. Import the answers first, or name another respondent.',
        };
      }
      if (before.sessionId === null) return replaced;
      return {
        kind: 'refused',
        field: incoming.step,
        reason: 'This was answered in a sitting; an import does not replace what a participant said.',
      };
    },
    verdict(incoming, itemId) {
      const { id: judge, fresh } = lookUp(incoming.judge);
      if (judge === undefined) return notAPerson('judge');
      if (fresh) return { kind: 'added' };
      const response = responseOf(incoming, itemId);
      const raw =
        response === null || judge === null
          ? undefined
          : readVerdict.get(response.id, incoming.criterion, incoming.subject, judge);
      if (raw === undefined) return { kind: 'added' };
      const before = JudgmentRow.parse(raw);
      if (before.outcome === incoming.outcome && sameJson(before.value, incoming.value))
        return { kind: 'unchanged' };
      if (before.source === 'judged')
        return {
          kind: 'refused',
          field: incoming.criterion,
          reason: 'This was judged here by the same person; an import does not replace what they said.',
        };
      return {
        kind: 'updated',
        from: before.value ?? before.outcome,
        to: incoming.value ?? incoming.outcome,
        replaces: before.id,
        wasUnknown: false,
      };
    },
    decision(incoming, itemId) {
      const { id: by } = lookUp(incoming.by);
      if (by === undefined) return notAPerson('judge');
      const response = responseOf(incoming, itemId);
      if (response === null) return { kind: 'added' };
      const rows = readDecisions
        .all(response.id, incoming.criterion, incoming.subject)
        .map((raw) => DecisionRow.parse(raw));
      if (wasDecided(rows, by, incoming)) return { kind: 'unchanged' };
      const holding = rows.find(({ kind, holds }) => kind === 'decision' && holds === 1);
      if (holding === undefined) return { kind: 'added' };
      if (sameJson(holding.value, incoming.value)) return { kind: 'unchanged' };
      return {
        kind: 'refused',
        field: incoming.criterion,
        reason: `${holding.handle} has decided this otherwise here; an import does not replace a decision.`,
      };
    },
  };
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

function notAPerson(field: string): Outcome {
  return { kind: 'refused', field, reason: 'What is called that in the casebook is no person.' };
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

/** Writes answers and verdicts; expects the caller's transaction. */
export interface Recording {
  answer(incoming: IncomingAnswer, item: KnownItem, outcome: Outcome, origin: string): void;
  verdict(incoming: IncomingVerdict, item: KnownItem, outcome: Outcome): void;
  /** Between the verdicts that are there by then. */
  decision(incoming: IncomingDecision, item: KnownItem): void;
  /** What follows from the verdicts; to be called last. */
  settle(): void;
}

/**
 * Ids follow from what is written and what it replaces: the same file read in two casebooks makes the same rows, and
 * merging those finds nothing new.
 */
export function createRecording(casebook: Casebook, people: People, by: PersonId | null): Recording {
  const { database } = casebook;
  const verdictRows = createVerdictRows(casebook);
  const readDecisions = database.prepare<[string, string, string]>(DECISIONS);
  const readAnswer = database.prepare<[string, string, string, string]>(ANSWERS);
  const readEdition = database
    .prepare<[string], string | null>('SELECT edition_id FROM item WHERE id = ?')
    .pluck();
  const readImported = database.prepare<[string]>(
    `SELECT person_id AS judge, criterion, subject, outcome, value, rationale FROM current_judgment
     WHERE response_id = ? AND source = 'imported' ORDER BY criterion, subject, person_id`,
  );
  const model = createModels(casebook);
  const writeResponse = createResponseWriter(casebook);
  const judgments = createJudgmentWriter(casebook);
  const touched = new Set<ResponseId>();
  const persons = new WeakMap<Party, PersonId>();

  const ensure = (party: Party, role: Role): PersonId => {
    const known = persons.get(party);
    if (known !== undefined) return known;
    const id =
      party.kind === 'model'
        ? model(party.identity)
        : (people.called(party.handle)?.id ??
          people.add({ handle: party.handle, name: '', roles: [role] }, by).id);
    persons.set(party, id);
    return id;
  };
  const responseOf = (person: PersonId, { condition, step }: AnswerKey, itemId: ItemId) => {
    const raw = readAnswer.get(person, itemId, condition, step);
    return raw === undefined ? null : ResponseRow.parse(raw);
  };
  /**
   * Verdicts that came before the answer they are about: it was known that there was one, now what it says is. They stand
   * under the ids that their file would give them now, so that reading it again adds nothing.
   */
  const carryOver = (from: ResponseId, to: ResponseId, item: KnownItem): void => {
    for (const raw of readImported.all(from)) {
      const { judge, criterion, subject, outcome, value, rationale } = ImportedRow.parse(raw);
      judgments.write(
        {
          id: JudgmentId.parse(
            v5(canonicalJson([judge, to, criterion, subject, outcome, value, null]), JUDGMENTS),
          ),
          judge,
          item: { id: item.id, revision: item.revision },
          responseId: to,
          criterion,
          subject,
          outcome,
          value,
          detail: null,
          rationale,
          source: 'imported',
          judgingId: null,
          callId: null,
          activeMilliseconds: null,
        },
        'leave',
      );
    }
    touched.add(to);
  };
  return {
    answer(incoming, item, outcome, origin) {
      const { condition, step, question, answer } = incoming;
      const personId = ensure(incoming.respondent, 'participant');
      const replaces = outcome.kind === 'updated' ? ResponseId.parse(outcome.replaces) : null;
      const edition = readEdition.get(item.id) ?? null;
      const said = [personId, item.id, condition, step, Json.parse(answer), replaces];
      // The same answer to an item that was fixed is another one.
      const id = ResponseId.parse(v5(canonicalJson(edition === null ? said : [...said, edition]), RESPONSES));
      writeResponse({
        id,
        sittingId: null,
        personId,
        purpose: 'main',
        item: { id: item.id, revision: item.revision },
        condition,
        step,
        entry: null,
        position: null,
        question,
        answer,
        correct: null,
        shownAt: null,
        answeredAt: null,
        activeMilliseconds: null,
        awayMilliseconds: null,
        focusLosses: null,
        timedOut: false,
        resumed: 0,
        replaces,
        origin,
      });
      if (replaces !== null && outcome.kind === 'updated' && outcome.wasUnknown)
        carryOver(replaces, id, item);
    },
    verdict(incoming, item, standing) {
      const { criterion, subject, outcome, value, rationale } = incoming;
      const response = responseOf(ensure(incoming.respondent, 'participant'), incoming, item.id);
      if (response === null) return;
      const judge = ensure(incoming.judge, 'judge');
      const replaces = standing.kind === 'updated' ? standing.replaces : null;
      judgments.write(
        {
          id: JudgmentId.parse(
            v5(canonicalJson([judge, response.id, criterion, subject, outcome, value, replaces]), JUDGMENTS),
          ),
          judge,
          item: { id: item.id, revision: item.revision },
          responseId: response.id,
          criterion,
          subject,
          outcome,
          value,
          detail: null,
          rationale,
          source: 'imported',
          judgingId: null,
          callId: null,
          activeMilliseconds: null,
        },
        'leave',
      );
      touched.add(response.id);
    },
    decision({ by: decider, ...incoming }, item) {
      const { criterion, subject, value, cause, note } = incoming;
      const response = responseOf(ensure(incoming.respondent, 'participant'), incoming, item.id);
      if (response === null) return;
      const unit = { response: response.id, criterion, subject };
      // What was taken back here is what it comes after.
      const reopened = readDecisions
        .all(response.id, criterion, subject)
        .map((raw) => DecisionRow.parse(raw))
        .find(({ kind, holds }) => kind === 'reopening' && holds === 1);
      verdictRows.insert(
        unit,
        {
          kind: 'decision',
          value,
          judgments: verdictRows.verdicts(unit).map(({ id }) => id),
          replaces: reopened?.id ?? null,
          cause,
          note,
        },
        ensure(decider, 'adjudicator'),
      );
      touched.add(response.id);
    },
    settle() {
      createVerdictSettling(casebook).settleMany(touched);
    },
  };
}
