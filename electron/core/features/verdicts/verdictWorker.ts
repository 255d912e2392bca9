import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { HiddenUntil } from '../../../../shared/contract/verdicts.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { type CasebookDatabase, openDatabase } from '../../db/database.ts';
import { threadTask } from '../../base/threadTask.ts';
import { blindItems } from '../../access/blindItems.ts';
import { readMetaText } from '../../db/meta.ts';
import { type Comparisons, comparisonsOf } from './comparisons.ts';
import type { ReadShownFigures, ShownFigures } from '../../derived/metrics/shownFigures.ts';
import { type Effect, effectsOf, type EffectsQuestion } from './effects.ts';
import { readOpinions } from './opinions.ts';
import { HIDDEN } from '../../access/verdictVisibility.ts';

/*
 * Runs in a thread of its own: hundreds of thousands of verdicts are seconds of reading and computing in which the
 * windows want answers.
 */

export interface JudgeComparisonsTask {
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
  ({ file, viewer, resamples, seed }: JudgeComparisonsTask, progress): Comparisons =>
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

/** What a judge changes, and which items respondents are compared on. */
export interface FoundEffects {
  readonly basis: readonly string[];
  readonly effects: readonly Effect[];
}

/**
 * What becomes of respondents' figures with a judge's verdicts; none where the benchmark has no figures.
 * @param readShown reads the figures as Results shows them
 */
export const verdictEffectsBy = (readShown: ReadShownFigures) =>
  threadTask(({ file, judge, parameters, viewer, decides }: EffectsTask, progress): FoundEffects =>
    reading(file, (database) => {
      const benchmark = findBenchmark(readMetaText(database, 'benchmark'));
      const metrics = benchmark?.metrics;
      if (metrics === undefined) return { basis: [], effects: [] };
      const condition = { sql: `i.id NOT IN (${blindItems('?')})`, parameters: [viewer] };
      const question = {
        judge,
        parameters,
        criteria: benchmark?.judging?.criteria ?? [],
        condition,
        hiddenUntil: hiddenFrom(database, viewer, decides),
      };
      const shownBy = (whose: PersonId | null): ShownFigures =>
        readShown(database, { judge: whose, parameters, condition }, (done, total) => {
          progress('Reading answers', done, total);
        });
      const shown = { byJudge: shownBy(judge), accepted: shownBy(null) };
      const effects = effectsOf(database, metrics, question, shown, () => progress('Reading answers', 0, 0));
      return { basis: shown.accepted.basis, effects };
    }),
  );

/** The jobs by their names in the worker's module. */
export interface VerdictJobs {
  readonly verdictComparisons: typeof verdictComparisons;
  readonly verdictEffects: ReturnType<typeof verdictEffectsBy>;
}

/** What the caller has to do before they may see a verdict: judge or answer first, or decide. */
function hiddenFrom(
  database: CasebookDatabase,
  viewer: PersonId,
  decides: boolean,
): EffectsQuestion['hiddenUntil'] {
  const hidden = database
    .prepare<[{ person: string }, string, string, string], HiddenUntil | null>(
      `SELECT CASE WHEN ${HIDDEN} THEN 'judge' ${decides ? "WHEN s.state IN ('disputed', 'conflict') THEN 'decide'" : ''} END
       FROM verdict_state s WHERE s.response_id = ? AND s.criterion = ? AND s.subject = ?`,
    )
    .pluck();
  return (...unit) => hidden.get({ person: viewer }, ...unit) ?? null;
}

/** Reads in one transaction: nobody changes half of it meanwhile. */
function reading<T>(file: string, read: (database: CasebookDatabase) => T): T {
  const database = openDatabase(file, 'read');
  try {
    database.pragma('temp_store = FILE');
    return database.transaction(() => read(database))();
  } finally {
    database.close();
  }
}
