import type { Progress } from '../../base/work.ts';
import { createThreads } from '../../base/threads.ts';
import type { DisputesTask, FiguresTask, RoundsTask } from './agreementWorker.ts';
import type { RatedRound } from '../../derived/agreement/choices.ts';
import type { Disputes } from '../../derived/agreement/disputes.ts';
import type { Figures } from '../../derived/agreement/report.ts';

/** Reading and computing beside the main thread. */
export interface AgreementWorkers {
  /** Rejects when the signal aborts. */
  figures(task: FiguresTask, progress: Progress, signal: AbortSignal): Promise<Figures>;
  disputes(task: DisputesTask): Promise<Disputes>;
  rounds(task: RoundsTask): Promise<readonly RatedRound[][]>;
  close(): Promise<void>;
}

/** Threads that start with the first question and end when there is none for a while. */
export function createAgreementWorkers(): AgreementWorkers {
  const threads = createThreads(import.meta.url, 'agreementWorker');
  return {
    figures: (task, progress, signal) => threads.run('figures', task, { progress, signal }),
    disputes: (task) => threads.run('disputes', task),
    rounds: (task) => threads.run('rounds', task),
    close: () => threads.close(),
  };
}
