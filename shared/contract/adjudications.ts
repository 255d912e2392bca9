import { z } from 'zod';
import { AskedParts } from '../benchmarks/parts.ts';
import { ConsensusFigures } from '../domain/consensus.ts';
import { Box } from '../base/geometry.ts';
import { ImageRecord, RegionRecord } from '../domain/document.ts';
import { AdjudicationId, ImageId, ItemId, PersonId, RegionId } from '../base/ids.ts';
import { JsonObject } from '../base/json.ts';
import { DisagreementCause, RatingState } from '../domain/status.ts';
import { DeskDocument } from './annotations.ts';
import { procedure } from './base.ts';
import { SameBox } from './casebooks.ts';
import { ImageDetail } from './images.ts';
import { AcceptancePreview, BulkResult, ItemRow } from './items.ts';

/** Which entries of the queue: every part given must hold. */
export const QueueFilter = z.object({
  task: z.string().optional(),
  /** Only items on which the raters differ in this field. */
  field: z.string().optional(),
  state: z.array(RatingState).optional(),
  cause: z.array(DisagreementCause).optional(),
  /** Only decisions that are another than the earlier gold, or the same. */
  earlierGold: z.enum(['differs', 'same']).optional(),
  /** Only items that nobody else is deciding on. */
  unclaimed: z.boolean().optional(),
  /** Only items that the caller may decide: without those that keep them out since they rated them. */
  notBarred: z.boolean().optional(),
});
export type QueueFilter = z.infer<typeof QueueFilter>;

const FieldDisagreement = z.object({
  field: z.string(),
  title: z.string(),
  /** 0 to 1. */
  disagreement: z.number(),
});

export const Claim = z.object({ name: z.string(), you: z.boolean(), claimedAt: z.int() });
export type Claim = z.infer<typeof Claim>;

/** How one field of a decision came about. */
export const FieldDecision = z.object({
  /** `accepted`: a rater's; `mean`: boxes averaged; `written`: anew; `unanimous`: nobody differed. */
  how: z.enum(['accepted', 'mean', 'written', 'unanimous']),
  /** The columns it was taken from. */
  columns: z.array(z.string()),
});
export type FieldDecision = z.infer<typeof FieldDecision>;

/** The gold that a decided item had before its raters, as far as the decision is about it. */
export const EarlierGold = z.object({
  /** Whether its adjudicator could see it, or the item's name and origin, before the decision. */
  shown: z.boolean(),
  /** The fields in which the decision is another; null where the item had no gold. */
  differs: z.array(z.string()).nullable(),
  answer: JsonObject,
  regions: z.array(RegionRecord),
});
export type EarlierGold = z.infer<typeof EarlierGold>;

export const Decision = z.object({
  id: AdjudicationId,
  person: z.string(),
  cause: DisagreementCause,
  note: z.string(),
  fields: z.record(z.string(), FieldDecision),
  /** Null where that was not kept yet when it was made. */
  earlierGold: EarlierGold.nullable(),
  at: z.int(),
});
export type Decision = z.infer<typeof Decision>;

export const QueueEntry = z.object({
  item: ItemRow,
  task: z.string(),
  round: z.int(),
  state: RatingState,
  ratings: z.int(),
  disagreement: z.number(),
  fields: z.array(FieldDisagreement),
  claim: Claim.nullable(),
  decision: Decision.nullable(),
  /** Whether the caller rated the item themselves, and whether that keeps them from deciding it. */
  youRated: z.boolean(),
  barred: z.boolean(),
});
export type QueueEntry = z.infer<typeof QueueEntry>;

/** One rater's answer, without a name: columns are A, B, C … in an order of the item's own. */
export const RaterColumn = z.object({
  column: z.string(),
  answer: JsonObject,
  regions: z.array(RegionRecord),
  /** The parts that the rater was asked for and answered; null: everything. The answer says nothing of others. */
  asked: AskedParts,
  /** Who it was: null until the decision. */
  rater: z
    .object({
      personId: PersonId,
      handle: z.string(),
      name: z.string(),
      kind: z.enum(['human', 'model', 'source']),
    })
    .nullable(),
});
export type RaterColumn = z.infer<typeof RaterColumn>;

/** Boxes of several raters that are about the same thing. */
export const BoxCluster = z.object({
  imageId: ImageId,
  /** The category that its boxes share. */
  category: z.string(),
  members: z.array(z.object({ column: z.string(), regionId: RegionId })),
  mean: Box,
  /** The mean IoU of its pairs, null with one member. */
  iou: z.number().nullable(),
});
export type BoxCluster = z.infer<typeof BoxCluster>;

/** What an adjudicator sees of an item before the decision: neither its name nor its origin, and nothing of its gold. */
export const HiddenItem = z.object({
  /** A neutral number, the same for everybody. */
  name: z.string(),
  /** What its raters were given to answer. */
  stimulus: JsonObject,
  images: z.array(ImageRecord),
  details: z.array(ImageDetail),
});
export type HiddenItem = z.infer<typeof HiddenItem>;

export const Case = z.object({
  task: z.string(),
  round: z.int(),
  state: RatingState,
  /** The item while it is not decided; null once it is, or where adjudicators see the earlier gold: it can be read then. */
  hidden: HiddenItem.nullable(),
  columns: z.array(RaterColumn),
  /** The parts of the answer that any of the raters was asked for, and that are to be decided; null: everything. */
  asked: AskedParts,
  /** Every field of the task among them with how much the raters differ in it; 0: not at all, null: not compared. */
  fields: z.array(FieldDisagreement.extend({ disagreement: z.number().nullable() })),
  clusters: z.array(BoxCluster),
  /** From which intersection over union on two boxes are about the same thing. */
  sameBox: SameBox,
  /** Of boxes that the raters have in common and that are in force; null where they are somebody's own. */
  consensus: ConsensusFigures.nullable(),
  claim: Claim.nullable(),
  /** The decision in force. */
  decision: Decision.nullable(),
  /** Whether the caller rated the item themselves, and whether that keeps them from deciding it. */
  youRated: z.boolean(),
  barred: z.boolean(),
  /** Earlier decisions and reopenings, newest first. */
  earlier: z.array(
    z.object({
      kind: z.enum(['decision', 'reopening']),
      person: z.string(),
      note: z.string(),
      at: z.int(),
      /** Whether it was about an edition of the item that was fixed since. */
      outdated: z.boolean(),
    }),
  ),
});
export type Case = z.infer<typeof Case>;

const item = z.object({ itemId: ItemId, task: z.string() });

/**
 * Deciding where raters differ. Who answered what stays hidden until the decision, and so do the item's name, origin and
 * earlier gold, unless the casebook shows those to adjudicators; from curators, too.
 */
export const adjudications = {
  /**
   * Most disputed first: by the number of fields in which raters differ, then by how much they differ in these; where one
   * field is asked for, by that field before. Ties in an order that follows nothing in the items.
   */
  queue: procedure
    .input(
      z.object({ filter: QueueFilter, offset: z.int().nonnegative(), limit: z.int().positive().max(500) }),
    )
    .output(z.object({ total: z.int(), rows: z.array(QueueEntry) })),
  counts: procedure.input(z.object({ task: z.string() })).output(
    z.object({
      states: z.record(RatingState, z.int()),
      /**
       * Unanimous items not accepted yet that nobody sent back and that have what the casebook asks for: as far as raters
       * go. `acceptance` says which of them break no rule.
       */
      acceptable: z.int(),
      /** Items to decide, and those that could be accepted, that the caller may not: they rated them. */
      barred: z.int(),
      acceptableBarred: z.int(),
      fields: z.array(z.object({ field: z.string(), title: z.string(), items: z.int() })),
      causes: z.array(z.object({ cause: DisagreementCause, items: z.int() })),
      /** Of the decided items: those that are another than their earlier gold, and the same. */
      earlierGold: z.object({ differs: z.int(), same: z.int() }),
    }),
  ),
  /** Which of the unanimous items that the caller may accept can be accepted now. */
  acceptance: procedure.input(z.object({ task: z.string() })).output(AcceptancePreview),
  /** The case without claiming it. */
  look: procedure.input(item).output(Case),
  /**
   * Claims the item and opens the decision as the caller's own document, filled in where raters agree, and edited like
   * any other (`annotations`). Throws `conflict` if somebody else is deciding, `forbidden` if the caller has yet to
   * answer as a rater, or rated the item and the casebook does not let raters decide.
   */
  open: procedure.input(item).output(z.object({ case: Case, document: DeskDocument })),
  /** Gives the item back to the queue; the draft stays. */
  release: procedure.input(item).output(z.void()),
  /** Makes the draft the item's gold, with its source; answers with the raters' names. */
  decide: procedure
    .input(
      item.extend({
        revision: z.int(),
        fields: z.record(z.string(), FieldDecision),
        cause: DisagreementCause,
        note: z.string().max(10_000),
      }),
    )
    .output(z.object({ case: Case, next: ItemId.nullable() })),
  /** Takes the decision back: the item is disputed again, the decision stays in its history. */
  reopen: procedure.input(item.extend({ note: z.string().max(10_000) })).output(Case),
  /** Accepts unanimous items that break no rule of the benchmark; left out: all there are. */
  acceptUnanimous: procedure
    .input(z.object({ task: z.string(), items: z.array(ItemId).optional() }))
    .output(BulkResult),
};
