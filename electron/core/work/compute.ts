import type { Answer, Sent } from '../base/threadTask.ts';
import type { Watch } from '../base/threads.ts';
import { createThreads } from '../base/threads.ts';
import type * as jobs from './computeWorker.ts';

type Jobs = typeof jobs;
type TaskOf<Name extends keyof Jobs> = Jobs[Name] extends (sent: Sent<infer Task>) => unknown ? Task : never;
type ResultOf<Name extends keyof Jobs> = Jobs[Name] extends (
  sent: Sent<never>,
) => Promise<Answer<infer Result>>
  ? Result
  : never;

/** Reading and computing beside the main thread, in one pool for all of a casebook's services. */
export interface Compute {
  /** What a job comes to. Rejects with an AbortError as soon as the signal aborts. */
  run<Name extends keyof Jobs>(name: Name, task: TaskOf<Name>, watch?: Watch): Promise<ResultOf<Name>>;
  /** Cancels what is under way, waits until every thread is at rest, and ends them. */
  close(): Promise<void>;
}

/** Threads that start with the first job and end when there is none for a while. */
export function createCompute(): Compute {
  const threads = createThreads(import.meta.url, 'computeWorker');
  return {
    run: (name, task, watch) => threads.run(name, task, watch),
    close: () => threads.close(),
  };
}
