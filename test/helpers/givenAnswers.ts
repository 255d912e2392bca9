import type { Services } from '../../electron/core/app/services.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import { type ItemId, type PersonId, ResponseId, StudySessionId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { present } from './present.ts';

/** One verdict on an answer. */
interface GivenVerdict {
  /** A handle: of a person, or of an LLM judge where it begins with `llm`. */
  readonly judge: string;
  readonly criterion: string;
  readonly subject?: string;
  readonly value: Json;
}

/** One answer to one step. */
export interface GivenAnswer {
  /** A handle: of a participant, or of a model where `models` has it. */
  readonly by: string;
  readonly step: string;
  readonly answer: StepAnswer | string;
  readonly condition?: string;
  readonly practice?: boolean;
  /** Of participants: how much was answered before, and how long it took. */
  readonly position?: number;
  readonly seconds?: number;
  /** Whether the time ran out. */
  readonly timedOut?: boolean;
  readonly verdicts?: readonly GivenVerdict[];
}

/** An item with its answers. */
export interface GivenItem {
  readonly externalId: string;
  readonly payload: JsonObject;
  readonly rejected?: boolean;
  readonly answers: readonly GivenAnswer[];
}

export interface GivenAnswers {
  readonly items: readonly GivenItem[];
  /** Handles of respondents that are models; everybody else takes part in a study. */
  readonly models?: readonly string[];
  /** Handles of those who only try the study out. */
  readonly tryingOut?: readonly string[];
  /** Handles of participants who have not come to the end; everybody else has. */
  readonly unfinished?: readonly string[];
}

export interface Answered {
  readonly people: ReadonlyMap<string, PersonId>;
  readonly items: readonly ItemId[];
  /** Takes a participant out of everything that counts, or back in. */
  exclude(handle: string, reason: string, kind?: 'exclusion' | 'inclusion'): void;
}

const BEGUN_AT = Date.UTC(2026, 0, 5, 9);
const STUDY = '00000000-0000-7000-8000-00000000aaaa';

/**
 * Writes items with people's and models' answers and verdicts on them into an open casebook, by the writers that the
 * program has for them. Participants have a study session each, of one closed study.
 */
export function giveAnswers(
  open: Services,
  { items, models = [], tryingOut = [], unfinished = [] }: GivenAnswers,
): Answered {
  const { casebook } = open;
  const { database, ports } = casebook;
  const people = new Map<string, PersonId>();
  const studySessions = new Map<string, StudySessionId>();
  const modelOf = casebook.records.models;
  const { items: writer, responses: writeResponse, verdictWriter, verdicts: recomputing } = casebook.derived;
  const curator =
    open.people.list()[0]?.id ?? open.people.add({ handle: 'ada', name: 'Ada', roles: ['curator'] }, null).id;

  const personOf = (handle: string): PersonId => {
    const known = people.get(handle) ?? open.people.called(handle)?.id;
    const isModel = models.includes(handle) || handle.startsWith('llm');
    const id =
      known ??
      (isModel
        ? modelOf({ name: handle, version: null, temperature: null, instructionHash: null, settings: null })
        : open.people.add({ handle, name: handle, roles: ['participant'] }, null).id);
    people.set(handle, id);
    return id;
  };
  const studySessionOf = (handle: string): StudySessionId | null => {
    if (models.includes(handle)) return null;
    const known = studySessions.get(handle);
    if (known !== undefined) return known;
    const id = StudySessionId.parse(ports.newId());
    studySessions.set(handle, id);
    database
      .prepare(
        `INSERT INTO session (id, study_id, person_id, number, seed, plan, created_at, ended_at)
         VALUES (?, ?, ?, ?, 1, '[]', ?, ?)`,
      )
      .run(
        id,
        STUDY,
        personOf(handle),
        tryingOut.includes(handle) ? 0 : studySessions.size,
        BEGUN_AT,
        unfinished.includes(handle) ? null : BEGUN_AT,
      );
    return id;
  };

  const written = database.transaction(() => {
    database
      .prepare(
        `INSERT INTO study (id, title, settings, state, created_by, created_at, updated_at)
         VALUES (?, 'Baseline', '{}', 'closed', ?, ?, ?)`,
      )
      .run(STUDY, curator, BEGUN_AT, BEGUN_AT);
    return items.map(({ externalId, payload, rejected = false, answers }): ItemId => {
      const { id: itemId } = writer.insert({ externalId, payload, images: [], imported: false });
      if (rejected) writer.setStatus(itemId, 'rejected');
      for (const given of answers) {
        const responseId = ResponseId.parse(ports.newId());
        writeResponse({
          id: responseId,
          studySessionId: studySessionOf(given.by),
          personId: personOf(given.by),
          purpose: given.practice === true ? 'practice' : 'main',
          item: { id: itemId, revision: 1 },
          condition: given.condition ?? '',
          step: given.step,
          entry: null,
          position: given.position ?? null,
          question: '',
          answer: typeof given.answer === 'string' ? { kind: 'text', text: given.answer } : given.answer,
          correct: null,
          shownAt: null,
          answeredAt: null,
          activeMilliseconds: given.seconds === undefined ? null : Math.round(given.seconds * 1000),
          awayMilliseconds: null,
          focusLosses: null,
          timedOut: given.timedOut ?? false,
          resumed: 0,
          replaces: null,
          origin: null,
        });
        for (const { judge, criterion, subject = '', value } of given.verdicts ?? []) {
          verdictWriter.write({
            judge: personOf(judge),
            item: { id: itemId, revision: 1 },
            responseId,
            criterion,
            subject,
            outcome: 'given',
            value,
            detail: null,
            rationale: null,
            source: 'imported',
            judgingId: null,
            callId: null,
            activeMilliseconds: null,
          });
        }
      }
      return itemId;
    });
  })();
  return {
    people,
    items: written,
    exclude(handle, reason, kind = 'exclusion') {
      const studySession = present(studySessions.get(handle), `${handle} sits no study.`);
      database.transaction(() => {
        database
          .prepare(
            `INSERT INTO exclusion (id, session_id, response_id, kind, reason, person_id, created_at)
             VALUES (?, ?, NULL, ?, ?, ?, ?)`,
          )
          .run(ports.newId(), studySession, kind, reason, curator, ports.now());
        recomputing.recomputeStudySession(studySession);
      })();
    },
  };
}
