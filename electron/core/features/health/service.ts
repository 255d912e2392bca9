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

/** What a reader of the benchmark could exploit or a reviewer object to. */
export class HealthService {
  readonly #casebook: Casebook;
  readonly #compute: Compute<typeof jobs>;
  readonly #latestChange;
  readonly #known = new Map<string, HealthReport>();
  #knownAt = -1;

  constructor(casebook: Casebook, compute: Compute<typeof jobs>) {
    this.#casebook = casebook;
    this.#compute = compute;
    // Every change is in the log: a report holds until the log goes on.
    this.#latestChange = casebook.database
      .prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM event')
      .pluck();
  }

  /** The findings over all items of these statuses (null: any) that are not blind to the caller. Rejects when the signal aborts. */
  async report(
    status: readonly ItemStatus[] | null,
    viewpoint: Viewpoint,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<HealthReport> {
    const begunAt = this.#latestChange.get() ?? 0;
    if (begunAt !== this.#knownAt) this.#known.clear();
    this.#knownAt = begunAt;
    const question = JSON.stringify([viewpoint.person?.id ?? null, viewpoint.person?.roles ?? null, status]);
    const kept = this.#known.get(question);
    if (kept !== undefined) return kept;
    const filter = status === null ? {} : { status: [...status] };
    const asked: HealthTask = {
      place: placeOf(this.#casebook),
      condition: visibleConditionOf(filter, viewpoint),
    };
    const report = HealthReport.parse(
      await this.#compute.run('healthReport', asked, {
        signal,
        // What a perceptual hash proposes, pixels decide: the image threads look, and remember what they saw.
        answer: (asked) => this.#casebook.records.images.looks(z.array(z.string()).parse(asked), signal),
        progress: (phase, done, total) => progress(phase, done, total === 0 ? null : total),
      }),
    );
    if (this.#latestChange.get() === begunAt && this.#knownAt === begunAt) this.#known.set(question, report);
    return report;
  }
}
