import { join } from 'node:path';
import { z } from 'zod';
import type { ProposalsCell, ProposalsRequest } from '../../../../shared/contract/proposals.ts';
import { ProposalsReport } from '../../../../shared/contract/proposals.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import { ItemId } from '../../../../shared/domain/ids.ts';
import { DATABASE } from '../../db/acquire.ts';
import type { Casebook } from '../../records/casebook.ts';
<<<<<<< 933a700b0693709df66cca2d968a001a84e0b152
import type { Progress } from '../../base/work.ts';
import { createThreads } from '../../base/threads.ts';
=======
import type { Progress } from '../../access/procedures.ts';
import type { Compute } from '../../work/compute.ts';
>>>>>>> 6e5e57a3afa33fde6f16bfaef44e53f2d694edbd
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
}

/** Boxes that detectors proposed, in an open casebook. */
export function createProposalsService({ benchmark, path }: Casebook, compute: Compute): ProposalsService {
  const file = join(path, DATABASE);
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
      return ProposalsReport.parse(await compute.run('proposalsReport', task, { progress, signal }));
    },
    async items({ filter, cell, limit }, viewpoint) {
      assertProposals();
      const task: ItemsTask = { file, condition: visibleConditionOf(filter, viewpoint), cell };
      const ids = z.array(ItemId).parse(await compute.run('proposedItems', task));
      return { total: ids.length, ids: ids.slice(0, limit) };
    },
  };
}
