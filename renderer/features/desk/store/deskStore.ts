import { createStore } from 'zustand/vanilla';
import type { DeskDocument, EditResult } from '../../../../shared/contract/annotations.ts';
import { applyDiff, isEmptyDiff, squashDiffs } from '../../../../shared/domain/diff.ts';
import type { DocumentDiff, DocumentRecord, DocumentRecords } from '../../../../shared/domain/document.ts';
import type { Failure } from '../../../client/failure.ts';
import type { DeskState, DeskStore, Refusal } from './deskState.ts';
import { UnsavedEdits } from './deskState.ts';
import type { CommandKind, PendingCommand, PendingEdit, Queue } from './pending.ts';
import { appendEdit, dueAt, editsOf, rebase, sameDiff, splitFitting } from './pending.ts';
import type { DeskTransport } from './transport.ts';
import { failedCall } from './transport.ts';

/** Where a document stands on disk, as far as the core has said. */
type Base = Pick<DeskDocument, 'records' | 'revision' | 'state' | 'version' | 'canUndo' | 'canRedo'>;

/** Pauses between attempts to save, in milliseconds: doubling from the first to the last. */
const FIRST_RETRY = 500;
const LAST_RETRY = 15_000;
const NOTHING: DocumentDiff = { added: {}, updated: {}, removed: {} };

export interface DeskStoreOptions {
  readonly document: DeskDocument;
  readonly transport: DeskTransport;
  /** Milliseconds, never running backwards. */
  readonly now: () => number;
  /** Milliseconds at work since the last call. */
  readonly takeActiveTime: () => number;
}

/**
 * One document at the Desk. Edits show at once and go to the core strictly in order, one at a time; what is shown
 * is always what the core has acknowledged with the edits still waiting on top.
 */
export function createDeskStore({ document, transport, now, takeActiveTime }: DeskStoreOptions): DeskStore {
  let base: Base = document;
  let queue: Queue = [];
  let refused: Refusal | null = null;
  let failure: Failure | null = null;
  let attempts = 0;
  /** Something is under way: the first of the queue, or the question where the document stands. */
  let busy = false;
  /** Somebody waits for everything to be saved: no pause for further keystrokes. */
  let pressing = false;
  /** An answer got lost: where the document stands has to be asked before anything else is sent. */
  let lostTrack = false;
  /** The first edit was sent before and its answer got lost: that it does not fit now may be its own doing. */
  let sentBefore = false;
  let disposed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: ((saved: boolean) => void)[] = [];

  const store = createStore<DeskState>()(() => ({ ...describe(document.records), item: document.item }));

  function describe(records: DocumentRecords): Omit<DeskState, 'item'> {
    const edits = editsOf(queue);
    return {
      records,
      state: base.state,
      version: base.version,
      ...stepsAhead(),
      pending: edits.length,
      failure,
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

  function schedule(): void {
    clearTimeout(timer);
    if (disposed || busy) return;
    if (failure !== null) {
      const pause = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** (attempts - 1));
      timer = setTimeout(() => void pump(), pause);
    } else if (lostTrack) void pump();
    else if (queue.length === 0) tell(true);
    else {
      const due = pressing ? null : dueAt(queue);
      if (due === null) void pump();
      else timer = setTimeout(() => void pump(), Math.max(0, due - now()));
    }
  }

  function tell(saved: boolean): void {
    pressing = false;
    const told = waiting;
    waiting = [];
    for (const each of told) each(saved);
  }

  /** Sends one thing; what comes next is decided when its answer is there. */
  async function pump(): Promise<void> {
    if (busy || disposed) return;
    busy = true;
    clearTimeout(timer);
    try {
      if (lostTrack) await findOut();
      const [first] = queue;
      if (first?.kind === 'edit') await send(first);
      else if (first !== undefined) await runCommand(first);
    } catch (error) {
      lostTrack = true;
      notSaved(failedCall(error).failure);
    } finally {
      busy = false;
    }
    schedule();
  }

  /** Asks where the document stands and lays the waiting edits over that. Throws what the core throws. */
  async function findOut(): Promise<void> {
    const found = await transport.open();
    lostTrack = false;
    failure = null;
    attempts = 0;
    base = found;
    store.setState({ item: found.item });
    publish(rebaseQueue());
  }

  async function send(edit: PendingEdit): Promise<void> {
    const { diff, mark, activeMilliseconds } = edit;
    try {
      const result = await transport.edit({ revision: base.revision, diff, mark, activeMilliseconds });
      queue = queue.slice(1);
      const records = advance(result);
      // The change came back as it was sent: what is shown is right as it is, down to its identity.
      publish(sameDiff(result.diff, diff) ? undefined : records);
    } catch (error) {
      const call = failedCall(error);
      if (call.verdict !== 'refused') {
        lostTrack ||= call.verdict === 'unknown';
        sentBefore ||= call.verdict === 'unknown';
        notSaved(call.failure);
      } else if (call.failure.code === 'conflict' && sentBefore) {
        lostTrack = true;
        sentBefore = false;
      } else await refuse(call.failure);
    }
  }

  async function runCommand(command: PendingCommand): Promise<void> {
    // By identity: a failure beside it may have taken the command out of the queue already.
    const withdraw = (): void => {
      queue = queue.filter((each) => each !== command);
    };
    try {
      const result = await command.run(base.revision);
      withdraw();
      if ('records' in result) {
        base = result;
        store.setState({ item: result.item });
        publish(rebaseQueue());
        command.done(NOTHING);
      } else {
        publish(isEmptyDiff(result.diff) ? undefined : advance(result));
        command.done(result.diff);
      }
    } catch (error) {
      const call = failedCall(error);
      // Nothing of the person's work is in a command: it is not tried again behind their back.
      withdraw();
      lostTrack = true;
      command.failed(error);
      if (call.verdict === 'refused') publish();
      else notSaved(call.failure);
    }
  }

  /** Takes a change the core has made into the base; gives the records with the waiting edits on top. */
  function advance(result: EditResult): DocumentRecords {
    base = {
      records: applyDiff<DocumentRecord>(base.records, result.diff),
      revision: result.revision,
      state: 'draft',
      version: base.state === 'draft' ? base.version : base.version + 1,
      canUndo: result.canUndo,
      canRedo: result.canRedo,
    };
    failure = null;
    attempts = 0;
    sentBefore = false;
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
    const split = splitFitting(found.records, others);
    const lost = first === undefined ? split.lost : [first, ...split.lost];
    base = found;
    queue = split.queue;
    refused = { failure: why, lost: [...(refused?.lost ?? []), ...lost.map((edit) => edit.diff)] };
    failure = null;
    attempts = 0;
    sentBefore = false;
    publish(split.records);
    tell(false);
  }

  function notSaved(why: Failure): void {
    failure = why;
    attempts += 1;
    rejectCommands(new UnsavedEdits(why));
    publish();
    tell(false);
  }

  function rejectCommands(error: Error): void {
    const before = queue;
    queue = editsOf(queue);
    for (const each of before) if (each.kind !== 'edit') each.failed(error);
  }

  function command(kind: CommandKind, run: PendingCommand['run']): Promise<DocumentDiff> {
    if (disposed) return Promise.reject(new Error('The item is not open any more.'));
    return new Promise((done, failed) => {
      queue = [...queue, { kind, run, done, failed }];
      publish();
      void pump();
    });
  }

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
      const frozen = sentBefore || lostTrack ? queue.length : busy ? 1 : 0;
      queue = appendEdit(queue, edit, frozen);
      publish(records);
      if (failure === null) schedule();
    },
    undo: () => command('undo', (revision) => transport.undo(revision)),
    redo: () => command('redo', (revision) => transport.redo(revision)),
    async submit() {
      await command('submit', (revision) => transport.submit(revision));
    },
    restore: (version) => command('restore', (revision) => transport.restore(revision, version)),
    flush() {
      if (queue.length === 0 && !busy) return Promise.resolve(true);
      return new Promise((each) => {
        waiting.push(each);
        pressing = true;
        void pump();
      });
    },
    leave() {
      const underWay = busy && queue[0]?.kind === 'edit' ? 1 : 0;
      const [first, ...others] = editsOf(queue).slice(underWay);
      if (first === undefined || disposed) return;
      const all = [first, ...others];
      const diff = all.map((edit) => edit.diff).reduce((a, b) => squashDiffs<DocumentRecord>(a, b));
      const activeMilliseconds = all.reduce((sum, edit) => sum + edit.activeMilliseconds, 0);
      // What is under way will have been taken by then. Should the page stay after all, it is asked what arrived.
      // (A submission makes a version, not a revision.)
      const revision = base.revision + (busy && queue[0]?.kind !== 'submit' ? 1 : 0);
      lostTrack = true;
      sentBefore = true;
      clearTimeout(timer);
      transport.edit({ revision, diff, mark: first.mark, activeMilliseconds }).then(schedule, (error) => {
        notSaved(failedCall(error).failure);
        schedule();
      });
    },
    retry() {
      void pump();
    },
    dismissRefusal() {
      refused = null;
      publish();
    },
    setItem(item) {
      store.setState({ item });
    },
    dispose() {
      disposed = true;
      clearTimeout(timer);
      rejectCommands(new Error('The item was closed.'));
      tell(queue.length === 0);
    },
  };
}
