import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import { isChosen, verificationReport } from '../../../../shared/benchmarks/verificationReport.ts';
import type { ProposalsCell, ProposalsReport } from '../../../../shared/contract/proposals.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { type CasebookDatabase, openDatabase } from '../../db/database.ts';
import { type TaskProgress, threadTask } from '../../base/threadTask.ts';
import type { Condition } from '../../access/itemFilter.ts';
import { readMetaText } from '../../db/meta.ts';
import { type ItemProposals, readCompared, readProposals } from './readProposals.ts';

/*
 * Runs in a thread of its own: boxes of a hundred thousand items are seconds of reading in which the windows want answers.
 */

export interface ProposalsReportTask {
  readonly file: string;
  /** Of `item AS i`. */
  readonly condition: Condition;
  readonly resamples: number;
  readonly seed: number;
}

/** How far verified boxes are where they were proposed. */
export const proposalsReport = threadTask(
  ({ file, condition, resamples, seed }: ProposalsReportTask, progress): ProposalsReport =>
    reading(file, (database) => {
      const question = { ...benchmarkOf(database), condition };
      const { items, names } = readProposals(database, question, counting(progress));
      const figures = verificationReport(items, { resamples, seed }, (done) => {
        progress('Computing the intervals', done, resamples);
      });
      return {
        ...figures,
        labels: [...figures.labels],
        detectors: [...figures.detectors],
        rows: figures.rows.map(({ kept, withRejected, ...row }) => ({
          ...row,
          kept: plain(kept),
          withRejected: plain(withRejected),
        })),
        names: { ...names },
        compared: readCompared(database, question),
        resamples,
        seed,
      };
    }),
);

export interface ProposedItemsTask {
  readonly file: string;
  readonly condition: Condition;
  readonly cell: ProposalsCell;
}

/** The items behind a figure, those with the least overlap first. */
export const proposedItems = threadTask(
  ({ file, condition, cell }: ProposedItemsTask, progress): readonly ItemId[] =>
    reading(file, (database) => {
      const question = { ...benchmarkOf(database), condition };
      const all = readProposals(database, question, counting(progress)).items;
      return all
        .flatMap((item) => {
          const least = leastOverlap(item, cell);
          return least === null ? [] : [{ id: item.id, least }];
        })
        .toSorted((a, b) => a.least - b.least)
        .map(({ id }) => id);
    }),
);

/** The least overlap among an item's boxes that a figure is about; null where it is about none of them. */
function leastOverlap({ verified, boxes }: ItemProposals, cell: ProposalsCell): number | null {
  if (cell.kind === 'boxes' && !verified) return null;
  if (cell.kind === 'items' && cell.verified !== null && cell.verified !== verified) return null;
  const chosen = cell.kind === 'items' ? boxes : boxes.filter((box) => isChosen(box, cell));
  return chosen.length === 0 ? null : Math.min(...chosen.map(({ overlap }) => overlap));
}

function benchmarkOf(database: CasebookDatabase) {
  const benchmark = findBenchmark(readMetaText(database, 'benchmark'));
  const task = benchmark?.tasks[0];
  if (benchmark?.proposals === undefined || task === undefined)
    throw new Error('The benchmark has no proposals.');
  return { task, proposals: benchmark.proposals };
}

const counting =
  (progress: TaskProgress) =>
  (done: number): void => {
    progress('Reading proposals', done, 0);
  };

const plain = ({
  value,
  interval,
}: {
  readonly value: number | null;
  readonly interval: readonly [number, number] | null;
}): { value: number | null; interval: [number, number] | null } => ({
  value,
  interval: interval === null ? null : [...interval],
});

/** One transaction: nobody changes half of what is read. */
function reading<T>(file: string, read: (database: CasebookDatabase) => T): T {
  const database = openDatabase(file, 'read');
  try {
    database.pragma('temp_store = FILE');
    return database.transaction(() => read(database))();
  } finally {
    database.close();
  }
}
