import type { DeskDocument } from '../../../shared/contract/annotations.ts';
import { isEmptyDiff, squashDiffs } from '../../../shared/base/diff.ts';
import type { EditionId } from '../../../shared/base/ids.ts';
import type { DocumentDiff, DocumentRecord } from '../../../shared/domain/document.ts';
import type { PendingEdit, Rebased, Refusal } from './pending.ts';
import { aboutEarlierText, rebase, splitFitting, withoutArrived } from './pending.ts';

/** What a page that went away had no answer to: its edits may be on disk, on their way, or lost. */
export interface LeftBehind {
  /** The edition of the item's texts that the edits are about; null: as it came. */
  readonly edition: EditionId | null;
  /** Where the document stood as far as the core had said: the edits build on this revision. */
  readonly revision: number;
  /** The highest revision that the page's calls without an answer can have made, or may still make. */
  readonly reach: number;
  /** In order; what was under way comes first. */
  readonly edits: readonly Pick<PendingEdit, 'diff' | 'mark' | 'activeMilliseconds'>[];
}

export interface Resumed extends Rebased {
  /** What gave way to edits made elsewhere since. */
  readonly refused: Refusal | null;
}

/** Several changes as the one that does what all of them do, one after the other. */
export function squashAll(diffs: readonly DocumentDiff[]): DocumentDiff {
  return diffs.reduce((first, second) => squashDiffs<DocumentRecord>(first, second), {
    added: {},
    updated: {},
    removed: {},
  });
}

/** What is still to be sent of what an earlier page left behind, over the document as it is found. */
export function resume(document: DeskDocument, left: LeftBehind | null, at: number): Resumed {
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
