import { join } from 'node:path';
import { z } from 'zod';
import type { ProposalsCell, ProposalsRequest } from '../../../../shared/contract/proposals.ts';
import { ProposalsReport } from '../../../../shared/contract/proposals.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import { ItemId } from '../../../../shared/domain/ids.ts';
import { DATABASE } from '../../db/acquire.ts';
import type { Casebook } from '../../records/casebook.ts';
import type { Progress } from '../../base/work.ts';
import { createThreads } from '../../base/threads.ts';
import { visibleConditionOf } from '../../access/itemFilter.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { ItemsTask, ReportTask } from './proposalsWorker.ts';

export interface ProposalsService {
  /**
   * How far verified boxes are where detectors proposed them, without the items that are blind to whoever asks. Rejects
   * when the signal aborts; throws `invalid_input` where the benchmark has no proposals.
   */
  report(
    request: z.output<typeof ProposalsRequest>,
    viewpoint: Viewpoint,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<ProposalsReport>;
  /** The items behind a figure, those with the least overlap first. Throws as above. */
  items(
    request: { readonly filter: ItemFilter; readonly cell: ProposalsCell; readonly limit: number },
    viewpoint: Viewpoint,
  ): Promise<{ total: number; ids: ItemId[] }>;
  /** Ends the worker threads. */
  close(): Promise<void>;
}

/** Boxes that detectors proposed, in an open casebook. */
export function createProposalsService({ benchmark, path }: Casebook): ProposalsService {
  const file = join(path, DATABASE);
  const threads = createThreads(import.meta.url, 'proposalsWorker');
  const assertProposals = (): void => {
    if (benchmark.proposals !== undefined) return;
    throw new CasebookError(
      'invalid_input',
      `Nothing is proposed by detectors for ${benchmark.title}.`,
      'Open a casebook whose boxes are proposed and verified.',
    );
  };
  return {
    async report({ filter, bootstrap, seed }, viewpoint, progress, signal) {
      assertProposals();
      const task: ReportTask = {
        file,
        condition: visibleConditionOf(filter, viewpoint),
        resamples: bootstrap,
        seed,
      };
      return ProposalsReport.parse(await threads.run('report', task, { progress, signal }));
    },
    async items({ filter, cell, limit }, viewpoint) {
      assertProposals();
      const task: ItemsTask = { file, condition: visibleConditionOf(filter, viewpoint), cell };
      const ids = z.array(ItemId).parse(await threads.run('items', task));
      return { total: ids.length, ids: ids.slice(0, limit) };
    },
    close: () => threads.close(),
  };
}
