import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId, StudySessionId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { StudySession } from '../../records/studies/studySessions.ts';
import { isOpen, type SessionStatus, sessionStatusOf } from './page.ts';

/** A study session, and the window that calls about it. */
export interface SessionWindow {
  readonly id: StudySessionId;
  /** Left out: the only one. */
  readonly window?: string | undefined;
}

/** Study sessions of the participant who calls, each with its current step, and the window that may answer. */
export class OwnSessions {
  readonly #casebook: Casebook;
  // The window that looked last. Forgotten with the core: the next window that calls goes on.
  readonly #windows = new Map<StudySessionId, string>();
  // How many answers there were when somebody went on by themselves. Forgotten with the core: who comes back after that
  // is asked once more whether they are there.
  readonly #attendedAt = new Map<StudySessionId, number>();

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
  }

  all(by: PersonId): SessionStatus[] {
    return this.#casebook.records.studySessions.of(by).map((studySession) => this.#statusOf(studySession));
  }

  /** Throws `not_found` where there is none of this id, `forbidden` where it is somebody else's. */
  get(id: StudySessionId, by: PersonId): SessionStatus {
    const studySession = this.#casebook.records.studySessions.find(id);
    if (studySession === undefined) throw new CasebookError('not_found', 'There is no such study session.');
    if (studySession.personId !== by) {
      throw new CasebookError(
        'forbidden',
        'This study session belongs to somebody else.',
        'Nothing was changed.',
      );
    }
    return this.#statusOf(studySession);
  }

  /** The same, to go on with; throws `taken_over` in another window, `conflict` where nobody can go on with it. */
  running({ id, window }: SessionWindow, by: PersonId): SessionStatus {
    const now = this.get(id, by);
    this.requireWindow(id, window);
    const problem = !this.#casebook.derived.participation.seen(now.studySession)
      ? 'Your place in the study was given to somebody else.'
      : isOpen(now.studySession)
        ? null
        : 'The study is closed.';
    if (problem === null) return now;
    throw new CasebookError('conflict', problem, 'Earlier answers are kept. You can no longer answer.');
  }

  /** The window that looked last is the one that may answer. */
  moveTo(id: StudySessionId, window: string | undefined): void {
    if (window !== undefined) this.#windows.set(id, window);
  }

  requireWindow(id: StudySessionId, window: string | undefined): void {
    const latest = this.#windows.get(id);
    if (window === undefined || latest === window) return;
    if (latest === undefined) this.#windows.set(id, window);
    else
      throw new CasebookError(
        'taken_over',
        'The study was opened in another window.',
        'Nothing was changed by this one. Continue there, or continue here.',
      );
  }

  /** Notes after how many answers somebody last went on from a page by themselves. */
  attend(id: StudySessionId, answers: number): void {
    this.#attendedAt.set(id, answers);
  }

  #statusOf(studySession: StudySession): SessionStatus {
    return sessionStatusOf(
      studySession,
      this.#casebook.records.studySessions,
      this.#casebook.records.studySteps,
      this.#attendedAt.get(studySession.id) ?? 0,
    );
  }
}
