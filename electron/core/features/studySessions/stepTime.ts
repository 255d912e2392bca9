import type { AwayMode, StepTiming } from '../../../../shared/domain/study.ts';
import type { StudySession, StudySessionDraft } from '../../records/studies/studySessions.ts';
import type { AskedStep } from '../../records/studies/studySteps.ts';

/** A page tells how far it is every five seconds; one that was silent for longer was asleep or cut off. In milliseconds. */
const SILENT_AFTER = 15_000;
/** What the page that is being loaded anew can have shown since it was last heard of, in milliseconds. */
const UNTOLD = 5000;
/** What an answer may arrive later than its time: the way from the page takes a moment, too. In milliseconds. */
const LATE_AFTER = 3000;

/** What happens to a question while its window is not in front. */
export const awayModeOf = ({ settings }: StudySession): AwayMode => settings.whileAway ?? 'hide';

/** The time for a step, in milliseconds; null where it has no limit. */
export function limitOf({ settings }: StudySession, { purpose }: Pick<AskedStep, 'purpose'>): number | null {
  const { timeLimitSeconds } = settings;
  return purpose === 'attention' || timeLimitSeconds === null ? null : timeLimitSeconds * 1000;
}

/** Who says how much time has passed since the last word: a page that still stands, or one that is loaded anew. */
type Since = 'the page goes on' | 'the page is loaded anew';

/**
 * How much of a step's time is used now, as the core counts it. Where the question is hidden while nobody is in front,
 * a silence costs no more than the page can have shown meanwhile; where the time runs on, all of it counts.
 */
export function usedTime(
  draft: Pick<StudySessionDraft, 'usedMilliseconds' | 'isRunning' | 'updatedAt'>,
  mode: AwayMode,
  now: number,
  since: Since = 'the page goes on',
): number {
  const { usedMilliseconds, isRunning, updatedAt } = draft;
  if (!isRunning) return usedMilliseconds;
  const passed = Math.max(0, now - updatedAt);
  if (mode === 'run') return usedMilliseconds + passed;
  if (since === 'the page is loaded anew') return usedMilliseconds + Math.min(passed, UNTOLD);
  // Whatever a page that was asleep has counted itself is taken with its next word.
  return usedMilliseconds + (passed > SILENT_AFTER ? 0 : passed);
}

/** A draft with its time counted up to now. */
export function timedUntil(
  draft: StudySessionDraft,
  studySession: StudySession,
  now: number,
  since?: Since,
): StudySessionDraft {
  const usedMilliseconds = usedTime(draft, awayModeOf(studySession), now, since);
  return { ...draft, usedMilliseconds, updatedAt: now };
}

/** What a page's own measurement says of the time that counts towards the limit. */
export function countedBy(
  timing: { readonly activeMilliseconds: number; readonly awayMilliseconds: number },
  mode: AwayMode,
): number {
  return timing.activeMilliseconds + (mode === 'run' ? timing.awayMilliseconds : 0);
}

/** Whether an answer arrives after its time. */
export const isLate = (used: number, limit: number | null): boolean =>
  limit !== null && used > limit + LATE_AFTER;

/** Times only grow: what was kept before an interruption counts in any case. */
export function longerTiming(draft: StudySessionDraft | undefined, timing: StepTiming): StepTiming {
  if (draft === undefined) return timing;
  return {
    shownAt: draft.shownAt ?? timing.shownAt,
    activeMilliseconds: Math.max(draft.activeMilliseconds, timing.activeMilliseconds),
    awayMilliseconds: Math.max(draft.awayMilliseconds, timing.awayMilliseconds),
    focusLosses: Math.max(draft.focusLosses, timing.focusLosses),
  };
}
