import type { ThreadRequest, ThreadResult } from './threadTask.ts';
import type { TaskWatcher } from './threads.ts';

type TaskOf<Job> = Job extends (sent: ThreadRequest<infer Task>) => unknown ? Task : never;
type ResultOf<Job> = Job extends (sent: ThreadRequest<never>) => Promise<ThreadResult<infer Result>>
  ? Result
  : never;

/**
 * Reading and computing beside the main thread, in one pool for all services of a casebook. `Jobs` are the exports of a
 * worker's module, by their names; a feature names its own.
 */
export interface Compute<Jobs> {
  /** The result of a job. Rejects with an AbortError as soon as the signal aborts. */
  run<Name extends keyof Jobs & string>(
    name: Name,
    task: TaskOf<Jobs[Name]>,
    watch?: TaskWatcher,
  ): Promise<ResultOf<Jobs[Name]>>;
  /** Cancels what is under way, waits until every thread is at rest, and ends them. */
  close(): Promise<void>;
}
