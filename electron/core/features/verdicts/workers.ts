import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { z } from 'zod';
import type { Progress } from '../../context.ts';
import { asCasebookError } from '../../errors.ts';
import type { Comparisons } from './comparisons.ts';
import type { Effect } from './effects.ts';
import type { ComparisonsTask, EffectsTask } from './verdictWorker.ts';

/** Reading and computing beside the main thread. */
export interface VerdictWorkers {
  /** Rejects when the signal aborts; the thread ends then, whatever it is at. */
  comparisons(
    task: Omit<ComparisonsTask, 'port'>,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<Comparisons>;
  effects(task: EffectsTask): Promise<Effect[]>;
  close(): Promise<void>;
}

/** Starting one takes a good part of a second: whoever looks again soon waits once. */
const IDLE_MS = 30_000;
/** What a judge changes can be looked at while the figures are computed. */
const THREADS = 2;

const Told = z.tuple([z.string(), z.int(), z.int()]);

/** Threads that start with the first question and end when there is none for a while. */
export function createVerdictWorkers(): VerdictWorkers {
  let pool: Piscina | null = null;
  const run = async <T>(
    name: string,
    task: unknown,
    options: { signal?: AbortSignal; transferList?: ComparisonsTask['port'][] } = {},
  ): Promise<T> => {
    pool ??= new Piscina({
      // Beside this module, whether that is the source or what a bundler made of it.
      filename: new URL(`./verdictWorker${extname(new URL(import.meta.url).pathname)}`, import.meta.url).href,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
    });
    try {
      const found: T = await pool.run(task, { name, ...options });
      return found;
    } catch (error) {
      throw asCasebookError(error);
    }
  };
  return {
    async comparisons(task, progress, signal) {
      const { port1, port2 } = new MessageChannel();
      port1.on('message', (message) => progress(...Told.parse(message)));
      try {
        return await run('comparisons', { ...task, port: port2 }, { signal, transferList: [port2] });
      } finally {
        port1.close();
      }
    },
    effects: (task) => run('effects', task),
    async close() {
      const closing = pool;
      pool = null;
      await closing?.destroy();
    },
  };
}
