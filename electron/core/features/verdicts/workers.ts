import type { Progress } from '../../base/work.ts';
import { createThreads } from '../../base/threads.ts';
import type { Comparisons } from './comparisons.ts';
import type { Effect } from './effects.ts';
import type { ComparisonsTask, EffectsTask } from './verdictWorker.ts';

/** Reading and computing beside the main thread. */
export interface VerdictWorkers {
  /** Rejects when the signal aborts. */
  comparisons(task: ComparisonsTask, progress: Progress, signal: AbortSignal): Promise<Comparisons>;
  effects(task: EffectsTask): Promise<Effect[]>;
  close(): Promise<void>;
}

/** Threads that start with the first question and end when there is none for a while. */
export function createVerdictWorkers(): VerdictWorkers {
  const threads = createThreads(import.meta.url, 'verdictWorker');
  return {
    comparisons: (task, progress, signal) => threads.run('comparisons', task, { progress, signal }),
    effects: (task) => threads.run('effects', task),
    close: () => threads.close(),
  };
}
