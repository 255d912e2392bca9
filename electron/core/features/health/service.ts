import { z } from 'zod';
import { HealthReport } from '../../../../shared/contract/health.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Progress } from '../../base/work.ts';
import type { Compute } from '../../base/compute.ts';
import type * as jobs from './healthWorker.ts';
import { placeOf } from '../../records/casebookInThread.ts';
import { visibleConditionOf } from '../../access/itemFilter.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { HealthTask } from './healthWorker.ts';

export interface HealthService {
  /** The findings over all items of these statuses (null: any) that are not blind to the caller. Rejects when the signal aborts. */
  report(
    status: readonly ItemStatus[] | null,
    viewpoint: Viewpoint,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<HealthReport>;
}

/** What a reader of the benchmark could exploit or a reviewer object to. */
export function createHealthService(casebook: Casebook, compute: Compute<typeof jobs>): HealthService {
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
      const asked: HealthTask = {
        place: placeOf(casebook),
        condition: visibleConditionOf(filter, viewpoint),
      };
      const report = HealthReport.parse(
        await compute.run('healthReport', asked, {
          signal,
          // What a perceptual hash proposes, pixels decide: the image threads look, and remember what they saw.
          answer: (asked) => casebook.records.images.looks(z.array(z.string()).parse(asked), signal),
          progress: (phase, done, total) => progress(phase, done, total === 0 ? null : total),
        }),
      );
      if (latestChange.get() === begunAt && knownAt === begunAt) known.set(question, report);
      return report;
    },
  };
}
