import type { VerdictDecisionId } from '../../../shared/base/ids.ts';
import { rowReader, rowWriter, sameRow } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import { type MergeContext, refuseMerge } from './mergeContext.ts';

/**
 * Merges decisions between judges, in the caller's transaction with foreign keys deferred. One that is here under
 * another id, by the same person on the same thing, with the same words and predecessor, is no second decision: both
 * sides read it from one file, or one read what the other made.
 */
export function mergeVerdictDecisions(
  { into, source, tally }: MergeContext,
  wanted: (row: RowOf<'verdict_decision'>) => boolean,
): void {
  const byId = rowReader(into.database, 'verdict_decision', 'WHERE id = ?');
  const ofUnit = rowReader(
    into.database,
    'verdict_decision',
    'WHERE (response_id, criterion, subject) = (?, ?, ?) ORDER BY created_at, id',
  );
  const insert = rowWriter(into.database, 'verdict_decision');
  /** What their decisions are called here. */
  const here = new Map<VerdictDecisionId, VerdictDecisionId>();
  const rows = rowReader(source.database, 'verdict_decision', 'ORDER BY created_at, id');
  for (const row of inOrder(rows.list().filter(wanted))) {
    const theirs = {
      ...row,
      replaces: row.replaces === null ? null : (here.get(row.replaces) ?? row.replaces),
    };
    const [own] = byId.list(theirs.id);
    if (own !== undefined && !sameRow(own, theirs))
      refuseMerge(`The verdict decision ${theirs.id} differs between the two casebooks.`);
    const known =
      own ??
      ofUnit
        .list(theirs.response_id, theirs.criterion, theirs.subject)
        .find((each) => sameRow(each, theirs, ['id', 'judgments', 'created_at']));
    here.set(theirs.id, known?.id ?? theirs.id);
    if (known !== undefined) {
      tally.known.judgments += 1;
      continue;
    }
    insert(theirs);
    tally.taken.judgments += 1;
    tally.answered.add(theirs.response_id);
  }
}

/** Each after the one that it replaces. */
function* inOrder(rows: readonly RowOf<'verdict_decision'>[]): Generator<RowOf<'verdict_decision'>> {
  const waiting = new Map(rows.map((row) => [row.id, row]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ replaces }) => replaces === null || !waiting.has(replaces));
    if (ready.length === 0) refuseMerge('Its decisions between judges replace each other in a circle.');
    for (const row of ready) waiting.delete(row.id);
    yield* ready;
  }
}
