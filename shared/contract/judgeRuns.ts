import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { JudgeRunId, PersonId, ResponseId } from '../base/ids.ts';
import { procedure, progressOr } from './base.ts';

export const JudgeRunSettings = z.object({
  /** Where requests go, and nowhere else: `http://127.0.0.1:11434/v1`. */
  endpoint: z.url({ protocol: /^https?$/ }),
  model: z.string().min(1).max(200),
  /** What the endpoint does not tell: a date, a quantisation. */
  version: z.string().max(200),
  temperature: z.number().min(0).max(2),
  maxTokens: z.int().positive().max(100_000),
  concurrency: z.int().min(1).max(64),
  /** Attempts after the first, with growing waits. */
  retries: z.int().min(0).max(20),
  timeoutSeconds: z.int().min(1).max(3600),
  criteria: z.array(z.string()).min(1),
  /** Left out: everybody's answers. */
  respondents: z.array(PersonId).optional(),
  /** How many answers are judged, in the order of the items; left out: all of them. */
  first: z.int().positive().optional(),
  /** Money per million tokens, null where unknown; only for the sum shown. */
  price: z.object({ prompt: z.number().nonnegative(), completion: z.number().nonnegative() }).nullable(),
});
export type JudgeRunSettings = z.infer<typeof JudgeRunSettings>;

export const JudgeRun = z.object({
  id: JudgeRunId,
  judge: z.string(),
  settings: JudgeRunSettings,
  /** `interrupted`: it was running when Casebook ended. */
  state: z.enum(['running', 'stopped', 'interrupted', 'done']),
  createdBy: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  total: z.int(),
  decided: z.int(),
  unparsed: z.int(),
  failed: z.int(),
  calls: z.int(),
  tokens: z.object({ prompt: z.int(), completion: z.int() }),
  cost: z.number().nullable(),
  /** Why it stopped by itself; null where it did not. */
  reason: z.string().nullable(),
});
export type JudgeRun = z.infer<typeof JudgeRun>;

export const JudgeCall = z.object({
  response: ResponseId,
  criterion: z.string(),
  subject: z.string(),
  attempt: z.int(),
  outcome: z.enum(['decided', 'unparsed', 'failed']),
  request: z.string(),
  reply: z.string().nullable(),
  error: z.string().nullable(),
  at: z.int(),
  milliseconds: z.int(),
});
export type JudgeCall = z.infer<typeof JudgeCall>;

const run = z.object({ id: JudgeRunId });

/**
 * LLM judges that run against an endpoint the user names. Off until switched on for this machine. For curators.
 */
export const judgeRuns = {
  /** Whether it is switched on, and whether a key for the endpoint is known (never the key itself). */
  state: procedure.input(z.object({ endpoint: z.string() })).output(
    z.object({
      enabled: z.boolean(),
      key: z.enum(['stored', 'environment', 'session', 'none']),
      /** Whether this machine has a store that keeps keys encrypted. */
      canStore: z.boolean(),
    }),
  ),
  enable: procedure.input(z.object({ enabled: z.boolean() })).output(z.void()),
  /** Keeps the key in the system's store, or, where there is none, until Casebook ends. An empty one forgets it. */
  saveKey: procedure
    .input(z.object({ endpoint: z.string(), key: z.string().max(1000) }))
    .output(z.object({ kept: z.enum(['stored', 'session', 'none']) })),
  /** A dry run: what would be asked, the first request in full; nothing is sent. */
  preview: procedure.input(JudgeRunSettings).output(
    z.object({
      host: z.string(),
      calls: z.int(),
      answers: z.int(),
      byCriterion: z.array(z.object({ criterion: z.string(), title: z.string(), calls: z.int() })),
      first: z
        .object({ criterion: z.string(), system: z.string(), user: z.string(), body: z.string() })
        .nullable(),
      /** Verdicts of this judge that are there already and will not be asked for. */
      known: z.int(),
      problems: z.array(z.string()),
      /**
       * What the requests come to, about: four characters a token, as in English text; no images are sent. Replies are
       * counted at their greatest length.
       */
      tokens: z.object({ prompt: z.int(), completionAtMost: z.int() }),
      /** In the currency of the prices; null where there are none. */
      costAtMost: z.number().nullable(),
    }),
  ),
  /** Sends one short request and gives what came of it. */
  test: procedure.input(JudgeRunSettings).output(
    z.object({
      works: z.boolean(),
      /** What was answered, or why nothing was. */
      said: z.string(),
      milliseconds: z.int(),
    }),
  ),
  /** Makes a run and starts it; it goes on when nobody looks. */
  start: procedure.input(JudgeRunSettings).output(JudgeRun),
  /** Goes on with what is not decided: what failed or could not be read is tried again. */
  resume: procedure.input(run).output(JudgeRun),
  stop: procedure.input(run).output(JudgeRun),
  list: procedure.output(z.array(JudgeRun)),
  /** Where a run is, until it ends or the caller leaves. */
  watch: procedure.input(run).output(eventIterator(progressOr(JudgeRun))),
  calls: procedure
    .input(
      run.extend({
        outcome: z.array(z.enum(['decided', 'unparsed', 'failed'])).optional(),
        offset: z.int().nonnegative(),
        limit: z.int().positive().max(200),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(JudgeCall) })),
};
