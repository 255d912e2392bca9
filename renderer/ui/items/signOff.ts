import { counted } from '../../../shared/base/counts.ts';
import type { BulkResult, ItemSelection } from '../../../shared/contract/items.ts';
import { client } from '../../client/index.ts';
import { toast } from '../feedback/toast.tsx';
import type { StreamedWork } from '../work/useStreamedWork.ts';
import { casebookChanged } from '../window/applicationState.ts';

/**
 * Signs the images of items off, with progress; null: it was stopped, or did not work at all.
 * @param vouchedBy on whose word; null: the person has looked at the images
 */
export async function signOff(
  items: ItemSelection,
  vouchedBy: string | null,
  start: StreamedWork<BulkResult>['start'],
): Promise<BulkResult | null> {
  const result = await start((signal) =>
    client.annotations.signOffMany({ items, ...(vouchedBy !== null && { vouchedBy }) }, { signal }),
  );
  // What was signed off before it was stopped stays so.
  await casebookChanged();
  if (result !== null)
    toast(
      result.changed === 0 && result.refused.length === 0
        ? 'All were signed off already.'
        : `${counted(result.changed, 'item')} signed off.`,
    );
  return result;
}
