import { counted } from '../../../shared/base/counts.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { rowReader } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import { type DeletionNotice, isInForce } from '../records/sharing/deletions.ts';
import type { MergeContext } from './mergeContext.ts';
import { noteTouched } from './tally.ts';

/** What merging makes of an item that was deleted or brought back in the other casebook; null: nothing is new. */
export type DeletionOutcome = 'note' | 'bring back' | 'keep' | 'delete' | null;

/**
 * The fate of an item that was deleted or brought back there. The later word counts: a deletion and each undoing have
 * the next number. An item that a study here asks about is kept.
 * @param revision the number there
 * @param own the number here; 0: it was never deleted
 */
export function deletionOutcome(
  revision: number,
  own: number,
  { isHere, isAsked }: { readonly isHere: boolean; readonly isAsked: () => boolean },
): DeletionOutcome {
  if (revision <= own) return null;
  if (!isInForce(revision)) return isInForce(own) ? 'bring back' : 'note';
  if (!isHere) return 'note';
  return isAsked() ? 'keep' : 'delete';
}

/**
 * What was deleted in either casebook stays deleted, unless it was brought back since: items that were deleted there and are
 * here go, with everything about them, and History here brings them back; what was brought back there comes back.
 */
export function mergeDeletions({ into, source, tally }: MergeContext): void {
  const { deletions, log } = into.records;
  const nameOf = into.database.prepare<[string], string>('SELECT external_id FROM item WHERE id = ?').pluck();
  const sequenceOf = into.database
    .prepare<[string], number>('SELECT sequence FROM item WHERE id = ?')
    .pluck();
  const isAsked = into.database
    .prepare<[string, string], number>(
      `SELECT 1 FROM study_item WHERE item_id = ? UNION ALL
       SELECT 1 FROM response WHERE item_id = ? AND session_id IS NOT NULL LIMIT 1`,
    )
    .pluck();
  const told = new Map<ItemId, DeletionNotice>();
  const back: ItemId[] = [];
  const leave = (id: ItemId, name: string, reason: string): void => {
    tally.left.push({ item: name, reason });
    source.exchange?.leave(id, `${name}: ${reason}`);
  };
  for (const row of rowReader(source.database, 'deleted_item', 'ORDER BY item_id').all()) {
    const { item_id: id, external_id: externalId, cause, deleted_at: at, revision } = row;
    const name = nameOf.get(id);
    const outcome = deletionOutcome(revision, deletions.revision(id), {
      isHere: name !== undefined,
      isAsked: () => isAsked.get(id, id) !== undefined,
    });
    if (outcome === 'note') deletions.note({ itemId: id, externalId, cause, at, revision });
    else if (outcome === 'bring back' && deletions.broughtBack(id, revision)) back.push(id);
    else if (outcome === 'bring back')
      leave(
        id,
        externalId,
        'It was brought back elsewhere, but another item has its name here: it stays deleted here.',
      );
    else if (outcome === 'keep')
      leave(
        id,
        name ?? externalId,
        'It was deleted in the other casebook, but a study here asks about it, so it stays.',
      );
    else if (outcome === 'delete') {
      told.set(id, { cause, at, revision });
      tally.left.push({
        item: name ?? externalId,
        reason:
          'It was deleted there, so it was deleted here, too. To have it back, undo the deletion in History.',
      });
    }
  }
  const gone = (['deleted', 'undone'] as const).flatMap((cause) => {
    const ids = [...told].flatMap(([id, each]) => (each.cause === cause ? [id] : []));
    return deletions.delete(ids, cause, null, (id) => told.get(id) ?? { cause, at: 0, revision: 1 });
  });
  if (gone.length > 0)
    log({
      kind: 'delete',
      personId: null,
      diff: {
        added: {},
        updated: {},
        removed: Object.fromEntries(gone.map(({ itemId, externalId }) => [itemId, externalId])),
      },
      detail: {
        items: gone.length,
        names: gone.slice(0, 10).map(({ externalId }) => externalId),
        source: source.name,
      },
    });
  const here = back.flatMap((id) => {
    const sequence = sequenceOf.get(id);
    return sequence === undefined ? [] : [{ id, sequence }];
  });
  for (const { id } of here) noteTouched(tally, id, null);
  const items = here.map(({ sequence }) => sequence);
  if (items.length > 0)
    log({ kind: 'revert', personId: null, detail: { kind: 'delete', source: source.name }, items });
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
    .prepare<[string], string>('SELECT external_id FROM deleted_item WHERE item_id = ? AND revision % 2 = 1')
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
