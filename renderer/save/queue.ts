import type { Failure } from '../client/failure.ts';

/** Pauses between attempts, in milliseconds: doubling from the first to the last. */
const FIRST_RETRY = 500;
const LAST_RETRY = 8000;

/** What waits to be saved, and how the first of it is sent; the queue says when. */
export interface QueueWork {
  /** When the first is to be sent, on `now`'s clock; null: nothing waits. `pressed`: somebody waits for all of it. */
  readonly due: (pressed: boolean) => number | 'now' | null;
  /**
   * Sends the first and takes it out once the core has acknowledged it or refused it for good. Says with `failed` that it
   * has to be sent again, with `saved` that the core answers. Never throws.
   */
  readonly send: () => Promise<void>;
  /** Milliseconds, never running backwards. Left out: the page's. */
  readonly now?: () => number;
}

/** Sends what a person has done: in order, one at a time, again and again until it is saved or refused for good. */
export interface SaveQueue {
  /** Why the first is not saved; it is tried again. */
  readonly failure: Failure | null;
  /** Something is under way. */
  readonly isBusy: boolean;
  /** What waits has changed. A pause after a failure goes on. */
  readonly changed: () => void;
  /** Makes no attempt until something changes: the page sends what waits by itself, on its way out. */
  readonly hold: () => void;
  /** The core has answered: what waits is sent without a pause. */
  readonly saved: () => void;
  /** What was sent has not got through; the next attempt follows after a pause. */
  readonly failed: (failure: Failure) => void;
  /** Answers those who wait for everything to be saved. */
  readonly tell: (saved: boolean) => void;
  /** Tries now what waits for another attempt. */
  readonly retry: () => void;
  /** Sends everything now; true once it is saved, false where it cannot be at present. */
  readonly flush: () => Promise<boolean>;
  /** Sends nothing more. */
  readonly dispose: () => void;
}

/** A queue over this work; nothing is sent before it hears that something waits. */
export function createSaveQueue({ due, send, now = () => performance.now() }: QueueWork): SaveQueue {
  let failure: Failure | null = null;
  let attempts = 0;
  let isBusy = false;
  let isPressed = false;
  let isDisposed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: ((saved: boolean) => void)[] = [];

  function hold(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function schedule(): void {
    hold();
    if (isDisposed || isBusy) return;
    if (failure !== null) {
      const pause = Math.min(LAST_RETRY, FIRST_RETRY * 2 ** (attempts - 1));
      timer = setTimeout(() => void pump(), pause);
      return;
    }
    const at = due(isPressed);
    if (at === null) tell(true);
    else if (at === 'now') void pump();
    else timer = setTimeout(() => void pump(), Math.max(0, at - now()));
  }

  async function pump(): Promise<void> {
    if (isBusy || isDisposed) return;
    isBusy = true;
    hold();
    try {
      await send();
    } finally {
      isBusy = false;
    }
    schedule();
  }

  function tell(saved: boolean): void {
    isPressed = false;
    const told = waiting;
    waiting = [];
    for (const each of told) each(saved);
  }

  return {
    get failure() {
      return failure;
    },
    get isBusy() {
      return isBusy;
    },
    changed() {
      if (failure === null || timer === undefined) schedule();
    },
    hold,
    saved() {
      failure = null;
      attempts = 0;
    },
    failed(why) {
      failure = why;
      attempts += 1;
      if (!isBusy) schedule();
    },
    tell,
    retry: () => void pump(),
    flush() {
      if (due(true) === null && !isBusy) return Promise.resolve(true);
      return new Promise((each) => {
        waiting.push(each);
        isPressed = true;
        void pump();
      });
    },
    dispose() {
      isDisposed = true;
      hold();
    },
  };
}
