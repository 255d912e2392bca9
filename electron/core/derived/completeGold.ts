import type { ItemId } from '../../../shared/base/ids.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import { mainTask } from './gold.ts';
import type { ItemRecomputer } from './recompute.ts';

/**
 * Recomputes disputed items of casebooks of before gold was put together part by part: what raters agree on beside a
 * dispute counts, and a curator's correction is in force again where it was not disputed. Nothing where the casebook
 * can only be read, or where there is nothing of the kind.
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
