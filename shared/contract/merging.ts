import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ConflictId, ItemId, PackageId, PersonId } from '../base/ids.ts';
import { ConflictKind, ConflictSide } from '../domain/conflictSides.ts';
import { procedure, progressOr } from './base.ts';

export const PackageReport = z.object({
  packageId: PackageId,
  person: z.string(),
  items: z.int(),
  images: z.int(),
  file: z.string(),
  bytes: z.int(),
});
export type PackageReport = z.infer<typeof PackageReport>;

const Counts = z.object({
  people: z.int(),
  items: z.int(),
  images: z.int(),
  assignments: z.int(),
  annotations: z.int(),
  adjudications: z.int(),
  guidelines: z.int(),
  comments: z.int(),
  /** Answers of study sessions and of models. */
  responses: z.int(),
  /** Verdicts, and decisions between them. */
  judgments: z.int(),
});

export const MergeConflict = z.object({
  id: ConflictId,
  kind: ConflictKind,
  itemId: ItemId.nullable(),
  item: z.string().nullable(),
  summary: z.string(),
  /** What each side says, field by field, in words. */
  differences: z.array(z.object({ field: z.string(), ours: z.string(), theirs: z.string() })),
  /** `ours` was here first, `theirs` came in; null: hidden like the differences. */
  sides: z.object({ ours: ConflictSide, theirs: ConflictSide }).nullable(),
  source: z.string(),
  foundAt: z.int(),
});
export type MergeConflict = z.infer<typeof MergeConflict>;

/** What somebody answered differently in two places, as they are told. */
export const OwnConflict = z.object({
  id: ConflictId,
  itemId: ItemId,
  /** What the item is called to them. */
  item: z.string(),
  ours: ConflictSide,
  theirs: ConflictSide,
});
export type OwnConflict = z.infer<typeof OwnConflict>;

export const MergeReport = z.object({
  sources: z.array(
    z.object({
      source: z.string(),
      /** Null: taken. Otherwise why nothing of it was. */
      refused: z.string().nullable(),
      /** It is of a deactivated person and was kept apart: it can be included. */
      late: z.literal(true).optional(),
      person: z.string().nullable(),
      taken: Counts,
      known: Counts,
      conflicts: z.int(),
      /** Drafts and other things left where they are, each with the reason. */
      left: z.array(z.object({ item: z.string(), reason: z.string() })),
      /** In words, the rows that a curator should agree to, of a casebook that nobody knows the owner of. */
      brings: z.array(z.string()).optional(),
    }),
  ),
  conflicts: z.array(MergeConflict),
  applied: z.boolean(),
});
export type MergeReport = z.infer<typeof MergeReport>;

/** Work that goes out to people and comes back. */
export const merging = {
  /** Writes one person's assignments as one file; in a casebook that is a package: their answers, to send back. */
  package: procedure
    .input(z.object({ personId: PersonId, target: z.string().min(1) }))
    .output(eventIterator(progressOr(PackageReport))),
  /** Takes over what other casebooks or packages hold; each source wholly or not at all. */
  merge: procedure
    .input(
      z.object({
        sources: z.array(z.string().min(1)).min(1),
        dryRun: z.boolean().default(false),
        /** Whether what deactivated people sent afterwards counts, too. */
        includeLate: z.boolean().default(false),
        /** Whether somebody saw and accepted the rows of casebooks without a known owner; else those are left out. */
        agreed: z.boolean().default(false),
      }),
    )
    .output(eventIterator(progressOr(MergeReport))),
  conflicts: procedure.output(z.array(MergeConflict)),
  /** The open conflicts between answers of the caller. */
  ownConflicts: procedure.output(z.array(OwnConflict)),
  resolve: procedure
    .input(z.object({ id: ConflictId, choice: z.enum(['ours', 'theirs']) }))
    .output(z.array(MergeConflict)),
};
