import type { ItemId } from '../../../shared/base/ids.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import { mainTask } from './gold.ts';
import type { ItemRecomputer } from './recompute.ts';

/**
 * Recomputes disputed items of casebooks from before gold was computed part by part, so that parts without a dispute
 * count and a curator's correction of them is in force. Does nothing if the casebook is read-only or has no such items.
 */
export function completeGold(casebook: CasebookFiles, derived: { readonly recompute: ItemRecomputer }): void {
  if (casebook.readOnly !== null) return;
  const { database } = casebook;
  const task = mainTask(casebook).id;
  const disputed = database
    .prepare<[string], ItemId>(
      `SELECT s.item_id FROM rating_state s JOIN item i ON i.id = s.item_id
       WHERE s.task = ? AND s.state = 'disputed' AND i.gold_fields IS NULL`,
    )
    .pluck()
    .all(task);
  if (disputed.length === 0) return;
  database.transaction(() => {
    for (const itemId of disputed) derived.recompute.recompute(itemId, task, null);
  })();
}
