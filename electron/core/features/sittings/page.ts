import type { OwnSitting, SittingPage } from '../../../../shared/contract/sittings.ts';
import type { ImageNote } from '../../../../shared/domain/baseline.ts';
import { answerInWords } from '../../../../shared/domain/baseline.ts';
import type { SittingFacts, SittingPlace } from '../../../../shared/domain/sittingPlace.ts';
import { placeOf, progressOf, stepBefore } from '../../../../shared/domain/sittingPlace.ts';
import type { SittingView } from '../../../../shared/domain/study.ts';
import type { GivenAnswer, ShownImage, Sitting, SittingDraft, SittingRows } from './rows.ts';
import type { SittingSteps } from './steps.ts';

/** A sitting with what was answered, and where it stands. */
export interface Standing {
  readonly sitting: Sitting;
  readonly answers: readonly GivenAnswer[];
  readonly drafts: readonly SittingDraft[];
  readonly facts: SittingFacts;
  readonly place: SittingPlace;
}

const CLOSED = 'The study is closed. What you answered so far is kept. Thank you.';
const WITHDRAWN =
  'You have ended your participation. Nothing more is asked of you. Please tell the person who invited you.';
const START =
  'Practice is over. From here on your answers count, and you are not told whether they are right.';
const BREAK = 'Take a break if you like. Go on when you are ready; the time does not count.';

/** Whether somebody can go on with it: a study that is open, or a curator's own try-out. */
export const isOpen = ({ studyState, number }: Sitting): boolean => studyState === 'open' || number === 0;

/** Where a sitting stands, from its rows alone. */
export function standingOf(sitting: Sitting, rows: SittingRows, steps: SittingSteps): Standing {
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
  return { sitting, answers, drafts, facts, place: placeOf(facts) };
}

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
export function pageOf(standing: Standing, steps: SittingSteps): SittingPage {
  return {
    sitting: ownSitting(standing),
    progress: progressOf(standing.facts, standing.place),
    now: viewOf(standing, steps),
  };
}

/** The images of what is shown now. */
export function shownImages({ sitting, place }: Standing, steps: SittingSteps): readonly ShownImage[] {
  if (!isOpen(sitting) || (place.at !== 'step' && place.at !== 'feedback')) return [];
  return steps.images(sitting.plan[place.entry]);
}

function viewOf(standing: Standing, steps: SittingSteps): SittingView {
  const { sitting, place } = standing;
  const { texts } = sitting.settings;
  if (place.at === 'withdrawn') return { view: 'withdrawn', text: WITHDRAWN };
  if (place.at === 'end') return { view: 'end', text: texts.thanks };
  if (!isOpen(sitting)) return { view: 'end', text: CLOSED };
  if (place.at === 'consent') return { view: 'consent', text: texts.consent };
  if (place.at === 'step') return stepView(standing, place.entry, place.step, steps);
  if (place.at === 'feedback') return feedbackView(standing, place.entry, steps);
  const kind = sitting.plan[place.entry]?.kind;
  const orElse = (text: string, otherwise: string): string => (text.trim() === '' ? otherwise : text);
  if (kind === 'start') return { view: 'start', entry: place.entry, text: START };
  if (kind === 'break') return { view: 'break', entry: place.entry, text: orElse(texts.breaks, BREAK) };
  return { view: 'instructions', entry: place.entry, text: texts.instructions };
}

function stepView(
  { sitting, answers, drafts, facts }: Standing,
  entry: number,
  step: string,
  steps: SittingSteps,
): SittingView {
  const { settings } = sitting;
  const asked = steps.step(sitting, entry, step);
  const draft = drafts.find((each) => each.entry === entry && each.step === step) ?? null;
  const { timeLimitSeconds } = settings;
  const limit = asked.purpose === 'attention' || timeLimitSeconds === null ? null : timeLimitSeconds * 1000;
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
    remainingMilliseconds: limit === null ? null : Math.max(0, limit - (draft?.activeMilliseconds ?? 0)),
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
    canGoBack: settings.allowBack && stepBefore(facts, { entry, step }) !== null,
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
