import { CasebookError } from '../../../shared/base/errors.ts';
import type { ImageId, ItemId } from '../../../shared/base/ids.ts';
import type { Casebook } from '../derived/casebook.ts';
import type { ConflictStore } from '../records/sharing/conflicts.ts';
import type { CasebookDatabase } from '../db/database.ts';
import type { ImageFolders } from '../files/imagePaths.ts';
import type { PackageOrigin } from './packageFormat.ts';
import type { LeftCounts, MergeTally } from './tally.ts';

/** Another casebook or a package, checked and open for reading; what it lies in is never written to. */
export interface Source {
  /** As a person named it. */
  readonly name: string;
  readonly database: CasebookDatabase;
  /** Where its image files are. */
  readonly folders: ImageFolders;
  /** Null: a whole casebook. */
  readonly origin: PackageOrigin | null;
  /** What of a device's casebook is not merged, because its person may not write it; left out for every other source. */
  readonly heldBack?: LeftCounts;
  /** In words, its rows that a curator has to agree to, if nobody knows whose casebook it is. */
  readonly brings?: readonly string[];
  /** What an exchange with a hub does beside merging, within its transaction; left out for casebooks and packages. */
  readonly exchange?: Exchange;
  close(): Promise<void>;
}

/** What an exchange with a hub does before and after the merge of what came in, in the caller's transaction. */
export interface Exchange {
  begin(context: MergeContext): void;
  /** Whether an item reads as this casebook had sent or received it before: what changed here since is no conflict. */
  isKnown(itemId: ItemId): boolean;
  /** What became of a deletion that was not followed here, in words. */
  leave(itemId: ItemId, reason: string): void;
  end(context: MergeContext): void;
}

/** How another casebook's rows are called here, and which of its items stay out. */
export interface Correspondence {
  readonly imageId: (id: ImageId) => ImageId;
  /** Items whose name is taken here by another: nothing of them is taken. */
  readonly leftOut: ReadonlySet<string>;
}

/** What taking over needs to know of the casebook that takes. */
export interface MergeContext {
  readonly into: Casebook;
  readonly source: Source;
  readonly conflicts: ConflictStore;
  readonly tally: MergeTally;
  /** The name that the report gives an item. */
  readonly nameOf: (itemId: ItemId) => string;
}

/** Counts a conflict that was noted. */
export function countConflict(tally: MergeTally, noted: 'new' | 'open' | 'resolved'): void {
  if (noted !== 'resolved') tally.conflicts += 1;
  if (noted === 'new') tally.newConflicts += 1;
}

/** Ends a merge: the source says what cannot be so. */
export function refuseMerge(what: string): never {
  throw new CasebookError('invalid_input', what, 'None of it was merged.');
}
