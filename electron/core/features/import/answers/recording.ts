import { Buffer } from 'node:buffer';
import { parse, v5 } from 'uuid';
import { z } from 'zod';
import { VerdictId, PersonId, ResponseId } from '../../../../../shared/base/ids.ts';
import type { Role } from '../../../../../shared/domain/status.ts';
import { canonicalJson, Json } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ImportedRows } from '../../../records/importedRows.ts';
import type { People } from '../../../records/people.ts';
import { createVerdictRows } from '../../../access/verdictRows.ts';
import type {
  IncomingAnswer,
  IncomingDecision,
  IncomingVerdict,
  Party,
} from '../../../formats/answers/incoming.ts';
import type { KnownItem } from '../../../formats/answers/knownItems.ts';
import type { NewResponse } from '../../../derived/responseWriter.ts';
import { detailOf } from '../../../records/verdictDetail.ts';
import { DECISIONS, DecisionRow, VerdictRow, type Outcome } from './outcomes.ts';

/** Namespaces of the ids below (RFC 9562, version 5). */
const RESPONSES = parse('0b7a2f6e-5d1c-4c39-8f0a-2e9d6b1c7a53');
const JUDGMENTS = parse('c4e1d8a2-93b7-4f65-a1de-7b40f2c95e18');

const idOf = (content: Json, namespace: Uint8Array): string =>
  v5(Buffer.from(canonicalJson(content)), namespace);

/** What the id of a verdict follows from; one without the mark has the id that it always had. */
const verdictContent = (said: Json[], refusal: boolean): Json => (refusal ? [...said, 'refused'] : said);

const ImportedRow = VerdictRow.pick({ outcome: true, value: true, detail: true }).extend({
  judge: PersonId,
  criterion: z.string(),
  subject: z.string(),
  rationale: z.string().nullable(),
});

/** Writes answers and verdicts; expects the caller's transaction. */
export interface Recording {
  /** Gives the answer's id. */
  answer(incoming: IncomingAnswer, item: KnownItem, outcome: Outcome, origin: string): ResponseId;
  verdict(incoming: IncomingVerdict, item: KnownItem, response: ResponseId, outcome: Outcome): void;
  /** Between the verdicts that are there by then. */
  decision(incoming: IncomingDecision, response: ResponseId): void;
  /** What follows from what was written since it was last called. */
  recompute(): void;
  /** The ids of all that was written. */
  readonly written: Pick<ImportedRows, 'response' | 'judgment' | 'verdict_decision'>;
}

/**
 * Ids follow from what is written and what it replaces: the same file read in two casebooks makes the same rows, and
 * merging those finds nothing new.
 */
export function createRecording(casebook: Casebook, people: People, by: PersonId | null): Recording {
  const { database } = casebook;
  const verdictRows = createVerdictRows(casebook);
  const readDecisions = database.prepare<[string, string, string]>(DECISIONS);
  const readEdition = database
    .prepare<[string], string | null>('SELECT edition_id FROM item WHERE id = ?')
    .pluck();
  const readImported = database.prepare<[string]>(
    `SELECT person_id AS judge, criterion, subject, outcome, value, detail, rationale FROM current_judgment
     WHERE response_id = ? AND source = 'imported' ORDER BY criterion, subject, person_id`,
  );
  const model = casebook.records.models;
  const { responses: writeResponse, verdictWriter } = casebook.derived;
  const written = {
    response: [] as ResponseId[],
    judgment: [] as VerdictId[],
    verdict_decision: [] as string[],
  };
  const noteVerdict = (id: VerdictId | null): void => void (id !== null && written.judgment.push(id));
  const touched = new Set<ResponseId>();
  const fresh = new Set<ResponseId>();
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
  /**
   * Verdicts that came before the answer they are about: it was known that there was one, now what it says is. They stand
   * under the ids that their file would give them now, so that reading it again adds nothing.
   */
  const carryOver = (from: ResponseId, to: ResponseId, item: KnownItem): void => {
    for (const raw of readImported.all(from)) {
      const { judge, criterion, subject, outcome, value, detail, rationale } = ImportedRow.parse(raw);
      const said = verdictContent([judge, to, criterion, subject, outcome, value, null], detail.refusal);
      const kept = verdictWriter.write(
        {
          id: VerdictId.parse(idOf(said, JUDGMENTS)),
          judge,
          item: { id: item.id, revision: item.revision },
          responseId: to,
          criterion,
          subject,
          outcome,
          value,
          detail: detailOf(detail),
          rationale,
          source: 'imported',
          judgingId: null,
          callId: null,
          activeMilliseconds: null,
        },
        'leave',
      );
      noteVerdict(kept);
    }
    touched.add(to);
  };
  return {
    written,
    answer(incoming, item, outcome, origin) {
      const { condition, step, question, answer } = incoming;
      const personId = ensure(incoming.respondent, 'participant');
      const replaces = outcome.kind === 'updated' ? ResponseId.parse(outcome.replaces) : null;
      const edition = readEdition.get(item.id) ?? null;
      const said = [personId, item.id, condition, step, Json.parse(answer), replaces];
      // The same answer to an item that was fixed is another one.
      const id = ResponseId.parse(idOf(edition === null ? said : [...said, edition], RESPONSES));
      const response: NewResponse = {
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
      };
      writeResponse(response, 'leave');
      written.response.push(id);
      touched.add(id);
      if (replaces === null) fresh.add(id);
      else touched.add(replaces);
      if (replaces !== null && outcome.kind === 'updated' && outcome.wasUnknown)
        carryOver(replaces, id, item);
      return id;
    },
    verdict(incoming, item, response, compared) {
      const { criterion, subject, outcome, value, rationale } = incoming;
      const refusal = incoming.refusal === true;
      const judge = ensure(incoming.judge, 'judge');
      const replaces = compared.kind === 'updated' ? compared.replaces : null;
      const kept = verdictWriter.write(
        {
          id: VerdictId.parse(
            idOf(
              verdictContent([judge, response, criterion, subject, outcome, value, replaces], refusal),
              JUDGMENTS,
            ),
          ),
          judge,
          item: { id: item.id, revision: item.revision },
          responseId: response,
          criterion,
          subject,
          outcome,
          value,
          detail: detailOf({ refusal }),
          rationale,
          source: 'imported',
          judgingId: null,
          callId: null,
          activeMilliseconds: null,
        },
        'leave',
        // Nobody has judged what has just come in.
        fresh.has(response) ? 'first' : undefined,
      );
      noteVerdict(kept);
      touched.add(response);
    },
    decision({ by: decider, ...incoming }, response) {
      const { criterion, subject, value, cause, note } = incoming;
      const unit = { response, criterion, subject };
      // What was taken back here is what it comes after.
      const reopened = readDecisions
        .all(response, criterion, subject)
        .map((raw) => DecisionRow.parse(raw))
        .find(({ kind, isCurrent }) => kind === 'reopening' && isCurrent === 1);
      const decision = verdictRows.insert(
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
      written.verdict_decision.push(decision);
      touched.add(response);
    },
    recompute() {
      casebook.derived.verdicts.recomputeMany(touched);
      touched.clear();
    },
  };
}
