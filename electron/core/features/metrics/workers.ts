import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { z } from 'zod';
import type { ItemStatistics } from '../../../../shared/contract/itemStatistics.ts';
import type { MetricsReport } from '../../../../shared/contract/metrics.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Progress } from '../../context.ts';
import type { Answer, ItemsTask, ReportTask } from './metricsWorker.ts';

/** Reading and computing beside the main thread. */
export interface MetricsWorkers {
  /** Rejects when the signal aborts; the thread ends then, whatever it is at. */
  report(task: Omit<ReportTask, 'port'>, progress: Progress, signal: AbortSignal): Promise<MetricsReport>;
  /** The same of item statistics. */
  items(task: Omit<ItemsTask, 'port'>, progress: Progress, signal: AbortSignal): Promise<ItemStatistics>;
  close(): Promise<void>;
}

/** Starting one takes a good part of a second: whoever changes one choice after another waits once. */
const IDLE_MS = 30_000;

const Told = z.tuple([z.string(), z.int(), z.int()]);

/** A thread that starts with the first report and ends when there is none for a while. */
export function createMetricsWorkers(): MetricsWorkers {
  let pool: Piscina | null = null;
  const run = async <T>(
    name: 'report' | 'items',
    task: Omit<ReportTask, 'port'> | Omit<ItemsTask, 'port'>,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<T> => {
    pool ??= new Piscina({
      // Beside this module, whether that is the source or what a bundler made of it.
      filename: new URL(`./metricsWorker${extname(new URL(import.meta.url).pathname)}`, import.meta.url).href,
      minThreads: 0,
      // One that was asked for anew need not wait for the end of one that is given up.
      maxThreads: 2,
      idleTimeout: IDLE_MS,
    });
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (message) => progress(...Told.parse(message)));
    try {
      const answer: Answer<T> = await pool.run(
        { ...task, port: port2 },
        { name, signal, transferList: [port2] },
      );
      if (answer.ok) return answer.value;
      throw new CasebookError(answer.code, answer.message, answer.hint);
    } finally {
      port1.close();
    }
  };
  return {
    report: (task, progress, signal) => run<MetricsReport>('report', task, progress, signal),
    items: (task, progress, signal) => run<ItemStatistics>('items', task, progress, signal),
    async close() {
      const closing = pool;
      pool = null;
      await closing?.destroy();
    },
  };
}
