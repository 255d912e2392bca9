import type { DeskDocument, EditResult } from '../../../shared/contract/annotations.ts';
import { applyDiff } from '../../../shared/base/diff.ts';
import type { DocumentRecord } from '../../../shared/domain/document.ts';
import type { DiffQueue } from './pending.ts';

/** How a document is saved, as far as the core has said. */
export type SavedDocument = Pick<
  DeskDocument,
  'records' | 'revision' | 'edition' | 'state' | 'version' | 'asked' | 'canUndo' | 'canRedo'
>;

/** The document once the core has changed it: a draft, and one version on where the last one was submitted. */
export function withChange(saved: SavedDocument, result: EditResult): SavedDocument {
  return {
    ...saved,
    records: applyDiff<DocumentRecord>(saved.records, result.diff),
    revision: result.revision,
    state: 'draft',
    version: saved.state === 'draft' ? saved.version : saved.version + 1,
    canUndo: result.canUndo,
    canRedo: result.canRedo,
  };
}

/**
 * Whether there is a step to undo and one to redo. Unsent steps count as done: keys pressed in quick succession are steps
 * one after the other.
 */
export function stepsAfter(
  { canUndo, canRedo }: Pick<SavedDocument, 'canUndo' | 'canRedo'>,
  queue: readonly Pick<DiffQueue[number], 'kind'>[],
): { readonly canUndo: boolean; readonly canRedo: boolean } {
  let steps = { canUndo, canRedo };
  for (const { kind } of queue) {
    if (kind === 'edit') steps = { canUndo: true, canRedo: false };
    else if (kind === 'redo') steps = { ...steps, canUndo: true };
    else if (kind === 'undo') steps = { ...steps, canRedo: true };
  }
  return steps;
}
