import type { Casebook } from '../../derived/casebook.ts';
import type { CasebookSettings } from '../../../../shared/contract/casebooks.ts';
import { ItemId, type PersonId } from '../../../../shared/domain/ids.ts';
import { changePromotion } from '../../derived/changePromotion.ts';

/**
 * Changes settings of a casebook with all that follows from them: whether what one rater alone said is gold, and which
 * items have what it takes to be accepted.
 */
export function changeSettings(
  casebook: Casebook,
  changes: Partial<CasebookSettings>,
  by: PersonId,
): CasebookSettings {
  const { database, derived, records } = casebook;
  return database.transaction(() => {
    const before = records.settings.current();
    const after = records.settings.saveSettings(changes, by);
    if (before.singleRater !== after.singleRater) {
      // While more answers are awaited, gold can be one rater's, too.
      const rated = database
        .prepare<[], { itemId: string; task: string }>(
          "SELECT item_id AS itemId, task FROM rating_state WHERE state IN ('single', 'waiting')",
        )
        .all();
      derived.items.together(() => {
        for (const { itemId, task } of rated) derived.recompute.recompute(ItemId.parse(itemId), task, by);
      });
    }
    changePromotion(casebook, derived, before.promotion, after.promotion, by);
    return after;
  })();
}
