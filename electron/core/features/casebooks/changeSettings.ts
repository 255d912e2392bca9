import type { OpenedCasebook } from '../../access/context.ts';
import type { CasebookSettings } from '../../../../shared/contract/casebooks.ts';
import { ItemId, type PersonId } from '../../../../shared/domain/ids.ts';
import { createRecomputing } from '../../derived/recompute.ts';
import { createItemWriter } from '../../derived/itemWriter.ts';
import { changePromotion } from '../../derived/changePromotion.ts';

/**
 * Changes settings of a casebook with all that follows from them: whether what one rater alone said is gold, and which
 * items have what it takes to be accepted.
 */
export function changeSettings(
  { casebook, settings }: Pick<OpenedCasebook, 'casebook' | 'settings'>,
  changes: Partial<CasebookSettings>,
  by: PersonId,
): CasebookSettings {
  const { database } = casebook;
  return database.transaction(() => {
    const before = settings.current();
    const after = settings.saveSettings(changes, by);
    if (before.singleRater !== after.singleRater) {
      const writer = createItemWriter(casebook);
      const recomputing = createRecomputing(casebook, writer);
      // While more answers are awaited, gold can be one rater's, too.
      const rated = database
        .prepare<[], { itemId: string; task: string }>(
          "SELECT item_id AS itemId, task FROM rating_state WHERE state IN ('single', 'waiting')",
        )
        .all();
      writer.together(() => {
        for (const { itemId, task } of rated) recomputing.recompute(ItemId.parse(itemId), task, by);
      });
    }
    changePromotion(casebook, before.promotion, after.promotion, by);
    return after;
  })();
}
