import { renamedItems } from '../../../../shared/figures/renamed.ts';
import type { ItemStatistics, ItemStatisticsRequest } from '../../../../shared/contract/itemStatistics.ts';
import { client } from '../../../client/index.ts';
import { createReportsHook } from '../../../ui/figures/useReports.ts';

/** Computes the item statistics that are asked for, anew whenever the question changes. */
export const useItemStatistics = createReportsHook<ItemStatisticsRequest, ItemStatistics>(
  (request, signal) => client.metrics.items(request, { signal }),
  renamedItems,
);
