import { extname, join } from 'node:path';
import { Piscina } from 'piscina';
import { ConsistencyReport } from '../../../../shared/contract/validation.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import { DATABASE } from '../../access.ts';
import type { Casebook } from '../../casebook.ts';
import { asCasebookError } from '../../errors.ts';
import { visibleConditionOf } from '../items/filter.ts';
import type { Viewpoint } from '../people/viewpoint.ts';
import type { ConsistencyTask } from './consistencyWorker.ts';
import { validationOf } from './validated.ts';

export interface ConsistencyOptions {
  readonly first: number;
  readonly second: number;
  readonly resamples: number;
  readonly seed: number;
}

/** How consistent raters are between two rounds, in an open casebook. */
export interface ConsistencyReading {
  /**
   * Computed beside the main thread, without the items that are blind to whoever asks; rejects when the signal aborts.
   * Throws `invalid_input` for one round twice.
   */
  report(options: ConsistencyOptions, viewpoint: Viewpoint, signal?: AbortSignal): Promise<ConsistencyReport>;
  /** Ends the worker thread. */
  close(): Promise<void>;
}

/** Starting one takes a good part of a second: whoever looks again soon waits once. */
const IDLE_MS = 30_000;

/** Consistency in an open casebook. */
export function createConsistency(casebook: Casebook): ConsistencyReading {
  let pool: Piscina | null = null;
  return {
    async report({ first, second, resamples, seed }, viewpoint, signal) {
      validationOf(casebook);
      if (first === second) {
        throw new CasebookError(
          'invalid_input',
          'A round cannot be compared with itself.',
          'Choose two different rounds.',
        );
      }
      const task: ConsistencyTask = {
        file: join(casebook.path, DATABASE),
        question: {
          first,
          second,
          condition: visibleConditionOf({}, viewpoint),
          hidesRaters: viewpoint.person?.roles.includes('adjudicator') === true,
        },
        resampling: { resamples, seed },
      };
      pool ??= new Piscina({
        // Beside this module, whether that is the source or what a bundler made of it.
        filename: new URL(`./consistencyWorker${extname(new URL(import.meta.url).pathname)}`, import.meta.url)
          .href,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: IDLE_MS,
      });
      try {
        return ConsistencyReport.parse(await pool.run(task, signal === undefined ? {} : { signal }));
      } catch (error) {
        throw asCasebookError(error);
      }
    },
    async close() {
      const closing = pool;
      pool = null;
      await closing?.destroy();
    },
  };
}
