import { counted } from '../../../shared/domain/counts.ts';
import { rowReader } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import type { MergeContext } from './mergeContext.ts';

/**
 * What was deleted in either casebook stays deleted: items that were deleted there and are here go, with everything about
 * them, and History here brings them back.
 */
export function mergeDeletions({ into, source, tally }: MergeContext): void {
  const { deletions, log } = into.records;
  const nameOf = into.database.prepare<[string], string>('SELECT external_id FROM item WHERE id = ?').pluck();
  const isAsked = into.database
    .prepare<[string, string], number>(
      `SELECT 1 FROM study_item WHERE item_id = ? UNION ALL
       SELECT 1 FROM response WHERE item_id = ? AND session_id IS NOT NULL LIMIT 1`,
    )
    .pluck();
  const gone: Record<string, string> = {};
  for (const row of rowReader(source.database, 'deleted_item', 'ORDER BY item_id').all()) {
    const name = nameOf.get(row.item_id);
    if (name === undefined) {
      deletions.note({
        itemId: row.item_id,
        externalId: row.external_id,
        cause: row.cause,
        at: row.deleted_at,
      });
      continue;
    }
    if (isAsked.get(row.item_id, row.item_id) !== undefined) {
      tally.left.push({
        item: name,
        reason: 'It was deleted in the other casebook, but a study here asks about it, so it stays.',
      });
      continue;
    }
    for (const { itemId, externalId } of deletions.delete([row.item_id], row.cause, null))
      gone[itemId] = externalId;
    tally.left.push({
      item: name,
      reason:
        'It was deleted there, so it was deleted here, too. To have it back, undo the deletion in History.',
    });
  }
  const names = Object.values(gone);
  if (names.length > 0)
    log({
      kind: 'delete',
      personId: null,
      diff: { added: {}, updated: {}, removed: gone },
      detail: { items: names.length, names: names.slice(0, 10), source: source.name },
    });
}

/** Whether an item of another casebook was deleted here, by its id; or by its name, unless one of that name came since. */
export function isDeletedHere({ into, tally }: MergeContext, theirs: RowOf<'item'>): boolean {
  const { deletions } = into.records;
  if (!deletions.has(theirs.id) && !deletions.isDeleted(theirs.external_id)) return false;
  tally.left.push({
    item: theirs.external_id,
    reason:
      'It was deleted here, so nothing of it was merged. To have it back, undo the deletion in History.',
  });
  return true;
}

/** The items of a package that were deleted since it went out; what was answered about them is listed, not merged. */
export function deletedSince({
  into,
  source,
  tally,
}: Pick<MergeContext, 'into' | 'source' | 'tally'>): Set<string> {
  const name = into.database
    .prepare<[string], string>('SELECT external_id FROM deleted_item WHERE item_id = ?')
    .pluck();
  const answers = source.database
    .prepare<[string], number>("SELECT count(*) FROM annotation WHERE state = 'submitted' AND item_id = ?")
    .pluck();
  const gone = new Set<string>();
  for (const { id } of rowReader(source.database, 'item').all()) {
    const known = name.get(id);
    if (known === undefined) continue;
    gone.add(id);
    tally.left.push({
      item: known,
      reason: `It was deleted here after the package went out: the merge left out ${counted(answers.get(id) ?? 0, 'answer')}. To merge them, undo the deletion in History and merge the package again.`,
    });
  }
  return gone;
}
