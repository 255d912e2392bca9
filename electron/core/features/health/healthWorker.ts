import { z } from 'zod';
import type { Benchmark, HealthItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { HealthReport } from '../../../../shared/contract/health.ts';
import { proposedGroups } from '../../../../shared/domain/alikeImages.ts';
import { type TaskProgress, threadTask } from '../../base/threadTask.ts';
import type { Condition } from '../../access/itemFilter.ts';
import { inSets } from '../../db/sets.ts';
import { compose } from '../../derived/casebook.ts';
import { mainTask } from '../../derived/gold.ts';
import { openBeside, type Place } from '../../records/casebookInThread.ts';
import { regionLabels } from '../../../../shared/benchmarks/taskParts.ts';

/** How images look, by the content of their files, as the main thread answers. */
const Looks = z.map(z.string(), z.instanceof(Uint8Array));

export interface HealthTask {
  readonly place: Place;
  /** Which items `i` are looked through. */
  readonly condition: Condition;
}

/** Runs in a thread of its own: looking through 100,000 items takes seconds in which the windows want answers. */
export const healthReport = threadTask(async (task: HealthTask, progress, talk): Promise<HealthReport> => {
  const { items, names, benchmark } = readItems(task, progress);
  progress('Comparing images', 0, 0);
  const seen = await withLooks(items, (sha256s) => talk.ask(sha256s));
  progress('Looking for problems', 0, 0);
  return {
    items: items.length,
    findings: benchmark.health(seen).map((finding) => ({
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
});

/** The items that are looked through, what they are called, and the benchmark that judges them. */
function readItems(
  { place, condition }: HealthTask,
  progress: TaskProgress,
): { readonly items: HealthItem[]; readonly names: Map<string, string>; readonly benchmark: Benchmark } {
  // It only reads, so it needs no lock.
  const casebook = compose(openBeside({ ...place, lockToken: null }, () => undefined));
  const { database, benchmark } = casebook;
  try {
    const task = mainTask(casebook);
    const items: HealthItem[] = [];
    const names = new Map<string, string>();
    // One transaction: nobody changes half of what is read.
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
          const shows = benchmark.rendered?.(item.payload) ?? null;
          items.push({
            ...item,
            images: item.images.map((image) => ({ ...image, shows })),
            regionLabels: regionLabels(task, item.answer, item.vocabulary),
          });
        }
      }
    })();
    return { items, names, benchmark };
  } finally {
    casebook.close();
  }
}

/** The items with how those of their images look that perceptual hashes propose as the same. */
async function withLooks(
  items: readonly HealthItem[],
  ask: (sha256s: readonly string[]) => Promise<unknown>,
): Promise<HealthItem[]> {
  const proposed = new Set(
    proposedGroups(items.flatMap(({ images }) => images)).flatMap((group) => {
      const files = new Set(group.flatMap(({ sha256 }) => sha256 ?? []));
      // One file is the same as itself.
      return files.size > 1 ? [...files] : [];
    }),
  );
  if (proposed.size === 0) return [...items];
  const looks = Looks.parse(await ask([...proposed]));
  return items.map((item) => ({
    ...item,
    images: item.images.map((image) => ({ ...image, look: looks.get(image.sha256 ?? '') ?? null })),
  }));
}
