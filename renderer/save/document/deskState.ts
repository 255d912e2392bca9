import type { StoreApi } from 'zustand/vanilla';
import type { AskedParts } from '../../../shared/benchmarks/parts.ts';
import type { AnsweredEdition } from '../../../shared/contract/annotations.ts';
import type { ItemRow } from '../../../shared/contract/items.ts';
import type { DocumentDiff, DocumentRecords } from '../../../shared/domain/document.ts';
import type { AnnotationId } from '../../../shared/base/ids.ts';
import type { AnnotationState } from '../../../shared/domain/status.ts';
import type { Failure } from '../../client/failure.ts';
import type { LeftBehind } from './leftBehind.ts';
import type { CommandKind, Refusal } from './pending.ts';

/** What the Desk shows of a document, and what became of the person's edits. */
export interface DeskState {
  /** With every edit, saved or not. */
  readonly records: DocumentRecords;
  readonly item: ItemRow;
  /** The edition of the item's texts that is shown and answered. */
  readonly edition: AnsweredEdition;
  /** Whether somebody fixed the texts while the document was open. */
  readonly textChanged: boolean;
  /** The annotation's state and version as saved. */
  readonly state: AnnotationState | null;
  readonly version: number;
  /** The parts of the answer that are asked for; null: everything. */
  readonly asked: AskedParts;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Edits that are not acknowledged yet. */
  readonly pending: number;
  /** Why what waits could not be saved; it is tried again. */
  readonly failure: Failure | null;
  /** What the core would not take: it was brought back to how it is saved. */
  readonly refused: Refusal | null;
  /** The command under way. */
  readonly running: CommandKind | null;
}

/** Thrown by a command that was not carried out because edits before it are not saved. */
export class UnsavedEdits extends Error {
  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'UnsavedEdits';
  }
}

export interface DeskStore extends Pick<StoreApi<DeskState>, 'getState' | 'getInitialState' | 'subscribe'> {
  /** Applies a change at once and saves it: typed ones after a short pause, others without delay. */
  edit(diff: DocumentDiff, how: { readonly mark: string; readonly typed: boolean }): void;
  /**
   * Takes the last step back, after saving what is not saved; gives the change it made. Not `confirmed`: refused where it
   * puts another image in the place of one that is signed off or accepted.
   */
  undo(confirmed?: boolean): Promise<DocumentDiff>;
  redo(confirmed?: boolean): Promise<DocumentDiff>;
  submit(): Promise<void>;
  restore(version: AnnotationId): Promise<DocumentDiff>;
  /** Saves now; true once everything is on disk, false where it cannot be saved at present. */
  flush(): Promise<boolean>;
  /**
   * Sends everything in one go without waiting for answers: the page is about to go away. Gives what has no answer
   * by then, null if nothing: whether any of it arrives, and in which order, is not known.
   */
  leave(): LeftBehind | null;
  /** Tries again at once what could not be saved. */
  retry(): void;
  dismissRefusal(): void;
  /** Asks anew how the document is saved, once what is under way is done: somebody fixed its texts. */
  refresh(): void;
  /** The person has read that the texts changed. */
  dismissTextChange(): void;
  /** Shows what others changed of the item itself (its status, its tags). */
  setItem(item: ItemRow): void;
  /** Stops all timers. Edits still pending are not sent any more. */
  dispose(): void;
}
