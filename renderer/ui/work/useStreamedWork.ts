import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../../client/index.ts';

/** What long work reports: where it is, then its result, once. */
export type WorkReport<T> =
  | {
      readonly type: 'progress';
      readonly phase: string;
      readonly done: number;
      readonly total: number | null;
    }
  | { readonly type: 'result'; readonly result: T };

export type WorkState<T> =
  | { readonly status: 'idle' }
  | {
      readonly status: 'running';
      readonly phase: string;
      readonly done: number;
      readonly total: number | null;
    }
  | { readonly status: 'done'; readonly result: T }
  | { readonly status: 'cancelled' }
  | { readonly status: 'failed'; readonly failure: Failure };

export interface StreamedWork<T> {
  readonly state: WorkState<T>;
  /** Starts the work; the result, or null where it was cancelled or failed (then the state says why). */
  readonly start: (work: (signal: AbortSignal) => Promise<AsyncIterable<WorkReport<T>>>) => Promise<T | null>;
  readonly cancel: () => void;
  readonly reset: () => void;
}

/** Follows work that streams its progress. Leaving the screen cancels it. */
export function useStreamedWork<T>(): StreamedWork<T> {
  const [state, setState] = useState<WorkState<T>>({ status: 'idle' });
  const controller = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      controller.current?.abort();
    },
    [],
  );

  const start = useCallback<StreamedWork<T>['start']>(async (work) => {
    controller.current?.abort();
    const mine = new AbortController();
    controller.current = mine;
    // After another start this one's reports are nobody's any more.
    const show = (next: WorkState<T>) => {
      if (controller.current === mine) setState(next);
    };
    show({ status: 'running', phase: 'Starting', done: 0, total: null });
    try {
      for await (const report of await work(mine.signal)) {
        if (report.type === 'result') {
          show({ status: 'done', result: report.result });
          return report.result;
        }
        show({ status: 'running', phase: report.phase, done: report.done, total: report.total });
      }
      show({ status: 'cancelled' });
    } catch (error) {
      const failure = failureOf(error);
      const cancelled = mine.signal.aborted || failure.code === 'cancelled';
      show(cancelled ? { status: 'cancelled' } : { status: 'failed', failure });
    }
    return null;
  }, []);

  const cancel = useCallback(() => {
    controller.current?.abort();
  }, []);

  const reset = useCallback(() => {
    controller.current?.abort();
    controller.current = null;
    setState({ status: 'idle' });
  }, []);

  return { state, start, cancel, reset };
}
