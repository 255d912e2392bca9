import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode } from '../../../../shared/domain/errors.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { openDatabase } from '../../db/database.ts';
import { asCasebookError } from '../../errors.ts';
import type { RatedRound } from './choices.ts';
import { ratedRounds } from './choices.ts';
import type { DisputeOptions, Disputes } from './disputes.ts';
import { disputesOf } from './disputes.ts';
import type { FieldTable, TableQuestion } from './fieldTable.ts';
import { readFieldTable } from './fieldTable.ts';
import type { Figures, ReportOptions, ReportProgress } from './report.ts';
import { reportOf } from './report.ts';

/*
 * Runs in threads of its own: a million ratings are seconds of reading and computing in which the windows want
 * answers. Whoever cancels ends the thread.
 */

/** Told how far the work is: phase, done, of how many. */
export type ProgressMessage = readonly [phase: string, done: number, total: number];

export interface FiguresTask {
  readonly file: string;
  readonly question: TableQuestion;
  readonly options: ReportOptions;
  readonly port: MessagePort;
}

export interface DisputesTask {
  readonly file: string;
  readonly question: TableQuestion;
  readonly options: DisputeOptions;
  /** Names the state of the database: the same question about the same state need not be read again. */
  readonly state: string;
}

/** What a task came to. Errors lose what they know on their way between threads: their parts travel. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string; readonly hint: string | null };

/** The figures of a field. */
export function figures({ file, question, options, port }: FiguresTask): Answer<Figures> {
  const progress = toldNowAndThen(port);
  try {
    return answer(() => {
      const table = reading(file, (database) =>
        readFieldTable(database, question, (done, total) => progress('Reading ratings', done, total)),
      );
      return reportOf(table, options, progress);
    });
  } finally {
    port.close();
  }
}

/** One table, the last: looking at cell after cell of a matrix reads the ratings once. */
let kept: { readonly key: string; readonly table: FieldTable } | null = null;

/** The items behind a figure. */
export function disputes({ file, question, options, state }: DisputesTask): Answer<Disputes> {
  return answer(() => {
    const key = JSON.stringify([file, question, state]);
    if (kept?.key !== key) {
      kept = null;
      const table = reading(file, (database) => readFieldTable(database, question, () => undefined));
      kept = { key, table };
    }
    return disputesOf(kept.table, options);
  });
}

export interface RoundsTask {
  readonly file: string;
  readonly tasks: readonly string[];
}

/** The rounds of each task with their raters. */
export function rounds({ file, tasks }: RoundsTask): Answer<readonly RatedRound[][]> {
  return answer(() => reading(file, (database) => tasks.map((task) => ratedRounds(database, task))));
}

function answer<T>(work: () => T): Answer<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    const { code, message, hint } = asCasebookError(error);
    // What nobody expected is to be told with its trace.
    if (code === 'internal') throw error;
    return { ok: false, code, message, hint };
  }
}

function reading<T>(file: string, read: (database: CasebookDatabase) => T): T {
  const database = openDatabase(file, 'read');
  try {
    // What is too large for the cache is sorted on disk, so that memory does not grow with the answers.
    database.pragma('temp_store = FILE');
    return read(database);
  } finally {
    database.close();
  }
}

const PATIENCE_MS = 50;

function toldNowAndThen(port: MessagePort): ReportProgress {
  let told = 0;
  return (phase, done, total) => {
    if (Date.now() - told < PATIENCE_MS) return;
    told = Date.now();
    port.postMessage([phase, done, total] satisfies ProgressMessage);
  };
}
