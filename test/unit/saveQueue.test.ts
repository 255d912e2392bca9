import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SaveQueue } from '../../renderer/save/queue.ts';
import type { Failure } from '../../renderer/client/failure.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failure: Failure = { message: 'The disk is full.', hint: null, code: 'disk_full' };

/** A queue of names over a core that fails as often as it is told to; `at` is when each attempt was made. */
function open(fails = 0) {
  const waiting: string[] = [];
  const sent: string[] = [];
  const at: number[] = [];
  let left = fails;
  let underWay = 0;
  const queue = new SaveQueue({
    due: () => (waiting.length > 0 ? 'now' : null),
    now: () => Date.now(),
    send: async () => {
      expect(++underWay).toBe(1);
      at.push(Date.now());
      await Promise.resolve();
      underWay -= 1;
      if (left-- > 0) queue.failed(failure);
      else {
        sent.push(waiting.shift() ?? '');
        queue.saved();
      }
    },
  });
  const add = (...names: string[]) => {
    for (const name of names) {
      waiting.push(name);
      queue.changed();
    }
  };
  return { queue, add, sent, at };
}

describe('what waits to be saved', () => {
  it('is sent in order, one at a time', async () => {
    const { add, sent, queue } = open();
    add('a', 'b', 'c');
    expect(queue.isBusy).toBe(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(['a', 'b', 'c']);
    expect(queue.isBusy).toBe(false);
  });

  it('is tried again after pauses that double up to the longest; what is added does not shorten them', async () => {
    const { add, at, sent, queue } = open(7);
    const start = Date.now();
    add('a');
    await vi.advanceTimersByTimeAsync(100);
    add('b');
    expect(queue.failure).toEqual(failure);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(at.slice(0, 8).map((time) => time - start)).toEqual([
      0, 500, 1500, 3500, 7500, 15_500, 23_500, 31_500,
    ]);
    expect(sent).toEqual(['a', 'b']);
    expect(queue.failure).toBeNull();
  });

  it('is tried at once when the connection is back', async () => {
    const { add, sent, queue } = open(1);
    add('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([]);
    queue.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(['a']);
  });

  it('tells those who wait for it how it went', async () => {
    const { add, queue } = open();
    await expect(queue.flush()).resolves.toBe(true);
    add('a');
    const flushed = queue.flush();
    await vi.advanceTimersByTimeAsync(0);
    await expect(flushed).resolves.toBe(true);
  });

  it('waits while the page sends it itself, and goes on once that has been answered', async () => {
    const { add, sent, queue } = open(1);
    add('a');
    await vi.advanceTimersByTimeAsync(0);
    queue.hold();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
    queue.changed();
    await vi.advanceTimersByTimeAsync(500);
    expect(sent).toEqual(['a']);
  });

  it('is sent no more once the queue is closed', async () => {
    const { add, sent, queue } = open(1);
    add('a');
    await vi.advanceTimersByTimeAsync(0);
    queue.dispose();
    queue.retry();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([]);
  });
});
