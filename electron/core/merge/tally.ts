import type { MergeReport } from '../../../shared/contract/merging.ts';
import type { ResponseId } from '../../../shared/base/ids.ts';

export type MergeCounts = MergeReport['sources'][number]['taken'];
export type LeftCounts = MergeReport['sources'][number]['left'];

/** What a merge has counted so far, and what it touched. */
export interface MergeTally {
  readonly taken: MergeCounts;
  readonly known: MergeCounts;
  readonly left: LeftCounts;
  /** Conflicts of this source that wait for somebody, known ones included. */
  conflicts: number;
  newConflicts: number;
  /** Tasks by item whose derived data change. */
  readonly touched: Map<string, Set<string>>;
  /** Responses whose derived data change: their verdicts. */
  readonly answered: Set<ResponseId>;
}

const nothing = (): MergeCounts => ({
  people: 0,
  items: 0,
  images: 0,
  assignments: 0,
  annotations: 0,
  adjudications: 0,
  guidelines: 0,
  comments: 0,
  responses: 0,
  judgments: 0,
});

/** A tally of nothing yet. */
export function createTally(): MergeTally {
  return {
    taken: nothing(),
    known: nothing(),
    left: [],
    conflicts: 0,
    newConflicts: 0,
    touched: new Map(),
    answered: new Set(),
  };
}

/** Notes that what follows from an item's answers has to be brought up to date. */
export function noteTouched({ touched }: MergeTally, itemId: string, task: string | null): void {
  const tasks = touched.get(itemId) ?? new Set();
  if (task !== null) tasks.add(task);
  touched.set(itemId, tasks);
}

/** Whether anything came of it. */
export function changedAnything({ taken, newConflicts, touched, answered }: MergeTally): boolean {
  return (
    newConflicts > 0 ||
    touched.size > 0 ||
    answered.size > 0 ||
    Object.values(taken).some((count) => count > 0)
  );
}
