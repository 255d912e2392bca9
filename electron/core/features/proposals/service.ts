import { join } from 'node:path';
import { z } from 'zod';
import type { ProposalsCell, ProposalsRequest } from '../../../../shared/contract/proposals.ts';
import { ProposalsReport } from '../../../../shared/contract/proposals.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { ItemId } from '../../../../shared/base/ids.ts';
import { DATABASE } from '../../db/acquire.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Progress } from '../../base/work.ts';
import type { Compute } from '../../base/compute.ts';
import type * as jobs from './proposalsWorker.ts';
import { visibleConditionOf } from '../../access/itemFilter.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { ItemsTask, ReportTask } from './proposalsWorker.ts';

export interface ProposalsService {
  /**
   * How far verified boxes are where detectors proposed them, without the items that are blind to the caller. Rejects
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
export function createProposalsService(
  { benchmark, path }: Casebook,
  compute: Compute<typeof jobs>,
): ProposalsService {
  const file = join(path, DATABASE);
  const assertProposals = (): void => {
    if (benchmark.proposals !== undefined) return;
    throw new CasebookError(
      'invalid_input',
      `Detectors propose nothing for ${benchmark.title}.`,
      'Open a casebook with proposed and verified boxes.',
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
