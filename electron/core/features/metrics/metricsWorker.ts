import type { MessagePort } from 'node:worker_threads';
import type { MetricsReport } from '../../../../shared/contract/metrics.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { ErrorCode } from '../../../../shared/domain/errors.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import { openDatabase } from '../../db/database.ts';
import { asCasebookError } from '../../errors.ts';
import type { Condition } from '../items/filter.ts';
import { notesOf } from './notes.ts';
import type { ReportOptions } from './report.ts';
import { reportOf } from './report.ts';
import { readMetricsTable } from './table.ts';

/*
 * Runs in a thread of its own: a hundred thousand answers with a thousand resamples are seconds in which the windows
 * want answers. Whoever cancels ends the thread.
 */

/** Told how far the work is: phase, done, of how many. */
export type ProgressMessage = readonly [phase: string, done: number, total: number];

export interface ReportTask {
  readonly file: string;
  readonly benchmark: string;
  /** Null: the verdicts that hold. */
  readonly judge: { readonly id: PersonId; readonly name: string } | null;
  /** Null: whoever answered. */
  readonly respondents: readonly PersonId[] | null;
  /** Of `item AS i`: those that whoever asks may know of. */
  readonly condition: Condition;
  readonly options: ReportOptions;
  readonly port: MessagePort;
}

/** What a task came to. Errors lose what they know on their way between threads: their parts travel. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly hint: string | null };

/** The benchmark's figures. */
export function report(task: ReportTask): Answer<MetricsReport> {
  const progress = toldNowAndThen(task.port);
  try {
    return { ok: true, value: compute(task, progress) };
  } catch (error) {
    const { code, message, hint } = asCasebookError(error);
    // What nobody expected is to be told with its trace.
    if (code === 'internal') throw error;
    return { ok: false, code, message, hint };
  } finally {
    task.port.close();
  }
}

function compute(
  { file, benchmark: id, judge, respondents, condition, options }: ReportTask,
  progress: (phase: string, done: number, total: number) => void,
): MetricsReport {
  const benchmark = findBenchmark(id);
  const metrics = benchmark?.metrics;
  if (benchmark === undefined || metrics === undefined) throw new Error(`${id} has no figures of its own.`);
  const database = openDatabase(file, 'read');
  try {
    const table = readMetricsTable(
      database,
      { benchmark, metrics },
      {
        judge: judge?.id ?? null,
        ...(respondents !== null && { respondents: new Set(respondents) }),
        condition,
        parameters: options.parameters,
      },
      (done, total) => progress('Reading answers', done, total),
    );
    return {
      ...reportOf({ benchmark, metrics }, table, options, progress),
      judge: judge?.name ?? null,
      notes: notesOf(database, table, { judge, condition }),
    };
  } finally {
    database.close();
  }
}

const PATIENCE_MS = 50;

function toldNowAndThen(port: MessagePort): (phase: string, done: number, total: number) => void {
  let told = 0;
  return (phase, done, total) => {
    if (Date.now() - told < PATIENCE_MS) return;
    told = Date.now();
    port.postMessage([phase, done, total] satisfies ProgressMessage);
  };
}
