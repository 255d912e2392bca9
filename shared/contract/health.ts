import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ItemStatus } from '../domain/status.ts';
import { procedure, progressOr } from './base.ts';

export const HealthFindingReport = z.object({
  kind: z.string(),
  severity: z.enum(['serious', 'notable', 'note']),
  title: z.string(),
  explanation: z.string(),
  groups: z.array(
    z.object({ label: z.string(), items: z.array(z.object({ id: z.string(), externalId: z.string() })) }),
  ),
  table: z
    .object({ columns: z.array(z.string()), rows: z.array(z.array(z.union([z.string(), z.number()]))) })
    .nullable(),
  statistic: z
    .object({
      test: z.string(),
      value: z.number().nullable(),
      p: z.number(),
      effect: z.object({ name: z.string(), value: z.number() }).optional(),
    })
    .nullable(),
});
export type HealthFindingReport = z.infer<typeof HealthFindingReport>;

export const HealthReport = z.object({ items: z.int(), findings: z.array(HealthFindingReport) });
export type HealthReport = z.infer<typeof HealthReport>;

/** What a reader of the benchmark could exploit or a reviewer object to. */
export const health = {
  report: procedure
    .input(z.object({ status: z.array(ItemStatus).nullable() }))
    .output(eventIterator(progressOr(HealthReport))),
};
