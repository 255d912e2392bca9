import { join } from 'node:path';
import { z } from 'zod';
import {
  type ProposalsCell,
  ProposalsReport,
  type ProposalsRequest,
} from '../../../../shared/contract/proposals.ts';
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
import type { ProposalsReportTask, ProposedItemsTask } from './proposalsWorker.ts';

/** Boxes that detectors proposed, in an open casebook. */
export class ProposalsService {
  readonly #casebook: Casebook;
  readonly #compute: Compute<typeof jobs>;
  readonly #file;

  constructor(casebook: Casebook, compute: Compute<typeof jobs>) {
    this.#casebook = casebook;
    const { path } = casebook;
    this.#compute = compute;
    this.#file = join(path, DATABASE);
  }

  /**
   * How far verified boxes are where detectors proposed them, without the items that are blind to the caller. Rejects
   * when the signal aborts; throws `invalid_input` where the benchmark has no proposals.
   */
  async report(
    { filter, bootstrap, seed }: z.output<typeof ProposalsRequest>,
    viewpoint: Viewpoint,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<ProposalsReport> {
    this.#assertProposals();
    const task: ProposalsReportTask = {
      file: this.#file,
      condition: visibleConditionOf(filter, viewpoint),
      resamples: bootstrap,
      seed,
    };
    return ProposalsReport.parse(await this.#compute.run('proposalsReport', task, { progress, signal }));
  }

  /** The items behind a figure, those with the least overlap first. Throws as above. */
  async items(
    {
      filter,
      cell,
      limit,
    }: { readonly filter: ItemFilter; readonly cell: ProposalsCell; readonly limit: number },
    viewpoint: Viewpoint,
  ): Promise<{ total: number; ids: ItemId[] }> {
    this.#assertProposals();
    const task: ProposedItemsTask = {
      file: this.#file,
      condition: visibleConditionOf(filter, viewpoint),
      cell,
    };
    const ids = z.array(ItemId).parse(await this.#compute.run('proposedItems', task));
    return { total: ids.length, ids: ids.slice(0, limit) };
  }

  #assertProposals(): void {
    if (this.#casebook.benchmark.proposals !== undefined) return;
    throw new CasebookError(
      'invalid_input',
      `Detectors propose nothing for ${this.#casebook.benchmark.title}.`,
      'Open a casebook with proposed and verified boxes.',
    );
  }
}
