import type { ItemFilter, ItemSort } from '../../../shared/contract/items.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { client } from '../../client/index.ts';

const MOST_AT_ONCE = 1000;

/** The ids at the places `first` to `last` (both included) of a list. */
export async function fetchIds(
  list: { readonly filter: ItemFilter; readonly sort: ItemSort },
  first: number,
  last: number,
): Promise<readonly ItemId[]> {
  const ids: ItemId[] = [];
  for (let offset = first; offset <= last; offset += MOST_AT_ONCE) {
    const limit = Math.min(MOST_AT_ONCE, last - offset + 1);
    const { rows } = await client.items.list({ ...list, offset, limit });
    ids.push(...rows.map((row) => row.id));
  }
  return ids;
}
