import type { DeskDocument, EditResult } from '../../../shared/contract/annotations.ts';
import {
  applyDiff,
  DiffConflict,
  isEmptyDiff,
  makeDiff,
  type RecordsById,
  squashDiffs,
} from '../../../shared/base/diff.ts';
import type { DocumentDiff, DocumentRecord, DocumentRecords } from '../../../shared/domain/document.ts';
import type { Failure } from '../../client/failure.ts';
import { sameJson } from '../../../shared/base/json.ts';

/** An edit that is not acknowledged yet. */
export interface PendingEdit {
  readonly kind: 'edit';
  readonly diff: DocumentDiff;
  readonly mark: string;
  /** Keystrokes wait a moment for the next one; gestures and choices do not. */
  readonly typed: boolean;
  /** When its first part was made, and its last, on the store's clock in milliseconds. */
  readonly since: number;
  readonly until: number;
  /** Time in which the person was at work on it, in milliseconds. */
  readonly activeMilliseconds: number;
}

export type CommandKind = 'undo' | 'redo' | 'submit' | 'restore';

/** Something the core is to do with the document once the edits before it are saved. */
export interface PendingCommand {
  readonly kind: CommandKind;
  readonly run: (revision: number) => Promise<EditResult | DeskDocument>;
  readonly done: (diff: DocumentDiff) => void;
  readonly failed: (error: unknown) => void;
}

/** What waits to be sent, in order. */
export type DiffQueue = readonly (PendingEdit | PendingCommand)[];

/** Keystrokes are sent after a pause of this many milliseconds. */
const TYPING_PAUSE = 300;
/** And after this many milliseconds at most, however fast the next ones follow. */
const TYPING_LIMIT = 1000;

/**
 * The queue with one more edit: squashed into the last where both belong together and the last is not under way
 * (`frozen`: how many at the front are).
 */
export function appendEdit(queue: DiffQueue, edit: PendingEdit, frozen: number): DiffQueue {
  const last = queue.at(-1);
  if (last?.kind !== 'edit' || last.mark !== edit.mark || queue.length <= frozen) return [...queue, edit];
  const diff = squashDiffs<DocumentRecord>(last.diff, edit.diff);
  const before = queue.slice(0, -1);
  if (isEmptyDiff(diff)) return before;
  return [
    ...before,
    {
      ...last,
      diff,
      typed: last.typed && edit.typed,
      until: edit.until,
      activeMilliseconds: last.activeMilliseconds + edit.activeMilliseconds,
    },
  ];
}

/** When the queue is to be sent, on the store's clock; null: at once. */
export function dueAt(queue: DiffQueue): number | null {
  const first = queue[0];
  const last = queue.at(-1);
  if (first?.kind !== 'edit' || last?.kind !== 'edit') return null;
  if (queue.some((each) => each.kind !== 'edit' || !each.typed)) return null;
  return Math.min(last.until + TYPING_PAUSE, first.since + TYPING_LIMIT);
}

/**
 * How many at the front of the queue the core may have taken already: nothing is squashed into those, or a change taken back
 * would be lost with it. `isUncertain`: an answer got lost. `isBusy`: the first is under way.
 */
export function countFrozen(
  queue: DiffQueue,
  { isUncertain, isBusy }: { readonly isUncertain: boolean; readonly isBusy: boolean },
): number {
  if (isUncertain) return queue.length;
  return isBusy ? 1 : 0;
}

/** Only the edits of a queue, in order. */
export function editsOf(queue: DiffQueue): readonly PendingEdit[] {
  return queue.filter((each) => each.kind === 'edit');
}

export interface RebaseResult {
  readonly records: DocumentRecords;
  readonly queue: DiffQueue;
}

/**
 * The edits laid over other records than they were made on. What a person did last wins; a change of something
 * that is not there any more is dropped, and so is one that has been made already.
 */
export function rebase(base: DocumentRecords, queue: DiffQueue): RebaseResult {
  let records = base;
  const kept = queue.flatMap<PendingEdit | PendingCommand>((each) => {
    if (each.kind !== 'edit') return [each];
    const diff = refit(records, each.diff);
    if (isEmptyDiff(diff)) return [];
    records = applyDiff<DocumentRecord>(records, diff);
    return [{ ...each, diff }];
  });
  return { records, queue: kept };
}

/**
 * The queue without the front edits that the records already have: as many as, taken together, leave every record as it
 * is. They cannot be checked one by one: of a word's keystrokes only the last is visible. The records end the same
 * whatever is dropped.
 */
export function withoutArrived<Each extends PendingEdit | PendingCommand>(
  records: DocumentRecords,
  queue: readonly Each[],
): readonly Each[] {
  const edits = editsOf(queue);
  const left = new Map<string, DocumentRecord | undefined>();
  let count = 0;
  for (const [index, { diff }] of edits.entries()) {
    for (const id of Object.keys(diff.removed)) left.set(id, undefined);
    for (const [id, [, to]] of Object.entries(diff.updated)) left.set(id, to);
    for (const [id, record] of Object.entries(diff.added)) left.set(id, record);
    if ([...left].every(([id, record]) => sameJson(valueAt(records, id), record))) count = index + 1;
  }
  const arrived = new Set<PendingEdit | PendingCommand>(edits.slice(0, count));
  return queue.filter((each) => !arrived.has(each));
}

/** The edits that still fit other records exactly, and those that do not. Commands go with neither. */
export function splitFitting(
  base: DocumentRecords,
  edits: readonly PendingEdit[],
): RebaseResult & { readonly lost: readonly PendingEdit[] } {
  let records = base;
  const kept: PendingEdit[] = [];
  const lost: PendingEdit[] = [];
  for (const edit of edits) {
    try {
      records = applyDiff<DocumentRecord>(records, edit.diff);
      kept.push(edit);
    } catch (error) {
      if (!(error instanceof DiffConflict)) throw error;
      lost.push(edit);
    }
  }
  return { records, queue: kept, lost };
}

/** Whether two changes are the same. */
export function sameDiff(a: DocumentDiff, b: DocumentDiff): boolean {
  return sameJson(a.added, b.added) && sameJson(a.updated, b.updated) && sameJson(a.removed, b.removed);
}

function refit(records: DocumentRecords, diff: DocumentDiff): DocumentDiff {
  const before: Record<string, DocumentRecord> = {};
  const after: Record<string, DocumentRecord> = {};
  const touched = [diff.added, diff.updated, diff.removed].flatMap((part) => Object.keys(part));
  for (const id of touched) {
    const found = valueAt(records, id);
    if (found !== undefined) before[id] = found;
    const to = valueAt(diff.added, id) ?? (found === undefined ? undefined : diff.updated[id]?.[1]);
    if (to !== undefined) after[id] = to;
  }
  return makeDiff<DocumentRecord>(before, after);
}

function valueAt(records: RecordsById<DocumentRecord>, id: string): DocumentRecord | undefined {
  return Object.hasOwn(records, id) ? records[id] : undefined;
}

/** What the core would not take. */
export interface EditRefusal {
  readonly failure: Failure;
  /** The edits that were lost with it. */
  readonly lost: readonly DocumentDiff[];
}

/** Edits that were about texts which somebody fixed before they were saved; null where there are none. */
export function aboutEarlierText(edits: readonly Pick<PendingEdit, 'diff'>[]): EditRefusal | null {
  const lost = edits.map(({ diff }) => diff).filter((diff) => !isEmptyDiff(diff));
  if (lost.length === 0) return null;
  const failure = {
    message: 'Your last edits were about the earlier text.',
    hint: 'They were not saved. Answer the text as it is now.',
    code: 'conflict',
  } as const;
  return { failure, lost };
}

/** What was refused so far with what is refused now; the later reason is shown. */
export function withRefusal(before: EditRefusal | null, now: EditRefusal): EditRefusal {
  return { ...now, lost: [...(before?.lost ?? []), ...now.lost] };
}
