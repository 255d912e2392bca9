import { z } from 'zod';
import { StepAnswer } from '../domain/baseline.ts';
import { StudySessionId } from '../base/ids.ts';
import { StepTiming, StudySessionView } from '../domain/study.ts';
import { ParticipantLanguage } from '../domain/participantLanguage.ts';
import { procedure } from './base.ts';

export const OwnStudySession = z.object({
  id: StudySessionId,
  title: z.string(),
  state: z.enum(['waiting', 'sitting', 'finished', 'withdrawn', 'closed']),
  /** A curator's try-out. */
  trial: z.boolean(),
});
export type OwnStudySession = z.infer<typeof OwnStudySession>;

/** What the page shows now, and how far it is. */
export const StudySessionPage = z.object({
  studySession: OwnStudySession,
  /** Items begun or done, of all that count; null: the study does not show it. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** Of Casebook's own texts, with those that the study replaces. */
  language: ParticipantLanguage,
  replacedTexts: z.record(z.string(), z.string()),
  onWithdrawal: z.enum(['keep', 'delete']),
  now: StudySessionView,
});
export type StudySessionPage = z.infer<typeof StudySessionPage>;

const studySession = z.object({
  id: StudySessionId,
  /** Which window calls: the latest one that looked goes on, an earlier one is refused with `taken_over`. */
  window: z.uuid().optional(),
});
const step = studySession.extend({ entry: z.int().nonnegative(), step: z.string() });

/**
 * A participant's own side: what is to be answered now and nothing else. Every call names the study session of the current
 * user; somebody else's is `forbidden`.
 */
export const studySessions = {
  mine: procedure.output(z.array(OwnStudySession)),
  /** The current position of the study session: after a crash, the very step. */
  look: procedure.input(studySession).output(StudySessionPage),
  consent: procedure.input(studySession).output(StudySessionPage),
  /** On from a page that was only to be read. Refused with `conflict` where another is shown by now. */
  proceed: procedure.input(studySession.extend({ entry: z.int().nonnegative() })).output(StudySessionPage),
  /**
   * Locks the answer and returns the next page. `conflict` if another step is current, so that an answer sent twice
   * counts once; `invalid_input` if it is no answer to this step. An answer after the core's time limit is kept and
   * marked as timed out, whatever the page says.
   */
  answer: procedure
    .input(step.extend({ answer: StepAnswer, timing: StepTiming, timedOut: z.boolean() }))
    .output(StudySessionPage),
  /**
   * Keeps what was begun, so that a crash costs at most a second. `hidden`: nothing of the step is on the screen now; the
   * core stops its time where the study says so.
   */
  keep: procedure
    .input(
      step.extend({
        answer: StepAnswer.nullable(),
        timing: StepTiming,
        hidden: z.boolean().default(false),
      }),
    )
    .output(z.void()),
  /** To the step before, where the study allows it; the new answer replaces the old one, both are kept. */
  back: procedure.input(studySession).output(StudySessionPage),
  /** Says that somebody is still there, so that their place is not given to another. */
  present: procedure.input(studySession).output(z.void()),
  /** Ends the study session at the participant's wish; deletes their answers where the study says so. */
  withdraw: procedure.input(studySession).output(StudySessionPage),
};
