import { v5 } from 'uuid';
import { z } from 'zod';
import type { ItemId } from '../../../../../shared/domain/ids.ts';
import { VerdictId, PersonId, ResponseId } from '../../../../../shared/domain/ids.ts';
import type { Role } from '../../../../../shared/domain/status.ts';
import { canonicalJson, Json } from '../../../../../shared/domain/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { People } from '../../../records/people.ts';
import { createVerdictRows } from '../../../access/verdictRows.ts';
import type {
  AnswerKey,
  IncomingAnswer,
  IncomingDecision,
  IncomingVerdict,
  Party,
} from '../../../formats/answers/incoming.ts';
import type { KnownItem } from '../../../formats/answers/knownItems.ts';
import { ANSWERS, DECISIONS, DecisionRow, VerdictRow, type Outcome, ResponseRow } from './outcomes.ts';

/** Namespaces of the ids below (RFC 9562, version 5). */
const RESPONSES = '0b7a2f6e-5d1c-4c39-8f0a-2e9d6b1c7a53';
const JUDGMENTS = 'c4e1d8a2-93b7-4f65-a1de-7b40f2c95e18';

const ImportedRow = VerdictRow.pick({ outcome: true, value: true }).extend({
  judge: PersonId,
  criterion: z.string(),
  subject: z.string(),
  rationale: z.string().nullable(),
});

/** Writes answers and verdicts; expects the caller's transaction. */
export interface Recording {
  answer(incoming: IncomingAnswer, item: KnownItem, outcome: Outcome, origin: string): void;
  verdict(incoming: IncomingVerdict, item: KnownItem, outcome: Outcome): void;
  /** Between the verdicts that are there by then. */
  decision(incoming: IncomingDecision, item: KnownItem): void;
  /** What follows from the verdicts; to be called last. */
  recompute(): void;
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
  const model = casebook.records.models;
  const { responses: writeResponse, verdictWriter } = casebook.derived;
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
      verdictWriter.write(
        {
          id: VerdictId.parse(
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
        studySessionId: null,
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
    verdict(incoming, item, compared) {
      const { criterion, subject, outcome, value, rationale } = incoming;
      const response = responseOf(ensure(incoming.respondent, 'participant'), incoming, item.id);
      if (response === null) return;
      const judge = ensure(incoming.judge, 'judge');
      const replaces = compared.kind === 'updated' ? compared.replaces : null;
      verdictWriter.write(
        {
          id: VerdictId.parse(
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
        .find(({ kind, isCurrent }) => kind === 'reopening' && isCurrent === 1);
      verdictRows.insert(
        unit,
        {
          kind: 'decision',
          unseen: false,
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
    recompute() {
      casebook.derived.verdicts.recomputeMany(touched);
    },
  };
}
