import { Buffer } from 'node:buffer';
import { parse, v5 } from 'uuid';
import { z } from 'zod';
import { PersonId, ResponseId, VerdictId } from '../../../../../shared/base/ids.ts';
import type { Role } from '../../../../../shared/domain/status.ts';
import { canonicalJson, Json } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { People } from '../../../records/people/people.ts';
import { VerdictRows } from '../../../access/verdictRows.ts';
import type {
  IncomingAnswer,
  IncomingDecision,
  IncomingVerdict,
  Party,
} from '../../../formats/answers/incoming.ts';
import type { KnownItem } from '../../../formats/answers/knownItems.ts';
import type { NewResponse } from '../../../derived/responseWriter.ts';
import { detailOf } from '../../../records/verdicts/verdictDetail.ts';
import { DecisionRow, DECISIONS, type ImportOutcome, VerdictRow } from './outcomes.ts';

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

/**
 * Writes answers and verdicts; expects the caller's transaction. Ids follow from content and replaced row, so the same
 * file read in two casebooks makes the same rows, and merging them finds nothing new.
 */
export class AnswerRecorder {
  readonly #casebook: Casebook;
  readonly #people: People;
  readonly #by: PersonId | null;
  readonly #verdictRows;
  readonly #readDecisions;
  readonly #readEdition;
  readonly #readImported;
  readonly #model;
  /** The ids of all that was written. */
  readonly written = {
    response: [] as ResponseId[],
    judgment: [] as VerdictId[],
    verdict_decision: [] as string[],
  };
  readonly #touched = new Set<ResponseId>();
  readonly #fresh = new Set<ResponseId>();
  readonly #persons = new WeakMap<Party, PersonId>();

  constructor(casebook: Casebook, people: People, by: PersonId | null) {
    this.#casebook = casebook;
    this.#people = people;
    this.#by = by;
    const { database } = casebook;
    this.#verdictRows = new VerdictRows(casebook);
    this.#readDecisions = database.prepare<[string, string, string]>(DECISIONS);
    this.#readEdition = database
      .prepare<[string], string | null>('SELECT edition_id FROM item WHERE id = ?')
      .pluck();
    this.#readImported = database.prepare<[string]>(
      `SELECT person_id AS judge, criterion, subject, outcome, value, detail, rationale FROM current_judgment
     WHERE response_id = ? AND source = 'imported' ORDER BY criterion, subject, person_id`,
    );
    this.#model = casebook.records.models;
  }

  /** Gives the answer's id. */
  answer(incoming: IncomingAnswer, item: KnownItem, outcome: ImportOutcome, origin: string): ResponseId {
    const { condition, step, question, answer } = incoming;
    const personId = this.#ensure(incoming.respondent, 'participant');
    const replaces = outcome.kind === 'updated' ? ResponseId.parse(outcome.replaces) : null;
    const edition = this.#readEdition.get(item.id) ?? null;
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
    this.#casebook.derived.responses(response, 'leave');
    this.written.response.push(id);
    this.#touched.add(id);
    if (replaces === null) this.#fresh.add(id);
    else this.#touched.add(replaces);
    if (replaces !== null && outcome.kind === 'updated' && outcome.wasUnknown)
      this.#carryOver(replaces, id, item);
    return id;
  }

  verdict(incoming: IncomingVerdict, item: KnownItem, response: ResponseId, compared: ImportOutcome): void {
    const { criterion, subject, outcome, value, rationale } = incoming;
    const refusal = incoming.refusal === true;
    const judge = this.#ensure(incoming.judge, 'judge');
    const replaces = compared.kind === 'updated' ? compared.replaces : null;
    const kept = this.#casebook.derived.verdictWriter.write(
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
      this.#fresh.has(response) ? 'first' : undefined,
    );
    this.#noteVerdict(kept);
    this.#touched.add(response);
  }

  /** Between the verdicts that are there by then. */
  decision({ by: decider, ...incoming }: IncomingDecision, response: ResponseId): void {
    const { criterion, subject, value, cause, note } = incoming;
    const unit = { response, criterion, subject };
    // What was taken back here is what it comes after.
    const reopened = this.#readDecisions
      .all(response, criterion, subject)
      .map((raw) => DecisionRow.parse(raw))
      .find(({ kind, isCurrent }) => kind === 'reopening' && isCurrent === 1);
    const decision = this.#verdictRows.insert(
      unit,
      {
        kind: 'decision',
        unseen: false,
        value,
        judgments: this.#verdictRows.verdicts(unit).map(({ id }) => id),
        replaces: reopened?.id ?? null,
        cause,
        note,
      },
      this.#ensure(decider, 'adjudicator'),
    );
    this.written.verdict_decision.push(decision);
    this.#touched.add(response);
  }

  /** What follows from what was written since it was last called. */
  recompute(): void {
    this.#casebook.derived.verdicts.recomputeMany(this.#touched);
    this.#touched.clear();
  }

  #noteVerdict(id: VerdictId | null): void {
    if (id !== null) this.written.judgment.push(id);
  }

  #ensure(party: Party, role: Role): PersonId {
    const known = this.#persons.get(party);
    if (known !== undefined) return known;
    const id =
      party.kind === 'model'
        ? this.#model(party.identity)
        : (this.#people.called(party.handle)?.id ??
          this.#people.add({ handle: party.handle, name: '', roles: [role] }, this.#by).id);
    this.#persons.set(party, id);
    return id;
  }

  /**
   * Verdicts that came before the answer they are about: it was known that there was one, now what it says is. They stand
   * under the ids that their file would give them now, so that reading it again adds nothing.
   */
  #carryOver(from: ResponseId, to: ResponseId, item: KnownItem): void {
    for (const raw of this.#readImported.all(from)) {
      const { judge, criterion, subject, outcome, value, detail, rationale } = ImportedRow.parse(raw);
      const said = verdictContent([judge, to, criterion, subject, outcome, value, null], detail.refusal);
      const kept = this.#casebook.derived.verdictWriter.write(
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
      this.#noteVerdict(kept);
    }
    this.#touched.add(to);
  }
}
