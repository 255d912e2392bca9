import type { OwnStudySession, StudySessionPage } from '../../../../shared/contract/studySessions.ts';
import { whyNotAnAnswer } from '../../../../shared/domain/answerCheck.ts';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId, StudySessionId } from '../../../../shared/base/ids.ts';
import { sameJson } from '../../../../shared/base/json.ts';
import type { StepPosition } from '../../../../shared/domain/sessionPosition.ts';
import type { StepTiming } from '../../../../shared/domain/study.ts';
import { deleteForGood } from '../../db/secureDelete.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { consentVersion } from '../../records/studies/consentVersion.ts';
import { opaqueResponseId } from '../../records/studies/responseIds.ts';
import { OwnSessions, type SessionWindow } from './ownSessions.ts';
import {
  answersOf,
  isAt,
  isOpen,
  ownStudySession,
  pageOf,
  type SessionEnd,
  type SessionStatus,
  shownImages,
  whyOver,
  withdrawalRuleOf,
} from './page.ts';
import type { StudySession, StudySessionDraft } from '../../records/studies/studySessions.ts';
import type { AskedStep } from '../../records/studies/studySteps.ts';
import { awayModeOf, countedBy, isLate, limitOf, longerTiming, timedUntil, usedTime } from './stepTime.ts';

export interface StepReply extends SessionWindow {
  readonly entry: number;
  readonly step: string;
  readonly answer: StepAnswer;
  readonly timing: StepTiming;
  readonly timedOut: boolean;
}

export interface BegunStep extends SessionWindow {
  readonly entry: number;
  readonly step: string;
  readonly answer: StepAnswer | null;
  readonly timing: StepTiming;
  /** Nothing of the step is on the screen now. */
  readonly hidden: boolean;
}

/**
 * Participants' own side. Every call is about a study session of `by`: throws `not_found` where there is none of this id,
 * `forbidden` where it is somebody else's, `conflict` where it is over or stands elsewhere.
 */
export class StudySessionsService {
  readonly #casebook: Casebook;
  readonly #write;
  readonly #own;
  // A page that asks twice before it has kept anything was opened once.
  readonly #counted = new Set<string>();
  // When a step left the core. Of a page that never says that it shows it, the time runs from here.
  readonly #handed = new Map<StudySessionId, { readonly step: string; readonly at: number }>();

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#own = new OwnSessions(casebook);
    this.#write = casebook.derived.responses;
  }

  mine(by: PersonId): OwnStudySession[] {
    return this.#own.all(by).map(ownStudySession);
  }

  /** The current position of the study session; counts that a step that was begun was interrupted, where it `counts`. */
  look({ id, window }: SessionWindow, by: PersonId, counts: boolean): StudySessionPage {
    return this.#casebook.database.transaction(() => {
      const now = this.#own.get(id, by);
      this.#own.moveTo(id, window);
      if (
        counts &&
        isOpen(now.studySession) &&
        !this.#casebook.derived.participation.seen(now.studySession)
      ) {
        this.#casebook.records.studySessions.setWithdrawn(id, this.#casebook.ports.now());
        return this.#page(this.#own.get(id, by));
      }
      const { position, studySession } = now;
      const draft = now.drafts.find(({ entry, step }) => isAt(position, entry, step));
      if (!counts || !isOpen(studySession) || draft === undefined) return this.#page(now);
      const isCounted = draft.shownAt === null || this.#counted.has(keyOf(id, draft));
      if (!isCounted) this.#counted.add(keyOf(id, draft));
      this.#casebook.records.studySessions.putDraft(id, {
        ...timedUntil(draft, studySession, this.#casebook.ports.now(), 'the page is loaded anew'),
        resumed: draft.resumed + (isCounted ? 0 : 1),
        // Until the page says that it shows the step.
        isRunning: draft.isRunning && awayModeOf(studySession) === 'run',
      });
      return this.#page(this.#own.get(id, by));
    })();
  }

  consent(at: SessionWindow, by: PersonId): StudySessionPage {
    return this.#casebook.database.transaction(() => {
      const { position, studySession } = this.#own.running(at, by);
      if (position.at === 'consent')
        this.#casebook.records.studySessions.setConsented(
          at.id,
          consentVersion(studySession.settings.texts.consent),
          this.#casebook.ports.now(),
        );
      return this.#after(at.id, by);
    })();
  }

  proceed(at: SessionWindow & { readonly entry: number }, by: PersonId): StudySessionPage {
    return this.#casebook.database.transaction(() => {
      const { studySession, position, answers, isUnattended } = this.#own.running(at, by);
      const isRead = position.at === 'reading' || position.at === 'feedback';
      if (!('entry' in position) || position.entry !== at.entry || !(isRead || isUnattended))
        throw elsewhere();
      if (isRead) this.#casebook.records.studySessions.setPassed(at.id, [...studySession.passed, at.entry]);
      this.#own.attend(at.id, answers.length);
      return this.#after(at.id, by);
    })();
  }

  /** Its time counts up to `arrivedAt`: what arrives while an import is written waits, and is not late for that. */
  answer(reply: StepReply, by: PersonId, arrivedAt: number): StudySessionPage {
    return this.#casebook.database.transaction(() => this.#answer(reply, by, arrivedAt))();
  }

  /** The same, of what is not answered yet. */
  keep(begun: BegunStep, by: PersonId, arrivedAt: number): void {
    this.#casebook.database.transaction(() => this.#keep(begun, by, arrivedAt))();
  }

  back(at: SessionWindow, by: PersonId): StudySessionPage {
    return this.#casebook.database.transaction(() => this.#back(at, by))();
  }

  /** Says that somebody is there. */
  present({ id, window }: SessionWindow, by: PersonId): void {
    this.#casebook.database.transaction(() => {
      const { studySession } = this.#own.get(id, by);
      this.#own.requireWindow(id, window);
      this.#casebook.derived.participation.seen(studySession);
    })();
  }

  withdraw(at: SessionWindow, by: PersonId): StudySessionPage {
    const work = (): StudySessionPage => {
      const { position, studySession } = this.#own.running(at, by);
      if (position.at === 'end' || position.at === 'withdrawn') return this.#after(at.id, by);
      this.#casebook.derived.participation.left(at.id);
      if (withdrawalRuleOf(studySession) === 'delete' && studySession.number > 0)
        this.#casebook.records.studySessions.erase(at.id, this.#casebook.ports.now());
      else this.#casebook.records.studySessions.setWithdrawn(at.id, this.#casebook.ports.now());
      return this.#after(at.id, by);
    };
    return withdrawalRuleOf(this.#own.get(at.id, by).studySession) === 'delete'
      ? deleteForGood(this.#casebook.database, work)
      : this.#casebook.database.transaction(work)();
  }

  /** Whose study session it is. Throws `not_found` where there is no such one. */
  participantOf(id: StudySessionId): PersonId {
    const studySession = this.#casebook.records.studySessions.find(id);
    if (studySession !== undefined) return studySession.personId;
    throw new CasebookError('not_found', 'There is no such study session in this casebook.');
  }

  /** Whether an image is shown to somebody now, and how long its longer side is to be (null: as it is). */
  shown(imageId: string, to: PersonId): { readonly side: number | null } | null {
    for (const status of this.#own.all(to)) {
      if (shownImages(status, this.#casebook.records.studySteps).some(({ id }) => id === imageId))
        return { side: status.studySession.settings.imageSide };
    }
    return null;
  }

  #endingOf(studySession: StudySession): SessionEnd {
    return {
      outcome: this.#casebook.derived.participation.outcome(studySession),
      why: whyOver(this.#casebook.records.arrivals.ofSession(studySession.id)?.releasedFor ?? null),
    };
  }

  #page(of: SessionStatus): StudySessionPage {
    const { position, studySession } = of;
    const given = pageOf(of, this.#casebook.records.studySteps, this.#casebook.ports.now(), () =>
      this.#endingOf(studySession),
    );
    if (given.now.view !== 'step' || position.at !== 'step') this.#handed.delete(studySession.id);
    else if (this.#handed.get(studySession.id)?.step !== keyOf(studySession.id, position))
      this.#handed.set(studySession.id, {
        step: keyOf(studySession.id, position),
        at: this.#casebook.ports.now(),
      });
    return given;
  }

  /** The page after a change; a study session that came to its end is marked so, and a try-out leaves nothing. */
  #after(id: StudySessionId, by: PersonId): StudySessionPage {
    const now = this.#own.get(id, by);
    const given = this.#page(now);
    const isOver = now.position.at === 'end' || now.position.at === 'withdrawn';
    if (isOver && now.studySession.number === 0) this.#casebook.records.studySessions.remove(id);
    else if (now.position.at === 'end' && now.studySession.endedAt === null) {
      this.#casebook.records.studySessions.setEnded(id, this.#casebook.ports.now());
      this.#casebook.derived.participation.finished(now.studySession);
    }
    return given;
  }

  /** What is used of a step's time at some moment, by the core's clock or by the page's, whichever says more. */
  #used(
    studySession: StudySession,
    at: StepPosition,
    draft: StudySessionDraft | undefined,
    timing: StepTiming,
    now: number,
  ) {
    const mode = awayModeOf(studySession);
    const first = this.#handed.get(studySession.id);
    const unseen = mode === 'run' && first?.step === keyOf(studySession.id, at) ? now - first.at : 0;
    const before = countedBy(
      this.#casebook.records.studySessions.spent(studySession.id, at.entry, at.step),
      mode,
    );
    return Math.max(
      draft === undefined ? unseen : usedTime(draft, mode, now),
      before + countedBy(timing, mode),
    );
  }

  #answer(reply: StepReply, by: PersonId, arrivedAt: number): StudySessionPage {
    const now = this.#own.running(reply, by);
    const { studySession, answers, drafts } = now;
    const { id, entry, step } = reply;
    const before = answers.find((given) => given.entry === entry && given.step === step);
    if (!isAsked(now, entry, step)) {
      // The reply to the first sending was lost: the answer counts once.
      if (before !== undefined && isSame(before.answer(), reply.answer)) return this.#after(id, by);
      throw elsewhere();
    }
    const asked = this.#casebook.records.studySteps.step(studySession, entry, step);
    const given = whole(asked, reply.answer);
    const limit = limitOf(studySession, asked);
    const draft = drafts.find((each) => each.entry === entry && each.step === step);
    const isOver =
      reply.timedOut || isLate(this.#used(studySession, reply, draft, reply.timing, arrivedAt), limit);
    const timedOut = limit !== null && isOver;
    const reason = whyNotAnAnswer(given, asked, timedOut);
    if (reason !== null)
      throw new CasebookError('invalid_input', reason, 'The answer was not saved. Answer again.');
    const timing = longerTiming(draft, reply.timing);
    this.#write({
      id: opaqueResponseId(this.#casebook.ports),
      studySessionId: id,
      personId: by,
      purpose: asked.purpose,
      item: asked.item,
      condition: asked.condition,
      step,
      entry,
      position: before?.position ?? answers.length,
      question: asked.prompt,
      answer: { ...given, shownIn: this.#casebook.records.studySteps.shown(studySession, asked).language },
      correct: this.#casebook.records.studySteps.isExpected(studySession, asked, {
        ...answersOf(answers, entry),
        [step]: given,
      }),
      ...timing,
      answeredAt: arrivedAt,
      timedOut,
      resumed: draft?.resumed ?? 0,
      replaces: before?.id ?? null,
      origin: null,
    });
    this.#casebook.records.studySessions.dropDraft(id, entry, step);
    this.#counted.delete(keyOf(id, reply));
    return this.#after(id, by);
  }

  #keep(begun: BegunStep, by: PersonId, arrivedAt: number): void {
    const now = this.#own.running(begun, by);
    const { studySession, answers, drafts } = now;
    const { id, entry, step } = begun;
    if (!isAsked(now, entry, step)) {
      // The answer overtook it: there is nothing to keep any more.
      if (answers.some((given) => given.entry === entry && given.step === step)) return;
      throw elsewhere();
    }
    this.#counted.delete(keyOf(id, begun));
    const asked = this.#casebook.records.studySteps.step(studySession, entry, step);
    const reason = begun.answer === null ? null : whyNotAnAnswer(begun.answer, asked, true);
    if (reason !== null) throw new CasebookError('invalid_input', reason, 'The answer was not saved.');
    const known = drafts.find((each) => each.entry === entry && each.step === step);
    const elapsed = (timing: Pick<StepTiming, 'activeMilliseconds' | 'awayMilliseconds'>): number =>
      timing.activeMilliseconds + timing.awayMilliseconds;
    // Two calls at once can arrive in the other order.
    const isOlder = known !== undefined && elapsed(begun.timing) < elapsed(known);
    const runsOn = awayModeOf(studySession) === 'run' && known?.isRunning === true;
    this.#casebook.records.studySessions.putDraft(id, {
      entry,
      step,
      answer: isOlder ? known.answer : begun.answer,
      ...longerTiming(known, begun.timing),
      resumed: known?.resumed ?? 0,
      usedMilliseconds: this.#used(studySession, begun, known, begun.timing, arrivedAt),
      isRunning: runsOn || !begun.hidden,
      updatedAt: arrivedAt,
    });
  }

  #back(at: SessionWindow, by: PersonId): StudySessionPage {
    const { id } = at;
    const { studySession, answers, drafts, position, isUnattended, wayBack } = this.#own.running(at, by);
    const target = isUnattended ? null : wayBack();
    const given = answers.find(({ entry, step }) => entry === target?.entry && step === target.step);
    if (target === null || given === undefined) {
      throw new CasebookError(
        'conflict',
        studySession.settings.allowBack
          ? 'There is no previous step.'
          : 'In this study you cannot change answers.',
        'Nothing was changed.',
      );
    }
    const updatedAt = this.#casebook.ports.now();
    const left = drafts.find(({ entry, step }) => isAt(position, entry, step));
    // The step that they leave waits for them with what is left of its time.
    if (left !== undefined)
      this.#casebook.records.studySessions.putDraft(id, {
        ...timedUntil(left, studySession, updatedAt),
        isRunning: false,
      });
    this.#casebook.records.studySessions.putDraft(id, {
      ...target,
      answer: given.answer(),
      shownAt: null,
      activeMilliseconds: 0,
      awayMilliseconds: 0,
      focusLosses: 0,
      resumed: 0,
      isRunning: false,
      updatedAt,
    });
    return this.#after(id, by);
  }
}

function keyOf(id: StudySessionId, { entry, step }: StepPosition): string {
  return `${id} ${String(entry)} ${step}`;
}

/** Whether a step is what is asked now. */
const isAsked = ({ position, isUnattended }: SessionStatus, entry: number, step: string): boolean =>
  !isUnattended && isAt(position, entry, step);

function elsewhere(): CasebookError {
  return new CasebookError(
    'conflict',
    'The study session has moved on.',
    'Earlier answers are unchanged. Continue with the current step.',
  );
}

/** That there is nothing to report has the wording that the step offers. */
function whole({ answer: kind }: AskedStep, answer: StepAnswer): StepAnswer {
  return answer.kind === 'no_evidence' && kind.kind === 'text' && kind.noEvidence !== null
    ? { ...answer, text: kind.noEvidence }
    : answer;
}

/** Whether what is stored is what was sent. */
const isSame = (stored: StepAnswer, sent: StepAnswer): boolean =>
  (stored.kind === 'no_evidence' && sent.kind === 'no_evidence') ||
  sameJson(stored, stored.shownIn === undefined ? sent : { ...sent, shownIn: stored.shownIn });
