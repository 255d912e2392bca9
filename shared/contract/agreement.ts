import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Resamples, Seed } from '../domain/randomDraws.ts';
import { AskedParts } from '../benchmarks/parts.ts';
import { RegionRecord } from '../domain/document.ts';
import { ImageId, ItemId, PersonId, RegionId } from '../base/ids.ts';
import { ShapedRegions } from '../foreign/comparedByBoxes.ts';
import { Json } from '../base/json.ts';
import { procedure, progressOr } from './base.ts';
import { ItemFilter, ItemRow } from './items.ts';

export const Level = z.enum(['nominal', 'ordinal', 'interval', 'set', 'boxes']);
export type Level = z.infer<typeof Level>;

const interval = z.tuple([z.number(), z.number()]);

/** A figure, or in words why there is none. */
export const Coefficient = z.object({
  value: z.number().nullable(),
  undefined: z.string().nullable(),
  se: z.number().nullable(),
  ci95: interval.nullable(),
  /** How `ci95` was made: Wilson's interval for shares of items, the score interval of coefficients. */
  method: z.enum(['wilson', 'score']).nullable(),
  /** Why a figure has no `ci95`, in words. */
  no_interval: z.string().nullable(),
  /** From the bootstrap over items: bias-corrected and accelerated (Efron 1987). */
  ci95_bootstrap: interval.nullable(),
});
export type Coefficient = z.infer<typeof Coefficient>;

const Coefficients = z.record(z.string(), Coefficient);

export const Rater = z.object({
  personId: PersonId,
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  /** Ratings of this field in this round. */
  ratings: z.int(),
});
export type Rater = z.infer<typeof Rater>;

/** What is to be compared. */
export const AgreementQuestion = z.object({
  task: z.string(),
  field: z.string(),
  /** Left out: everybody who rated in this round. */
  raters: z.array(PersonId).optional(),
  /** Left out: the latest round with ratings. */
  round: z.int().positive().optional(),
  filter: ItemFilter.default({}),
});
export type AgreementQuestion = z.input<typeof AgreementQuestion>;

export const AgreementRequest = AgreementQuestion.extend({
  /** Left out: all that apply. */
  coefficients: z.array(z.string()).optional(),
  /** Resamples of the items; 0: no bootstrap. */
  bootstrap: Resamples.default(1000),
  seed: Seed.default(1),
  /** A facet of the items, or `label`, by whose values the figures are given too. */
  stratum: z.string().optional(),
  /** The IoU from which two boxes are the same, for boxes. */
  threshold: z.number().gt(0).max(1).default(0.5),
});
export type AgreementRequest = z.input<typeof AgreementRequest>;

export const AgreementReport = z.object({
  task: z.string(),
  field: z.string(),
  title: z.string(),
  level: Level,
  round: z.int(),
  /** Items with at least one rating. */
  items: z.int(),
  /** Items with at least two: the others are left out of every figure. */
  pairable: z.int(),
  /** Groups of these items by the image or entity that they share, which intervals take as drawn. */
  groups: z.int(),
  ratings: z.int(),
  /** Ratings of this round about an earlier edition of their item, which was fixed since: left out of everything. */
  outdated: z.int(),
  raters: z.array(Rater),
  seed: z.int(),
  resamples: z.int(),
  coefficients: Coefficients,
  /** From which intersection over union on boxes match; null for what is not boxes. */
  threshold: z.number().nullable(),
  /** Regions that are more than a box and are compared by it; left out where there are none. */
  shaped: ShapedRegions.optional(),
  /** Set where one category holds more than nine in ten ratings: kappa misleads then. */
  skew: z.object({ category: z.string(), share: z.number() }).nullable(),
  /** Categories as they are shown, in their order; for boxes the labels' categories. */
  categories: z.array(z.string()),
  /** Per rater, how often each category. */
  marginals: z.array(z.object({ personId: PersonId, counts: z.array(z.int()) })),
  /** Every two raters: items both rated and their figures. */
  pairs: z.array(z.object({ a: PersonId, b: PersonId, items: z.int(), coefficients: Coefficients })),
  /** Per pair in the order of `pairs`: how often a chose the row's category and b the column's; empty for boxes. */
  confusions: z.array(z.array(z.array(z.int()))),
  /**
   * Per category: Fleiss' kappa of it, for boxes the figures of its label, for sets of each member; empty where there
   * are more than a hundred, as are then `categories`, `marginals` and `confusions`.
   */
  perCategory: z.array(z.object({ category: z.string(), ratings: z.int(), coefficients: Coefficients })),
  strata: z.array(z.object({ value: z.string().nullable(), items: z.int(), coefficients: Coefficients })),
});
export type AgreementReport = z.infer<typeof AgreementReport>;

/** The items behind a figure. Categories as the report names them. */
export const AgreementCell = z.discriminatedUnion('kind', [
  /** All that disagree. */
  z.object({ kind: z.literal('disagreement') }),
  /** Those that two raters both rated, or of them only those on which they agree or differ. */
  z.object({ kind: z.literal('pair'), a: PersonId, b: PersonId, agree: z.boolean().nullable() }),
  z.object({ kind: z.literal('confusion'), a: PersonId, b: PersonId, row: z.string(), column: z.string() }),
  z.object({ kind: z.literal('category'), category: z.string() }),
  z.object({ kind: z.literal('marginal'), personId: PersonId, category: z.string() }),
  z.object({ kind: z.literal('stratum'), stratum: z.string(), value: z.string().nullable() }),
]);
export type AgreementCell = z.infer<typeof AgreementCell>;

export const RatedItem = z.object({
  item: ItemRow,
  /** 0 to 1, null where fewer than two rated it. */
  disagreement: z.number().nullable(),
  /** `rater`: null where the caller may not know yet whose it is. */
  ratings: z.array(z.object({ rater: Rater.nullable(), value: Json, text: z.string() })),
});
export type RatedItem = z.infer<typeof RatedItem>;

const BoxMatch = z.object({ a: RegionId, b: RegionId, iou: z.number() });

/** Two or more raters' boxes on one item, matched one to one. */
export const BoxComparison = z.object({
  itemId: ItemId,
  images: z.array(ImageId),
  raters: z.array(
    z.object({
      /** A, B, C …; with the name where the caller may know it. */
      column: z.string(),
      rater: Rater.nullable(),
      regions: z.array(RegionRecord),
      /** The category of each region, in the order of `regions`. */
      categories: z.array(z.string()),
    }),
  ),
  pairs: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      matched: z.array(BoxMatch),
      unmatchedA: z.array(RegionId),
      unmatchedB: z.array(RegionId),
      meanIou: z.number().nullable(),
      f1: z.number().nullable(),
    }),
  ),
});
export type BoxComparison = z.infer<typeof BoxComparison>;

/** What there is to compare in a task. */
export const AgreementChoice = z.object({
  task: z.string(),
  title: z.string(),
  fields: z.array(z.object({ name: z.string(), title: z.string(), level: Level.or(z.literal('text')) })),
  rounds: z.array(
    z.object({
      round: z.int(),
      items: z.int(),
      /** The parts of the answer that any of its raters was asked for: others cannot be compared; null: everything. */
      asked: AskedParts,
      raters: z.array(Rater),
    }),
  ),
  strata: z.array(z.object({ name: z.string(), title: z.string() })),
});
export type AgreementChoice = z.infer<typeof AgreementChoice>;

export const RatedItemsRequest = AgreementQuestion.extend({
  threshold: z.number().gt(0).max(1).default(0.5),
  cell: AgreementCell,
  offset: z.int().nonnegative(),
  limit: z.int().positive().max(500),
});

export const BoxesRequest = z.object({
  itemId: ItemId,
  task: z.string(),
  field: z.string(),
  /** Left out: the item's latest. */
  round: z.int().positive().optional(),
  threshold: z.number().gt(0).max(1).default(0.5),
});

/** How far raters agree, with an interval on every figure. For curators. */
export const agreement = {
  /** What there is to compare: tasks, fields, rounds, raters. */
  choices: procedure.output(z.array(AgreementChoice)),
  /**
   * Computes beside the main thread; closing the stream cancels. Without the items that the caller has yet to answer.
   */
  figures: procedure.input(AgreementRequest).output(eventIterator(progressOr(AgreementReport))),
  /**
   * The items behind a figure, most disputed first. Where the caller is to decide between an item's raters, a cell that
   * names raters stands for any of them: so it may hold more items than the figure counts.
   */
  items: procedure.input(RatedItemsRequest).output(z.object({ total: z.int(), rows: z.array(RatedItem) })),
  /** Throws `forbidden` where the caller has yet to answer the item. */
  boxes: procedure.input(BoxesRequest).output(BoxComparison),
};
