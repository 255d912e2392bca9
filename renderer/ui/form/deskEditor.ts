import { newId } from '../../client/newId.ts';
import type { Proposals } from '../../../shared/benchmarks/proposals.ts';
import { makeDiff } from '../../../shared/base/diff.ts';
import {
  answerOf,
  type DocumentDiff,
  type DocumentRecord,
  type DocumentRecords,
  fieldRecords,
  regionsOf,
  toRecords,
} from '../../../shared/domain/document.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { DeskStore } from '../../save/document/deskStore.ts';
import type { TypingMarks } from '../../save/document/marks.ts';
import { gate } from '../commands/theGate.ts';
import { fieldsDiff } from './fieldsDiff.ts';
import type { DeskViewStore } from './view.ts';

/** A keystroke: which text it changed, and how. */
export interface Keystroke {
  /** Tells texts of one document apart: the field's path. */
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

/** How forms change the document. Every call is one edit; the read-only Desk ignores them. */
export interface DeskEditor {
  /** Gives fields of the answer other values; with a keystroke, as part of the word being typed. */
  setFields(values: JsonObject, keystroke?: Keystroke): void;
  /**
   * Changes any records in one step; with a keystroke, as part of the word being typed. Changes of one `mark`
   * that follow each other are undone together.
   */
  change(to: (records: DocumentRecords) => DocumentRecords, keystroke?: Keystroke, mark?: string): void;
  /** Applies a change made elsewhere. */
  apply(diff: DocumentDiff): void;
}

/** What forms edit: a document, and which keystrokes are one step. */
export interface EditedDocument {
  readonly store: Pick<DeskStore, 'getState' | 'edit'>;
  readonly marks: TypingMarks;
}

/**
 * The way from forms and canvas into the store.
 * @param proposals takes note of proposed boxes that go; left out where that is no part of the answer
 */
export function createEditing(
  { store, marks }: EditedDocument,
  view: DeskViewStore,
  readOnly: boolean,
  proposals?: Proposals,
): DeskEditor {
  const touch = (diff: DocumentDiff): void => {
    const names = [diff.added, diff.updated, diff.removed]
      .flatMap((part) => Object.keys(part))
      .map((id) => (id.startsWith('field:') ? id.slice('field:'.length) : 'regions'));
    const { touched } = view.getState();
    if (names.some((name) => !touched.has(name))) view.setState({ touched: new Set([...touched, ...names]) });
  };

  /** What is typed or chosen as the item goes or comes is not meant for it: fields go back to what they were. */
  const mayAnswer = (): boolean => {
    if (gate.isOpen()) return true;
    gate.tellDropped();
    return false;
  };

  const apply = (diff: DocumentDiff, keystroke?: Keystroke, mark?: string): void => {
    if (readOnly) return;
    touch(diff);
    if (keystroke !== undefined) {
      const { place, before, after } = keystroke;
      store.edit(diff, { mark: marks.next(place, before, after), typed: true });
    } else {
      marks.end();
      store.edit(diff, { mark: mark ?? newId(), typed: false });
    }
  };

  return {
    setFields(values, keystroke) {
      if (!mayAnswer()) return;
      apply(fieldsDiff(store.getState().records, values), keystroke);
    },
    change(to, keystroke, mark) {
      if (keystroke !== undefined && !mayAnswer()) return;
      const { records } = store.getState();
      const after = withTraces(records, to(records), proposals);
      apply(makeDiff<DocumentRecord>(records, after), keystroke, mark);
    },
    apply(diff) {
      apply(diff);
    },
  };
}

/** The records with what the answer keeps of proposed boxes that are gone: one step, and undone as one. */
function withTraces(
  before: DocumentRecords,
  after: DocumentRecords,
  proposals: Proposals | undefined,
): DocumentRecords {
  if (proposals === undefined || after === before) return after;
  const fields = proposals.afterBoxes(answerOf(after), regionsOf(before), regionsOf(after));
  return { ...after, ...toRecords(fieldRecords(fields)) };
}
