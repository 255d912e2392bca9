import { z } from 'zod';
import { ItemId, PersonId } from '../base/ids.ts';
import { TIERS } from '../statistics/rasch/screening.ts';
import { counting } from './counting.ts';

/** A figure by itself, or in words why there is none. */
const Value = z.object({ value: z.number().nullable(), undefined: z.string().nullable() });

export const ItemStatisticsRequest = z.object({
  /** Whose verdicts count: the accepted ones, or one judge's alone. */
  judge: PersonId.nullable().default(null),
  /** How right, 0 to 1, an answer has to be to count as right. */
  threshold: z.number().positive().max(1).default(0.5),
  /** The kind of step whose answers are looked at; left out: the one that is about the item as a whole. */
  step: z.string().optional(),
  /** Whether the variance of abilities is estimated or fixed at 1. */
  variance: z.enum(['free', 'fixed']).default('free'),
  ...counting,
});
export type ItemStatisticsRequest = z.input<typeof ItemStatisticsRequest>;

/** What the answers tell of one item, in one condition where items are met in several. */
export const ItemStatistic = z.object({
  itemId: ItemId,
  item: z.string(),
  condition: z.string(),
  step: z.string(),
  /** Respondents whose answer is known to be right or wrong. */
  answered: z.int(),
  right: z.int(),
  /** In logits. */
  difficulty: Value,
  standardError: z.number().nullable(),
  infit: Value,
  outfit: Value,
  /** The correlation of being right on it with the share right of the other items. */
  pointBiserial: Value,
  tier: z.enum(TIERS).nullable(),
  /**
   * How much harder it is for models than for participants of the same ability (Mantel and Haenszel 1959), in ETS delta
   * units: below zero harder for models. Null where the two are not compared or share no ground.
   */
  difference: z
    .object({
      delta: z.number(),
      standardError: z.number(),
      p: z.number(),
      pHolm: z.number(),
      size: z.enum(['A', 'B', 'C']),
    })
    .nullable(),
  /** Why it does not pass the filter; empty where it does. */
  problems: z.array(z.string()),
});
export type ItemStatistic = z.infer<typeof ItemStatistic>;

export const RespondentAbility = z.object({
  key: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  personId: PersonId,
  answered: z.int(),
  right: z.int(),
  /** In logits. */
  ability: Value,
  standardDeviation: z.number().nullable(),
});
export type RespondentAbility = z.infer<typeof RespondentAbility>;

export const ItemStatistics = z.object({
  benchmark: z.string(),
  judge: z.string().nullable(),
  judgeId: PersonId.nullable(),
  threshold: z.number(),
  /** Whether answers can be right in part, so that the threshold decides. */
  graded: z.boolean(),
  /** The kind of step that was looked at; null where no answer is known to be right or wrong. */
  step: z.string().nullable(),
  /** The kinds there are, with how many items have an answer to one. */
  steps: z.array(z.object({ step: z.string(), items: z.int() })),
  /** Why there are no figures at all. */
  undefined: z.string().nullable(),
  items: z.array(ItemStatistic),
  respondents: z.array(RespondentAbility),
  /**
   * The benchmark's stricter scoring (SAI) of the same answers, on the same scale by mean-sigma linking; null where there is
   * none.
   */
  linked: z
    .object({
      title: z.string(),
      undefined: z.string().nullable(),
      items: z.int(),
      slope: z.number().nullable(),
      intercept: z.number().nullable(),
      meanDifficulties: z.tuple([z.number(), z.number()]).nullable(),
      /** Kendall's tau-b of the two orders of respondents. */
      tau: z.number().nullable(),
      ci95: z.tuple([z.number(), z.number()]).nullable(),
      /** Per respondent, in their order: the linked ability less the ability. */
      shifts: z.array(z.number().nullable()),
    })
    .nullable(),
  /** Of the abilities, with its standard error where it was estimated. */
  variance: z.object({
    value: z.number().nullable(),
    estimated: z.boolean(),
    standardError: z.number().nullable(),
  }),
  /** What all items with a difficulty tell of an ability, in logits. */
  information: z.array(z.object({ ability: z.number(), information: z.number(), standardError: z.number() })),
  reliability: z.object({ separation: Value, expected: Value }),
  /** Of each tier, how many items, and how many of them pass the filter. */
  tiers: z.array(z.object({ tier: z.enum(TIERS), items: z.int(), kept: z.int() })),
  logLikelihood: z.number().nullable(),
  /** Points over which abilities were summed. */
  points: z.int().nullable(),
  /** What was left out and why, and what the figures rest on. */
  notes: z.array(z.string()),
});
export type ItemStatistics = z.infer<typeof ItemStatistics>;
