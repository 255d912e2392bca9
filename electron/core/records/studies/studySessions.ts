import { z } from 'zod';
import { StoredStudySettings } from '../../../../shared/contract/studies.ts';
import { StepAnswer } from '../../../../shared/domain/baseline.ts';
import { ImageId, PersonId, ResponseId, StudyId, StudySessionId } from '../../../../shared/base/ids.ts';
import { StudyState } from '../../../../shared/domain/status.ts';
import { PlanEntry, StepTiming } from '../../../../shared/domain/study.ts';
import { memoized } from '../../base/memo.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { RowOf } from '../../db/schema.ts';
import { isShownImage } from '../images/chosenImages.ts';

const Row = z.object({
  id: StudySessionId,
  studyId: StudyId,
  personId: PersonId,
  number: z.int(),
  plan: z.string(),
  passed: z.string(),
  consentedAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  withdrawnAt: z.int().nullable(),
  erasedAt: z.int().nullable(),
  title: z.string(),
  studyState: StudyState,
  settings: z.string(),
});

/** A study session with its study. */
export interface StudySession extends Omit<z.infer<typeof Row>, 'plan' | 'passed' | 'settings'> {
  readonly plan: readonly PlanEntry[];
  readonly passed: readonly number[];
  readonly settings: StoredStudySettings;
}

const Answer = z.object({
  id: ResponseId,
  entry: z.int(),
  step: z.string(),
  position: z.int().nullable(),
  question: z.string(),
  answer: z.string(),
  timedOut: z.int(),
});

/** A current answer of a study session. */
export interface GivenAnswer extends Omit<z.infer<typeof Answer>, 'answer' | 'timedOut'> {
  readonly timedOut: boolean;
  /** Parsed when it is asked for: most answers only count as given. */
  answer(): StepAnswer;
}

const DraftRow = z.object({
  entry: z.int(),
  step: z.string(),
  answer: z.string().nullable(),
  shownAt: z.int().nullable(),
  activeMilliseconds: z.int(),
  awayMilliseconds: z.int(),
  focusLosses: z.int(),
  resumed: z.int(),
  usedMilliseconds: z.int(),
  running: z.int(),
  updatedAt: z.int(),
});

/** What was begun at a step. */
export interface StudySessionDraft extends Omit<z.infer<typeof DraftRow>, 'answer' | 'running'> {
  readonly answer: StepAnswer | null;
  /** Whether its time has been running since `updatedAt`. */
  readonly isRunning: boolean;
}

interface NewStudySession extends Pick<StudySession, 'id' | 'studyId' | 'personId' | 'number' | 'plan'> {
  readonly seed: number;
  readonly at: number;
}

/** How far a participant got. */
export type StudySessionProgress = Pick<
  RowOf<'session'>,
  'passed' | 'consented_at' | 'consent_version' | 'ended_at' | 'withdrawn_at'
>;

const Spent = StepTiming.pick({ activeMilliseconds: true, awayMilliseconds: true });

const ShownImage = z.object({ id: ImageId, width: z.int(), height: z.int(), position: z.int() });
/** An image as it is shown, in pixels, with its position in the item. */
export type ShownImage = z.infer<typeof ShownImage>;

/** Parsed plans stay in memory up to this many characters of text together, some 1,000 plans of 40 items; they never change. */
const PLANS_KEPT = 8_000_000;
/** Of all participants of a study they are the same text. */
const SETTINGS_KEPT = 50;

/** The rows of study sessions, their statements prepared once. */
export class StudySessionRows {
  readonly #byId;
  readonly #byPerson;
  readonly #answers;
  readonly #drafts;
  readonly #putDraft;
  readonly #insert;
  readonly #spent;
  readonly #dropDraft;
  readonly #setPassed;
  readonly #setProgress;
  readonly #setConsented;
  readonly #setEnded;
  readonly #setWithdrawn;
  readonly #removeAnswers;
  readonly #remove;
  readonly #setErased;
  readonly #erasing;
  readonly #images;
  readonly #plans = new Map<string, readonly PlanEntry[]>();
  #charactersKept = 0;
  readonly #settingsOf;

  constructor(database: CasebookDatabase) {
    const columns = `SELECT s.id, s.study_id AS studyId, s.person_id AS personId, s.number, s.plan, s.passed,
    s.consented_at AS consentedAt, s.ended_at AS endedAt, s.withdrawn_at AS withdrawnAt,
    s.erased_at AS erasedAt, t.title,
    t.state AS studyState, t.settings FROM session s JOIN study t ON t.id = s.study_id`;
    this.#byId = database.prepare<[string]>(`${columns} WHERE s.id = ?`);
    this.#byPerson = database.prepare<[string]>(
      `${columns} WHERE s.person_id = ? ORDER BY s.created_at, s.id`,
    );
    this.#answers = database.prepare<[string]>(
      `SELECT id, entry, step, position, question, answer, timed_out AS timedOut FROM current_response
     WHERE session_id = ? AND entry IS NOT NULL ORDER BY entry`,
    );
    this.#drafts = database.prepare<[string]>(
      `SELECT entry, step, answer, shown_at AS shownAt, active_ms AS activeMilliseconds, away_ms AS awayMilliseconds,
       focus_losses AS focusLosses, resumed, used_ms AS usedMilliseconds, running, updated_at AS updatedAt
     FROM session_draft WHERE session_id = ? ORDER BY entry`,
    );
    this.#insert = database.prepare(
      'INSERT INTO session (id, study_id, person_id, number, seed, plan, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.#putDraft = database.prepare(
      `INSERT INTO session_draft (session_id, entry, step, answer, shown_at, active_ms, away_ms, focus_losses, resumed,
       used_ms, running, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (session_id, entry, step) DO UPDATE SET answer = excluded.answer, shown_at = excluded.shown_at,
       active_ms = excluded.active_ms, away_ms = excluded.away_ms, focus_losses = excluded.focus_losses,
       resumed = excluded.resumed, used_ms = excluded.used_ms, running = excluded.running,
       updated_at = excluded.updated_at`,
    );
    this.#spent = database.prepare<[string, number, string]>(
      `SELECT coalesce(sum(active_ms), 0) AS activeMilliseconds, coalesce(sum(away_ms), 0) AS awayMilliseconds
     FROM response WHERE session_id = ? AND entry = ? AND step = ?`,
    );
    this.#dropDraft = database.prepare<[string, number, string]>(
      'DELETE FROM session_draft WHERE session_id = ? AND entry = ? AND step = ?',
    );
    this.#setPassed = database.prepare<[string, string]>('UPDATE session SET passed = ? WHERE id = ?');
    this.#setProgress = database.prepare(
      `UPDATE session SET passed = ?, consented_at = ?, consent_version = ?, ended_at = ?, withdrawn_at = ? WHERE id = ?`,
    );
    this.#setConsented = database.prepare<[number, string, string]>(
      'UPDATE session SET consented_at = ?, consent_version = ? WHERE id = ?',
    );
    this.#setEnded = database.prepare<[number, string]>('UPDATE session SET ended_at = ? WHERE id = ?');
    this.#setWithdrawn = database.prepare<[number, string]>(
      'UPDATE session SET withdrawn_at = ? WHERE id = ?',
    );
    this.#removeAnswers = database.prepare<[string]>('DELETE FROM response WHERE session_id = ?');
    this.#remove = database.prepare<[string]>('DELETE FROM session WHERE id = ?');
    this.#setErased = database.prepare<[number, number, string]>(
      'UPDATE session SET erased_at = ?, withdrawn_at = coalesce(withdrawn_at, ?) WHERE id = ?',
    );
    const OWN = '(SELECT id FROM response WHERE session_id = ?)';
    this.#erasing = [
      ...['verdict_decision', 'judgment', 'judge_call', 'judging_assignment'].map(
        (table) => `${table} WHERE response_id IN ${OWN}`,
      ),
      'exclusion WHERE response_id IS NOT NULL AND session_id = ?',
      'session_draft WHERE session_id = ?',
      'response WHERE session_id = ?',
    ].map((what) => database.prepare<[string]>(`DELETE FROM ${what}`));
    this.#images = database.prepare<[string]>(
      `SELECT m.id, m.width, m.height, f.position FROM item_image f JOIN image m ON m.id = f.image_id
     WHERE f.item_id = ? AND ${isShownImage('f')} ORDER BY f.position`,
    );
    this.#settingsOf = memoized((text: string) => StoredStudySettings.parse(JSON.parse(text)), SETTINGS_KEPT);
  }

  /** Enrols somebody; number 0: they try the study out. */
  insert({ id, studyId, personId, number, seed, plan, at }: NewStudySession): void {
    this.#insert.run(id, studyId, personId, number, seed, JSON.stringify(plan), at);
  }

  find(id: StudySessionId): StudySession | undefined {
    const raw = this.#byId.get(id);
    return raw === undefined ? undefined : this.#toStudySession(raw);
  }

  /** Somebody's study sessions, the latest last. */
  of(personId: PersonId): StudySession[] {
    return this.#byPerson.all(personId).map(this.#toStudySession);
  }

  answers(id: StudySessionId): GivenAnswer[] {
    return this.#answers.all(id).map((raw) => {
      const { answer, timedOut, ...row } = Answer.parse(raw);
      return {
        ...row,
        timedOut: timedOut === 1,
        answer: () => StepAnswer.parse(JSON.parse(answer)),
      };
    });
  }

  drafts(id: StudySessionId): StudySessionDraft[] {
    return this.#drafts.all(id).map((raw) => {
      const { answer, running, ...row } = DraftRow.parse(raw);
      return {
        ...row,
        isRunning: running === 1,
        answer: answer === null ? null : StepAnswer.parse(JSON.parse(answer)),
      };
    });
  }

  /** Puts a draft in the place of the one of its step. */
  putDraft(id: StudySessionId, draft: StudySessionDraft): void {
    this.#putDraft.run(
      id,
      draft.entry,
      draft.step,
      draft.answer === null ? null : JSON.stringify(draft.answer),
      draft.shownAt,
      draft.activeMilliseconds,
      draft.awayMilliseconds,
      draft.focusLosses,
      draft.resumed,
      draft.usedMilliseconds,
      Number(draft.isRunning),
      draft.updatedAt,
    );
  }

  /** The time that a step took in all its answers, those that were replaced included. */
  spent(
    id: StudySessionId,
    entry: number,
    step: string,
  ): Pick<StepTiming, 'activeMilliseconds' | 'awayMilliseconds'> {
    return Spent.parse(this.#spent.get(id, entry, step));
  }

  dropDraft(id: StudySessionId, entry: number, step: string): void {
    this.#dropDraft.run(id, entry, step);
  }

  setPassed(id: StudySessionId, passed: readonly number[]): void {
    this.#setPassed.run(JSON.stringify(passed), id);
  }

  /** Puts what is known of the progress in two casebooks in the place of what is known here. */
  setProgress(id: StudySessionId, progress: StudySessionProgress): void {
    this.#setProgress.run(
      JSON.stringify(progress.passed),
      progress.consented_at,
      progress.consent_version,
      progress.ended_at,
      progress.withdrawn_at,
      id,
    );
  }

  setConsented(id: StudySessionId, version: string, now: number): void {
    this.#setConsented.run(now, version, id);
  }

  setEnded(id: StudySessionId, now: number): void {
    this.#setEnded.run(now, id);
  }

  setWithdrawn(id: StudySessionId, now: number): void {
    this.#setWithdrawn.run(now, id);
  }

  /**
   * Deletes the answers of a study session for good, with every verdict on them and everything that was begun; the
   * session stays, withdrawn and empty. In the caller's transaction with foreign keys deferred.
   */
  erase(id: StudySessionId, now: number): void {
    // What may go is what belongs to a session that says so.
    this.#setErased.run(now, now, id);
    for (const each of this.#erasing) each.run(id);
  }

  /** Removes a study session with all its rows; only of one that was a try-out, or was never begun. */
  remove(id: StudySessionId): void {
    this.#plans.delete(id);
    this.#removeAnswers.run(id);
    this.#remove.run(id);
  }

  /** An item's images that are there, in their order. */
  images(itemId: string): ShownImage[] {
    return this.#images.all(itemId).map((raw) => ShownImage.parse(raw));
  }

  #planOf(id: string, text: string): readonly PlanEntry[] {
    const known = this.#plans.get(id);
    if (known !== undefined) return known;
    const plan = z.array(PlanEntry).parse(JSON.parse(text));
    if (this.#charactersKept + text.length > PLANS_KEPT) {
      this.#plans.clear();
      this.#charactersKept = 0;
    }
    this.#plans.set(id, plan);
    this.#charactersKept += text.length;
    return plan;
  }

  readonly #toStudySession = (raw: unknown): StudySession => {
    const { plan, passed, settings, ...row } = Row.parse(raw);
    return {
      ...row,
      plan: this.#planOf(row.id, plan),
      passed: z.array(z.int()).parse(JSON.parse(passed)),
      settings: this.#settingsOf(settings),
    };
  };
}
