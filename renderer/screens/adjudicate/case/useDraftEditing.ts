import { useMemo } from 'react';
import { isEmptyDiff, makeDiff } from '../../../../shared/base/diff.ts';
import type { DocumentRecord, DocumentRecords } from '../../../../shared/domain/document.ts';
import { createEditing, type DeskEditor, type EditedDocument } from '../../../ui/form/deskEditor.ts';
import type { DeskSession } from '../../../save/document/session.ts';
import type { DeskViewStore } from '../../../ui/form/view.ts';
import { namesIn, type Steps, withStep } from '../decision/steps.ts';

/** Changes the draft in one step, which is about what it changes and about parts named besides. */
export type ChangeDraft = (
  to: (records: DocumentRecords) => DocumentRecords,
  about?: readonly string[],
) => void;

/** The ways in which a draft of a decision is changed; each takes note of what was done. */
export function useDraftEditing(
  session: DeskSession,
  view: DeskViewStore,
  note: (to: (steps: Steps) => Steps) => void,
): { readonly editing: DeskEditor; readonly change: ChangeDraft } {
  return useMemo(() => {
    const { store, marks } = session;
    const noting: EditedDocument = {
      marks,
      store: {
        getState: store.getState,
        edit(diff, how) {
          if (isEmptyDiff(diff)) return;
          store.edit(diff, how);
          note((steps) => withStep(steps, { names: [...namesIn(diff)], changed: true, mark: how.mark }));
        },
      },
    };
    const quiet = createEditing(session, view, false);
    return {
      editing: createEditing(noting, view, false),
      change(to, about = []) {
        const { records } = store.getState();
        const diff = makeDiff<DocumentRecord>(records, to(records));
        const names = [...new Set([...about, ...namesIn(diff)])];
        if (names.length === 0) return;
        quiet.apply(diff);
        note((steps) => withStep(steps, { names, changed: !isEmptyDiff(diff), mark: null }));
      },
    };
  }, [session, view, note]);
}
