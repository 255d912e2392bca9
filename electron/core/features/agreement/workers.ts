import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { z } from 'zod';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { Progress } from '../../context.ts';
import type { Answer, DisputesTask, FiguresTask, RoundsTask } from './agreementWorker.ts';
import type { RatedRound } from './choices.ts';
import type { Disputes } from './disputes.ts';
import type { Figures } from './report.ts';

/** Reading and computing beside the main thread. */
export interface AgreementWorkers {
  /** Rejects when the signal aborts; the thread ends then, whatever it is at. */
  figures(task: Omit<FiguresTask, 'port'>, progress: Progress, signal: AbortSignal): Promise<Figures>;
  disputes(task: DisputesTask): Promise<Disputes>;
  rounds(task: RoundsTask): Promise<readonly RatedRound[][]>;
  close(): Promise<void>;
}

/** Starting one takes a good part of a second: whoever looks at one figure after another waits once. */
const IDLE_MS = 30_000;
/** The items behind one figure can be looked at while others are computed. */
const THREADS = 2;

const Told = z.tuple([z.string(), z.int(), z.int()]);

/** Threads that start with the first question and end when there is none for a while. */
export function createAgreementWorkers(): AgreementWorkers {
  let pool: Piscina | null = null;
  const run = async <T>(
    name: string,
    task: unknown,
    options: { signal?: AbortSignal; transferList?: FiguresTask['port'][] } = {},
  ): Promise<T> => {
    pool ??= new Piscina({
      // Beside this module, whether that is the source or what a bundler made of it.
      filename: new URL(`./agreementWorker${extname(new URL(import.meta.url).pathname)}`, import.meta.url)
        .href,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
    });
    const answer: Answer<T> = await pool.run(task, { name, ...options });
    if (answer.ok) return answer.value;
    throw new CasebookError(answer.code, answer.message, answer.hint);
  };
  return {
    async figures(task, progress, signal) {
      const { port1, port2 } = new MessageChannel();
      port1.on('message', (message) => progress(...Told.parse(message)));
      try {
        return await run('figures', { ...task, port: port2 }, { signal, transferList: [port2] });
      } finally {
        port1.close();
      }
    },
    disputes: (task) => run('disputes', task),
    rounds: (task) => run('rounds', task),
    async close() {
      const closing = pool;
      pool = null;
      await closing?.destroy();
    },
  };
}
