import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ConsensusFigures } from '../domain/consensus.ts';
import { EditionId, EventId, ImageId, ItemId, PersonId } from '../base/ids.ts';
import { JsonObject } from '../base/json.ts';
import { Seed } from '../domain/randomDraws.ts';
import { ImageRecord } from '../domain/document.ts';
import {
  AssignmentState,
  GoldSource,
  ItemStatus,
  QueueState,
  RatingState,
  StageOutcome,
  ValidationDecision,
  ValidationStage,
} from '../domain/status.ts';
import { procedure, progressOr } from './base.ts';

/** Which items: every part given must hold. Several values of one part: any of them. */
export const ItemFilter = z.object({
  /** Full text over all texts of the item; every word must occur, the last may be incomplete. */
  text: z.string().optional(),
  status: z.array(ItemStatus).optional(),
  /** Class labels; null stands for items without one. */
  label: z.array(z.string().nullable()).optional(),
  /** Splits; null stands for items in none. */
  split: z.array(z.string().nullable()).optional(),
  facets: z.record(z.string(), z.array(z.string())).optional(),
  tags: z.array(z.string()).optional(),
  images: z.enum(['present', 'missing']).optional(),
  /** Items with boxes, or without any, in their latest annotation. */
  boxes: z.enum(['some', 'none']).optional(),
  /** Items on which someone has unsubmitted work. */
  unsubmitted: z.boolean().optional(),
  /** Items with comments that wait for an answer, or with any. */
  comments: z.enum(['open', 'any']).optional(),
  /** Items assigned to one of these people. */
  assignees: z.array(PersonId).optional(),
  /** Items whose latest assignment to the caller is in one of these states. */
  assignment: z.array(AssignmentState).optional(),
  /** Items whose raters stand to each other in one of these ways. */
  ratings: z.array(RatingState).optional(),
  /** Items with this validation status, where the benchmark validates generated items. */
  validation: z
    .object({
      /** At one gate; of the items that failed none before it, as the funnel counts them. */
      at: z.object({ stage: ValidationStage, outcome: z.array(StageOutcome) }).optional(),
      /** Decided so, as they are now. */
      decision: z.array(ValidationDecision).optional(),
      reason: z.array(z.string()).optional(),
      /** In one of these states of the validation queue, as its numbers count them. */
      state: z.array(QueueState).optional(),
      /** The states `unassigned` (`nobody`) and `outstanding`, as saved views name them. */
      asked: z.enum(['nobody', 'outstanding']).optional(),
      /** The states `short` (true) and `ready` (false), as saved views name them. */
      short: z.boolean().optional(),
    })
    .optional(),
  /** Exactly these items: what a finding or an import summary points at. */
  ids: z.array(ItemId).optional(),
  /** These items as well, whatever became of them since: a queue keeps what somebody has worked on. */
  kept: z.array(ItemId).optional(),
});
export type ItemFilter = z.infer<typeof ItemFilter>;

export const ItemSort = z.object({
  /** `assignment`: the order of the caller's assignments. */
  by: z.enum(['imported', 'externalId', 'label', 'status', 'updated', 'title', 'assignment']),
  descending: z.boolean(),
});
export type ItemSort = z.infer<typeof ItemSort>;

/** An item as lists show it. */
export const ItemRow = z.object({
  id: ItemId,
  externalId: z.string(),
  title: z.string(),
  label: z.string().nullable(),
  /** `train`, `test` and so on; null: none, and on a blind row. */
  split: z.string().nullable(),
  status: ItemStatus,
  goldSource: GoldSource.nullable(),
  /** Of boxes that several raters have in common; null where the boxes in force are somebody's. */
  consensus: ConsensusFigures.nullable(),
  /**
   * The fields in which raters differ and nobody has decided: what is exported of them is what was in force before. Empty
   * on a blind row.
   */
  disputed: z.array(z.string()),
  /** How many raters of the main task have answered in the round that `ratings` is about; 0 on a blind row. */
  raters: z.int().nonnegative(),
  tags: z.array(z.string()),
  facets: z.record(z.string(), z.string()),
  /** The first image, null where missing. */
  imageId: ImageId.nullable(),
  images: z.int(),
  missingImages: z.int(),
  boxes: z.int(),
  /** Whether somebody (on a blind row: the caller) has unsubmitted work on it. */
  unsubmitted: z.boolean(),
  /** How many threads of comments are open; 0 on a blind row. */
  openComments: z.int().nonnegative(),
  /** Handles of the people it is assigned to; on a blind row only the caller's own. */
  assignees: z.array(z.string()),
  /** The caller's own latest assignment. */
  assignment: z
    .object({ task: z.string(), round: z.int(), position: z.int(), state: AssignmentState })
    .nullable(),
  /** How the raters of the main task stand to each other, null where nobody rated it. */
  ratings: RatingState.nullable(),
  /**
   * The caller may not see yet what others made of it: name, title, label, status, tags and facets are neutral,
   * whatever the item really has.
   */
  blind: z.boolean(),
  updatedAt: z.int(),
});
export type ItemRow = z.infer<typeof ItemRow>;

/** Which items a bulk action is for: the ones named, or all that a filter finds. */
export const ItemSelection = z.union([z.object({ ids: z.array(ItemId) }), z.object({ filter: ItemFilter })]);
export type ItemSelection = z.infer<typeof ItemSelection>;

const FacetCount = z.object({ value: z.string().nullable(), count: z.int() });

/** What the filter panel offers, with counts under the filter given. */
export const FacetCounts = z.object({
  status: z.array(FacetCount),
  label: z.array(FacetCount),
  split: z.array(FacetCount),
  tags: z.array(FacetCount),
  facets: z.record(z.string(), z.array(FacetCount)),
  missingImages: z.int(),
  unsubmitted: z.int(),
  openComments: z.int(),
  total: z.int(),
});
export type FacetCounts = z.infer<typeof FacetCounts>;

export const ItemDetail = z.object({
  row: ItemRow,
  /** Of items that are validated without what machines said, for reviewers and adjudicators who have yet to answer. */
  payload: JsonObject,
  /** The edition that the payload is of; null: as it came. */
  edition: EditionId.nullable(),
  revision: z.int(),
  images: z.array(ImageRecord),
  /**
   * What machines said of the item, where the benchmark has that: for anybody who has submitted an answer to it as it is now,
   * and has no other outstanding.
   */
  machines: JsonObject.optional(),
});
export type ItemDetail = z.infer<typeof ItemDetail>;

/** A saved combination of filter and sort. */
export const SavedView = z.object({ name: z.string().min(1), filter: ItemFilter, sort: ItemSort });
export type SavedView = z.infer<typeof SavedView>;

export const BulkResult = z.object({
  changed: z.int(),
  refused: z.array(z.object({ item: z.string(), reason: z.string() })),
});
export type BulkResult = z.infer<typeof BulkResult>;

/** Of some items: which can be accepted, which only lack the sign-off of their images, and why others cannot be. */
export const AcceptancePreview = z.object({
  acceptable: z.array(ItemId),
  unsigned: z.array(ItemId),
  broken: z.array(z.object({ item: z.string(), reason: z.string() })),
});
export type AcceptancePreview = z.infer<typeof AcceptancePreview>;

const goes = z.int().nonnegative();
/** What would be deleted with items. */
export const DeletionPreview = z.object({
  items: goes,
  assignments: goes,
  answers: goes,
  drafts: goes,
  boxes: goes,
  decisions: goes,
  comments: goes,
  responses: goes,
  verdicts: goes,
  editions: goes,
  /** Items that a study asks about: they cannot be deleted. */
  inStudies: z.array(z.string()),
  /** The casebook is connected to a team hub, whose other casebooks would keep them. */
  isShared: z.boolean(),
});
export type DeletionPreview = z.infer<typeof DeletionPreview>;

/** What a split is called. */
export const SplitName = z.string().trim().min(1).max(64);

/** Dividing items into splits. */
export const DivideRequest = z.object({
  items: ItemSelection,
  /** Parts of the whole, whatever they add up to. */
  shares: z.record(SplitName, z.number().positive()).refine((shares) => Object.keys(shares).length > 0),
  seed: Seed.default(1),
  /** A facet, or `label`, in each of whose values the shares are met. */
  stratify: z.string().nullable().default(null),
});
export type DivideRequest = z.input<typeof DivideRequest>;

/** The units of the benchmark. */
export const items = {
  list: procedure
    .input(
      z.object({
        filter: ItemFilter,
        sort: ItemSort,
        offset: z.int().nonnegative(),
        limit: z.int().positive().max(1000),
      }),
    )
    .output(z.object({ total: z.int(), rows: z.array(ItemRow) })),
  counts: procedure.input(z.object({ filter: ItemFilter })).output(FacetCounts),
  get: procedure.input(z.object({ id: ItemId })).output(ItemDetail),
  /** The items before and after one in a filtered, sorted list, and its place in it. */
  neighbours: procedure
    .input(z.object({ id: ItemId, filter: ItemFilter, sort: ItemSort, around: z.int().positive().max(200) }))
    .output(
      z.object({ position: z.int().nullable(), total: z.int(), rows: z.array(ItemRow), first: z.int() }),
    ),
  /** Acceptance is refused for items that break a rule of the benchmark; they are named. */
  setStatus: procedure.input(z.object({ items: ItemSelection, status: ItemStatus })).output(BulkResult),
  /** The same for many, with progress and without keeping others waiting: rules are checked, then items written, part by part. */
  setStatusOfMany: procedure
    .input(z.object({ items: ItemSelection, status: ItemStatus }))
    .output(eventIterator(progressOr(BulkResult))),
  /** Which of the items that a filter finds can be accepted now. */
  acceptance: procedure.input(z.object({ filter: ItemFilter })).output(AcceptancePreview),
  tag: procedure
    .input(z.object({ items: ItemSelection, add: z.array(z.string().min(1)), remove: z.array(z.string()) }))
    .output(BulkResult),
  /** What would go with these items. */
  previewDeletion: procedure.input(z.object({ items: ItemSelection })).output(DeletionPreview),
  /** Deletes items with everything that is about them; `event` is the entry of the log that brings them back. */
  delete: procedure
    .input(z.object({ items: ItemSelection }))
    .output(z.object({ deleted: z.int(), event: EventId })),

  /** Puts items into a split, or into none. Refused is what shares an image or an entity with items in another. */
  setSplit: procedure
    .input(z.object({ items: ItemSelection, split: SplitName.nullable() }))
    .output(BulkResult),
  /** Divides items into splits by shares; the same seed gives the same splits, no image and no entity is in two. */
  divide: procedure.input(DivideRequest).output(BulkResult),
  views: procedure.output(z.array(SavedView)),
  saveViews: procedure.input(z.array(SavedView)).output(z.array(SavedView)),
};
