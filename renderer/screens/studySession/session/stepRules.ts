import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { StepTiming } from '../../../../shared/domain/study.ts';
import type { FailedCall } from '../../../save/failedCall.ts';
import { isBegun, isComplete } from '../answers/missing.ts';
import type { LeftAnswer } from './leftBehind.ts';
import { countedFor, measured, type StepView, type StudySessionState } from './studySessionState.ts';

/** What an earlier page of this tab left of this very step, where it is newer than what the casebook has. */
export function newerLeftBehind(step: StepView, left: LeftAnswer | null): LeftAnswer | null {
  if (left === null || left.entry !== step.entry || left.step !== step.step) return null;
  const { draft } = step;
  return draft === null || measured(left.timing) >= measured(draft) ? left : null;
}

/** Why a step is hidden; null: it is in sight. */
export function coverOf(
  step: StepView | null,
  { isPresent, isLeaving }: { readonly isPresent: boolean; readonly isLeaving: boolean },
): StudySessionState['cover'] {
  if (step === null) return null;
  if (isLeaving) return 'leaving';
  return !isPresent && step.whileAway === 'hide' ? 'away' : null;
}

/**
 * What is left of a step's time, in milliseconds; null: it has no limit. `countedBefore`: what was counted towards it when the
 * page began to measure. What an earlier page measured and could not tell the casebook counts as well.
 */
export function timeLeft(step: StepView, timing: StepTiming, countedBefore: number): number | null {
  if (step.remainingMilliseconds === null) return null;
  const untold = Math.max(0, countedBefore - step.usedMilliseconds);
  return step.remainingMilliseconds - untold - (countedFor(step, timing) - countedBefore);
}

/**
 * What is sent when the time of a step is over: the current answer if it is begun, else none, and none after it was refused.
 * `sent`: what was sent at the end already; null: nothing is left to send.
 */
export function answerAtTheEnd(
  answer: StepAnswer | null,
  step: StepView,
  sent: StepAnswer | null,
): StepAnswer | null {
  if (sent?.kind === 'none') return null;
  return answer !== null && sent === null && isBegun(answer, step.answer) ? answer : { kind: 'none' };
}

/** Whether somebody can have meant to change an answer: nobody answers what they have not seen. */
export const mayChange = ({ isShown, readable }: StudySessionState): boolean => isShown && readable;

/** The answer that can be locked now; null: there is none, or it cannot be. */
export function answerToLock(state: StudySessionState, step: StepView): StepAnswer | null {
  const { answer, cover, sending } = state;
  if (answer === null || sending !== null || cover !== null || !mayChange(state)) return null;
  return isComplete(answer, step.answer) ? answer : null;
}

/**
 * What follows a failed request to the casebook. `taken over`: a later window goes on. `look`: another page went on, or
 * a reply was lost, so the page asks for the current step. `refused`: the casebook will not do it. `retry`: again after
 * a pause.
 */
export function afterFailedRequest(
  { failure, kind }: FailedCall,
  isLook: boolean,
): 'taken over' | 'look' | 'refused' | 'retry' {
  if (failure.code === 'taken_over') return 'taken over';
  if (failure.code === 'conflict' && !isLook) return 'look';
  return kind === 'refused' ? 'refused' : 'retry';
}
