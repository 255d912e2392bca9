import type { MetricsReport, MetricsRequest } from '../../../shared/contract/metrics.ts';
import { client } from '../../client/index.ts';
import { createReportsHook } from '../../ui/figures/useReports.ts';

/** Computes the benchmark's figures that are asked for, anew whenever the question changes. */
export const useResults = createReportsHook<MetricsRequest, MetricsReport>((request, signal) =>
  client.metrics.report(request, { signal }),
);
