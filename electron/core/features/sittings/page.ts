import type { OwnSitting, SittingPage } from '../../../../shared/contract/sittings.ts';
import type { ImageNote } from '../../../../shared/domain/baseline.ts';
import { answerInWords } from '../../../../shared/domain/baseline.ts';
import type { SittingFacts, SittingPlace, StepPlace } from '../../../../shared/domain/sittingPlace.ts';
import { placeOf, progressOf, stepBefore } from '../../../../shared/domain/sittingPlace.ts';
import type { SittingView } from '../../../../shared/domain/study.ts';
import type {
  GivenAnswer,
  ShownImage,
  Sitting,
  SittingDraft,
  SittingRows,
} from '../../records/studySessions.ts';
import { countedBy, limitOf, usedTime, whileAway } from './stepTime.ts';
import type { SittingSteps } from '../../records/studySteps.ts';

/** A sitting with its answers and its current step. */
export interface Standing {
  readonly sitting: Sitting;
  readonly answers: readonly GivenAnswer[];
  readonly drafts: readonly SittingDraft[];
  readonly facts: SittingFacts;
  readonly place: SittingPlace;
  /** Nobody has touched the last questions: the next one is not shown before somebody says that they are there. */
  readonly isUnattended: boolean;
  /** The step that can be gone back to from here, with what is used of its time already; null: none. */
  readonly wayBack: () => (StepPlace & { readonly usedMilliseconds: number }) | null;
}

/** With less of its time left nobody goes back to a question, in milliseconds. */
const WORTH_GOING_BACK = 1000;

/** After so many questions in a row whose time ran out untouched nobody is there. */
const UNTOUCHED = 2;

const CLOSED = 'The study is closed. Your answers are kept. Thank you.';
const WITHDRAWN =
  'You have left the study. There are no more questions. Please tell the person who invited you.';
const START =
  'Practice is over. From now on your answers count, and you no longer see whether they are right.';
const PAUSED =
  'The time for the last two questions ran out and nothing was entered, so the session is paused. Press Continue when you are ready: the next question and its time begin then.';
const BREAK = 'Take a break if you like. Continue when you are ready; this time does not count.';

/** Whether somebody can go on with it: a study that is open, or a curator's own try-out. */
export const isOpen = ({ studyState, number }: Sitting): boolean => studyState === 'open' || number === 0;

/**
 * Where a sitting stands, from its rows.
 * @param attendedAt how many answers there were when the participant last went on from a page by themselves
 */
export function standingOf(
  sitting: Sitting,
  rows: SittingRows,
  steps: SittingSteps,
  attendedAt: number,
): Standing {
  const answers = rows.answers(sitting.id);
  const drafts = rows.drafts(sitting.id);
  const answered = new Set(answers.map(({ entry, step }) => keyOf(entry, step)));
  const isAnswered = (entry: number, step: string): boolean => answered.has(keyOf(entry, step));
  const ids = new Map<number, readonly string[]>();
  const facts: SittingFacts = {
    plan: sitting.plan,
    consented: sitting.consentedAt !== null,
    withdrawn: sitting.withdrawnAt !== null,
    ended: sitting.endedAt !== null,
    passed: new Set(sitting.passed),
    isAnswered,
    stepsOf(entry) {
      const known = ids.get(entry) ?? steps.idsOf(sitting, entry);
      ids.set(entry, known);
      return known;
    },
    // Every step back leads to an earlier entry: of several, the first is the one they are at.
    revisited:
      (sitting.settings.allowBack && drafts.find(({ entry, step }) => isAnswered(entry, step))) || null,
  };
  const place = placeOf(facts);
  return { sitting, answers, drafts, facts, place, isUnattended: isUnattended(), wayBack };

  function wayBack(): (StepPlace & { readonly usedMilliseconds: number }) | null {
    const target = sitting.settings.allowBack && place.at === 'step' ? stepBefore(facts, place) : null;
    if (target === null) return null;
    const usedMilliseconds = countedBy(rows.spent(sitting.id, target.entry, target.step), whileAway(sitting));
    const limit = limitOf(sitting, steps.step(sitting, target.entry, target.step));
    return limit !== null && limit - usedMilliseconds < WORTH_GOING_BACK
      ? null
      : { ...target, usedMilliseconds };
  }

  function isUnattended(): boolean {
    if (place.at !== 'step' || drafts.some(({ entry, step }) => isAt(place, entry, step))) return false;
    if (limitOf(sitting, steps.step(sitting, place.entry, place.step)) === null) return false;
    const since = answers.filter(({ position }) => position !== null && position >= attendedAt);
    const last = since.toSorted((a, b) => (b.position ?? 0) - (a.position ?? 0)).slice(0, UNTOUCHED);
    return (
      last.length === UNTOUCHED && last.every((given) => given.timedOut && given.answer().kind === 'none')
    );
  }
}

/** Whether a sitting stands at this step. */
export const isAt = (place: SittingPlace, entry: number, step: string): boolean =>
  place.at === 'step' && place.entry === entry && place.step === step;

const keyOf = (entry: number, step: string): string => `${String(entry)} ${step}`;

/** A sitting as its participant's list shows it. */
export function ownSitting({ sitting, place }: Standing): OwnSitting {
  const state =
    place.at === 'withdrawn'
      ? 'withdrawn'
      : place.at === 'end'
        ? 'finished'
        : !isOpen(sitting)
          ? 'closed'
          : place.at === 'consent'
            ? 'waiting'
            : 'sitting';
  return { id: sitting.id, title: sitting.title, state, trial: sitting.number === 0 };
}

/** What the participant's page shows now. */
export function pageOf(standing: Standing, steps: SittingSteps, timeNow: number): SittingPage {
  return {
    sitting: ownSitting(standing),
    progress: progressOf(standing.facts, standing.place),
    now: viewOf(standing, steps, timeNow),
  };
}

/** The images of what is shown now. */
export function shownImages(
  { sitting, place, isUnattended }: Standing,
  steps: SittingSteps,
): readonly ShownImage[] {
  if (!isOpen(sitting) || isUnattended || (place.at !== 'step' && place.at !== 'feedback')) return [];
  return steps.images(sitting.plan[place.entry]);
}

function viewOf(standing: Standing, steps: SittingSteps, timeNow: number): SittingView {
  const { sitting, place } = standing;
  const { texts } = sitting.settings;
  if (place.at === 'withdrawn') return { view: 'withdrawn', text: WITHDRAWN };
  if (place.at === 'end') return { view: 'end', text: texts.thanks };
  if (!isOpen(sitting)) return { view: 'end', text: CLOSED };
  if (place.at === 'consent') return { view: 'consent', text: texts.consent };
  if (place.at === 'step')
    return standing.isUnattended
      ? { view: 'paused', entry: place.entry, text: PAUSED }
      : stepView(standing, place, steps, timeNow);
  if (place.at === 'feedback') return feedbackView(standing, place.entry, steps);
  const kind = sitting.plan[place.entry]?.kind;
  const orElse = (text: string, otherwise: string): string => (text.trim() === '' ? otherwise : text);
  if (kind === 'start') return { view: 'start', entry: place.entry, text: START };
  if (kind === 'break') return { view: 'break', entry: place.entry, text: orElse(texts.breaks, BREAK) };
  return { view: 'instructions', entry: place.entry, text: texts.instructions };
}

function stepView(
  { sitting, answers, drafts, facts, wayBack }: Standing,
  { entry, step }: StepPlace,
  steps: SittingSteps,
  timeNow: number,
): SittingView {
  const asked = steps.step(sitting, entry, step);
  const draft = drafts.find((each) => each.entry === entry && each.step === step) ?? null;
  const limit = limitOf(sitting, asked);
  const used = draft === null ? 0 : usedTime(draft, whileAway(sitting), timeNow);
  return {
    view: 'step',
    entry,
    step,
    purpose: asked.purpose,
    title: asked.title,
    prompt: asked.prompt,
    answer: asked.answer,
    images: withNotes(asked.images, asked.notes),
    earlier: facts
      .stepsOf(entry)
      .slice(0, facts.stepsOf(entry).indexOf(step))
      .flatMap((id) => inWords(answers, sitting, entry, id, steps)),
    remainingMilliseconds: limit === null ? null : Math.max(0, limit - used),
    usedMilliseconds: used,
    // An attention check has nothing to be hidden, and no time.
    whileAway: asked.purpose === 'attention' ? 'run' : whileAway(sitting),
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
  };
}

function feedbackView(
  { sitting, answers, facts }: Standing,
  entry: number,
  steps: SittingSteps,
): SittingView {
  const planned = sitting.plan[entry];
  const given = answersOf(answers, entry);
  const told = planned?.kind === 'item' ? steps.feedback(planned, given) : [];
  const [last] = facts.stepsOf(entry).slice(-1);
  const asked = last === undefined ? undefined : steps.step(sitting, entry, last).notes;
  return {
    view: 'feedback',
    entry,
    images: withNotes(steps.images(planned), told.find(({ step }) => step === last)?.notes ?? asked),
    answers: facts.stepsOf(entry).flatMap((id) =>
      inWords(answers, sitting, entry, id, steps).map(({ prompt, answer }) => {
        const of = told.find(({ step }) => step === id);
        return { prompt, answer, correct: of?.correct ?? null, expected: of?.expected ?? '' };
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
  sitting: Sitting,
  entry: number,
  step: string,
  steps: SittingSteps,
): { prompt: string; answer: string }[] {
  const given = answers.find((each) => each.entry === entry && each.step === step);
  if (given === undefined) return [];
  const { answer } = steps.step(sitting, entry, step);
  return [{ prompt: given.question, answer: answerInWords(given.answer(), answer) }];
}
