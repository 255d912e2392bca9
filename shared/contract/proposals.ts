import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Resamples, Seed } from '../domain/randomDraws.ts';
import { ItemId } from '../base/ids.ts';
import { procedure, progressOr } from './base.ts';
import { ItemFilter } from './items.ts';

const MeanOverlap = z.object({
  /** Mean intersection over union in [0, 1]; null where there are no boxes. */
  value: z.number().nullable(),
  /** 95 % BCa interval from a bootstrap over verified items. */
  interval: z.tuple([z.number(), z.number()]).nullable(),
});

/** How verified boxes stand to where they were proposed; null: all labels, or all detectors. */
const VerificationRow = z.object({
  label: z.string().nullable(),
  by: z.string().nullable(),
  items: z.int(),
  boxes: z.int(),
  untouched: z.int(),
  moved: z.int(),
  rejected: z.int(),
  kept: MeanOverlap,
  withRejected: MeanOverlap,
});
export type VerificationRow = z.infer<typeof VerificationRow>;

export const ProposalsReport = z.object({
  /** Items with proposed boxes, in drafts as well. */
  proposed: z.int(),
  /** Those of them whose proposals somebody has verified: the sample. */
  verified: z.int(),
  labels: z.array(z.string()),
  /** What labels are called, by themselves where nothing else is known of them. */
  names: z.record(z.string(), z.string()),
  detectors: z.array(z.string()),
  /** For all detectors and, where there are several, each: all labels first, then one row a label. */
  rows: z.array(VerificationRow),
  /** Answers that agreement compares (the latest round, items with two or more), and how many of them began from proposals. */
  compared: z.object({ round: z.int(), answers: z.int(), begun: z.int() }),
  resamples: z.int(),
  seed: z.int(),
});
export type ProposalsReport = z.infer<typeof ProposalsReport>;

/** The items behind a figure. */
export const ProposalsCell = z.discriminatedUnion('kind', [
  /** Items with proposals: all, or those verified or not. */
  z.object({ kind: z.literal('items'), verified: z.boolean().nullable() }),
  /** Verified items with such a box. */
  z.object({
    kind: z.literal('boxes'),
    label: z.string().nullable(),
    by: z.string().nullable(),
    fate: z.enum(['untouched', 'moved', 'rejected']).nullable(),
  }),
]);
export type ProposalsCell = z.infer<typeof ProposalsCell>;

const ProposalsQuestion = z.object({ filter: ItemFilter.default({}) });

export const ProposalsRequest = ProposalsQuestion.extend({
  /** Resamples of the items; 0: no intervals. */
  bootstrap: Resamples.default(1000),
  seed: Seed.default(1),
});
export type ProposalsRequest = z.input<typeof ProposalsRequest>;

/** How far people who verify boxes leave them where detectors proposed them. For curators. */
export const proposals = {
  /**
   * Computed beside the main thread; closing the stream cancels. Without the items that the caller has yet to answer.
   * Throws `invalid_input` where the benchmark has no proposals.
   */
  report: procedure.input(ProposalsRequest).output(eventIterator(progressOr(ProposalsReport))),
  /** The items behind a figure, those with the least overlap first, at most `limit` of them. */
  items: procedure
    .input(ProposalsQuestion.extend({ cell: ProposalsCell, limit: z.int().positive().max(5000) }))
    .output(z.object({ total: z.int(), ids: z.array(ItemId) })),
};
