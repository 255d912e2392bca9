import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import { definitionsOf, type Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { ItemStatistics } from '../../../../shared/contract/itemStatistics.ts';
import type { AnswerAgreement } from '../../../../shared/contract/answerAgreement.ts';
import type {
  ComparisonsReport,
  ItemsBehindRequest,
  MetricsReport,
} from '../../../../shared/contract/metrics.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { type CasebookDatabase, openDatabase } from '../../db/database.ts';
import { type TaskProgress, threadTask } from '../../base/threadTask.ts';
import type { Condition } from '../../access/itemFilter.ts';
import { pseudonymise } from '../../records/people/pseudonyms.ts';
import { answerAgreementOf, type AnswerAgreementOptions } from './answerAgreement.ts';
import { type Basis, basisOf } from './basis.ts';
import { readComparedAnswers } from './comparedAnswers.ts';
import { itemsBehind } from './itemsBehind.ts';
import { readItemAnswers } from './itemAnswers.ts';
import { type ItemOptions, itemStatisticsOf } from './itemStatistics.ts';
import { leftOutOf, notesOf, unfinishedNotes } from './notes.ts';
import { pairwiseOf, type PairwiseOptions } from './pairwise.ts';
import { type MetricsReportOptions, reportOf } from './report.ts';
import { type MetricsTable, readMetricsTable, respondentsOf } from './table.ts';

/*
 * Runs in a thread of its own: a hundred thousand answers with a thousand resamples are seconds in which the windows
 * want answers.
 */

export interface MetricsReportTask {
  readonly file: string;
  readonly benchmark: string;
  /** Null: the accepted verdicts. */
  readonly judge: { readonly id: PersonId; readonly name: string } | null;
  /** Whether people have their pseudonyms in everything that is said. */
  readonly pseudonyms: boolean;
  /** Null: everybody who answered. */
  readonly respondents: readonly PersonId[] | null;
  /** Who of them is left out. */
  readonly without: readonly PersonId[];
  /** Of `item AS i`: those that the caller may know of. */
  readonly condition: Condition;
  readonly options: MetricsReportOptions;
}

export interface PairwiseTask extends Omit<MetricsReportTask, 'options'> {
  readonly options: PairwiseOptions &
    Pick<MetricsReportOptions, 'unreadable' | 'absent' | 'undecided' | 'unfinished' | 'items'>;
}

export interface BehindTask extends Omit<MetricsReportTask, 'options'> {
  readonly options: Pick<
    MetricsReportOptions,
    'parameters' | 'unreadable' | 'absent' | 'undecided' | 'unfinished' | 'items'
  > &
    Pick<ItemsBehindRequest, 'metric' | 'sides' | 'part'>;
}

export interface ItemStatisticsTask extends Omit<
  MetricsReportTask,
  'respondents' | 'without' | 'pseudonyms' | 'options'
> {
  readonly options: ItemOptions;
}

export interface AgreementTask extends Omit<
  MetricsReportTask,
  'judge' | 'respondents' | 'without' | 'pseudonyms' | 'options'
> {
  /** Whether answers count of participants who have not come to the end. */
  readonly unfinished: boolean;
  /** Whose answers are compared with each other beside those of people. */
  readonly respondents: readonly PersonId[];
  /** Of the benchmark's metrics. */
  readonly parameters: JsonObject;
  readonly options: AnswerAgreementOptions;
}

/** The benchmark's figures. */
export const metricsReport = threadTask(compute);

/** Respondents compared with each other by one figure. */
export const metricsComparisons = threadTask(computeComparisons);

/** The items that a figure rests on. */
export const itemsOfFigure = threadTask(computeBehind);

/** How far respondents agree with each other. */
export const answerAgreement = threadTask(computeAgreement);

/** What the answers tell of the items. */
export const itemStatistics = threadTask(computeItems);

function metricsOf(id: string): { readonly benchmark: Benchmark; readonly metrics: Metrics } {
  const benchmark = findBenchmark(id);
  const metrics = benchmark?.metrics;
  if (benchmark === undefined || metrics === undefined) throw new Error(`${id} has no figures of its own.`);
  return { benchmark, metrics };
}

function computeItems(
  { file, benchmark: id, judge, condition, options }: ItemStatisticsTask,
  progress: TaskProgress,
): ItemStatistics {
  const { benchmark, metrics } = metricsOf(id);
  const database = openDatabase(file, 'read');
  try {
    const answers = readItemAnswers(
      database,
      benchmark,
      metrics,
      { judge: judge?.id ?? null, condition, ...options },
      (done, total) => progress('Reading answers', done, total),
    );
    return {
      benchmark: id,
      judge: judge?.name ?? null,
      judgeId: judge?.id ?? null,
      ...itemStatisticsOf(
        answers,
        options,
        leftOutOf(database, { judge, condition, unfinished: options.unfinished }),
        (done, total) => progress('Estimating difficulties', done, total),
      ),
    };
  } finally {
    database.close();
  }
}

function compute(task: MetricsReportTask, progress: TaskProgress): MetricsReport {
  const { judge, condition, options } = task;
  const { unreadable, absent, unfinished } = options;
  return reading(task, progress, ({ database, of, table, basis, respondents }) => ({
    ...reportOf(
      of,
      table,
      basis,
      { ...options, without: task.without.map((id) => ({ personId: id, name: table.nameOf(id) })) },
      progress,
    ),
    judge: judge?.name ?? null,
    judgeId: judge?.id ?? null,
    notes: [
      ...(of.metrics.parameterNotes?.(options.parameters) ?? []),
      ...notesOf(database, table, basis, {
        judge,
        condition,
        unreadable,
        absent,
        unfinished,
        respondents,
      }),
    ],
  }));
}

function computeComparisons(task: PairwiseTask, progress: TaskProgress): ComparisonsReport {
  const { options } = task;
  const { metric, condition, seed, resamples, parameters } = options;
  return reading(task, progress, ({ of: { metrics }, table, basis }) => {
    const column = metrics.layout.flatMap(({ columns }) => columns).find((each) => each.metric === metric);
    return {
      metric,
      title: definitionsOf(metrics, parameters).find(({ id }) => id === metric)?.title ?? metric,
      factor: column?.factor ?? 1,
      digits: column?.digits ?? 3,
      condition,
      seed,
      resamples,
      ...pairwiseOf(metrics, table, basis, options, (done, total) =>
        progress('Comparing respondents', done, total),
      ),
    };
  });
}

function computeBehind(task: BehindTask, progress: TaskProgress): ItemId[] {
  const { options } = task;
  return reading(task, progress, ({ of: { metrics }, table, basis }) =>
    itemsBehind(metrics, options.parameters, table, basis, options),
  );
}

interface MetricsReading {
  readonly database: CasebookDatabase;
  readonly of: ReturnType<typeof metricsOf>;
  readonly table: MetricsTable;
  readonly basis: Basis;
  /** Whose answers count; null: everybody's. */
  readonly respondents: ReadonlySet<PersonId> | null;
}

/** Reads the answers that a task is about, and hands them on. */
function reading<T>(
  task: MetricsReportTask | PairwiseTask | BehindTask,
  progress: TaskProgress,
  use: (read: MetricsReading) => T,
): T {
  const { file, benchmark: id, judge, condition, options } = task;
  const { parameters, unreadable, absent, undecided, unfinished, items } = options;
  const of = metricsOf(id);
  const database = openDatabase(file, 'read');
  try {
    if (task.pseudonyms) pseudonymise(database);
    const left = new Set(task.without);
    const everybody = task.respondents ?? (left.size === 0 ? null : [...respondentsOf(database).keys()]);
    const respondents = everybody === null ? null : new Set(everybody.filter((each) => !left.has(each)));
    const table = readMetricsTable(
      database,
      of,
      {
        judge: judge?.id ?? null,
        ...(respondents !== null && { respondents }),
        condition,
        parameters,
        unreadable,
        absent,
        undecided,
        unfinished,
      },
      (done, total) => progress('Reading answers', done, total),
    );
    return use({
      database,
      of,
      table,
      basis: basisOf(table, items, of.metrics.taskFacets ?? []),
      respondents,
    });
  } finally {
    database.close();
  }
}

function computeAgreement(
  { file, benchmark: id, respondents, condition, unfinished, parameters, options }: AgreementTask,
  progress: TaskProgress,
): AnswerAgreement {
  const benchmark = findBenchmark(id);
  if (benchmark === undefined) throw new Error(`There is no benchmark ${id}.`);
  const database = openDatabase(file, 'read');
  try {
    const chosen = new Set(respondents);
    const table = readComparedAnswers(
      database,
      benchmark,
      { chosen, condition, unfinished, parameters },
      (done, total) => {
        progress('Reading answers', done, total);
      },
    );
    const found = answerAgreementOf(table, chosen, options, progress);
    return { benchmark: id, ...found, notes: [...unfinishedNotes(database, unfinished), ...found.notes] };
  } finally {
    database.close();
  }
}
