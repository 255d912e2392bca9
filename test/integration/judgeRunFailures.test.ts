import { describe, expect, it } from 'vitest';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { CorePorts } from '../../electron/core/base/ports.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { UNITS_OF_CLUED } from '../helpers/answeredCasebook.ts';
import {
  agreeable,
  type Behave,
  type Behaviour,
  completion,
  startJudgeServer,
} from '../helpers/judgeServer.ts';
import { callsOf, KEY, often, setup, verdictsOf, watched } from '../helpers/judgeRunning.ts';

describe('an endpoint that misbehaves', () => {
  const ok: Behaviour = { kind: 'reply', content: 'YES' };
  const raw = (status: number, body: string, headers = {}): Behaviour => ({
    kind: 'raw',
    status,
    body,
    headers,
  });

  const transient: [string, Behaviour][] = [
    ['a rate limit', raw(429, '{"error": {"message": "slow down"}}')],
    ['a server error', raw(500, 'oops')],
    ['a bad gateway', raw(502, '<html>bad gateway</html>')],
    ['a conflict', raw(409, '{}')],
    ['a timeout of its own', raw(408, '{}')],
    ['a connection that closes', { kind: 'close' }],
    ['a reply that is cut off on the way', { kind: 'cut' }],
  ];
  it.each(transient)('is asked again after %s, and every attempt is kept', async (_name, first) => {
    await using test = await setup(({ before }) => (before < 2 ? first : ok), { clued: 0, unclued: 1 });
    const run = await test.run();
    expect(run).toMatchObject({ state: 'done', decided: 2, failed: 0, calls: 6 });
    const calls = callsOf(test.open, run).filter(
      ({ response }, _index, [newest]) => response === newest?.response,
    );
    expect(calls.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [3, 'decided'],
      [2, 'failed'],
      [1, 'failed'],
    ]);
    expect(calls.every(({ request }) => request.includes('Photo 1 shows a shoe'))).toBe(true);
    expect(often(test.server)).toEqual([]);
  });

  it('is waited for, longer each time, and not in step', async () => {
    await using test = await setup(() => raw(500, ''), { clued: 0, unclued: 1 });
    const run = await test.run({ retries: 8, concurrency: 1 });
    expect(run).toMatchObject({ state: 'done', decided: 0, failed: 2, calls: 18 });
    const waits = test.waits.slice(0, 8);
    for (const [retry, wait] of waits.entries()) {
      const whole = Math.min(60_000, 1000 * 2 ** retry);
      expect(wait).toBeGreaterThanOrEqual(whole / 2);
      expect(wait).toBeLessThanOrEqual(whole);
    }
    // Two times eight waits, not all drawn to the same share of the longest that they may be.
    const shares = test.waits.map((wait, at) => wait / Math.min(60_000, 1000 * 2 ** (at % 8)));
    expect(shares).toHaveLength(16);
    expect(new Set(shares).size).toBeGreaterThan(1);
  });

  it.each([
    ['seconds', () => '3000'],
    ['a date', () => new Date(Date.now() + 3_000_000).toUTCString()],
  ])('says in %s how long it is to be left alone', async (_name, header) => {
    await using test = await setup(
      ({ before }) => (before === 0 ? raw(429, '{}', { 'retry-after': header() }) : ok),
      { clued: 0, unclued: 1 },
    );
    const run = await test.run({ concurrency: 1 });
    expect(run).toMatchObject({ decided: 2, failed: 0 });
    // Less what passed until it was waited; without a word it is a second at most.
    expect(test.waits[0]).toBeGreaterThan(2_900_000);
    expect(test.waits[0]).toBeLessThanOrEqual(3_000_000);
  });

  it('is not pressed although it says that there is no need to wait', async () => {
    await using test = await setup(
      ({ before }) => (before === 0 ? raw(429, '{}', { 'retry-after': '0' }) : ok),
      { clued: 0, unclued: 1 },
    );
    expect(await test.run({ concurrency: 1 })).toMatchObject({ decided: 2, failed: 0 });
    expect(test.waits.length).toBe(2);
    expect(Math.min(...test.waits)).toBeGreaterThanOrEqual(500);
  });

  it('is not waited for half a day', async () => {
    await using test = await setup(() => raw(429, '{}', { 'retry-after': '43200' }), {
      clued: 0,
      unclued: 1,
    });
    const run = await test.run();
    expect(run).toMatchObject({ decided: 0, failed: 2, calls: 2 });
    expect(callsOf(test.open, run)[0]?.error).toContain('more than an hour');
  });

  it('has failed where it does not answer in time', async () => {
    await using test = await setup(() => ({ kind: 'hang' }), { clued: 0, unclued: 1 });
    const run = await test.run({ timeoutSeconds: 1, retries: 1 });
    expect(run).toMatchObject({ decided: 0, failed: 2, calls: 4 });
    expect(callsOf(test.open, run)[0]?.error).toBe('No reply within 1 seconds.');
  });

  const cut: [string, Behaviour][] = [
    ['garbage', raw(200, '\u0000\u0001 not JSON at all')],
    ['truncated JSON', raw(200, completion('YES').slice(0, 120))],
    ['nothing', raw(200, '')],
    ['no content', raw(204, '')],
    ['HTML', raw(200, '<!doctype html><p>YES</p>', { 'content-type': 'text/html' })],
  ];
  it.each(cut)('is asked again after it answered with %s', async (_name, reply) => {
    await using test = await setup(({ before }) => (before === 0 ? reply : ok), { clued: 0, unclued: 1 });
    const run = await test.run({ concurrency: 1 });
    expect(run).toMatchObject({ decided: 2, unparsed: 0, failed: 0, calls: 4 });
    const failed = callsOf(test.open, run).find(({ outcome }) => outcome === 'failed');
    if (reply.kind === 'raw') expect(failed?.reply).toBe(reply.body);
  });

  const replies: [string, Behaviour][] = [
    ['no choices', raw(200, '{"choices": []}')],
    ['no text', raw(200, completion(null))],
    ['an empty text', raw(200, completion('  '))],
    ['a list', raw(200, '[1, 2]')],
    ['a remark', { kind: 'reply', content: 'Probably YES, I would say.' }],
    ['another word', { kind: 'reply', content: 'MAYBE' }],
    ['a verdict that was cut off', { kind: 'reply', content: 'YES', finish: 'length' }],
  ];
  it.each(replies)(
    'has given no verdict with %s, and is asked again only on purpose',
    async (_name, reply) => {
      await using test = await setup(() => reply, { clued: 0, unclued: 1 });
      const run = await test.run();
      expect(run).toMatchObject({ state: 'done', decided: 0, unparsed: 2, failed: 0, calls: 2 });
      expect(verdictsOf(test.open)).toEqual(
        Array.from({ length: 2 }, () => ({
          criterion: 'false_match',
          subject: '',
          outcome: 'unparsed',
          value: null,
          source: 'asked',
        })),
      );
      const [call] = callsOf(test.open, run);
      expect(call?.error).not.toBeNull();
      if (reply.kind === 'raw') expect(call?.reply).toBe(reply.body);
      test.server.behave(agreeable);
      const resumed = await watched(test.open, await test.open.judgeRuns.resume(run.id));
      expect(resumed).toMatchObject({ state: 'done', decided: 2, unparsed: 0, calls: 4 });
      expect(test.server.seen).toHaveLength(4);
    },
  );

  it.each([400, 401, 403, 404, 422])('is not asked again after it refused with HTTP %i', async (status) => {
    await using test = await setup(() => raw(status, '{"error": {"message": "no such model"}}'), {
      clued: 0,
      unclued: 1,
    });
    const run = await test.run();
    expect(run).toMatchObject({ state: 'done', failed: 2, calls: 2 });
    expect(callsOf(test.open, run)[0]?.error).toBe(
      `The endpoint answered HTTP ${String(status)}: no such model`,
    );
  });

  it('is left alone after it has refused ten times in a row', async () => {
    await using test = await setup(() => raw(401, '{}'), { clued: 0, unclued: 20 });
    const run = await test.run({ concurrency: 1 });
    expect(run).toMatchObject({ state: 'stopped', total: 40, failed: 10, calls: 10 });
    expect(run.reason).toBe(
      'The endpoint refused 10 requests in a row. The last time: The endpoint answered HTTP 401.',
    );
  });

  it('is left alone after nothing but failures, and says so; what was done is kept', async () => {
    let asked = 0;
    await using test = await setup(
      () => {
        asked += 1;
        return asked <= 4 ? ok : raw(500, '{}');
      },
      { clued: 0, unclued: 20 },
    );
    const run = await test.run({ concurrency: 1, retries: 2 });
    expect(run).toMatchObject({ state: 'stopped', total: 40, decided: 4 });
    expect(run.reason).toMatch(
      /^13 requests failed in a row\. The last time: The endpoint answered HTTP 500/u,
    );
    test.server.behave(agreeable);
    const resumed = await watched(test.open, await test.open.judgeRuns.resume(run.id));
    expect(resumed).toMatchObject({ state: 'done', decided: 40, reason: null });
  });

  it('is tested with one request that writes nothing', async () => {
    await using test = await setup(() => raw(401, '{"error": "no such key"}'), { clued: 0, unclued: 1 });
    const settings = test.settings();
    expect(await test.open.judgeRuns.test(settings)).toMatchObject({
      works: false,
      said: 'The endpoint answered HTTP 401: no such key',
    });
    test.server.behave(() => ({ kind: 'reply', content: 'Yes.' }));
    expect(await test.open.judgeRuns.test(settings)).toMatchObject({ works: true, said: 'Yes.' });
    expect(test.server.seen).toHaveLength(2);
    expect(test.open.judgeRuns.list()).toEqual([]);
  });

  it('is asked about the first answers only, and a dry run says what that comes to', async () => {
    await using test = await setup(agreeable, { clued: 0, unclued: 20 });
    const settings = test.settings({ first: 3, price: { prompt: 2, completion: 8 } });
    const preview = test.open.judgeRuns.preview(settings, everything);
    expect(preview).toMatchObject({ calls: 3, answers: 3 });
    const run = await test.run({ first: 3 });
    expect(run).toMatchObject({ total: 3, decided: 3 });
    const prompts = test.server.seen.map(({ body }) => body.messages.map(({ content }) => content).join(''));
    const characters = prompts.reduce((sum, { length }) => sum + length, 0);
    expect(preview.tokens).toEqual({
      prompt: Math.ceil(characters / 4),
      completionAtMost: 3 * settings.maxTokens,
    });
    expect(preview.costAtMost).toBeCloseTo(
      (preview.tokens.prompt * 2 + preview.tokens.completionAtMost * 8) / 1_000_000,
      12,
    );
  });

  it('cannot send a request on to anywhere else', async () => {
    await using elsewhere = await startJudgeServer();
    for (const status of [301, 302, 303, 307, 308]) {
      await using test = await setup(
        () => raw(status, '', { location: `${elsewhere.endpoint}/chat/completions` }),
        {
          clued: 0,
          unclued: 1,
          key: KEY,
        },
      );
      const run = await test.run();
      expect(run).toMatchObject({ state: 'done', failed: 2, calls: 2 });
      expect(callsOf(test.open, run)[0]?.error).toContain(new URL(elsewhere.endpoint).host);
    }
    expect(elsewhere.seen).toEqual([]);
  });

  it('ends decided, unparsed or failed whatever comes in whatever order, and nothing that is decided is asked again', async () => {
    const kinds: Behaviour[] = [
      ...transient.map(([, behaviour]) => behaviour),
      ...cut.map(([, behaviour]) => behaviour),
      ...replies.map(([, behaviour]) => behaviour),
      raw(401, '{}'),
      raw(429, '{}', { 'retry-after': '3' }),
    ];
    let turn = 0;
    const wild: Behave = (request) => {
      turn += 1;
      const kind = turn % 4 === 0 ? undefined : kinds[(turn * 5) % kinds.length];
      return kind ?? agreeable(request);
    };
    await using test = await setup(wild, { clued: 12, unclued: 12 });
    const first = await test.run({ concurrency: 8, retries: 2 });
    const units = 24 * UNITS_OF_CLUED + 24;
    expect(first.total).toBe(units);
    expect(first.decided + first.unparsed + first.failed).toBe(first.total);
    expect(Math.min(first.decided, first.unparsed, first.failed)).toBeGreaterThan(0);
    test.server.behave(agreeable);
    const resumed = await watched(test.open, await test.open.judgeRuns.resume(first.id));
    expect(resumed.decided + resumed.unparsed + resumed.failed).toBe(units);
    expect(resumed.decided).toBeGreaterThan(first.decided);
    expect(resumed.unparsed).toBe(0);
    const decided = test.open.judgeRuns
      .calls(first.id, ['decided'], 0, 1000, everything)
      .rows.map(({ response, criterion, subject }) => `${response} ${criterion} ${subject}`);
    expect(new Set(decided).size).toBe(decided.length);
  });
});

describe('a run that ends early', () => {
  it('goes on where it was stopped; what came in is not asked again', async () => {
    const slow: Behave = (request) => (test.server.seen.length > 9 ? { kind: 'hang' } : agreeable(request));
    await using test = await setup(slow);
    const { id } = await test.open.judgeRuns.start(test.settings(), test.open.curator);
    await test.server.hanging(2);
    const stopped = await test.open.judgeRuns.stop(id);
    expect(stopped).toMatchObject({ state: 'stopped', decided: 9, total: 20 });
    const asked = new Set(test.server.delivered.keys());
    test.server.behave(agreeable);
    const done = await watched(test.open, await test.open.judgeRuns.resume(id));
    expect(done).toMatchObject({ id, state: 'done', decided: 20, failed: 0, total: 20 });
    expect(asked.size).toBe(9);
    expect(often(test.server)).toEqual([]);
  });

  it('lets what is under way come in when it is stopped', async () => {
    const held = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const behave: Behave = async (request) => {
      arrived.resolve();
      await held.promise;
      return agreeable(request);
    };
    await using test = await setup(behave, { clued: 0, unclued: 4 });
    const wait = test.ports.wait;
    // The patience of a stop does not pass by itself here: it ends when everything is in.
    const patient: CorePorts['wait'] = (milliseconds, signal) =>
      milliseconds < 10_000
        ? wait(milliseconds, signal)
        : new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    Object.assign(test.ports, { wait: patient });
    const { id } = await test.open.judgeRuns.start(test.settings({ concurrency: 1 }), test.open.curator);
    await arrived.promise;
    const stopping = test.open.judgeRuns.stop(id);
    held.resolve();
    expect(await stopping).toMatchObject({ state: 'stopped', decided: 1, failed: 0, calls: 1 });
    expect(test.server.seen).toHaveLength(1);
  });

  it('is stopped in order when the casebook closes', async () => {
    await using test = await setup(() => ({ kind: 'hang' }));
    const { id } = await test.open.judgeRuns.start(test.settings(), test.open.curator);
    await test.server.hanging(2);
    await test.open.close();
    const again = createServices(await openCasebook(test.path, test.ports));
    const run = again.judgeRuns.list().find((each) => each.id === id);
    expect(run).toMatchObject({ state: 'stopped', decided: 0, calls: 2 });
    await again.close();
  });

  it('is interrupted where the program went away, and goes on from there', async () => {
    await using test = await setup(agreeable, { clued: 0, unclued: 2 });
    const run = await test.run();
    const { database } = test.open.casebook;
    database.prepare("UPDATE judge_run SET state = 'running'").run();
    expect(test.open.judgeRuns.list()[0]).toMatchObject({ id: run.id, state: 'interrupted', decided: 4 });
    const done = await watched(test.open, await test.open.judgeRuns.resume(run.id));
    expect(done).toMatchObject({ state: 'done', decided: 4, calls: 4 });
    expect(test.server.seen).toHaveLength(4);
  });

  it('goes on when nobody watches any more', async () => {
    const held = Promise.withResolvers<void>();
    await using test = await setup(
      async (request) => {
        await held.promise;
        return agreeable(request);
      },
      { clued: 0, unclued: 2 },
    );
    const run = await test.open.judgeRuns.start(test.settings(), test.open.curator);
    const leaving = new AbortController();
    const watching = test.open.judgeRuns.watch(run.id, () => undefined, leaving.signal);
    leaving.abort();
    await expect(watching).rejects.toMatchObject({ code: 'cancelled' });
    held.resolve();
    expect(await watched(test.open, run)).toMatchObject({ state: 'done', decided: 4 });
  });

  it('is not begun a second time by the same judge while it runs', async () => {
    await using test = await setup(() => ({ kind: 'hang' }));
    const run = await test.open.judgeRuns.start(test.settings(), test.open.curator);
    await expect(test.open.judgeRuns.start(test.settings(), test.open.curator)).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(test.open.judgeRuns.resume(run.id)).rejects.toMatchObject({ code: 'conflict' });
  });
});
