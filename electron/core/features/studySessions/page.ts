import type { OwnStudySession, StudySessionPage } from '../../../../shared/contract/studySessions.ts';
import { answerInWords, type ImageNote } from '../../../../shared/domain/baseline.ts';
import { answerInLanguage, benchmarkWords } from '../../../../shared/participantTexts/benchmarkWords.ts';
import { participantTexts, type Phrasebook } from '../../../../shared/participantTexts/texts.ts';
import { answerWords } from '../../../../shared/participantTexts/words.ts';
import {
  canReturnTo,
  earlierSteps,
  positionOf,
  progressOf,
  type SessionFacts,
  type SessionPosition,
  stepBefore,
  type StepPosition,
} from '../../../../shared/domain/sessionPosition.ts';
import type { ParticipantLanguage } from '../../../../shared/domain/participantLanguage.ts';
import type { CompletionHandoff, PlanEntry, StudySessionView } from '../../../../shared/domain/study.ts';
import type {
  GivenAnswer,
  ShownImage,
  StudySession,
  StudySessionDraft,
  StudySessionRows,
} from '../../records/studies/studySessions.ts';
import { awayModeOf, countedBy, limitOf, usedTime } from './stepTime.ts';
import type { StudySessionSteps } from '../../records/studies/studySteps.ts';
import type { ReleasedFor } from '../../db/tables/remote.ts';

/** A study session with its answers and its current step. */
export interface SessionStatus {
  readonly studySession: StudySession;
  readonly answers: readonly GivenAnswer[];
  readonly drafts: readonly StudySessionDraft[];
  readonly facts: SessionFacts;
  readonly position: SessionPosition;
  /** Nobody has touched the last questions: the next one is not shown before somebody says that they are there. */
  readonly isUnattended: boolean;
  /** The step that can be gone back to from here, with what is used of its time already; null: none. */
  readonly wayBack: () => (StepPosition & { readonly usedMilliseconds: number }) | null;
}

/** With less of its time left nobody goes back to a question, in milliseconds. */
const WORTH_GOING_BACK = 1000;

/** How many questions in a row may run out of time untouched before nobody counts as being there. */
const UNTOUCHED = 2;

/** Whether somebody can go on with it: a study that is open, or a curator's own try-out. */
export const isOpen = ({ studyState, number }: StudySession): boolean =>
  studyState === 'open' || number === 0;

/**
 * The current position of a study session, from its rows.
 * @param attendedAt how many answers there were when the participant last went on from a page by themselves
 */
export function sessionStatusOf(
  studySession: StudySession,
  rows: StudySessionRows,
  steps: StudySessionSteps,
  attendedAt: number,
): SessionStatus {
  const answers = rows.answers(studySession.id);
  const drafts = rows.drafts(studySession.id);
  const answered = new Set(answers.map(({ entry, step }) => keyOf(entry, step)));
  const isAnswered = (entry: number, step: string): boolean => answered.has(keyOf(entry, step));
  const ids = new Map<number, readonly string[]>();
  const facts: SessionFacts = {
    plan: studySession.plan,
    consented: studySession.consentedAt !== null,
    withdrawn: studySession.withdrawnAt !== null,
    ended: studySession.endedAt !== null,
    passed: new Set(studySession.passed),
    isAnswered,
    stepsOf(entry) {
      const known = ids.get(entry) ?? steps.idsOf(studySession, entry);
      ids.set(entry, known);
      return known;
    },
    // Every step back leads to an earlier entry: of several, the first is the one they are at.
    revisited:
      (studySession.settings.allowBack && drafts.find(({ entry, step }) => isAnswered(entry, step))) || null,
  };
  const position = positionOf(facts);
  return { studySession, answers, drafts, facts, position, isUnattended: isUnattended(), wayBack };

  function wayBack(): (StepPosition & { readonly usedMilliseconds: number }) | null {
    const target =
      studySession.settings.allowBack && position.at === 'step' ? stepBefore(facts, position) : null;
    if (target === null) return null;
    const usedMilliseconds = countedBy(
      rows.spent(studySession.id, target.entry, target.step),
      awayModeOf(studySession),
    );
    const limit = limitOf(studySession, steps.step(studySession, target.entry, target.step));
    return limit !== null && limit - usedMilliseconds < WORTH_GOING_BACK
      ? null
      : { ...target, usedMilliseconds };
  }

  function isUnattended(): boolean {
    if (position.at !== 'step' || drafts.some(({ entry, step }) => isAt(position, entry, step))) return false;
    if (limitOf(studySession, steps.step(studySession, position.entry, position.step)) === null) return false;
    const since = answers.filter(({ position }) => position !== null && position >= attendedAt);
    const last = since.toSorted((a, b) => (b.position ?? 0) - (a.position ?? 0)).slice(0, UNTOUCHED);
    return (
      last.length === UNTOUCHED && last.every((given) => given.timedOut && given.answer().kind === 'none')
    );
  }
}

/** Whether a study session is at this step. */
export const isAt = (position: SessionPosition, entry: number, step: string): boolean =>
  position.at === 'step' && position.entry === entry && position.step === step;

const keyOf = (entry: number, step: string): string => `${String(entry)} ${step}`;

/** A study session as its participant's list shows it. */
export function ownStudySession({ studySession, position }: SessionStatus): OwnStudySession {
  const state =
    position.at === 'withdrawn'
      ? 'withdrawn'
      : position.at === 'end'
        ? 'finished'
        : !isOpen(studySession)
          ? 'closed'
          : position.at === 'consent'
            ? 'waiting'
            : 'sitting';
  return { id: studySession.id, title: studySession.title, state, trial: studySession.number === 0 };
}

/** What the participant's page shows now. */
export function pageOf(
  status: SessionStatus,
  steps: StudySessionSteps,
  timeNow: number,
  ending: () => SessionEnd,
): StudySessionPage {
  const { settings } = status.studySession;
  return {
    studySession: ownStudySession(status),
    progress: settings.showsProgress === false ? null : progressOf(status.facts, status.position),
    language: settings.language ?? 'en',
    replacedTexts: settings.replacedTexts ?? {},
    onWithdrawal: withdrawalRuleOf(status.studySession),
    now: viewOf(status, steps, timeNow, ending),
  };
}

/** What becomes of the answers of somebody who leaves. */
export const withdrawalRuleOf = ({ settings }: StudySession): 'keep' | 'delete' =>
  settings.onWithdrawal ?? 'keep';

/** The images of what is shown now, and of what is loaded ahead. */
export function shownImages(status: SessionStatus, steps: StudySessionSteps): readonly ShownImage[] {
  const { studySession, position, isUnattended } = status;
  if (!isOpen(studySession) || isUnattended) return [];
  return position.at === 'step' || position.at === 'feedback'
    ? steps.images(studySession, position.entry)
    : imagesAhead(status, steps);
}

/** How many items are loaded ahead while the participant reads instructions. */
const LOADED_AHEAD = 2;

/** The images of the first items after a page that is read; their questions stay here. */
function imagesAhead(
  { studySession, position }: SessionStatus,
  steps: StudySessionSteps,
): readonly ShownImage[] {
  if (position.at !== 'reading') return [];
  const { plan } = studySession;
  const kind = plan[position.entry]?.kind;
  if (kind !== 'instructions' && kind !== 'start' && kind !== 'second_pass') return [];
  return [...plan.entries()]
    .filter(([entry, planned]) => entry > position.entry && planned.kind === 'item')
    .slice(0, LOADED_AHEAD)
    .flatMap(([entry]) => steps.images(studySession, entry));
}

/** What the core knows besides the status of a study session. */
export interface SessionEnd {
  /** What they take back where they came from. */
  readonly outcome: CompletionHandoff | null;
  readonly why: 'left' | 'released' | 'panel';
}

/** Why somebody is no longer in a study, by what their place was released for; null: it was not. */
export function whyOver(releasedFor: ReleasedFor | null): SessionEnd['why'] {
  switch (releasedFor) {
    case null:
    case 'withdrawal':
    case 'attention':
      return 'left';
    case 'silence':
      return 'released';
    case 'returned':
    case 'timed_out':
    case 'rejected':
      return 'panel';
  }
}

function viewOf(
  status: SessionStatus,
  steps: StudySessionSteps,
  timeNow: number,
  ending: () => SessionEnd,
): StudySessionView {
  const { studySession, position } = status;
  const { texts, timeLimitSeconds } = studySession.settings;
  if (position.at === 'withdrawn')
    return { view: 'withdrawn', why: ending().why, deleted: studySession.erasedAt !== null };
  if (position.at === 'end')
    return { view: 'end', why: 'complete', text: texts.thanks, outcome: ending().outcome };
  if (!isOpen(studySession)) return { view: 'end', why: 'closed', text: '', outcome: null };
  if (position.at === 'consent')
    return { view: 'consent', text: texts.consent, onWithdrawal: withdrawalRuleOf(studySession) };
  if (position.at === 'step' && !status.isUnattended) return stepView(status, position, steps, timeNow);
  if (position.at === 'feedback') return feedbackView(status, position.entry, steps);
  const view =
    position.at === 'step' ? 'paused' : readingPage(studySession.plan[position.entry]?.kind ?? null);
  return {
    view,
    entry: position.entry,
    text: view === 'instructions' ? texts.instructions : view === 'break' ? texts.breaks : '',
    timeLimitSeconds: view === 'instructions' ? timeLimitSeconds : null,
    preload: [...new Set(imagesAhead(status, steps).map(({ id }) => id))],
  };
}

/** What somebody reads at an entry of their plan: a start, a second pass or a break, else the instructions. */
export const readingPage = (kind: PlanEntry['kind'] | null) =>
  kind === 'start' || kind === 'second_pass' || kind === 'break' ? kind : 'instructions';

function stepView(
  { studySession, answers, drafts, facts, wayBack }: SessionStatus,
  { entry, step }: StepPosition,
  steps: StudySessionSteps,
  timeNow: number,
): StudySessionView {
  const asked = steps.step(studySession, entry, step);
  const draft = drafts.find((each) => each.entry === entry && each.step === step) ?? null;
  const limit = limitOf(studySession, asked);
  const used = draft === null ? 0 : usedTime(draft, awayModeOf(studySession), timeNow);
  const say = sayOf(studySession);
  const shown = steps.shown(studySession, asked);
  return {
    view: 'step',
    entry,
    step,
    purpose: asked.purpose,
    title: benchmarkWords(say, asked.title),
    prompt: shown.prompt,
    answer: answerInLanguage(say, shown.answer),
    ...(shown.language !== undefined && { language: shown.language }),
    images: withNotes(asked.images, shown.notes),
    earlier: earlierSteps(facts, { entry, step }).flatMap((at) =>
      inWords(answers, studySession, at.entry, at.step, steps),
    ),
    remainingMilliseconds: limit === null ? null : Math.max(0, limit - used),
    usedMilliseconds: used,
    // A question about no item has nothing to be hidden, and no time.
    whileAway: asked.purpose === 'attention' ? 'run' : awayModeOf(studySession),
    draft:
      draft === null
        ? null
        : {
            answer: draft.answer,
            shownAt: draft.shownAt,
            activeMilliseconds: draft.activeMilliseconds,
            awayMilliseconds: draft.awayMilliseconds,
            focusLosses: draft.focusLosses,
          },
    canGoBack: wayBack() !== null,
    canReturn: studySession.settings.allowBack && canReturnTo(facts, { entry, step }),
  };
}

function feedbackView(
  { studySession, answers, facts }: SessionStatus,
  entry: number,
  steps: StudySessionSteps,
): StudySessionView {
  const planned = studySession.plan[entry];
  const given = answersOf(answers, entry);
  const say = sayOf(studySession);
  const told = planned?.kind === 'item' ? steps.feedback(planned, given) : [];
  const [last] = facts.stepsOf(entry).slice(-1);
  const asked = last === undefined ? undefined : steps.step(studySession, entry, last).notes;
  return {
    view: 'feedback',
    entry,
    images: withNotes(
      steps.images(studySession, entry),
      told.find(({ step }) => step === last)?.notes ?? asked,
    ),
    answers: facts.stepsOf(entry).flatMap((id) =>
      inWords(answers, studySession, entry, id, steps).map((answered) => {
        const of = told.find(({ step }) => step === id);
        const written = of?.expected ?? '';
        const expected = benchmarkWords(say, asShown(studySession, steps, entry, id, written));
        const isWritten = answered.language !== undefined && expected === written;
        return {
          ...answered,
          correct: of?.correct ?? null,
          expected,
          ...(isWritten && { expectedLanguage: 'en' as const }),
        };
      }),
    ),
  };
}

/** Images as the page gets them, with what is said of each. */
function withNotes(images: readonly ShownImage[], notes: readonly ImageNote[] = []) {
  return images.map(({ position, ...image }) => {
    const note = notes[position];
    return note === undefined ? image : { ...image, note };
  });
}

/** What was answered about one entry so far, by step. */
export function answersOf(answers: readonly GivenAnswer[], entry: number) {
  return Object.fromEntries(
    answers.filter((each) => each.entry === entry).map((each) => [each.step, each.answer()]),
  );
}

function inWords(
  answers: readonly GivenAnswer[],
  studySession: StudySession,
  entry: number,
  step: string,
  steps: StudySessionSteps,
): {
  prompt: string;
  answer: string;
  language?: ParticipantLanguage;
  answerLanguage?: ParticipantLanguage;
}[] {
  const given = answers.find((each) => each.entry === entry && each.step === step);
  if (given === undefined) return [];
  const asked = steps.step(studySession, entry, step);
  const { prompt, answer, language } = steps.shown(studySession, asked);
  const say = sayOf(studySession);
  const said = given.answer();
  const words = answerInWords(said, answer, answerWords(say));
  return [
    {
      // An item that has changed since was asked about as it was.
      prompt: given.question === asked.prompt ? prompt : given.question,
      // Their own words are theirs, whatever they are.
      answer: said.kind === 'no_evidence' ? benchmarkWords(say, words) : words,
      ...(language !== undefined && {
        language,
        ...(['choice', 'choices', 'matching', 'boxes'].includes(said.kind) && { answerLanguage: language }),
      }),
    },
  ];
}

/** An expected answer that is one of the options, as the participant read it. */
function asShown(
  studySession: StudySession,
  steps: StudySessionSteps,
  entry: number,
  step: string,
  expected: string,
): string {
  const asked = steps.step(studySession, entry, step);
  const shown = steps.shown(studySession, asked).answer;
  if (asked.answer.kind !== 'choice' || shown.kind !== 'choice') return expected;
  const id = asked.answer.options.find(({ text }) => text === expected)?.id;
  return shown.options.find((option) => option.id === id)?.text ?? expected;
}

/** Casebook's words in the language of a study's pages. */
const sayOf = ({ settings: { language = 'en', replacedTexts = {} } }: StudySession): Phrasebook =>
  participantTexts(language, replacedTexts);
