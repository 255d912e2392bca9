import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ItemId, PersonId } from '../domain/ids.ts';
import { JsonObject } from '../domain/json.ts';
import { procedure, progressOr } from './base.ts';
import { ItemStatistics, ItemStatisticsRequest } from './itemStatistics.ts';

/** A figure, or in words why there is none. */
export const Figure = z.object({
  value: z.number().nullable(),
  undefined: z.string().nullable(),
  /** Items (of people together: answers) it rests on. */
  n: z.int(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  interval: z.enum(['wilson', 'bootstrap']).nullable(),
});
export type Figure = z.infer<typeof Figure>;

const Figures = z.record(z.string(), Figure);

export const MetricsRequest = z.object({
  /** Left out: whoever answered. */
  respondents: z.array(PersonId).optional(),
  /** Whose verdicts count: those that hold (decisions, then people's, then LLM judges'), or one judge's alone. */
  judge: PersonId.nullable().default(null),
  /** A facet of the items, `label` or `condition`, by whose values the figures are given too. */
  stratum: z.string().optional(),
  bootstrap: z.int().nonnegative().max(100_000).default(1000),
  seed: z.int().nonnegative().max(0xffff_ffff).default(1),
});
export type MetricsRequest = z.input<typeof MetricsRequest>;

/** One line of the results. */
export const MetricsRow = z.object({
  /** Stable within the report: a handle, or `people` and `majority`. */
  key: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source', 'people', 'majority']),
  personId: PersonId.nullable(),
  version: z.string().nullable(),
  /** Participants that are in it. */
  participants: z.int(),
  items: z.int(),
  /** Items answered of which a verdict is missing, so that they count in no figure that needs it. */
  unjudged: z.int(),
  figures: Figures,
  /** The same of the answers in each condition, where items are met in several. */
  conditions: z.record(z.string(), Figures),
  /** Of each of these conditions, what was answered in it. */
  answered: z.record(z.string(), z.object({ items: z.int(), unjudged: z.int() })),
});
export type MetricsRow = z.infer<typeof MetricsRow>;

const Test = z.object({
  name: z.string(),
  n: z.int(),
  mean: z.number().nullable(),
  means: z.tuple([z.number(), z.number()]).nullable(),
  t: z.number().nullable(),
  df: z.number().nullable(),
  p: z.number().nullable(),
  d: z.number().nullable(),
  undefined: z.string().nullable(),
});

const Correlation = z.object({
  rho: z.number().nullable(),
  p: z.number().nullable(),
  n: z.int(),
  undefined: z.string().nullable(),
});

export const MetricsReport = z.object({
  benchmark: z.string(),
  judge: z.string().nullable(),
  seed: z.int(),
  resamples: z.int(),
  parameters: JsonObject,
  metrics: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      explanation: z.string(),
      chance: z.number().nullable(),
    }),
  ),
  rows: z.array(MetricsRow),
  stratum: z
    .object({
      name: z.string(),
      title: z.string(),
      values: z.array(
        z.object({ value: z.string().nullable(), items: z.int(), rows: z.record(z.string(), Figures) }),
      ),
    })
    .nullable(),
  comparisons: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      metric: z.string(),
      conditions: z.tuple([z.string(), z.string()]),
      /** Per group across respondents, then per respondent across groups. */
      byGroup: z.array(Test),
      byRespondent: z.array(Test),
    }),
  ),
  /** People's answers in the order they gave them, for speed, learning and fatigue. */
  people: z
    .object({
      answers: z.array(
        z.object({
          participant: z.string(),
          itemId: ItemId,
          item: z.string(),
          step: z.string(),
          position: z.int(),
          seconds: z.number().nullable(),
          /** 0 to 1, null while it is not judged. */
          correct: z.number().nullable(),
        }),
      ),
      speed: Correlation,
      order: Correlation,
      /** How the time goes with the order. */
      pace: Correlation,
    })
    .nullable(),
  /** The columns of the papers' tables. */
  layout: z.array(
    z.object({
      title: z.string(),
      /** The condition whose answers the table is about; null: all of them. */
      condition: z.string().nullable(),
      columns: z.array(
        z.object({ metric: z.string(), title: z.string(), factor: z.number(), digits: z.int() }),
      ),
    }),
  ),
  /** What was left out and why, with counts: excluded participants, answers not judged. */
  notes: z.array(z.string()),
});
export type MetricsReport = z.infer<typeof MetricsReport>;

/** The benchmark's own figures for people and models. For curators. */
export const metrics = {
  choices: procedure.output(
    z.object({
      available: z.boolean(),
      strata: z.array(z.object({ name: z.string(), title: z.string() })),
      judges: z.array(z.object({ personId: PersonId, name: z.string() })),
      parameters: JsonObject,
    }),
  ),
  report: procedure.input(MetricsRequest).output(eventIterator(progressOr(MetricsReport))),
  /** How hard items are and how well they tell respondents apart. */
  items: procedure.input(ItemStatisticsRequest).output(eventIterator(progressOr(ItemStatistics))),
  saveParameters: procedure
    .input(z.object({ parameters: JsonObject }))
    .output(z.object({ parameters: JsonObject })),
};
