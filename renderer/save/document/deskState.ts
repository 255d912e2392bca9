import type { AskedParts } from '../../../shared/benchmarks/parts.ts';
import type { AnsweredEdition } from '../../../shared/contract/annotations.ts';
import type { ItemRow } from '../../../shared/contract/items.ts';
import type { DocumentRecords } from '../../../shared/domain/document.ts';
import type { AnnotationState } from '../../../shared/domain/status.ts';
import type { Failure } from '../../client/failure.ts';
import type { CommandKind, EditRefusal } from './pending.ts';

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
  readonly refused: EditRefusal | null;
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
