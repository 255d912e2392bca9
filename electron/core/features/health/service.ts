import { setImmediate } from 'node:timers/promises';
import type { HealthItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { HealthReport } from '../../../../shared/contract/health.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Progress } from '../../base/work.ts';
import type { Compute } from '../../base/compute.ts';
import type * as jobs from './healthWorker.ts';
import { mainTask } from '../../derived/gold.ts';
import { visibleIdsOf } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { FindingsTask } from './healthWorker.ts';

export interface HealthService {
  /** The findings over all items of these statuses (null: any) that are not blind to the caller. Rejects when the signal aborts. */
  report(
    status: readonly ItemStatus[] | null,
    viewpoint: Viewpoint,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<HealthReport>;
}

const BREATH = 500;

/** What a reader of the benchmark could exploit or a reviewer object to. */
export function createHealthService(casebook: Casebook, compute: Compute<typeof jobs>): HealthService {
  const { gold } = casebook.derived;
  const task = mainTask(casebook);
  return {
    async report(status, viewpoint, progress, signal) {
      const filter = status === null ? {} : { status: [...status] };
      const ids = visibleIdsOf(casebook.database, filter, viewpoint);
      const items: HealthItem[] = [];
      const names = new Map<string, string>();
      for (const [index, id] of ids.entries()) {
        const item = gold.read(id);
        if (item === undefined) continue;
        names.set(item.id, item.externalId);
        items.push({ ...item, regionLabels: task.regionLabels(item.answer, item.vocabulary) });
        if (index % BREATH === 0) {
          progress('Reading items', index, ids.length);
          await setImmediate();
          signal.throwIfAborted();
        }
      }
      progress('Looking for problems', 0, null);
      await setImmediate();
      const found: FindingsTask = { benchmark: casebook.benchmark.id, items };
      const findings = await compute.run('healthFindings', found, { signal });
      return {
        items: items.length,
        findings: findings.map((finding) => ({
          ...finding,
          groups: finding.groups.map((group) => ({
            label: group.label,
            items: group.items.map((id) => ({ id, externalId: names.get(id) ?? id })),
          })),
          table:
            finding.table === undefined
              ? null
              : { columns: [...finding.table.columns], rows: finding.table.rows.map((row) => [...row]) },
          statistic: finding.statistic ?? null,
        })),
      };
    },
  };
}
