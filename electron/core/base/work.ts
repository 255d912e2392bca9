import type { Progress } from '../access/procedures.ts';

/** How long work reports where it is, and how it learns that it is to stop. */
export interface Work {
  readonly progress: Progress;
  readonly signal: AbortSignal;
}
