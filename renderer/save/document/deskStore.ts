import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskDocument, EditResult } from '../../../shared/contract/annotations.ts';
import type { ItemRow } from '../../../shared/contract/items.ts';
import { applyDiff, isEmptyDiff } from '../../../shared/base/diff.ts';
import type { DocumentDiff, DocumentRecord, DocumentRecords } from '../../../shared/domain/document.ts';
import type { AnnotationId } from '../../../shared/base/ids.ts';
import type { Failure } from '../../client/failure.ts';
import { type DeskState, UnsavedEdits } from './deskState.ts';
import { afterFailedEdit, isRefused } from './failedEdit.ts';
import { departure, type LeftEdits, resume } from './leftBehind.ts';
import {
  aboutEarlierText,
  appendEdit,
  type CommandKind,
  countFrozen,
  type DiffQueue,
  dueAt,
  type EditRefusal,
  editsOf,
  type PendingCommand,
  type PendingEdit,
  rebase,
  sameDiff,
  splitFitting,
  withoutArrived,
  withRefusal,
} from './pending.ts';
import { type SavedDocument, stepsAfter, withChange } from './savedDocument.ts';
import type { DeskTransport } from './transport.ts';
import { failedCall } from '../failedCall.ts';
import { SaveQueue } from '../queue.ts';

const NOTHING: DocumentDiff = { added: {}, updated: {}, removed: {} };

export interface DeskStoreOptions {
  readonly document: DeskDocument;
  readonly transport: DeskTransport;
  /** Milliseconds, never running backwards. */
  readonly now: () => number;
  /** Milliseconds at work since the last call. */
  readonly takeActiveTime: () => number;
  /** What an earlier page had no answer to; it is sent again where it has not arrived. */
  readonly leftBehind?: LeftEdits | null;
}

/**
 * One document at the Desk. Edits show at once and go to the core strictly in order, one at a time; what is shown
 * is always what the core has acknowledged with the edits still waiting on top.
 */
export class DeskStore {
  readonly getState: StoreApi<DeskState>['getState'];
  readonly getInitialState: StoreApi<DeskState>['getInitialState'];
  readonly subscribe: StoreApi<DeskState>['subscribe'];
  readonly #store: StoreApi<DeskState>;
  readonly #transport: DeskTransport;
  readonly #now: () => number;
  readonly #takeActiveTime: () => number;
  readonly #saving: SaveQueue;
  #saved: SavedDocument;
  #queue: DiffQueue;
  #refused: EditRefusal | null;
  #isTextChanged: boolean;
  /** What the core has been sent and has not answered. */
  #underWay: PendingEdit | PendingCommand | null = null;
  /** An answer got lost: where the document stands has to be asked before anything else is sent. */
  #isLost = false;
  /** The highest revision that calls whose answers got lost can have made, or may still make. */
  #reach: number;
  /** The revision at which an edit last did not fit and it was asked why. */
  #askedAt = -1;
  #isDisposed = false;

  constructor({ document, transport, now, takeActiveTime, leftBehind = null }: DeskStoreOptions) {
    const resumed = resume(document, leftBehind, now());
    this.#transport = transport;
    this.#now = now;
    this.#takeActiveTime = takeActiveTime;
    this.#saved = document;
    this.#queue = resumed.queue;
    this.#refused = resumed.refused;
    this.#isTextChanged = leftBehind !== null && leftBehind.edition !== document.edition.id;
    this.#reach = leftBehind?.reach ?? 0;
    this.#saving = new SaveQueue({
      now,
      due: (pressed) => this.#due(pressed),
      send: () => this.#sendFirst(),
    });
    this.#store = createStore<DeskState>()(() => ({
      ...this.#describe(resumed.records),
      item: document.item,
    }));
    this.getState = this.#store.getState;
    this.getInitialState = this.#store.getInitialState;
    this.subscribe = this.#store.subscribe;
    this.#saving.changed();
  }

  /** Applies a change at once and saves it: typed ones after a short pause, others without delay. */
  edit(diff: DocumentDiff, { mark, typed }: { readonly mark: string; readonly typed: boolean }): void {
    if (this.#isDisposed || isEmptyDiff(diff)) return;
    const records = applyDiff<DocumentRecord>(this.getState().records, diff);
    const at = this.#now();
    const activeMilliseconds = this.#takeActiveTime();
    const edit = { kind: 'edit', diff, mark, typed, since: at, until: at, activeMilliseconds } as const;
    const isUncertain = this.#saved.revision < this.#reach || this.#isLost;
    const frozen = countFrozen(this.#queue, { isUncertain, isBusy: this.#saving.isBusy });
    this.#queue = appendEdit(this.#queue, edit, frozen);
    // What could not be saved was taken back: there is nothing left to fail.
    if (this.#queue.length === 0 && !this.#isLost) this.#saving.saved();
    this.#publish(records);
    this.#saving.changed();
  }

  /**
   * Takes the last step back, after saving what is not saved; gives the change it made. Not `confirmed`: refused where it
   * puts another image in the place of one that is signed off or accepted.
   */
  undo(confirmed = true): Promise<DocumentDiff> {
    return this.#command('undo', (revision) => this.#transport.undo(revision, confirmed));
  }

  redo(confirmed = true): Promise<DocumentDiff> {
    return this.#command('redo', (revision) => this.#transport.redo(revision, confirmed));
  }

  async submit(): Promise<void> {
    await this.#command('submit', (revision) => this.#transport.submit(revision));
  }

  restore(version: AnnotationId): Promise<DocumentDiff> {
    return this.#command('restore', (revision) => this.#transport.restore(revision, version));
  }

  /** Saves now; true once everything is on disk, false where it cannot be saved at present. */
  flush(): Promise<boolean> {
    return this.#saving.flush();
  }

  /**
   * Sends everything in one go without waiting for answers: the page is about to go away. Gives what has no answer
   * by then, null if nothing: whether any of it arrives, and in which order, is not known.
   */
  leave(): LeftEdits | null {
    if (this.#isDisposed) return null;
    const leaving = departure(this.#saved, editsOf(this.#queue), this.#underWay, this.#reach);
    if (leaving === null) return null;
    const { left, last } = leaving;
    if (last === null) return left;
    // Should the page stay after all, it is asked what arrived.
    this.#isLost = true;
    this.#reach = left.reach;
    this.#saving.hold();
    this.#transport.edit(last).then(
      () => this.#saving.changed(),
      (error: unknown) => {
        this.#notSaved(failedCall(error).failure);
      },
    );
    return left;
  }

  /** Tries again at once what could not be saved. */
  retry(): void {
    this.#saving.retry();
  }

  dismissRefusal(): void {
    this.#refused = null;
    this.#publish();
  }

  /** Asks anew how the document is saved, once what is under way is done: somebody fixed its texts. */
  refresh(): void {
    this.#isLost = true;
    this.#saving.changed();
  }

  /** The person has read that the texts changed. */
  dismissTextChange(): void {
    this.#isTextChanged = false;
    this.#publish();
  }

  /** Shows what others changed of the item itself (its status, its tags). */
  setItem(item: ItemRow): void {
    this.#store.setState({ item });
  }

  /** Stops all timers. Edits still pending are not sent any more. */
  dispose(): void {
    this.#isDisposed = true;
    this.#saving.dispose();
    this.#rejectCommands(new Error('The item was closed.'));
    this.#saving.tell(this.#queue.length === 0);
  }

  #describe(records: DocumentRecords): Omit<DeskState, 'item'> {
    const { edition, state, version, asked } = this.#saved;
    return {
      records,
      edition,
      textChanged: this.#isTextChanged,
      state,
      version,
      asked,
      ...stepsAfter(this.#saved, this.#queue),
      pending: editsOf(this.#queue).length,
      failure: this.#saving.failure,
      refused: this.#refused,
      running: this.#queue.find((each) => each.kind !== 'edit')?.kind ?? null,
    };
  }

  #publish(records: DocumentRecords = this.getState().records): void {
    this.#store.setState(this.#describe(records));
  }

  #due(pressed: boolean): number | 'now' | null {
    if (this.#isLost) return 'now';
    if (this.#queue.length === 0) return null;
    return pressed ? 'now' : (dueAt(this.#queue) ?? 'now');
  }

  /** Sends one thing; what comes next is decided when its answer is there. */
  async #sendFirst(): Promise<void> {
    try {
      if (this.#isLost) await this.#findOut();
      const first = this.#isDisposed ? undefined : this.#queue[0];
      if (first?.kind === 'edit') await this.#send(first);
      else if (first !== undefined) await this.#runCommand(first);
    } catch (error) {
      this.#isLost = true;
      this.#notSaved(failedCall(error).failure);
    }
  }

  /** Asks where the document stands and lays the waiting edits over that. Throws what the core throws. */
  async #findOut(): Promise<void> {
    const found = await this.#transport.open();
    this.#isLost = false;
    this.#saving.saved();
    if (found.edition.id !== this.#saved.edition.id) this.#dropEdits();
    else if (found.revision !== this.#saved.revision)
      this.#queue = withoutArrived(found.records, this.#queue);
    this.#take(found);
    this.#publish(this.#rebaseQueue());
  }

  async #send(edit: PendingEdit): Promise<void> {
    const { diff, mark, activeMilliseconds } = edit;
    try {
      const { revision } = this.#saved;
      const result = await this.#call(edit, () =>
        this.#transport.edit({ revision, diff, mark, activeMilliseconds }),
      );
      this.#queue = this.#queue.slice(1);
      const records = this.#advance(result);
      // The change came back as it was sent: what is shown is right as it is, down to its identity.
      this.#publish(sameDiff(result.diff, diff) ? undefined : records);
    } catch (error) {
      const failed = failedCall(error);
      const { revision } = this.#saved;
      const revisions = { saved: revision, reach: this.#reach, askedAt: this.#askedAt };
      switch (afterFailedEdit(failed, revisions)) {
        case 'retry unsure':
          this.#loseTrack();
          this.#notSaved(failed.failure);
          break;
        case 'retry':
          this.#notSaved(failed.failure);
          break;
        case 'ask':
          this.#isLost = true;
          this.#askedAt = revision;
          break;
        case 'refuse':
          await this.#refuse(failed.failure);
      }
    }
  }

  async #runCommand(command: PendingCommand): Promise<void> {
    // By identity: a failure beside it may have taken the command out of the queue already.
    const withdraw = (): void => {
      this.#queue = this.#queue.filter((each) => each !== command);
    };
    try {
      const result = await this.#call(command, () => command.run(this.#saved.revision));
      withdraw();
      if ('records' in result) {
        this.#take(result);
        this.#publish(this.#rebaseQueue());
        command.done(NOTHING);
      } else {
        // Undoing what was typed and deleted again changes nothing, but is a revision all the same.
        this.#publish(result.revision === this.#saved.revision ? undefined : this.#advance(result));
        command.done(result.diff);
      }
    } catch (error) {
      const failed = failedCall(error);
      // Nothing of the person's work is in a command: it is not tried again behind their back.
      withdraw();
      this.#isLost = true;
      if (failed.kind === 'unknown') this.#loseTrack();
      command.failed(error);
      if (isRefused(failed)) this.#publish();
      else this.#notSaved(failed.failure);
    }
  }

  /** Makes a call that may change the document. */
  async #call<T>(what: PendingEdit | PendingCommand, make: () => Promise<T>): Promise<T> {
    this.#underWay = what;
    try {
      return await make();
    } finally {
      this.#underWay = null;
    }
  }

  /** An answer got lost: the call may have been taken, or may be yet. */
  #loseTrack(): void {
    this.#isLost = true;
    this.#reach = Math.max(this.#reach, this.#saved.revision + 1);
  }

  /** Takes a document as the core has it; texts that somebody fixed meanwhile are said to be new. */
  #take(found: DeskDocument): void {
    if (found.edition.id !== this.#saved.edition.id) this.#isTextChanged = true;
    this.#saved = found;
    this.#store.setState({ item: found.item });
  }

  /** Takes a change the core has made; gives the records with the waiting edits on top. */
  #advance(result: EditResult): DocumentRecords {
    this.#saved = withChange(this.#saved, result);
    this.#saving.saved();
    return this.#rebaseQueue();
  }

  #rebaseQueue(): DocumentRecords {
    const rebased = rebase(this.#saved.records, this.#queue);
    this.#queue = rebased.queue;
    return rebased.records;
  }

  /** Takes back what waits, as it was about an earlier text: it is said what was lost. */
  #dropEdits(): void {
    const lost = aboutEarlierText(editsOf(this.#queue));
    this.#rejectCommands(new Error('The text was changed before this was done.'));
    this.#queue = [];
    if (lost === null) return;
    this.#refused = withRefusal(this.#refused, lost);
    this.#saving.tell(false);
  }

  /** Takes back what the core will not have, and what was built on it. */
  async #refuse(failure: Failure): Promise<void> {
    const found = await this.#transport.open();
    this.#rejectCommands(new UnsavedEdits(failure));
    if (found.edition.id !== this.#saved.edition.id) {
      this.#dropEdits();
      this.#take(found);
      this.#saving.saved();
      this.#publish(found.records);
      return;
    }
    const edits = editsOf(this.#queue);
    const split = splitFitting(found.records, edits.slice(1));
    const lost = [...edits.slice(0, 1), ...split.lost].map(({ diff }) => diff);
    this.#take(found);
    this.#queue = split.queue;
    this.#refused = withRefusal(this.#refused, { failure, lost });
    this.#saving.saved();
    this.#publish(split.records);
    this.#saving.tell(false);
  }

  #notSaved(failure: Failure): void {
    this.#saving.failed(failure);
    this.#rejectCommands(new UnsavedEdits(failure));
    this.#publish();
    this.#saving.tell(false);
  }

  #rejectCommands(error: Error): void {
    const before = this.#queue;
    this.#queue = editsOf(before);
    for (const each of before) if (each.kind !== 'edit') each.failed(error);
  }

  #command(kind: CommandKind, run: PendingCommand['run']): Promise<DocumentDiff> {
    if (this.#isDisposed) return Promise.reject(new Error('The item is no longer open.'));
    return new Promise((done, failed) => {
      this.#queue = [...this.#queue, { kind, run, done, failed }];
      this.#publish();
      this.#saving.retry();
    });
  }
}
