import { createStore } from 'zustand/vanilla';
import type { DeskDocument, EditResult } from '../../../shared/contract/annotations.ts';
import { applyDiff, isEmptyDiff } from '../../../shared/base/diff.ts';
import type { DocumentDiff, DocumentRecord, DocumentRecords } from '../../../shared/domain/document.ts';
import type { Failure } from '../../client/failure.ts';
import type { DeskState, DeskStore } from './deskState.ts';
import { UnsavedEdits } from './deskState.ts';
import type { LeftBehind } from './leftBehind.ts';
import { squashAll, resume } from './leftBehind.ts';
import type { CommandKind, PendingCommand, PendingEdit, Queue, Refusal } from './pending.ts';
import {
  aboutEarlierText,
  appendEdit,
  dueAt,
  editsOf,
  rebase,
  sameDiff,
  splitFitting,
  withoutArrived,
} from './pending.ts';
import type { DeskTransport } from './transport.ts';
import { failedCall, type FailedCall } from '../failedCall.ts';
import { createSaveQueue } from '../queue.ts';

/** Where a document stands on disk, as far as the core has said. */
type Base = Pick<
  DeskDocument,
  'records' | 'revision' | 'edition' | 'state' | 'version' | 'asked' | 'canUndo' | 'canRedo'
>;

const NOTHING: DocumentDiff = { added: {}, updated: {}, removed: {} };

export interface DeskStoreOptions {
  readonly document: DeskDocument;
  readonly transport: DeskTransport;
  /** Milliseconds, never running backwards. */
  readonly now: () => number;
  /** Milliseconds at work since the last call. */
  readonly takeActiveTime: () => number;
  /** What an earlier page had no answer to; it is sent again where it has not arrived. */
  readonly leftBehind?: LeftBehind | null;
}

/**
 * One document at the Desk. Edits show at once and go to the core strictly in order, one at a time; what is shown
 * is always what the core has acknowledged with the edits still waiting on top.
 */
export function createDeskStore(options: DeskStoreOptions): DeskStore {
  const { document, transport, now, takeActiveTime, leftBehind = null } = options;
  const resumed = resume(document, leftBehind, now());
  let base: Base = document;
  let queue: Queue = resumed.queue;
  let refused: Refusal | null = resumed.refused;
  let textChanged = leftBehind !== null && leftBehind.edition !== document.edition.id;
  /** What the core has been sent and has not answered. */
  let underWay: PendingEdit | PendingCommand | null = null;
  /** An answer got lost: where the document stands has to be asked before anything else is sent. */
  let lostTrack = false;
  /**
   * The highest revision that calls whose answers got lost can have made, or may still make: below it, that an
   * edit does not fit may be their doing.
   */
  let reach = leftBehind?.reach ?? 0;
  /** The revision at which an edit last did not fit and it was asked why. */
  let askedAt = -1;
  let disposed = false;
  const saving = createSaveQueue({
    now,
    due: (pressed) => {
      if (lostTrack) return 'now';
      if (queue.length === 0) return null;
      return pressed ? 'now' : (dueAt(queue) ?? 'now');
    },
    send: sendFirst,
  });

  const store = createStore<DeskState>()(() => ({ ...describe(resumed.records), item: document.item }));

  function describe(records: DocumentRecords): Omit<DeskState, 'item'> {
    const edits = editsOf(queue);
    return {
      records,
      edition: base.edition,
      textChanged,
      state: base.state,
      version: base.version,
      asked: base.asked,
      ...stepsAhead(),
      pending: edits.length,
      failure: saving.failure,
      refused,
      running: queue.find((each) => each.kind !== 'edit')?.kind ?? null,
    };
  }

  /** What is on its way counts as done: keys pressed in quick succession are steps one after the other. */
  function stepsAhead(): Pick<DeskState, 'canUndo' | 'canRedo'> {
    let { canUndo, canRedo } = base;
    for (const { kind } of queue) {
      if (kind === 'edit' || kind === 'redo') canUndo = true;
      if (kind === 'undo') canRedo = true;
      else if (kind === 'edit') canRedo = false;
    }
    return { canUndo, canRedo };
  }

  function publish(records: DocumentRecords = store.getState().records): void {
    store.setState(describe(records));
  }

  /** Sends one thing; what comes next is decided when its answer is there. */
  async function sendFirst(): Promise<void> {
    try {
      if (lostTrack) await findOut();
      const first = disposed ? undefined : queue[0];
      if (first?.kind === 'edit') await send(first);
      else if (first !== undefined) await runCommand(first);
    } catch (error) {
      lostTrack = true;
      notSaved(failedCall(error).failure);
    }
  }

  /** Asks where the document stands and lays the waiting edits over that. Throws what the core throws. */
  async function findOut(): Promise<void> {
    const found = await transport.open();
    lostTrack = false;
    saving.saved();
    if (found.edition.id !== base.edition.id) dropEdits(aboutEarlierText(editsOf(queue)));
    else if (found.revision !== base.revision) queue = withoutArrived(found.records, queue);
    take(found);
    publish(rebaseQueue());
  }

  /** Takes a document as the core has it; texts that somebody fixed meanwhile are said to be new. */
  function take(found: DeskDocument): void {
    if (found.edition.id !== base.edition.id) textChanged = true;
    base = found;
    store.setState({ item: found.item });
  }

  /** Takes back what waits: it is said what was lost, and nothing is done with the document unseen. */
  function dropEdits(lost: Refusal | null): void {
    rejectCommands(new Error('The text was changed before this was done.'));
    queue = [];
    if (lost === null) return;
    refused = { ...lost, lost: [...(refused?.lost ?? []), ...lost.lost] };
    saving.tell(false);
  }

  /** Makes a call that may change the document. */
  async function call<T>(what: PendingEdit | PendingCommand, make: () => Promise<T>): Promise<T> {
    underWay = what;
    try {
      return await make();
    } finally {
      underWay = null;
    }
  }

  /** An answer got lost: the call may have been taken, or may be yet. */
  function loseTrack(): void {
    lostTrack = true;
    reach = Math.max(reach, base.revision + 1);
  }

  async function send(edit: PendingEdit): Promise<void> {
    const { diff, mark, activeMilliseconds } = edit;
    try {
      const { revision } = base;
      const result = await call(edit, () => transport.edit({ revision, diff, mark, activeMilliseconds }));
      queue = queue.slice(1);
      const records = advance(result);
      // The change came back as it was sent: what is shown is right as it is, down to its identity.
      publish(sameDiff(result.diff, diff) ? undefined : records);
    } catch (error) {
      const failed = failedCall(error);
      if (!isRefused(failed)) {
        if (failed.verdict === 'unknown') loseTrack();
        notSaved(failed.failure);
      } else if (failed.failure.code === 'conflict' && base.revision < reach && base.revision !== askedAt) {
        lostTrack = true;
        askedAt = base.revision;
      } else await refuse(failed.failure);
    }
  }

  async function runCommand(command: PendingCommand): Promise<void> {
    // By identity: a failure beside it may have taken the command out of the queue already.
    const withdraw = (): void => {
      queue = queue.filter((each) => each !== command);
    };
    try {
      const result = await call(command, () => command.run(base.revision));
      withdraw();
      if ('records' in result) {
        take(result);
        publish(rebaseQueue());
        command.done(NOTHING);
      } else {
        // Undoing what was typed and deleted again changes nothing, but is a revision all the same.
        publish(result.revision === base.revision ? undefined : advance(result));
        command.done(result.diff);
      }
    } catch (error) {
      const failed = failedCall(error);
      // Nothing of the person's work is in a command: it is not tried again behind their back.
      withdraw();
      lostTrack = true;
      if (failed.verdict === 'unknown') loseTrack();
      command.failed(error);
      if (isRefused(failed)) publish();
      else notSaved(failed.failure);
    }
  }

  /** Takes a change the core has made into the base; gives the records with the waiting edits on top. */
  function advance(result: EditResult): DocumentRecords {
    base = {
      ...base,
      records: applyDiff<DocumentRecord>(base.records, result.diff),
      revision: result.revision,
      state: 'draft',
      version: base.state === 'draft' ? base.version : base.version + 1,
      canUndo: result.canUndo,
      canRedo: result.canRedo,
    };
    saving.saved();
    return rebaseQueue();
  }

  function rebaseQueue(): DocumentRecords {
    const rebased = rebase(base.records, queue);
    queue = rebased.queue;
    return rebased.records;
  }

  /** Takes back what the core will not have, and what was built on it. */
  async function refuse(why: Failure): Promise<void> {
    const found = await transport.open();
    rejectCommands(new UnsavedEdits(why));
    const [first, ...others] = editsOf(queue);
    if (found.edition.id !== base.edition.id) {
      dropEdits(aboutEarlierText(editsOf(queue)));
      take(found);
      saving.saved();
      publish(found.records);
      return;
    }
    const split = splitFitting(found.records, others);
    const lost = first === undefined ? split.lost : [first, ...split.lost];
    take(found);
    queue = split.queue;
    refused = { failure: why, lost: [...(refused?.lost ?? []), ...lost.map((edit) => edit.diff)] };
    saving.saved();
    publish(split.records);
    saving.tell(false);
  }

  function notSaved(why: Failure): void {
    saving.failed(why);
    rejectCommands(new UnsavedEdits(why));
    publish();
    saving.tell(false);
  }

  function rejectCommands(error: Error): void {
    const before = queue;
    queue = editsOf(queue);
    for (const each of before) if (each.kind !== 'edit') each.failed(error);
  }

  function command(kind: CommandKind, run: PendingCommand['run']): Promise<DocumentDiff> {
    if (disposed) return Promise.reject(new Error('The item is no longer open.'));
    return new Promise((done, failed) => {
      queue = [...queue, { kind, run, done, failed }];
      publish();
      saving.retry();
    });
  }

  saving.changed();

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    edit(diff, { mark, typed }) {
      if (disposed || isEmptyDiff(diff)) return;
      const records = applyDiff<DocumentRecord>(store.getState().records, diff);
      const at = now();
      const activeMilliseconds = takeActiveTime();
      const edit = { kind: 'edit', diff, mark, typed, since: at, until: at, activeMilliseconds } as const;
      // Nothing is squashed into what the core may have taken already: a change taken back would be lost with it.
      const frozen = base.revision < reach || lostTrack ? queue.length : saving.isBusy ? 1 : 0;
      queue = appendEdit(queue, edit, frozen);
      // What could not be saved was taken back: there is nothing left to fail.
      if (queue.length === 0 && !lostTrack) {
        saving.saved();
      }
      publish(records);
      saving.changed();
    },
    undo: (confirmed = true) => command('undo', (revision) => transport.undo(revision, confirmed)),
    redo: (confirmed = true) => command('redo', (revision) => transport.redo(revision, confirmed)),
    async submit() {
      await command('submit', (revision) => transport.submit(revision));
    },
    restore: (version) => command('restore', (revision) => transport.restore(revision, version)),
    flush: saving.flush,
    leave() {
      if (disposed) return null;
      const edits = editsOf(queue);
      const unsent = edits.filter((edit) => edit !== underWay);
      // What is under way will mostly have been taken by then. (A submission makes a version, not a revision.)
      const revision = base.revision + (underWay === null || underWay.kind === 'submit' ? 0 : 1);
      const diff = squashAll(unsent.map((edit) => edit.diff));
      const [first] = unsent;
      if (first === undefined || isEmptyDiff(diff)) {
        const highest = Math.max(reach, revision);
        if (edits.length === 0 && highest <= base.revision) return null;
        return { edition: base.edition.id, revision: base.revision, reach: highest, edits };
      }
      const activeMilliseconds = unsent.reduce((sum, edit) => sum + edit.activeMilliseconds, 0);
      // Should the page stay after all, it is asked what arrived.
      lostTrack = true;
      reach = Math.max(reach, revision + 1);
      saving.hold();
      transport
        .edit({ revision, diff, mark: first.mark, activeMilliseconds })
        .then(saving.changed, (error: unknown) => {
          notSaved(failedCall(error).failure);
        });
      return { edition: base.edition.id, revision: base.revision, reach, edits };
    },
    retry: saving.retry,
    dismissRefusal() {
      refused = null;
      publish();
    },
    refresh() {
      lostTrack = true;
      saving.changed();
    },
    dismissTextChange() {
      textChanged = false;
      publish();
    },
    setItem(item) {
      store.setState({ item });
    },
    dispose() {
      disposed = true;
      saving.dispose();
      rejectCommands(new Error('The item was closed.'));
      saving.tell(queue.length === 0);
    },
  };
}

/** A document that is not there is asked for before anything is taken back: that answers what a closed casebook cannot. */
const isRefused = ({ verdict }: FailedCall): boolean => verdict === 'refused' || verdict === 'not there';
