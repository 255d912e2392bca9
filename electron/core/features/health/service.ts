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
  // Every change is in the log: a report holds until the log goes on.
  const latestChange = casebook.database
    .prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM event')
    .pluck();
  const known = new Map<string, HealthReport>();
  let knownAt = -1;
  return {
    async report(status, viewpoint, progress, signal) {
      const begunAt = latestChange.get() ?? 0;
      if (begunAt !== knownAt) known.clear();
      knownAt = begunAt;
      const question = JSON.stringify([
        viewpoint.person?.id ?? null,
        viewpoint.person?.roles ?? null,
        status,
      ]);
      const kept = known.get(question);
      if (kept !== undefined) return kept;
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
      const report: HealthReport = {
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
      if (latestChange.get() === begunAt && knownAt === begunAt) known.set(question, report);
      return report;
    },
  };
}
