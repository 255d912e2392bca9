import { ItemId, type ResponseId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';

/**
 * Tells for which answers somebody may not see a judge's requests and replies: requests hold what an item's gold says,
 * replies are verdicts. Anybody who has yet to answer the item, or to judge the answer, is shown neither.
 */
export function createHiding({ database }: Casebook) {
  const itemOf = database
    .prepare<[string], string>('SELECT item_id FROM response WHERE id = ? AND item_id IS NOT NULL')
    .pluck();
  const isToJudge = database
    .prepare<[string, string], number>(
      "SELECT 1 FROM judging_assignment WHERE response_id = ? AND person_id = ? AND state = 'open' LIMIT 1",
    )
    .pluck();
  return (viewpoint: Viewpoint, responseId: ResponseId): boolean => {
    const { person } = viewpoint;
    if (person === null) return false;
    if (isToJudge.get(responseId, person.id) !== undefined) return true;
    const item = itemOf.get(responseId);
    return item !== undefined && viewpoint.isBlind(ItemId.parse(item));
  };
}
