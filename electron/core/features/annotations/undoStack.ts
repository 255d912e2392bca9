import { DocumentDiff } from '../../../../shared/domain/document.ts';
import { squashDiffs } from '../../../../shared/base/diff.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { DocumentKey } from '../../records/answers/annotationTable.ts';

/** An event of a document, as far as undo is concerned. */
export interface UndoEvent {
  readonly sequence: number;
  readonly kind: string;
  readonly mark: string | null;
}

/** Edits that are undone together: the events' numbers, in order. */
export type UndoGroup = readonly number[];

export interface UndoStacks {
  readonly undo: readonly UndoGroup[];
  readonly redo: readonly UndoGroup[];
}

/**
 * What can be undone and redone, read from a document's log, so that it survives a restart. Consecutive edits with one
 * mark form a group; an edit after an undo ends redoing. `begin` starts a document anew: nothing before it can be
 * undone.
 */
export function undoStacks(events: Iterable<UndoEvent>): UndoStacks {
  const undo: { mark: string | null; events: number[] }[] = [];
  const redo: { mark: string | null; events: number[] }[] = [];
  let open = false;
  for (const event of events) {
    if (event.kind === 'begin') {
      undo.length = 0;
      redo.length = 0;
      open = false;
    } else if (event.kind === 'undo') {
      const group = undo.pop();
      if (group !== undefined) redo.push(group);
      open = false;
    } else if (event.kind === 'redo') {
      const group = redo.pop();
      if (group !== undefined) undo.push(group);
      open = false;
    } else {
      redo.length = 0;
      const last = undo.at(-1);
      if (open && last !== undefined && event.mark !== null && last.mark === event.mark)
        last.events.push(event.sequence);
      else undo.push({ mark: event.mark, events: [event.sequence] });
      open = true;
    }
  }
  return { undo: undo.map((group) => group.events), redo: redo.map((group) => group.events) };
}

/** Reads from the log what can be undone and redone of a document, and the change that a group of edits made. */
export class UndoReader {
  readonly #events;
  readonly #readDiff;

  constructor(database: CasebookDatabase) {
    this.#events = database.prepare<[string, string, string, number], UndoEvent>(
      `SELECT sequence, kind, mark FROM event WHERE item_id = ? AND task = ? AND person_id = ? AND round = ?
       AND kind IN ('begin', 'edit', 'restore', 'undo', 'redo') ORDER BY sequence`,
    );
    this.#readDiff = database.prepare<[number], string>('SELECT diff FROM event WHERE sequence = ?').pluck();
  }

  stacks(key: DocumentKey): UndoStacks {
    return undoStacks(this.#events.iterate(key.itemId, key.task, key.personId, key.round));
  }

  diffOf(group: UndoGroup): DocumentDiff {
    return group
      .map((sequence) => DocumentDiff.parse(JSON.parse(this.#readDiff.get(sequence) ?? 'null')))
      .reduce((first, second) => squashDiffs(first, second));
  }
}
