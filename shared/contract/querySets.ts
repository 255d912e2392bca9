import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { Seed } from '../domain/randomDraws.ts';
import { procedure, progressOr } from './base.ts';

const QuerySetKind = z.object({
  id: z.string(),
  title: z.string(),
  /** What is asked, in a sentence. */
  description: z.string(),
  /** Asks for boxes: nothing is built about an item that has none. */
  needsBoxes: z.boolean(),
});
export type QuerySetKind = z.infer<typeof QuerySetKind>;

const QuerySetsSetting = z.object({
  kind: z.string().min(1),
  /** How many entities of each domain are asked about. */
  count: z.int().positive().max(1_000_000),
  /** The same one builds the same questions. */
  seed: Seed,
  /** A file of distances between items; null where neighbours follow from the images. */
  distances: z.string().trim().min(1).nullable().default(null),
});
export type QuerySetsSetting = z.input<typeof QuerySetsSetting>;

export const QuerySetsReport = z.object({
  /** Questions that were built. */
  sets: z.int(),
  collages: z.int(),
  /** Questions that are new to the casebook, and those that it had; zero for a folder. */
  added: z.int(),
  unchanged: z.int(),
  /** Whom no question could be built about, and why; null: what all of them are short of. */
  left_out: z.array(z.object({ item: z.string().nullable(), reason: z.string() })),
});
export type QuerySetsReport = z.infer<typeof QuerySetsReport>;

/** Building questions out of originals and variants. All of a kind come whole or not at all; closing a stream cancels. */
export const querySets = {
  kinds: procedure.output(z.array(QuerySetKind)),
  /** Writes them into a folder that can be imported; `force`: over former ones. */
  build: procedure
    .input(QuerySetsSetting.extend({ target: z.string().trim().min(1), force: z.boolean().default(false) }))
    .output(eventIterator(progressOr(QuerySetsReport))),
  /** Adds them to the casebook as items. */
  add: procedure.input(QuerySetsSetting).output(eventIterator(progressOr(QuerySetsReport))),
};
