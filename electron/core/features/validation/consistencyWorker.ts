import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { ConsistencyReport } from '../../../../shared/contract/validation.ts';
import { openDatabase } from '../../db/database.ts';
import { threadTask } from '../../base/threadTask.ts';
import { readMetaText } from '../../db/meta.ts';
import { consistencyOf, type ResamplingOptions } from './consistencyFigures.ts';
import { readRepeated, type RepeatedQuestion } from './repeatedRatings.ts';

/*
 * Runs in a thread of its own: a hundred thousand ratings of forty fields are seconds of reading and computing in which
 * the windows want answers.
 */

export interface ConsistencyTask {
  readonly file: string;
  readonly question: RepeatedQuestion;
  readonly resampling: ResamplingOptions;
}

/** The consistency of raters between two rounds. */
export const consistency = threadTask(
  ({ file, question, resampling }: ConsistencyTask, progress): ConsistencyReport => {
    const look = (): void => progress('Comparing the rounds', 0, 0);
    const database = openDatabase(file, 'read');
    try {
      database.pragma('temp_store = FILE');
      // One transaction: nobody changes half of what is read.
      const repeated = database.transaction(() => {
        const benchmark = findBenchmark(readMetaText(database, 'benchmark'));
        const task = benchmark?.tasks[0];
        if (benchmark?.validation === undefined || task === undefined)
          throw new Error('The benchmark does not validate items.');
        return readRepeated(database, task, benchmark.validation, question, look);
      })();
      return consistencyOf(repeated, question, resampling, look);
    } finally {
      database.close();
    }
  },
);
