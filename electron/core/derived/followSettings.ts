import type { CasebookSettings } from '../../../shared/contract/casebooks.ts';
import { ItemId, type PersonId } from '../../../shared/base/ids.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { changePromotion } from './changePromotion.ts';
import type { GoldStatus } from './goldStatus.ts';
import type { ItemWriter } from './itemWriter.ts';
import type { ItemRecomputer } from './recompute.ts';
import type { ValidationState } from './validationStatus.ts';

/**
 * Brings up to date what follows from settings, after they were saved and inside the caller's transaction: whether what
 * one rater alone said is gold, which boxes are about the same thing, and which items have what it takes to be accepted.
 */
export function followSettings(
  casebook: RecordedCasebook,
  derived: {
    readonly validation: ValidationState;
    readonly items: ItemWriter;
    readonly goldStatus: GoldStatus;
    readonly recompute: ItemRecomputer;
  },
  before: CasebookSettings,
  after: CasebookSettings,
  by: PersonId | null,
): void {
  // While more answers are awaited, gold can be one rater's, too.
  if (before.singleRater !== after.singleRater) recomputeThose("state IN ('single', 'waiting')");
  if (before.sameBox !== after.sameBox) recomputeThose('ratings > 1 OR round > 1');
  changePromotion(casebook, derived, before.promotion, after.promotion, by);

  function recomputeThose(condition: string): void {
    const rated = casebook.database
      .prepare<[], { itemId: string; task: string }>(
        `SELECT item_id AS itemId, task FROM rating_state WHERE ${condition}`,
      )
      .all();
    derived.items.together(() => {
      for (const { itemId, task } of rated) derived.recompute.recompute(ItemId.parse(itemId), task, by);
    });
  }
}
