import { z } from 'zod';
import { PersonId } from '../base/ids.ts';
import { Resamples, Seed } from '../domain/randomDraws.ts';
import { counting } from './counting.ts';
import { Figure, Figures } from './metrics.ts';

export const AnswerAgreementRequest = z.object({
  /** Whose answers are compared with each other beside those of people; none: nobody's. */
  respondents: z.array(PersonId).max(200).default([]),
  /** A facet of the items, `label` or `condition`, by whose values the figures are given too. */
  stratum: z.string().optional(),
  unfinished: counting.unfinished,
  bootstrap: Resamples.default(1000),
  seed: Seed.default(1),
});
export type AnswerAgreementRequest = z.input<typeof AnswerAgreementRequest>;

/** How far respondents agree who answered the same step of the same item in the same condition. */
export const TaskAgreement = z.object({
  /** The kind of items (the facet `kind`), or what the step is called. */
  title: z.string(),
  /** The facet `kind` of the items; null where they have none. */
  kind: z.string().nullable(),
  /** The kind of step: `p_sub_ins` of `p_sub_ins/0`. */
  step: z.string(),
  /** How the step is answered. */
  answer: z.string(),
  /** Respondents with an answer that somebody else answered too. */
  respondents: z.int(),
  /** Items that at least two of them answered, and their steps; what a figure's own `n` counts are steps. */
  items: z.int(),
  steps: z.int(),
  /** Why nothing is computed, in words; null where something is. */
  undefined: z.string().nullable(),
  /**
   * `equal` (the share of equal answers), `cohen_kappa`, `fleiss_kappa` and `krippendorff_alpha` of answers that are
   * equal or not, which answers in words are by their verdicts, right or wrong; `mean_iou` of boxes.
   */
  figures: Figures,
  /** Every two of them who answered something in common, by their places among the group's respondents. */
  pairs: z.array(z.object({ first: z.int(), second: z.int(), steps: z.int(), figures: Figures })),
  /** The same among the items of each value of the stratum; empty where nothing is divided. */
  strata: z.array(
    z.object({ value: z.string().nullable(), items: z.int(), steps: z.int(), figures: Figures }),
  ),
});
export type TaskAgreement = z.infer<typeof TaskAgreement>;

export const AnswerAgreement = z.object({
  benchmark: z.string(),
  seed: z.int(),
  resamples: z.int(),
  stratum: z.object({ name: z.string(), title: z.string() }).nullable(),
  /** People first; then those who were asked for, where anybody was. */
  groups: z.array(
    z.object({
      key: z.enum(['people', 'chosen']),
      respondents: z.array(z.object({ key: z.string(), name: z.string(), personId: PersonId })),
      tasks: z.array(TaskAgreement),
      /** The mean over the tasks, each by its share of equal answers or its mean IoU. */
      average: Figure,
    }),
  ),
  /** What was left out and why, with counts. */
  notes: z.array(z.string()),
});
export type AnswerAgreement = z.infer<typeof AnswerAgreement>;
