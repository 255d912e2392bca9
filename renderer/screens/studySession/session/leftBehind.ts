import { z } from 'zod';
import { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { StudySessionId } from '../../../../shared/base/ids.ts';
import { StepTiming } from '../../../../shared/domain/study.ts';
import { tabEntry, type TabEntry } from '../../../save/tabStorage.ts';

const LeftAnswer = z.object({
  entry: z.int().nonnegative(),
  step: z.string(),
  answer: StepAnswer.nullable(),
  timing: StepTiming,
  /** The answer was given already, and its arrival not confirmed; whether its time had run out. */
  given: z.object({ timedOut: z.boolean() }).nullable(),
});
/** What the page knew of the current step when it went away. */
export type LeftAnswer = z.infer<typeof LeftAnswer>;

/** Where a page leaves what the next page in the same tab takes up. */
export interface LeftAnswers {
  leave(studySession: StudySessionId, left: LeftAnswer): void;
  find(studySession: StudySessionId): LeftAnswer | null;
  forget(studySession: StudySessionId): void;
}

/** The tab's own storage. Without it, what is kept in the casebook is a second older at most. */
export const tabStorage: LeftAnswers = {
  leave: (studySession, left) => {
    entryOf(studySession).keep(left);
  },
  find: (studySession) => entryOf(studySession).read(),
  forget: (studySession) => {
    entryOf(studySession).keep(null);
  },
};

const entryOf = (studySession: StudySessionId): TabEntry<LeftAnswer> =>
  tabEntry(`sitting ${studySession}`, LeftAnswer);
