import { type Json, sameJson } from './json.ts';

/** Records by id: what a diff is taken of. */
export type RecordsById<R> = Readonly<Record<string, R>>;

/** A reversible change of a set of records; an id is in at most one of the three parts. */
export interface Diff<R> {
  readonly added: RecordsById<R>;
  readonly updated: Readonly<Record<string, readonly [from: R, to: R]>>;
  readonly removed: RecordsById<R>;
}

/** Thrown where a diff does not fit the records it is applied to: somebody else changed them meanwhile. */
export class DiffConflict extends Error {
  readonly recordId: string;
  constructor(recordId: string, what: string) {
    super(`Record ${recordId} ${what}.`);
    this.name = 'DiffConflict';
    this.recordId = recordId;
  }
}

/** The change that makes `after` of `before`. */
export function makeDiff<R extends Json>(before: RecordsById<R>, after: RecordsById<R>): Diff<R> {
  const added: [string, R][] = [];
  const updated: [string, readonly [R, R]][] = [];
  for (const [id, to] of Object.entries(after)) {
    const from = own(before, id);
    if (from === undefined) added.push([id, to]);
    else if (!sameJson(from, to)) updated.push([id, [from, to]]);
  }
  const removed = Object.entries(before).filter(([id]) => own(after, id) === undefined);
  return { added: fromEntries(added), updated: fromEntries(updated), removed: fromEntries(removed) };
}

/** The change that takes a change back. */
export function reverseDiff<R>(diff: Diff<R>): Diff<R> {
  const updated = Object.entries(diff.updated).map(([id, [from, to]]): [string, readonly [R, R]] => [
    id,
    [to, from],
  ]);
  return { added: diff.removed, updated: fromEntries(updated), removed: diff.added };
}

/** One change that does what `first` and then `second` do; what cancels out is dropped. */
export function squashDiffs<R extends Json>(first: Diff<R>, second: Diff<R>): Diff<R> {
  const before = new Map<string, R>();
  const after = new Map<string, R>();
  for (const diff of [first, second]) {
    for (const [id, record] of Object.entries(diff.removed)) {
      if (!touches(first, id) || diff === first) before.set(id, record);
      after.delete(id);
    }
    for (const [id, [from, to]] of Object.entries(diff.updated)) {
      if (!touches(first, id) || diff === first) before.set(id, from);
      after.set(id, to);
    }
    for (const [id, record] of Object.entries(diff.added)) after.set(id, record);
  }
  return makeDiff(fromEntries(before), fromEntries(after));
}

/**
 * The records with the change applied; the records given stay as they are.
 * Throws {@link DiffConflict} where a record to be changed is not what the change expects.
 */
export function applyDiff<R extends Json>(records: RecordsById<R>, diff: Diff<R>): RecordsById<R> {
  const result = new Map(Object.entries(records));
  for (const [id, record] of Object.entries(diff.removed)) {
    expectSame(result, id, record);
    result.delete(id);
  }
  for (const [id, [from, to]] of Object.entries(diff.updated)) {
    expectSame(result, id, from);
    result.set(id, to);
  }
  for (const [id, record] of Object.entries(diff.added)) {
    if (result.has(id)) throw new DiffConflict(id, 'exists already');
    result.set(id, record);
  }
  return fromEntries(result);
}

/** Whether a change changes nothing. */
export function isEmptyDiff<R>(diff: Diff<R>): boolean {
  return [diff.added, diff.updated, diff.removed].every((part) => Object.keys(part).length === 0);
}

/** Unlike an assignment, this makes even a record named `__proto__` the object's own. */
function fromEntries<T>(entries: Iterable<readonly [string, T]>): Readonly<Record<string, T>> {
  return Object.fromEntries(entries);
}

function expectSame<R extends Json>(records: ReadonlyMap<string, R>, id: string, expected: R): void {
  const found = records.get(id);
  if (found === undefined) throw new DiffConflict(id, 'no longer exists');
  if (!sameJson(found, expected)) throw new DiffConflict(id, 'has changed since');
}

function touches<R>(diff: Diff<R>, id: string): boolean {
  return Object.hasOwn(diff.added, id) || Object.hasOwn(diff.updated, id) || Object.hasOwn(diff.removed, id);
}

function own<R>(records: RecordsById<R>, id: string): R | undefined {
  return Object.hasOwn(records, id) ? records[id] : undefined;
}
