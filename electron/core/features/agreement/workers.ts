import type { Progress } from '../../context.ts';
import { createThreads } from '../../threads.ts';
import type { DisputesTask, FiguresTask, RoundsTask } from './agreementWorker.ts';
import type { RatedRound } from './choices.ts';
import type { Disputes } from './disputes.ts';
import type { Figures } from './report.ts';

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
