import type { HealthItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { HealthReport } from '../../../../shared/contract/health.ts';
import { threadTask } from '../../base/threadTask.ts';
import type { Condition } from '../../access/itemFilter.ts';
import { inSets } from '../../db/sets.ts';
import { compose } from '../../derived/casebook.ts';
import { mainTask } from '../../derived/gold.ts';
import { type Place, openBeside } from '../../records/casebookInThread.ts';

export interface HealthTask {
  readonly place: Place;
  /** Which items `i` are looked through. */
  readonly condition: Condition;
}

/** Runs in a thread of its own: looking through 100,000 items takes seconds in which the windows want answers. */
export const healthReport = threadTask(({ place, condition }: HealthTask, progress): HealthReport => {
  // It only reads: whoever holds the lock goes on writing.
  const casebook = compose(openBeside({ ...place, lockToken: null }, () => undefined));
  const { database, benchmark } = casebook;
  try {
    const task = mainTask(casebook);
    const items: HealthItem[] = [];
    const names = new Map<string, string>();
    // One transaction: anybody who writes meanwhile cannot change what is read halfway.
    database.transaction(() => {
      const ids = database
        .prepare<(string | number)[], string>(
          `SELECT i.id FROM item i WHERE ${condition.sql} ORDER BY i.sequence`,
        )
        .pluck()
        .all(...condition.parameters);
      for (const set of inSets(ids)) {
        progress('Reading items', items.length, ids.length);
        for (const item of casebook.derived.gold.all(set)) {
          names.set(item.id, item.externalId);
          items.push({ ...item, regionLabels: task.regionLabels(item.answer, item.vocabulary) });
        }
      }
    })();
    progress('Looking for problems', 0, 0);
    return {
      items: items.length,
      findings: benchmark.health(items).map((finding) => ({
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
  } finally {
    casebook.close();
  }
});
