import { z } from 'zod';
import { StepAnswer } from '../domain/baseline.ts';
import { SittingId } from '../domain/ids.ts';
import { SittingView, StepTiming } from '../domain/study.ts';
import { procedure } from './base.ts';

export const OwnSitting = z.object({
  id: SittingId,
  title: z.string(),
  state: z.enum(['waiting', 'sitting', 'finished', 'withdrawn', 'closed']),
  /** A curator's try-out. */
  trial: z.boolean(),
});
export type OwnSitting = z.infer<typeof OwnSitting>;

/** What the page shows now, and how far it is. */
export const SittingPage = z.object({
  sitting: OwnSitting,
  /** Items begun or done, of all that count. */
  progress: z.object({ done: z.int(), total: z.int() }),
  now: SittingView,
});
export type SittingPage = z.infer<typeof SittingPage>;

const sitting = z.object({ id: SittingId });
const step = sitting.extend({ entry: z.int().nonnegative(), step: z.string() });

/**
 * A participant's own side: what is to be answered now and nothing else. Every call names the sitting of the person who sits
 * here; somebody else's is `forbidden`.
 */
export const sittings = {
  mine: procedure.output(z.array(OwnSitting)),
  /** Where the sitting stands: after a crash, the very step. */
  look: procedure.input(sitting).output(SittingPage),
  consent: procedure.input(sitting).output(SittingPage),
  /** On from a page that was only to be read. Refused with `conflict` where another is shown by now. */
  proceed: procedure.input(sitting.extend({ entry: z.int().nonnegative() })).output(SittingPage),
  /**
   * Locks the answer and gives the next page. Refused with `conflict` where another step is to be answered, so that an
   * answer sent twice counts once; `invalid_input` where it is not an answer to this step. One that arrives after its
   * time by the core's clock is taken and marked as timed out, whatever the page says.
   */
  answer: procedure
    .input(step.extend({ answer: StepAnswer, timing: StepTiming, timedOut: z.boolean() }))
    .output(SittingPage),
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
  back: procedure.input(sitting).output(SittingPage),
  /** Ends the sitting at the participant's wish. */
  withdraw: procedure.input(sitting).output(SittingPage),
};
