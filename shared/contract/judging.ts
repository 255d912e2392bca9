import { z } from 'zod';
import { Seed } from '../domain/randomDraws.ts';
import { ImageId, JudgingId, PersonId, ResponseId } from '../base/ids.ts';
import { Json } from '../base/json.ts';
import { AssignmentState } from '../domain/status.ts';
import { procedure } from './base.ts';

export const VerdictForm = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('choice'),
    level: z.enum(['nominal', 'ordinal']),
    values: z.array(z.object({ value: Json, title: z.string(), key: z.string() })),
  }),
  z.object({ kind: z.literal('texts') }),
]);
export type VerdictForm = z.infer<typeof VerdictForm>;

const Refusal = z.object({ value: Json, title: z.string(), key: z.string() });

export const CriterionDescription = z.object({
  id: z.string(),
  title: z.string(),
  question: z.string(),
  verdict: VerdictForm,
  /** The mark for an answer that declines to answer; null where there is none. */
  refusal: Refusal.nullable(),
  instruction: z.object({ system: z.string(), user: z.string() }),
});
export type CriterionDescription = z.infer<typeof CriterionDescription>;

export const JudgingSettings = z.object({
  criteria: z.array(z.string()).min(1),
  /** Left out: everybody's answers. */
  respondents: z.array(PersonId).optional(),
  judges: z.array(PersonId).min(1),
  /** How many judges each answer gets. */
  overlap: z.int().positive(),
  seed: Seed,
  /** Only what nobody has judged yet. */
  unjudgedOnly: z.boolean().default(false),
  /**
   * Only some answers, drawn by the seed. `each`: this many of every respondent; `total`: this many in all, in proportion to
   * how many each respondent gave.
   */
  sample: z.object({ how: z.enum(['each', 'total']), size: z.int().positive() }).optional(),
});
export type JudgingSettings = z.infer<typeof JudgingSettings>;

export const JudgingProgress = z.object({
  id: JudgingId,
  title: z.string(),
  createdAt: z.int(),
  settings: JudgingSettings,
  judges: z.array(
    z.object({ personId: PersonId, name: z.string(), total: z.int(), submitted: z.int(), skipped: z.int() }),
  ),
});
export type JudgingProgress = z.infer<typeof JudgingProgress>;

/** What of the caller's own judging is left, by criterion in the order of judging. */
export const OwnJudgingProgress = z.object({
  id: JudgingId,
  title: z.string(),
  criteria: z.array(
    z.object({ criterion: z.string(), title: z.string(), total: z.int(), open: z.int(), skipped: z.int() }),
  ),
});
export type OwnJudgingProgress = z.infer<typeof OwnJudgingProgress>;

const unit = z.object({
  judging: JudgingId,
  response: ResponseId,
  criterion: z.string(),
  subject: z.string(),
});
export type JudgingUnit = z.infer<typeof unit>;

/** Where in the answer a key point stands: characters from the start, the end not included. */
export const Passage = z.object({ start: z.int().nonnegative(), end: z.int().positive() });
export type Passage = z.infer<typeof Passage>;

/** One thing to judge. Whose answer it is, and what others said of it, is not in it. */
export const JudgingCard = z.object({
  unit,
  position: z.int(),
  state: AssignmentState,
  /** The question that was answered. */
  question: z.string(),
  answer: z.string(),
  reference: z.array(z.object({ title: z.string(), text: z.string() })),
  images: z.array(z.object({ id: ImageId, width: z.int(), height: z.int() })),
  /** The caller's own verdict that this one builds on (their key points). */
  earlier: Json.nullable(),
  /** The caller's own verdict so far. */
  value: Json.nullable(),
  /** Whether they marked the answer as refused. */
  refusal: z.boolean(),
  passages: z.array(Passage),
  note: z.string(),
});
export type JudgingCard = z.infer<typeof JudgingCard>;

/** Judging answers, blind. Setting up is for curators, judging for the judges they gave it to. */
export const judging = {
  criteria: procedure.output(z.array(CriterionDescription)),
  /** What a judging of these settings would be, nothing written: units in all and per judge. */
  preview: procedure.input(JudgingSettings).output(
    z.object({
      units: z.int(),
      answers: z.int(),
      perJudge: z.array(z.object({ personId: PersonId, name: z.string(), units: z.int() })),
      byCriterion: z.array(z.object({ criterion: z.string(), title: z.string(), units: z.int() })),
      problems: z.array(z.string()),
    }),
  ),
  assign: procedure
    .input(z.object({ title: z.string().min(1).max(200), settings: JudgingSettings }))
    .output(JudgingProgress),
  /** Takes back what of a judging is still open. */
  withdraw: procedure.input(z.object({ id: JudgingId })).output(z.array(JudgingProgress)),
  list: procedure.output(z.array(JudgingProgress)),
  /** What the caller has been given to judge. */
  mine: procedure.output(z.array(OwnJudgingProgress)),
  /** Some cards from a place of the caller's own order on, answered ones included: the next are loaded ahead. */
  cards: procedure
    .input(
      z.object({
        judging: JudgingId,
        criterion: z.string(),
        /** Left out: from the first open one. */
        from: z.int().nonnegative().optional(),
        limit: z.int().positive().max(50),
      }),
    )
    .output(z.object({ total: z.int(), first: z.int(), cards: z.array(JudgingCard) })),
  /** A verdict; a later one of the same judge replaces it, both are kept. */
  give: procedure
    .input(
      z.object({
        unit,
        value: Json,
        /** Marks the answer as refused; the value is the one that a refusal counts as. */
        refusal: z.boolean().default(false),
        passages: z.array(Passage).max(1000).default([]),
        note: z.string().max(10_000).default(''),
        activeMilliseconds: z.int().nonnegative(),
      }),
    )
    .output(JudgingCard),
  skip: procedure.input(z.object({ unit, reason: z.string().min(1).max(2000) })).output(JudgingCard),
};
