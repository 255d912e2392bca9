import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { z } from 'zod';
import type { Progress } from '../../context.ts';
import { asCasebookError } from '../../errors.ts';
import type { Comparisons } from './comparisons.ts';
import type { ComparisonsTask } from './verdictWorker.ts';

/** Reading and computing beside the main thread. */
export interface VerdictWorkers {
  /** Rejects when the signal aborts; the thread ends then, whatever it is at. */
  comparisons(
    task: Omit<ComparisonsTask, 'port'>,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Comparisons>;
  close(): Promise<void>;
}

/** Starting one takes a good part of a second: whoever looks again soon waits once. */
const IDLE_MS = 30_000;

const Told = z.tuple([z.string(), z.int(), z.int()]);

/** A thread that starts with the first question and ends when there is none for a while. */
export function createVerdictWorkers(): VerdictWorkers {
  let pool: Piscina | null = null;
  return {
    async comparisons(task, progress, signal) {
      pool ??= new Piscina({
        // Beside this module, whether that is the source or what a bundler made of it.
        filename: new URL(`./verdictWorker${extname(new URL(import.meta.url).pathname)}`, import.meta.url)
          .href,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: IDLE_MS,
      });
      const { port1, port2 } = new MessageChannel();
      port1.on('message', (message) => progress(...Told.parse(message)));
      try {
        const found: Comparisons = await pool.run(
          { ...task, port: port2 },
          { name: 'comparisons', signal, transferList: [port2] },
        );
        return found;
      } catch (error) {
        throw asCasebookError(error);
      } finally {
        port1.close();
      }
    },
    async close() {
      const closing = pool;
      pool = null;
      await closing?.destroy();
    },
  };
}
