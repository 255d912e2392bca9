import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { z } from 'zod';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { Progress } from './work.ts';
import { asCasebookError } from './errors.ts';
import {
  BEGUN,
  CANCELLED,
  cancelled,
  FLAGS,
  type ThreadMessage,
  type ThreadRequest,
  type ThreadResult,
} from './threadTask.ts';

export interface TaskWatcher {
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
  /** Answers what the task asks of this thread. */
  readonly answer?: (question: unknown) => Promise<unknown>;
  /** Whether a task that was cancelled is waited for until it has cleaned up; then it says itself how it ended. */
  readonly seeThrough?: boolean;
}

export interface ThreadsOptions {
  /** How many at most. */
  readonly threads?: number;
  readonly tasksPerThread?: number;
  readonly idleMilliseconds?: number;
}

/** One task can be asked for anew while one that was given up is yet to look; another can be worked at beside it. */
const THREADS = 2;
/** Starting one takes much of a second: several questions in a row wait once. */
const IDLE_MS = 30_000;

const Told = z.union([
  z.tuple([z.string(), z.int(), z.int().nullable()]),
  z.object({ ask: z.int(), question: z.unknown() }),
]);

/** A task from the moment it is asked for until no thread is at it any more. */
interface RunningTask {
  readonly cancel: () => void;
  /** Rejects what waits for a thread where none will come. */
  readonly lose: (error: unknown) => void;
  readonly ended: Promise<void>;
}

/**
 * Threads that run one module's exports made by `threadTask`, started when there are tasks and ended when there are
 * none for a while. A thread is ended only while it waits for a task: ending it inside native code would end the whole
 * process. So the pool gets no signals, and is destroyed once all threads are at rest.
 * @param beside the address of the module that asks: the worker lies beside it, in the source and in a bundle
 * @param worker the name of the worker's file, without its ending
 */
export class Threads {
  readonly #beside: string;
  readonly #worker: string;
  readonly #threads;
  readonly #tasksPerThread;
  readonly #idleMilliseconds;
  #pool: Piscina | null = null;
  #closing: Promise<void> | null = null;
  readonly #ready = new Set<number>();
  readonly #underWay = new Set<RunningTask>();

  constructor(
    beside: string,
    worker: string,
    { threads = THREADS, tasksPerThread = 1, idleMilliseconds = IDLE_MS }: ThreadsOptions = {},
  ) {
    this.#beside = beside;
    this.#worker = worker;
    this.#threads = threads;
    this.#tasksPerThread = tasksPerThread;
    this.#idleMilliseconds = idleMilliseconds;
  }

  /**
   * What the module's task of that name comes to. Rejects with an AbortError as soon as the signal aborts; the thread is
   * free again once the task next looks. Throws `cancelled` where the threads are closed, before or meanwhile.
   */
  async run<T>(name: string, task: unknown, watch: TaskWatcher = {}): Promise<T> {
    const { signal, seeThrough = false } = watch;
    if (signal?.aborted === true) throw aborted(signal);
    if (this.#closing !== null) throw cancelled();
    const { answer, cancel } = this.#begin<T>(name, task, watch);
    const givenUp = Promise.withResolvers<never>();
    const giveUp = (): void => {
      cancel();
      if (!seeThrough) givenUp.reject(aborted(signal));
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const found = await Promise.race([answer, givenUp.promise]);
      if (found.ok) return found.value;
      throw new CasebookError(found.code, found.message, found.hint);
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /**
   * Cancels every task, waits until all have ended and every thread has started, and ends the threads. Where a task
   * does not look, it is let finish. Nothing is run afterwards.
   */
  close(): Promise<void> {
    this.#closing ??= (async () => {
      for (const task of this.#underWay) task.cancel();
      await Promise.all([...this.#underWay].map(({ ended }) => ended));
      if (this.#pool === null) return;
      await allStarted(this.#pool, this.#ready);
      await this.#pool.destroy();
    })();
    return this.#closing;
  }

  #start(): Piscina {
    const started = new Piscina({
      filename: new URL(`./${this.#worker}${extname(new URL(this.#beside).pathname)}`, this.#beside).href,
      minThreads: 0,
      maxThreads: this.#threads,
      idleTimeout: this.#idleMilliseconds,
      concurrentTasksPerWorker: this.#tasksPerThread,
    });
    // Despite its name this tells of a thread that has started, not of one that is about to.
    started.on('workerCreate', ({ id }: { readonly id: number }) => this.#ready.add(id));
    // A thread has died at no task. The next task starts another; what waits for one that never started would wait forever.
    started.on('error', (error: unknown) => {
      if (started.threads.length > 0) return;
      for (const task of this.#underWay) task.lose(error);
    });
    return started;
  }

  #begin<T>(
    name: string,
    task: unknown,
    { progress, answer: answerTo }: TaskWatcher,
  ): RunningTask & { readonly answer: Promise<ThreadResult<T>> } {
    const flags = new Int32Array(new SharedArrayBuffer(FLAGS * Int32Array.BYTES_PER_ELEMENT));
    const channel = progress === undefined && answerTo === undefined ? null : new MessageChannel();
    const say = (said: ThreadMessage): void => channel?.port1.postMessage(said);
    channel?.port1.on('message', (message) => {
      const told = Told.parse(message);
      if (!Array.isArray(told)) void reply(told, answerTo).then(say);
      else if (Atomics.load(flags, CANCELLED) === 0) progress?.(...told);
    });
    const lost = Promise.withResolvers<never>();
    const sent: ThreadRequest<unknown> = { task, flags, port: channel?.port2 ?? null };
    this.#pool ??= this.#start();
    const answer: Promise<ThreadResult<T>> = Promise.race([
      this.#pool.run(sent, { name, transferList: channel === null ? [] : [channel.port2] }),
      lost.promise,
    ]);
    const cancel = (): void => {
      Atomics.store(flags, CANCELLED, 1);
      say({ kind: 'cancel' });
    };
    const end = (): void => {
      channel?.port1.close();
      this.#underWay.delete(running);
    };
    const running = {
      cancel,
      lose(error: unknown): void {
        if (Atomics.load(flags, BEGUN) !== 0) return;
        cancel();
        lost.reject(error);
      },
      answer,
      ended: answer.then(end, end),
    };
    this.#underWay.add(running);
    return running;
  }
}

/** What becomes of a task's question, in a form that travels between threads. */
async function reply(
  { ask, question }: { readonly ask: number; readonly question: unknown },
  answerTo: TaskWatcher['answer'],
): Promise<ThreadMessage> {
  try {
    if (answerTo === undefined) throw new Error('Nobody answers this task.');
    return { kind: 'reply', to: ask, answer: { ok: true, value: await answerTo(question) } };
  } catch (error) {
    const { code, message, hint } = asCasebookError(error);
    return { kind: 'reply', to: ask, answer: { ok: false, code, message, hint } };
  }
}

/** A thread that is starting loads its modules, native ones among them. */
async function allStarted(pool: Piscina, ready: ReadonlySet<number>): Promise<void> {
  for (;;) {
    const starting = pool.threads.filter(({ threadId }) => !ready.has(threadId));
    if (starting.length === 0) return;
    // The pool lets the process end while a thread starts; closing has to wait for it.
    for (const thread of starting) thread.ref();
    await new Promise<void>((resolve) => {
      pool.once('workerCreate', () => resolve());
      for (const thread of starting) thread.once('exit', () => resolve());
    });
  }
}

/** What a promise rejects with whose signal has aborted; the reason may be anything. */
function aborted(signal: AbortSignal | undefined): Error {
  const error = new Error('The work was aborted.', { cause: signal?.reason });
  error.name = 'AbortError';
  return error;
}
