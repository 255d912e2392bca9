import type { ItemFilter } from '../../../shared/contract/items.ts';
import type { ItemsBehindRequest, MetricsRequest } from '../../../shared/contract/metrics.ts';
import { client } from '../../client/index.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { goTo, places } from '../../ui/window/navigate.ts';

/** What a number of the results opens: items that a filter finds, or those that a figure rests on. */
export type BehindTarget =
  | { readonly filter: ItemFilter }
  | { readonly figure: Pick<ItemsBehindRequest, 'metric' | 'sides' | 'part'> };

/** Opens the items behind a number in the Library. Rejects where they cannot be read. */
export async function openBehind(
  behind: BehindTarget,
  {
    bootstrap: _bootstrap,
    seed: _seed,
    stratum: _stratum,
    pseudonyms: _pseudonyms,
    ...request
  }: MetricsRequest,
): Promise<void> {
  const filter =
    'filter' in behind
      ? behind.filter
      : { ids: (await client.metrics.behind({ ...request, ...behind.figure })).items };
  useListContext.getState().setFilter(filter);
  goTo(places.library);
}
