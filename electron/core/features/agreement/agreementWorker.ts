import { type CasebookDatabase, openDatabase } from '../../db/database.ts';
import { threadTask } from '../../base/threadTask.ts';
import { ratedRounds, type RoundRaters } from '../../derived/agreement/choices.ts';
import { type DisputeOptions, type Disputes, disputesOf } from '../../derived/agreement/disputes.ts';
import { type FieldTable, readFieldTable, type TableQuestion } from '../../derived/agreement/fieldTable.ts';
import { type AgreementReportOptions, type ReportFigures, reportOf } from '../../derived/agreement/report.ts';

/*
 * Runs in threads of its own: a million ratings are seconds of reading and computing in which the windows want
 * answers.
 */

export interface FiguresTask {
  readonly file: string;
  readonly question: TableQuestion;
  readonly options: AgreementReportOptions;
}

export interface DisputesTask {
  readonly file: string;
  readonly question: TableQuestion;
  readonly options: DisputeOptions;
  /** Names the state of the database: the same question about the same state need not be read again. */
  readonly state: string;
}

/** The figures of a field. */
export const agreementFigures = threadTask(
  ({ file, question, options }: FiguresTask, progress): ReportFigures => {
    const table = reading(file, (database) =>
      readFieldTable(database, question, (done, total) => progress('Reading ratings', done, total)),
    );
    return reportOf(table, options, progress);
  },
);

/** One table, the last: looking at cell after cell of a matrix reads the ratings once. */
let kept: { readonly key: string; readonly table: FieldTable } | null = null;

/** The items behind a figure. */
export const agreementDisputes = threadTask(
  ({ file, question, options, state }: DisputesTask, progress): Disputes => {
    const key = JSON.stringify([file, question, state]);
    if (kept?.key !== key) {
      kept = null;
      const table = reading(file, (database) =>
        readFieldTable(database, question, (done, total) => progress('Reading ratings', done, total)),
      );
      kept = { key, table };
    }
    return disputesOf(kept.table, options);
  },
);

export interface RoundsTask {
  readonly file: string;
  readonly tasks: readonly string[];
}

/** The rounds of each task with their raters. */
export const agreementRounds = threadTask(({ file, tasks }: RoundsTask, progress): readonly RoundRaters[][] =>
  reading(file, (database) =>
    tasks.map((task, place) => {
      progress('Counting ratings', place, tasks.length);
      return ratedRounds(database, task);
    }),
  ),
);

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
