import type { DeskDocument } from '../../../shared/contract/annotations.ts';
import { isEmptyDiff, squashDiffs } from '../../../shared/base/diff.ts';
import type { EditionId } from '../../../shared/base/ids.ts';
import type { DocumentDiff, DocumentRecord } from '../../../shared/domain/document.ts';
import {
  aboutEarlierText,
  type EditRefusal,
  type PendingCommand,
  type PendingEdit,
  rebase,
  type RebaseResult,
  splitFitting,
  withoutArrived,
} from './pending.ts';
import type { SentEdit } from './transport.ts';

/** What a page that went away had no answer to: its edits may be on disk, under way, or lost. */
export interface LeftEdits {
  /** The edition of the item's texts that the edits are about; null: as it came. */
  readonly edition: EditionId | null;
  /** Where the document stood as far as the core had said: the edits build on this revision. */
  readonly revision: number;
  /** The highest revision that the page's calls without an answer can have made, or may still make. */
  readonly reach: number;
  /** In order; what was under way comes first. */
  readonly edits: readonly Pick<PendingEdit, 'diff' | 'mark' | 'activeMilliseconds'>[];
}

export interface ResumedDocument extends RebaseResult {
  /** What gave way to edits made elsewhere since. */
  readonly refused: EditRefusal | null;
}

/** What a page does as it goes away. */
export interface Departure {
  readonly left: LeftEdits;
  /** What is sent in one go without waiting for an answer; null: nothing is left to send. */
  readonly last: SentEdit | null;
}

/**
 * What a page that goes away sends at the last moment, and what it leaves for the next one; null: everything is saved.
 * `underWay`: the core has been sent it and has not answered. `reach`: see {@link LeftEdits}.
 */
export function departure(
  { edition, revision: saved }: Pick<DeskDocument, 'edition' | 'revision'>,
  edits: readonly PendingEdit[],
  underWay: PendingEdit | PendingCommand | null,
  reach: number,
): Departure | null {
  const unsent = edits.filter((edit) => edit !== underWay);
  // What is under way will mostly have been taken by then. (A submission makes a version, not a revision.)
  const revision = saved + (underWay === null || underWay.kind === 'submit' ? 0 : 1);
  const diff = squashAll(unsent.map((edit) => edit.diff));
  const [first] = unsent;
  const last =
    first === undefined || isEmptyDiff(diff)
      ? null
      : { revision, diff, mark: first.mark, activeMilliseconds: sumOf(unsent) };
  const highest = Math.max(reach, last === null ? revision : revision + 1);
  if (edits.length === 0 && highest <= saved) return null;
  return { left: { edition: edition.id, revision: saved, reach: highest, edits }, last };
}

const sumOf = (edits: readonly PendingEdit[]): number =>
  edits.reduce((sum, edit) => sum + edit.activeMilliseconds, 0);

/** Several changes as the one that does what all of them do, one after the other. */
function squashAll(diffs: readonly DocumentDiff[]): DocumentDiff {
  return diffs.reduce((first, second) => squashDiffs<DocumentRecord>(first, second), {
    added: {},
    updated: {},
    removed: {},
  });
}

/** What is still to be sent of what an earlier page left behind, over the document as it is found. */
export function resume(document: DeskDocument, left: LeftEdits | null, at: number): ResumedDocument {
  const { records, revision } = document;
  if (left === null) return { records, queue: [], refused: null };
  const all = left.edits.map((edit): PendingEdit => ({
    ...edit,
    kind: 'edit',
    typed: false,
    since: at,
    until: at,
  }));
  // What somebody said of a text is not said of the one that replaced it.
  if (document.edition.id !== left.edition) return { records, queue: [], refused: aboutEarlierText(all) };
  const edits = revision === left.revision ? all : withoutArrived(records, all);
  // Nobody else has been here, as far as can be told: what the person did last wins, as with any lost answer.
  if (revision <= left.reach) return { ...rebase(records, edits), refused: null };
  // Somebody went on in another window, and later than this page, which was gone by then: an hour of work there
  // must not be written over in silence by a word from here. What still fits is saved; what does not is shown,
  // so that its words can be copied.
  const { lost, ...kept } = splitFitting(records, edits);
  const diff = squashAll(lost.map((edit) => edit.diff));
  if (isEmptyDiff(diff)) return { ...kept, refused: null };
  const failure = {
    message: 'Another window changed this answer.',
    hint: 'Your last edits before the reload no longer fit, so they were not saved.',
    code: 'conflict',
  } as const;
  return { ...kept, refused: { failure, lost: [diff] } };
}
