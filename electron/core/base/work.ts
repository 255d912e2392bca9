/** Progress of long work, as streamed to the window. */
export type Progress = (phase: string, done: number, total: number | null) => void;

/** How long work reports where it is, and how it learns that it is to stop. */
export interface Work {
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export type StreamEvent<T> =
  | {
      readonly type: 'progress';
      readonly phase: string;
      readonly done: number;
      readonly total: number | null;
    }
  | { readonly type: 'result'; readonly result: T };

/**
 * Runs long work and streams its progress, at most some twenty times a second, then its result. When the
 * receiver goes away or cancels, the work's signal aborts.
 */
export async function* streamWork<T>(
  outer: AbortSignal | undefined,
  work: (progress: Progress, signal: AbortSignal) => Promise<T>,
): AsyncGenerator<StreamEvent<T>, void> {
  const controller = new AbortController();
  const signal = outer === undefined ? controller.signal : AbortSignal.any([outer, controller.signal]);
  let latest: StreamEvent<T> | null = null;
  let wake: () => void = () => undefined;
  let settled = false;
  const outcome = work((phase, done, total) => {
    latest = { type: 'progress', phase, done, total };
    wake();
  }, signal);
  const finished = outcome
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      settled = true;
      wake();
    });
  try {
    while (!settled) {
      if (latest === null) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (settled || latest !== null) resolve();
        });
      }
      if (latest !== null) {
        const report: StreamEvent<T> = latest;
        latest = null;
        yield report;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    yield { type: 'result', result: await outcome };
  } finally {
    controller.abort();
    await finished;
  }
}
