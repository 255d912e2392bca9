import { z } from 'zod';
import { Resamples, Seed } from '../domain/randomDraws.ts';
import { ItemId, PersonId } from '../base/ids.ts';
import { JsonObject } from '../base/json.ts';
import { ComparedItems, counting, UndecidedRule } from './counting.ts';

/** On whose verdicts some of the items of a figure rest. */
export const RestsOn = z.object({
  /** `answer`: they follow from the answer itself; `judges`: undecided verdicts of the judges named, who agree. */
  verdicts: z.enum(['decisions', 'people', 'judges', 'answer']),
  judges: z.array(z.string()),
  n: z.int(),
});
export type RestsOn = z.infer<typeof RestsOn>;

/** A figure, or in words why there is none. */
export const Figure = z.object({
  value: z.number().nullable(),
  undefined: z.string().nullable(),
  /** Items (of people together: answers) it rests on. */
  n: z.int(),
  /** Of a share: how many of these make it; left out of other figures. */
  hits: z.number().optional(),
  /** Of the highest share less the lowest: what chance alone gives on average, and how often as much. */
  byChance: z.object({ value: z.number(), p: z.number() }).optional(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  /**
   * How the interval was made: Wilson's (1927) for shares of items; `score`, the same over the effective number of
   * independent items, for shares of answers that share items, images or people; the bias-corrected and accelerated
   * bootstrap (Efron 1987); `t`, Student's about a figure of several people that is no share; the percentiles of a
   * bootstrap, for figures of agreement.
   */
  interval: z.enum(['wilson', 'score', 'bca', 't', 'bootstrap']).nullable(),
  /** Why there is no interval, in words; left out where there is one. */
  noInterval: z.string().optional(),
  /** What the interval takes as sampled; left out where there is none. */
  sampled: z
    .object({
      items: z.int(),
      /** Groups of items that share an image or an entity and so are drawn together; as many as items where none do. */
      groups: z.int(),
      /** People drawn beside them; 0: the people (or the model) are taken as given. */
      people: z.int(),
      /** Whether classes that the design fixed keep their sizes. */
      withinClasses: z.boolean(),
    })
    .optional(),
  /**
   * Of the answers (`of`) that a figure of respondents would rest on if none were absent, all of them could be read and were
   * judged, those that are there, could be and are; and what the others lack. Left out of figures of agreement.
   */
  coverage: z
    .object({
      covered: z.int(),
      of: z.int(),
      lacks: z.array(z.enum(['answers', 'readable answers', 'verdicts'])).optional(),
    })
    .optional(),
  /** Whose verdicts it rests on; left out where no verdict has a part in it, and of strata. */
  restsOn: z.array(RestsOn).optional(),
});
export type Figure = z.infer<typeof Figure>;

/** Figures by name. */
export const Figures = z.record(z.string(), Figure);

export const MetricsRequest = z.object({
  /** Left out: everybody who answered. */
  respondents: z.array(PersonId).optional(),
  /** Whose verdicts count: the accepted ones (decisions, then people's, then LLM judges'), or one judge's alone. */
  judge: PersonId.nullable().default(null),
  /** A facet of the items, `label` or `condition`, by whose values the figures are given too. */
  stratum: z.string().optional(),
  /** Which items respondents are compared on; where there are none such, the next of these that are there. */
  items: ComparedItems.default('common'),
  /** Who is left out, of those who are there otherwise. */
  without: z.array(PersonId).default([]),
  undecided: UndecidedRule.default('left_out'),
  ...counting,
  /** Parameters of the figures that take the place of the casebook's own for once, by name. */
  parameters: JsonObject.optional(),
  /** Whether everything that the report says calls people by their pseudonyms, its notes too: for what leaves. */
  pseudonyms: z.boolean().default(false),
  bootstrap: Resamples.default(1000),
  seed: Seed.default(1),
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
  /** Items answered, of those that the figures are of. */
  items: z.int(),
  /** Items answered, whatever the figures are of. */
  ownItems: z.int(),
  /** Answered items without all verdicts, so that they count in no figure that needs it. */
  unjudged: z.int(),
  figures: Figures,
  /** The same of the answers in each condition, where items are met in several. */
  conditions: z.record(z.string(), Figures),
  /** Of each of these conditions, what was answered in it. */
  answered: z.record(z.string(), z.object({ items: z.int(), unjudged: z.int() })),
});
export type MetricsRow = z.infer<typeof MetricsRow>;

/** How two sets of answers to the same items compare. */
export const PairedComparison = z.object({
  /** Keys of the report's lines; the conditions where one respondent is compared in two. */
  first: z.string(),
  second: z.string(),
  firstName: z.string(),
  secondName: z.string(),
  /** Null: in the whole of what is compared; else of the first and of the second. */
  conditions: z.tuple([z.string(), z.string()]).nullable(),
  /** Items that count for both, and groups of them that share an image or an entity. */
  items: z.int(),
  /** Items on which each of them has the figure in the table of all. */
  ownItems: z.tuple([z.int(), z.int()]),
  groups: z.int(),
  values: z.tuple([z.number(), z.number()]).nullable(),
  /** First less second. */
  difference: z.number().nullable(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  interval: z.enum(['tango', 'score', 't']).nullable(),
  noInterval: z.string().nullable(),
  /** Two-sided, before any correction. */
  p: z.number().nullable(),
  test: z.enum(['mcnemar', 't']).nullable(),
  /** Why there is no difference, or no test of it, in words. */
  undefined: z.string().nullable(),
});
export type PairedComparison = z.infer<typeof PairedComparison>;

export const ComparisonsRequest = MetricsRequest.omit({ stratum: true }).extend({
  /** The figure that is compared. */
  metric: z.string(),
  /** In which condition's answers; left out: in all. */
  condition: z.string().optional(),
  /** The key of a report's line with whom all others are compared; left out: everybody with everybody. */
  against: z.string().optional(),
});
export type ComparisonsRequest = z.input<typeof ComparisonsRequest>;

/** The items behind a number of the results. */
export const ItemsBehindRequest = MetricsRequest.omit({
  stratum: true,
  pseudonyms: true,
  bootstrap: true,
  seed: true,
}).extend({
  /** The figure; null: what was answered. */
  metric: z.string().nullable(),
  /** Rows by their keys, in a condition (null: all): one, or two that are compared. */
  sides: z
    .array(z.object({ row: z.string(), condition: z.string().nullable() }))
    .min(1)
    .max(2),
  /** Only items with a value of a facet, `label` or `condition`; null stands for none. */
  part: z.object({ name: z.string(), value: z.string().nullable() }).optional(),
});
export type ItemsBehindRequest = z.input<typeof ItemsBehindRequest>;

export const ComparisonsReport = z.object({
  metric: z.string(),
  title: z.string(),
  /** How the figure is printed: times `factor`, with this many digits. */
  factor: z.number(),
  digits: z.int(),
  condition: z.string().nullable(),
  seed: z.int(),
  resamples: z.int(),
  /** Who is compared: people are one, where there are several. */
  respondents: z.array(z.object({ key: z.string(), name: z.string() })),
  /** Every two of them, or of them those with one. */
  pairs: z.array(PairedComparison),
  /** The majority of people, which is no respondent, against every model; a family of tests of its own. */
  majority: z.array(PairedComparison),
  /** Every respondent in every two conditions; empty where there is one condition or one was asked for. */
  conditions: z.array(PairedComparison),
});
export type ComparisonsReport = z.infer<typeof ComparisonsReport>;

const Test = z.object({
  /** Of a respondent: the key of the report's line; null of a group. */
  key: z.string().nullable(),
  name: z.string(),
  n: z.int(),
  mean: z.number().nullable(),
  means: z.tuple([z.number(), z.number()]).nullable(),
  t: z.number().nullable(),
  df: z.number().nullable(),
  /** The 95 % interval of the mean difference (Student's t). */
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  p: z.number().nullable(),
  /** After Holm 1979, over all tests of the comparison, by group and by respondent. */
  pHolm: z.number().nullable(),
  d: z.number().nullable(),
  undefined: z.string().nullable(),
});

const Correlation = z.object({
  rho: z.number().nullable(),
  p: z.number().nullable(),
  n: z.int(),
  undefined: z.string().nullable(),
});

/** How far a share lies apart over the values of a stratum. */
export const MetricSpread = z.object({
  /** The key of the line, and the figure. */
  row: z.string(),
  metric: z.string(),
  /** The highest less the lowest, what it would be by chance alone on average, and how often as large. */
  spread: z.number(),
  byChance: z.number(),
  p: z.number(),
});
export type MetricSpread = z.infer<typeof MetricSpread>;

export const MetricsReport = z.object({
  benchmark: z.string(),
  judge: z.string().nullable(),
  judgeId: PersonId.nullable(),
  seed: z.int(),
  resamples: z.int(),
  parameters: JsonObject,
  /** Which items and answers the figures are of. */
  basis: z.object({
    /** What was asked for; what it came to is said of each part. */
    items: ComparedItems,
    unreadable: counting.unreadable.unwrap(),
    absent: counting.absent.unwrap(),
    /** On how many items a verdict is undecided that a figure needs, and what becomes of them. */
    undecided: z.object({ rule: UndecidedRule, items: z.int() }),
    /** Who was left out as asked. */
    without: z.array(z.object({ personId: PersonId, name: z.string() })),
    unfinished: z.boolean(),
    /**
     * Of all items, or of each task where no figure is of several; then of each condition, where there are several. None
     * where one respondent stands alone.
     */
    parts: z.array(
      z.object({
        /** Null: all of them. */
        title: z.string().nullable(),
        items: ComparedItems,
        /** How many items that are; null where each respondent has their own. */
        count: z.int().nullable(),
        /** Rows, by their keys, that lack answers to items of others; of these, items that everybody else answered. */
        shrinks: z.array(z.object({ key: z.string(), called: z.string(), lacks: z.int(), alone: z.int() })),
      }),
    ),
  }),
  metrics: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** The task whose figures have a table of their own, which the title begins with; left out where figures are few. */
      task: z.string().optional(),
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
      /** Of the shares that the papers' tables print, for every line that is one respondent. */
      spreads: z.array(MetricSpread),
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
      /** What it shows, in words for a paper; left out: its title says it. */
      caption: z.string().optional(),
      /** The condition whose answers the table is about; null: all of them. */
      condition: z.string().nullable(),
      columns: z.array(
        z.object({
          metric: z.string(),
          title: z.string(),
          /** In a paper: the heading over several columns, and the title of this one below it. */
          head: z.tuple([z.string(), z.string()]).readonly().optional(),
          factor: z.number(),
          digits: z.int(),
        }),
      ),
    }),
  ),
  /** What was left out and why, with counts: excluded participants, answers not judged. */
  notes: z.array(z.string()),
});
export type MetricsReport = z.infer<typeof MetricsReport>;
