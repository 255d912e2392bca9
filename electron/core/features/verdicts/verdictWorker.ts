import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import type { JsonObject } from '../../../../shared/domain/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { openDatabase } from '../../db/database.ts';
import { threadTask } from '../../base/threadTask.ts';
import { blindItems } from '../../access/blindItems.ts';
import { readMetaText } from '../../db/meta.ts';
import type { Comparisons } from './comparisons.ts';
import { comparisonsOf } from './comparisons.ts';
import type { Effect } from './effects.ts';
import { effectsOf } from './effects.ts';
import { readOpinions } from './opinions.ts';
import { HIDDEN } from '../../access/verdictVisibility.ts';

/*
 * Runs in a thread of its own: hundreds of thousands of verdicts are seconds of reading and computing in which the
 * windows want answers.
 */

export interface ComparisonsTask {
  readonly file: string;
  /** The caller: what they have yet to judge is left out. */
  readonly viewer: PersonId | null;
  readonly resamples: number;
  readonly seed: number;
}

export interface EffectsTask {
  readonly file: string;
  readonly judge: PersonId;
  readonly parameters: JsonObject;
  /** The caller: what they have yet to judge is not listed, what they have yet to answer does not count. */
  readonly viewer: PersonId;
  /** Whether they decide between judges: what is undecided is not listed either. */
  readonly decides: boolean;
}

/** How LLM judges stand to people, and people among themselves. */
export const verdictComparisons = threadTask(
  ({ file, viewer, resamples, seed }: ComparisonsTask, progress): Comparisons =>
    reading(file, (database) => {
      const opinions = readOpinions(database, viewer, (done, total) =>
        progress('Reading verdicts', done, total),
      );
      const criteria = findBenchmark(readMetaText(database, 'benchmark'))?.judging?.criteria ?? [];
      return comparisonsOf(criteria, opinions, { resamples, seed }, (done, total) =>
        progress('Computing the figures', done, total),
      );
    }),
);

/** What becomes of respondents' figures when a judge's verdicts are replaced; none where the benchmark has no figures. */
export const verdictEffects = threadTask(
  ({ file, judge, parameters, viewer, decides }: EffectsTask, progress): Effect[] =>
    reading(file, (database) => {
      const benchmark = findBenchmark(readMetaText(database, 'benchmark'));
      const metrics = benchmark?.metrics;
      if (metrics === undefined) return [];
      const hidden = database
        .prepare<[{ person: string }, string, string, string], number>(
          `SELECT 1 FROM verdict_state s WHERE s.response_id = ? AND s.criterion = ? AND s.subject = ?
           AND (${HIDDEN}${decides ? " OR s.state IN ('disputed', 'conflict')" : ''})`,
        )
        .pluck();
      const question = {
        judge,
        parameters,
        criteria: benchmark?.judging?.criteria ?? [],
        condition: {
          sql: `i.id NOT IN (${blindItems('?')})`,
          parameters: [viewer],
        },
        isHidden: (...unit: [string, string, string]) =>
          hidden.get({ person: viewer }, ...unit) !== undefined,
      };
      return effectsOf(database, metrics, question, () => progress('Reading answers', 0, 0));
    }),
);

/** Reads in one transaction: anybody who writes meanwhile cannot change what is read halfway. */
function reading<T>(file: string, read: (database: CasebookDatabase) => T): T {
  const database = openDatabase(file, 'read');
  try {
    database.pragma('temp_store = FILE');
    return database.transaction(() => read(database))();
  } finally {
    database.close();
  }
}
