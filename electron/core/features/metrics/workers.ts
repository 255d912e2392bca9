import type { ItemStatistics } from '../../../../shared/contract/itemStatistics.ts';
import type { AnswerAgreement, MetricsReport } from '../../../../shared/contract/metrics.ts';
import type { Progress } from '../../base/work.ts';
import { createThreads } from '../../base/threads.ts';
import type { AgreementTask, ItemsTask, ReportTask } from './metricsWorker.ts';

/** Reading and computing beside the main thread. */
export interface MetricsWorkers {
  /** Rejects when the signal aborts. */
  report(task: ReportTask, progress: Progress, signal: AbortSignal): Promise<MetricsReport>;
  /** The same of the agreement of respondents. */
  agreement(task: AgreementTask, progress: Progress, signal: AbortSignal): Promise<AnswerAgreement>;
  /** The same of item statistics. */
  items(task: ItemsTask, progress: Progress, signal: AbortSignal): Promise<ItemStatistics>;
  close(): Promise<void>;
}

/** Threads that start with the first report and end when there is none for a while. */
export function createMetricsWorkers(): MetricsWorkers {
  const threads = createThreads(import.meta.url, 'metricsWorker');
  return {
    report: (task, progress, signal) => threads.run('report', task, { progress, signal }),
    agreement: (task, progress, signal) => threads.run('agreement', task, { progress, signal }),
    items: (task, progress, signal) => threads.run('items', task, { progress, signal }),
    close: () => threads.close(),
  };
}
