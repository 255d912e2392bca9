import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { AskedParts } from '../benchmarks/parts.ts';
import { ConsensusFigures } from '../domain/consensus.ts';
import { DocumentDiff, DocumentRecord } from '../domain/document.ts';
import { AnnotationId, EditionId, ItemId, PersonId } from '../base/ids.ts';
import { AnnotationState } from '../domain/status.ts';
import { Round } from '../base/numbers.ts';
import { procedure, progressOr } from './base.ts';
import { ImageDetail } from './images.ts';
import { BulkResult, ItemRow, ItemSelection } from './items.ts';

/** Which edition of an item's texts an answer is about, as far as its author may know. */
export const AnsweredEdition = z.object({
  /** Null: the item as it came. */
  id: EditionId.nullable(),
  /** Who fixed its texts last; null: nobody, or the caller has yet to answer. */
  fixedBy: z.string().nullable(),
  /** Whether they made this edition themselves. */
  isOwn: z.boolean(),
  /** Whether they fixed a text of it themselves, in this edition or one before. */
  isFixer: z.boolean(),
});
export type AnsweredEdition = z.infer<typeof AnsweredEdition>;

/** What the Desk edits: one person's answer to one task on one item, with boxes and images. */
export const DeskDocument = z.object({
  itemId: ItemId,
  task: z.string(),
  /** The round that the answer belongs to. */
  round: Round,
  /**
   * Begun blank and without sight of others' work: counts as a rating. Where others were given the item, or have begun it,
   * its images cannot be replaced then.
   */
  independent: z.boolean(),
  /** The parts of the answer that are asked for; null: everything. The others are given, or left out. */
  asked: AskedParts,
  item: ItemRow,
  edition: AnsweredEdition,
  /** The item's payload decides what the form starts from; the records are the truth from then on. */
  records: z.record(z.string(), DocumentRecord),
  /** Grows with every edit; an edit names the one it builds on. */
  revision: z.int(),
  state: AnnotationState.nullable(),
  version: z.int(),
  canUndo: z.boolean(),
  canRedo: z.boolean(),
  /** Details of every image that the records or their history refer to. */
  images: z.array(ImageDetail),
});
export type DeskDocument = z.infer<typeof DeskDocument>;

/** What an edit, undo or redo answers: the change as it was made and where the document stands now. */
export const EditResult = z.object({
  revision: z.int(),
  diff: DocumentDiff,
  canUndo: z.boolean(),
  canRedo: z.boolean(),
});
export type EditResult = z.infer<typeof EditResult>;

export const AnnotationVersion = z.object({
  id: AnnotationId,
  personId: PersonId,
  person: z.string(),
  version: z.int(),
  state: AnnotationState,
  updatedAt: z.int(),
  submittedAt: z.int().nullable(),
  activeMilliseconds: z.int(),
  isGold: z.boolean(),
  /** Of gold whose boxes are not this version's own, but what several raters have in common. */
  consensus: ConsensusFigures.nullable(),
  /** The number of the edition of the item that it is about. */
  edition: z.int().positive(),
  /** Whether the item was fixed since: it counts for nothing any more. */
  outdated: z.boolean(),
  /** Whether its author fixed a text of that edition themself. */
  byFixer: z.boolean(),
});
export type AnnotationVersion = z.infer<typeof AnnotationVersion>;

/** `round` left out: the caller's latest assigned one. A document once open is named with its round. */
const document = z.object({ itemId: ItemId, task: z.string(), round: Round.optional() });

const step = document.extend({
  revision: z.int(),
  /**
   * False: refused with `unconfirmed` where the step puts another image in the place of one that is signed off or accepted,
   * which takes that back.
   */
  confirmed: z.boolean().default(true),
});

/** Answers at the Desk. The person is the current user, never an argument. */
/** Who vouches for images that the person who signs them off has not looked at. */
const VouchedBy = z.string().trim().min(1).max(200);

export const annotations = {
  open: procedure.input(document).output(DeskDocument),
  /** Applies a change; refused with `conflict` where it builds on another revision. */
  edit: procedure
    .input(
      document.extend({
        revision: z.int(),
        diff: DocumentDiff,
        /** Edits with one mark are undone together: the keystrokes of a word, the parts of a gesture. */
        mark: z.string().min(1),
        activeMilliseconds: z.int().nonnegative(),
      }),
    )
    .output(EditResult),
  undo: procedure.input(step).output(EditResult),
  redo: procedure.input(step).output(EditResult),
  /**
   * Makes the draft a version that never changes again; gold follows from it where raters and casebook allow. `conflict`
   * where the item would get another image to choose from while an open study asks about it.
   */
  submit: procedure.input(document.extend({ revision: z.int() })).output(DeskDocument),
  versions: procedure.input(document).output(z.array(AnnotationVersion)),
  /** A version's records as they were. */
  version: procedure
    .input(z.object({ id: AnnotationId }))
    .output(z.object({ records: z.record(z.string(), DocumentRecord) })),
  /** Brings an older version's answer and boxes back as an edit of the draft, which can be undone. */
  restore: procedure.input(document.extend({ revision: z.int(), id: AnnotationId })).output(EditResult),
  /** Notes why an item was passed over. */
  skip: procedure.input(document.extend({ reason: z.string() })).output(z.void()),
  /**
   * Signs the images of many items off, for a curator who has looked at them or names who vouches for them, such as the
   * publisher of a data set; what cannot be is refused by name.
   */
  signOffMany: procedure
    .input(z.object({ items: ItemSelection, vouchedBy: VouchedBy.optional() }))
    .output(eventIterator(progressOr(BulkResult))),
};
