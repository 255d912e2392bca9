import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { RequestKind, Told } from '../../helpers/participantBrowser.ts';

/** Waiting times of one kind, in memory that does not grow with their number. */
export class Waits {
  /** In microseconds, up to ten minutes, three digits. */
  readonly #histogram: RecordableHistogram = createHistogram({ lowest: 1, highest: 600_000_000, figures: 3 });

  add(milliseconds: number): void {
    this.#histogram.record(Math.max(1, Math.round(milliseconds * 1000)));
  }

  get count(): number {
    return this.#histogram.count;
  }

  /** In milliseconds. */
  at(percentile: number): number {
    return this.count === 0 ? Number.NaN : this.#histogram.percentile(percentile) / 1000;
  }

  get longest(): number {
    return this.count === 0 ? Number.NaN : this.#histogram.max / 1000;
  }
}

/** What was sent when, to be sent once more. */
export interface TracedRequest {
  readonly afterMs: number;
  /** Which of those who are there at once. */
  readonly who: number;
  readonly kind: RequestKind;
}

/** Waiting times that are reported, by name. */
export const NAMES = [
  'answer',
  'keep',
  'other calls',
  'link and page',
  'scripts and styles',
  'image, first byte',
  'image, whole',
] as const;
export type Name = (typeof NAMES)[number];

/** What everybody together met. */
export class Tally {
  readonly startedAt = performance.now();
  readonly #waits = new Map<string, Waits>();
  readonly #errors = new Map<string, number>();
  readonly trace: TracedRequest[] = [];
  readonly #tracedMs: number;
  bytes = 0;
  requests = 0;
  arrived = 0;
  finished = 0;
  /** Answers that the host acknowledged. */
  acknowledged = 0;
  /** Whether all are there, and none arrives for the first time. */
  isFull = false;

  /** @param tracedMs so long requests are noted to be sent once more */
  constructor(tracedMs: number) {
    this.#tracedMs = tracedMs;
  }

  /** Waiting times once all were there, or while they arrived. */
  waits(name: Name, full: boolean): Waits {
    const key = `${name} ${String(full)}`;
    const known = this.#waits.get(key) ?? new Waits();
    this.#waits.set(key, known);
    return known;
  }

  /** Hears of one browser's requests. */
  told(who: number): Told {
    return (kind, path) => {
      const afterMs = performance.now() - this.startedAt;
      const { isFull } = this;
      if (afterMs < this.#tracedMs) this.trace.push({ afterMs, who, kind });
      return ({ status, bytes, firstByteMs, wholeMs }) => {
        this.bytes += bytes;
        this.requests += 1;
        if (status !== 200) return;
        if (kind === 'image') {
          this.waits('image, first byte', isFull).add(firstByteMs);
          this.waits('image, whole', isFull).add(wholeMs);
        } else this.waits(nameOf(kind, path), isFull).add(wholeMs);
      };
    };
  }

  failed(error: unknown): void {
    const words = String(error);
    this.#errors.set(words, (this.#errors.get(words) ?? 0) + 1);
  }

  get errors(): ReadonlyMap<string, number> {
    return this.#errors;
  }
}

function nameOf(kind: Exclude<RequestKind, 'image'>, path: string): Name {
  switch (kind) {
    case 'link':
    case 'page':
      return 'link and page';
    case 'asset':
      return 'scripts and styles';
    case 'call':
      return path === '/rpc/studySessions/answer'
        ? 'answer'
        : path === '/rpc/studySessions/keep'
          ? 'keep'
          : 'other calls';
  }
}
