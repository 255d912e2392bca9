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

/**
 * Sends what a person has done: in order, one at a time, again and again until it is saved or refused for good. Nothing is
 * sent before the queue hears that something waits.
 */
export class SaveQueue {
  readonly #work: QueueWork;
  readonly #now: () => number;
  #failure: Failure | null = null;
  #attempts = 0;
  #isBusy = false;
  #isPressed = false;
  #isDisposed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: ((saved: boolean) => void)[] = [];

  constructor(work: QueueWork) {
    this.#work = work;
    this.#now = work.now ?? (() => performance.now());
  }

  /** Why the first is not saved; it is tried again. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** Something is under way. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** What waits has changed. A pause after a failure goes on. */
  changed(): void {
    if (this.#failure === null || this.#timer === undefined) this.#schedule();
  }

  /** Makes no attempt until something changes: the page itself sends what waits when it is closed. */
  hold(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The core has answered: what waits is sent without a pause. */
  saved(): void {
    this.#failure = null;
    this.#attempts = 0;
  }

  /** What was sent has not got through; the next attempt follows after a pause. */
  failed(failure: Failure): void {
    this.#failure = failure;
    this.#attempts += 1;
    if (!this.#isBusy) this.#schedule();
  }

  /** Answers those who wait for everything to be saved. */
  tell(saved: boolean): void {
    this.#isPressed = false;
    const told = this.#waiting;
    this.#waiting = [];
    for (const each of told) each(saved);
  }

  /** Tries now what waits for another attempt. */
  retry(): void {
    void this.#pump();
  }

  /** Sends everything now; true once it is saved, false where it cannot be at present. */
  flush(): Promise<boolean> {
    if (this.#work.due(true) === null && !this.#isBusy) return Promise.resolve(true);
    return new Promise((each) => {
      this.#waiting.push(each);
      this.#isPressed = true;
      void this.#pump();
    });
  }

  /** Sends nothing more. */
  dispose(): void {
    this.#isDisposed = true;
    this.hold();
  }

  #schedule(): void {
    this.hold();
    if (this.#isDisposed || this.#isBusy) return;
    if (this.#failure !== null) {
      this.#pumpIn(pauseAfter(this.#attempts));
      return;
    }
    const at = this.#work.due(this.#isPressed);
    if (at === null) this.tell(true);
    else if (at === 'now') void this.#pump();
    else this.#pumpIn(Math.max(0, at - this.#now()));
  }

  #pumpIn(milliseconds: number): void {
    this.#timer = setTimeout(() => void this.#pump(), milliseconds);
  }

  async #pump(): Promise<void> {
    if (this.#isBusy || this.#isDisposed) return;
    this.#isBusy = true;
    this.hold();
    try {
      await this.#work.send();
    } finally {
      this.#isBusy = false;
    }
    this.#schedule();
  }
}

/** The pause before the next attempt, in milliseconds: twice as long after each that failed, up to a limit. */
export function pauseAfter(attempts: number): number {
  return Math.min(LAST_RETRY, FIRST_RETRY * 2 ** (attempts - 1));
}
