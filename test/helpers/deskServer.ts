import { ORPCError } from '@orpc/client';
import { type UndoEvent, undoStacks } from '../../electron/core/features/annotations/undoStack.ts';
import type { DeskTransport, SentEdit } from '../../renderer/save/document/transport.ts';
import type { AnsweredEdition, DeskDocument, EditResult } from '../../shared/contract/annotations.ts';
import { applyDiff, DiffConflict, reverseDiff, squashDiffs } from '../../shared/base/diff.ts';
import type { DocumentDiff, DocumentRecord, DocumentRecords } from '../../shared/domain/document.ts';
import type { ErrorCode } from '../../shared/base/errors.ts';
import { ItemId } from '../../shared/base/ids.ts';

/** The error a window sees when the core fails with this code. */
function coreFailure(code: ErrorCode, message: string): Error {
  return new ORPCError('FAILED', { defined: true, status: 400, message, data: { code, hint: null } });
}

/** What becomes of the next call: done, refused before anything happens, or its answer lost. */
export type Fate = 'done' | 'disk full' | 'cut off before' | 'cut off after' | 'refused';

/** One document on an imagined disk, with the core's rules of revisions and undo. */
export class DeskServer implements DeskTransport {
  records: DocumentRecords;
  revision = 0;
  state: DeskDocument['state'] = null;
  version = 0;
  /** Every edit that reached the disk, in order. */
  readonly accepted: SentEdit[] = [];
  readonly calls: string[] = [];
  /** How many calls were under way at once at most. */
  mostAtOnce = 0;
  /** What becomes of the coming calls; done where the list is empty. */
  fates: Fate[] = [];
  /** Milliseconds that each way takes. */
  delay = 1;
  /** How long the coming calls take to the core, in milliseconds; `delay` where the list is empty. */
  arrivals: number[] = [];
  /** Which edition of the item's texts it is about. */
  edition: AnsweredEdition = { id: null, fixedBy: null, isOwn: false, isFixer: false };
  readonly #events: (UndoEvent & { diff: DocumentDiff })[] = [];
  #underWay = 0;

  constructor(records: DocumentRecords) {
    this.records = records;
  }

  document(): DeskDocument {
    return {
      itemId: ItemId.parse('01890000-0000-7000-8000-000000000001'),
      task: 'curate',
      round: 1,
      independent: false,
      asked: null,
      item: {
        id: ItemId.parse('01890000-0000-7000-8000-000000000001'),
        externalId: 'photo.png',
        title: '',
        label: null,
        split: null,
        status: 'draft',
        goldSource: null,
        consensus: null,
        disputed: [],
        raters: 0,
        tags: [],
        facets: {},
        imageId: null,
        images: 0,
        missingImages: 0,
        boxes: 0,
        openComments: 0,
        unsubmitted: this.state === 'draft',
        assignees: [],
        assignment: null,
        ratings: null,
        blind: false,
        updatedAt: 0,
      },
      edition: this.edition,
      records: this.records,
      revision: this.revision,
      state: this.state,
      version: this.version,
      ...this.#can(),
      images: [],
    };
  }

  open(): Promise<DeskDocument> {
    return this.#call('open', () => this.document());
  }

  edit(edit: SentEdit): Promise<EditResult> {
    return this.#call('edit', () => {
      this.#expect(edit.revision);
      const result = this.#change(edit.diff, 'edit', edit.mark);
      this.accepted.push(edit);
      return result;
    });
  }

  undo(revision: number): Promise<EditResult> {
    return this.#call('undo', () => this.#step(revision, 'undo'));
  }

  redo(revision: number): Promise<EditResult> {
    return this.#call('redo', () => this.#step(revision, 'redo'));
  }

  submit(revision: number): Promise<DeskDocument> {
    return this.#call('submit', () => {
      this.#expect(revision);
      if (this.state !== 'draft') this.version += 1;
      this.state = 'submitted';
      return this.document();
    });
  }

  restore(): Promise<EditResult> {
    return this.#call('restore', () => {
      throw coreFailure('not_found', 'There is no such version.');
    });
  }

  /** Somebody else's edit of the same document, from another window. */
  editElsewhere(diff: DocumentDiff): void {
    this.#change(diff, 'edit', `elsewhere ${String(this.revision)}`);
  }

  /** Somebody else's fix of the item's texts: what was answered is kept elsewhere, and the document begins anew. */
  fixElsewhere(records: DocumentRecords, edition: AnsweredEdition): void {
    this.records = records;
    this.edition = edition;
    this.revision += 2;
    this.state = null;
    this.version = 0;
    this.#events.length = 0;
  }

  #step(revision: number, kind: 'undo' | 'redo'): EditResult {
    this.#expect(revision);
    const group = undoStacks(this.#events)[kind].at(-1);
    if (group === undefined) throw coreFailure('not_found', `There is nothing to ${kind}.`);
    const diff = group
      .flatMap((sequence) => this.#events[sequence]?.diff ?? [])
      .reduce((first, second) => squashDiffs<DocumentRecord>(first, second));
    return this.#change(kind === 'undo' ? reverseDiff(diff) : diff, kind, null);
  }

  #change(diff: DocumentDiff, kind: string, mark: string | null): EditResult {
    try {
      this.records = applyDiff<DocumentRecord>(this.records, diff);
    } catch (error) {
      if (error instanceof DiffConflict) throw coreFailure('conflict', error.message);
      throw error;
    }
    if (this.state !== 'draft') this.version += 1;
    this.state = 'draft';
    this.revision += 1;
    this.#events.push({ sequence: this.#events.length, kind, mark, diff });
    return { revision: this.revision, diff, ...this.#can() };
  }

  #can(): { canUndo: boolean; canRedo: boolean } {
    const { undo, redo } = undoStacks(this.#events);
    return { canUndo: undo.length > 0, canRedo: redo.length > 0 };
  }

  #expect(revision: number): void {
    if (revision !== this.revision) throw coreFailure('conflict', 'Changed in another window meanwhile.');
  }

  async #call<T>(name: string, work: () => T): Promise<T> {
    this.calls.push(name);
    this.#underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    try {
      const fate = this.fates.shift() ?? 'done';
      await this.#pass(this.arrivals.shift());
      if (fate === 'cut off before') throw new TypeError('Failed to fetch');
      if (fate === 'disk full') throw coreFailure('disk_full', 'The disk is full.');
      if (fate === 'refused') throw coreFailure('invalid_input', 'The core will not have it.');
      const result = work();
      await this.#pass();
      if (fate === 'cut off after') throw new TypeError('Failed to fetch');
      return result;
    } finally {
      this.#underWay -= 1;
    }
  }

  #pass(milliseconds = this.delay): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });
  }
}
