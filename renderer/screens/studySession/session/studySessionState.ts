import type { StudySessionPage } from '../../../../shared/contract/studySessions.ts';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { StepTiming, StudySessionView } from '../../../../shared/domain/study.ts';
import type { WholeText } from '../../../../shared/participantTexts/texts.ts';
import type { Client, Failure } from '../../../client/index.ts';
import type { LeftAnswers } from './leftBehind.ts';

export type StepView = Extract<StudySessionView, { view: 'step' }>;

/** What the page knows of its study session. */
export interface StudySessionState {
  readonly page: StudySessionPage | null;
  /** A later window goes on with the study session. */
  readonly takenOver: boolean;
  /** Why the study session could not be read; null while it is being read, and once it was. */
  readonly unreadable: Failure | null;
  /** The current answer; null: nothing yet. */
  readonly answer: StepAnswer | null;
  /** What was asked of the casebook has not been confirmed yet; with the reason where it is tried again. */
  readonly sending: { readonly failure: Failure | null } | null;
  /** Why the last thing asked of the casebook was refused. */
  readonly refused: Failure | null;
  /** Why what was typed is on this page alone. */
  readonly notKept: Failure | null;
  /** Whether what the step asks about is on the screen. */
  readonly isShown: boolean;
  /** Whether the page has stood long enough for a press to be meant for it. */
  readonly readable: boolean;
  /** Why the step is hidden: its window is not in front, or they think about leaving; null: it is in sight. */
  readonly cover: 'away' | 'leaving' | null;
  /** What is left of the step's time, in whole seconds; null: no limit, or it has not begun. */
  readonly secondsLeft: number | null;
}

/** Nothing is known yet. */
export const INITIAL: StudySessionState = {
  page: null,
  takenOver: false,
  unreadable: null,
  answer: null,
  sending: null,
  refused: null,
  notKept: null,
  isShown: false,
  readable: false,
  cover: null,
  secondsLeft: null,
};

/** A request to the casebook that answers with a page and is not confirmed yet. */
export interface PageRequest {
  readonly next: () => Promise<StudySessionPage>;
  /** The request to send after a failure. */
  readonly again: () => Promise<StudySessionPage>;
  readonly before: StudySessionView | null;
  /** Why the casebook refused it, while its current state is read. */
  readonly conflict: Failure | null;
}

/** The state of a page when it begins. */
export function beginningOf(now: StudySessionView): Partial<StudySessionState> {
  const limit = now.view === 'step' ? now.remainingMilliseconds : null;
  return {
    answer: null,
    refused: null,
    notKept: null,
    isShown: false,
    readable: false,
    secondsLeft: limit === null ? null : wholeSeconds(limit),
  };
}

/** Milliseconds as whole seconds to show; never below zero. */
export const wholeSeconds = (milliseconds: number): number => Math.max(0, Math.ceil(milliseconds / 1000));

/** Names a step among all of a study session. */
export function nameOfStep({ entry, step }: Pick<StepView, 'entry' | 'step'>): string {
  return `step ${String(entry)} ${step}`;
}

/** Names what a page is about, so that two replies about the same thing are known as such. */
export function placeOf(view: StudySessionView): string {
  switch (view.view) {
    case 'step':
      return nameOfStep(view);
    case 'instructions':
    case 'start':
    case 'second_pass':
    case 'break':
    case 'paused':
    case 'feedback':
      return `${view.view} ${String(view.entry)}`;
    case 'consent':
    case 'end':
    case 'withdrawn':
      return view.view;
  }
}

/** Whether somebody is at it: they have agreed, and it is not over. */
export const isUnderWay = (now: StudySessionView | undefined): boolean =>
  now !== undefined && now.view !== 'consent' && now.view !== 'end' && now.view !== 'withdrawn';

export const measured = (timing: StepTiming): number => timing.activeMilliseconds + timing.awayMilliseconds;

/** What of a measurement counts towards a step's limit. */
export const countedFor = (step: StepView, { activeMilliseconds, awayMilliseconds }: StepTiming): number =>
  activeMilliseconds + (step.whileAway === 'run' ? awayMilliseconds : 0);

/** A way out of the study session that does not end it. */
export interface WayBack {
  readonly title: WholeText;
  readonly go: () => void;
}

/** What a study session rests on. */
export interface StudySessionPorts {
  readonly calls: Client['studySessions'];
  readonly leftAnswers: LeftAnswers;
  readonly isPresent: () => boolean;
  /** The language into which the browser translates the page now, `unknown` where it does not say; null: it does not. */
  readonly translation: () => string | null;
  /** Names this window among those in which the study session is open. */
  readonly window: string;
}
