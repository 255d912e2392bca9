import type { Person } from '../../../../shared/contract/application.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { AdjudicationRow, AdjudicationRows } from '../../access/adjudicationRows.ts';

/**
 * Throws `forbidden` where somebody rated the item, and so has taken sides, and the casebook does not let raters decide.
 * @param taken decisions that would be taken back: their own ones somebody can always take back
 */
export function createRequireOthers(
  { records: { mayDecideOwn } }: Casebook,
  rows: AdjudicationRows,
): (itemId: ItemId, task: string, by: Person, taken?: readonly AdjudicationRow[]) => void {
  return (itemId, task, by, taken = []) => {
    if (mayDecideOwn() || !rows.hasRated(itemId, task, by.id)) return;
    if (taken.length > 0 && taken.every(({ personId }) => personId === by.id)) return;
    throw new CasebookError(
      'forbidden',
      'You rated this item yourself, so another adjudicator has to decide it.',
      'Nothing was changed. A curator can let adjudicators decide cases that they rated, in Settings.',
    );
  };
}
