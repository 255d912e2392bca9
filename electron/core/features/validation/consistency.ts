import { join } from 'node:path';
import { ConsistencyReport } from '../../../../shared/contract/validation.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { DATABASE } from '../../db/acquire.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Compute } from '../../base/compute.ts';
import type * as jobs from './consistencyWorker.ts';
import { visibleConditionOf } from '../../access/itemFilter.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { ConsistencyTask } from './consistencyWorker.ts';
import { validationOf } from './validated.ts';

export interface ConsistencyOptions {
  readonly first: number;
  readonly second: number;
  readonly resamples: number;
  readonly seed: number;
}

/** How consistent raters are between two rounds, in an open casebook. */
export class ConsistencyReader {
  readonly #casebook: Casebook;
  readonly #compute: Compute<typeof jobs>;

  constructor(casebook: Casebook, compute: Compute<typeof jobs>) {
    this.#casebook = casebook;
    this.#compute = compute;
  }

  /**
   * Computed beside the main thread, without the items that are blind to the caller; rejects when the signal aborts.
   * Throws `invalid_input` for one round twice.
   */
  async report(
    { first, second, resamples, seed }: ConsistencyOptions,
    viewpoint: Viewpoint,
    signal?: AbortSignal,
  ): Promise<ConsistencyReport> {
    validationOf(this.#casebook);
    if (first === second) {
      throw new CasebookError(
        'invalid_input',
        'A round cannot be compared with itself.',
        'Choose two different rounds.',
      );
    }
    const task: ConsistencyTask = {
      file: join(this.#casebook.path, DATABASE),
      question: {
        first,
        second,
        condition: visibleConditionOf({}, viewpoint),
        hidesRaters: viewpoint.person?.roles.includes('adjudicator') === true,
      },
      resampling: { resamples, seed },
    };
    return ConsistencyReport.parse(
      await this.#compute.run('consistency', task, signal === undefined ? {} : { signal }),
    );
  }
}
