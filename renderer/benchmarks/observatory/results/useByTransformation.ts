import type { MetricsReport, MetricsRequest } from '../../../../shared/contract/metrics.ts';
import { client } from '../../../client/index.ts';
import { createReportsHook } from '../../../ui/figures/useReports.ts';

/** The same figures divided by transformation, whatever the screen divides them by. */
export const useByTransformation = createReportsHook<MetricsRequest, MetricsReport>((request, signal) =>
  client.metrics.report(request, { signal }),
);
