import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { Threads } from '../../electron/core/base/threads.ts';
import { answeredCasebook } from '../helpers/answeredCasebook.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { letThreadsEnd } from '../helpers/lastingThreads.ts';

const HELPERS = new URL('../helpers/core.ts', import.meta.url).href;

/** Those of this process that are alive. */
const alive = new Set<Worker>();
const noted = (thread: Worker): void => {
  alive.add(thread);
  thread.once('exit', () => alive.delete(thread));
};
let threads: Threads;

beforeAll(() => letThreadsEnd(true));
afterAll(() => letThreadsEnd(false));

beforeEach(() => {
  process.on('worker', noted);
  threads = new Threads(HELPERS, 'threadTasks', { threads: 1 });
});
afterEach(async () => {
  await threads.close();
  process.off('worker', noted);
});

/** How often a task began and how often it ended, and whether one that looks at nothing else may end. */
const counted = (): Int32Array => new Int32Array(new SharedArrayBuffer(12));
const release = (seen: Int32Array): void => {
  Atomics.store(seen, 2, 1);
  Atomics.notify(seen, 2);
};

describe('threads', () => {
  it('give what a task comes to, and errors with all they know', async () => {
    expect(await threads.run('double', { value: 21 })).toBe(42);
    await expect(threads.run('refused', null)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no such thing.',
      hint: 'Choose another.',
    });
    await expect(threads.run('broken', null)).rejects.toThrow(/Nobody expected this/u);
  });

  it('tell progress as it is made', async () => {
    const cancel = new AbortController();
    const told: number[] = [];
    const running = threads.run(
      'endless',
      { seen: counted() },
      {
        signal: cancel.signal,
        progress: (phase, done, total) => {
          expect([phase, total]).toEqual(['Working', 10]);
          told.push(done);
          if (told.length === 3) cancel.abort();
        },
      },
    );
    await expect(running).rejects.toThrow(/abort/iu);
    expect(told).toHaveLength(3);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
  });

  it('do not begin what is cancelled before', async () => {
    const seen = counted();
    const signal = AbortSignal.abort('a reason that is no error');
    await expect(threads.run('endless', { seen }, { signal })).rejects.toThrow(/abort/iu);
    const cancel = new AbortController();
    const before = counted();
    const first = threads.run('unaware', { seen: before });
    const queued = threads.run('endless', { seen }, { signal: cancel.signal });
    cancel.abort();
    await expect(queued).rejects.toThrow(/abort/iu);
    release(before);
    expect(await first).toBe('done');
    expect(await threads.run('double', { value: 1 })).toBe(2);
    expect([...seen]).toEqual([0, 0, 0]);
  });

  it('reject at once when the signal aborts, and the same thread takes the next task', async () => {
    await threads.run('double', { value: 1 });
    const before = [...alive];
    const seen = counted();
    for (let time = 1; time <= 20; time += 1) {
      const cancel = new AbortController();
      const running = threads.run('endless', { seen }, { signal: cancel.signal });
      await expect.poll(() => Atomics.load(seen, 0), { interval: 1 }).toBe(time);
      cancel.abort();
      await expect(running).rejects.toThrow(/abort/iu);
      expect(await threads.run('double', { value: time })).toBe(2 * time);
    }
    expect([...seen]).toEqual([20, 20, 0]);
    expect([...alive]).toEqual(before);
  });

  it('reject at once also where the task does not look, which is let finish', async () => {
    await threads.run('double', { value: 1 });
    const seen = counted();
    const cancel = new AbortController();
    const running = threads.run('unaware', { seen }, { signal: cancel.signal });
    await expect.poll(() => Atomics.load(seen, 0), { interval: 1 }).toBe(1);
    cancel.abort();
    await expect(running).rejects.toThrow(/abort/iu);
    expect([...seen]).toEqual([1, 0, 0]);
    const closed = threads.close();
    release(seen);
    await closed;
    expect([...seen]).toEqual([1, 1, 1]);
  });

  it('end when they are closed, with what is under way and what waits', async () => {
    await threads.run('double', { value: 1 });
    const seen = counted();
    const running = threads.run('endless', { seen });
    const waiting = Array.from({ length: 50 }, () => threads.run('endless', { seen }));
    const outcomes = Promise.allSettled([running, ...waiting]);
    await expect.poll(() => Atomics.load(seen, 0), { interval: 1 }).toBe(1);
    await threads.close();
    expect([...seen]).toEqual([1, 1, 0]);
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } });
    expect(alive.size).toBe(0);
  });

  it('are not started, nor left behind, by who asks while they are closed', async () => {
    const early = threads.run('double', { value: 1 });
    const outcome = Promise.allSettled([early]);
    const closed = threads.close();
    await expect(threads.run('double', { value: 2 })).rejects.toMatchObject({ code: 'cancelled' });
    await Promise.all([closed, threads.close()]);
    expect(await outcome).toMatchObject([{ status: 'rejected', reason: { code: 'cancelled' } }]);
    await expect(threads.run('double', { value: 3 })).rejects.toMatchObject({ code: 'cancelled' });
    expect(alive.size).toBe(0);
  });

  it('that do not start keep nobody waiting', async () => {
    const missing = new Threads(HELPERS, 'brokenThread');
    for (let time = 0; time < 2; time += 1)
      await expect(missing.run('anything', null)).rejects.toThrow(/does not load/u);
    const outcome = Promise.allSettled([missing.run('anything', null)]);
    await missing.close();
    expect(await outcome).toMatchObject([{ status: 'rejected' }]);
    // It ends by itself.
    await expect.poll(() => alive.size).toBe(0);
  });
});

describe('a casebook that is closed while reports are computed', () => {
  it('is closed for everybody who closes it', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const fresh = await answeredCasebook(path, testPorts(folder.path));
    await fresh.close();
    const core = createCore(testPorts(folder.path));
    const { casebook, agreement } = await core.keeper.open(path);
    const choices = Promise.allSettled([agreement.choices()]);
    const first = core.close();
    await core.close();
    expect(casebook.database.open).toBe(false);
    expect(alive.size).toBe(0);
    await Promise.all([first, choices]);
  });
});
