import type { Compute } from '../base/compute.ts';
import { Threads } from '../base/threads.ts';
import type * as jobs from './computeWorker.ts';

/** Threads for all jobs; they start with the first job and end when there is none for a while. */
export function createCompute(): Compute<typeof jobs> {
  const threads = new Threads(import.meta.url, 'computeWorker');
  return {
    run: (name, task, watch) => threads.run(name, task, watch),
    close: () => threads.close(),
  };
}
