import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { UNITS_OF_CLUED } from '../helpers/answeredCasebook.ts';
import { agreeable, type Behave, isKeyPoints, startJudgeServer } from '../helpers/judgeServer.ts';
import { callsOf, KEY, often, setup, type Verdict, verdictsOf, watched } from '../helpers/judgeRunning.ts';

/** How many verdicts of each kind there are. */
function countOf(verdicts: readonly z.infer<typeof Verdict>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { criterion, outcome } of verdicts) {
    const name = `${criterion} ${outcome}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('a judge that runs', () => {
  it('asks about everything that needs a verdict, once, and keeps what it says', async () => {
    await using test = await setup();
    const run = await test.run({ price: { prompt: 2, completion: 8 } });
    const units = 4 * UNITS_OF_CLUED + 4;
    expect(run).toMatchObject({
      state: 'done',
      total: units,
      decided: units,
      unparsed: 0,
      failed: 0,
      calls: units,
      tokens: { prompt: 100 * units, completion: 5 * units },
      judge: 'judge-1',
      createdBy: 'Cara',
    });
    expect(run.cost).toBeCloseTo((units * (100 * 2 + 5 * 8)) / 1_000_000, 12);
    expect(countOf(verdictsOf(test.open))).toEqual({
      'cue_match given': 4,
      'false_match given': 4,
      'key_points given': 4,
      'non_detm_match given': 8,
    });
    expect(test.server.seen).toHaveLength(units);
    expect(often(test.server)).toEqual([]);
    const states = test.open.casebook.database
      .prepare<[], string>('SELECT DISTINCT state FROM verdict_state')
      .pluck()
      .all();
    expect(states).toEqual(['single']);
  });

  it('sends the instruction of the paper with its blanks filled in, and nothing that tells of this machine', async () => {
    await using test = await setup(agreeable, { clued: 1, unclued: 0 });
    await test.run({ criteria: ['cue_match'], temperature: 0.5, maxTokens: 77 });
    const [first] = test.server.seen;
    expect(first).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      body: { model: 'judge-1', temperature: 0.5, max_tokens: 77 },
    });
    expect(first?.body.messages).toEqual([
      { role: 'system', content: 'You are a helpful assistant.' },
      {
        role: 'user',
        content: expect.stringMatching(
          /Deterministic clue:\nA man’s shoe in photo 1\nMLLM’s answer:\nPhoto 1 shows a shoe, says model [ab]\.$/u,
        ),
      },
    ]);
    expect(Object.keys(first?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
    ]);
    expect(first?.headers['user-agent']).toBe('Casebook');
  });

  it('asks for the key points first and gives them to what builds on them', async () => {
    await using test = await setup(agreeable, { clued: 1, unclued: 0 });
    await test.run({ criteria: ['non_detm_match'], concurrency: 1 });
    expect(test.server.seen.map(({ prompt }) => isKeyPoints(prompt))).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(test.server.seen[1]?.prompt).toMatch(
      /observations:\n1\. Photo 1 shows a shoe, says model [ab]\.$/u,
    );
  });

  it('fails what builds on key points that could not be read, with the reason, without asking', async () => {
    const rambling: Behave = (request) =>
      isKeyPoints(request.prompt) ? { kind: 'reply', content: 'Well, it depends.' } : agreeable(request);
    await using test = await setup(rambling, { clued: 1, unclued: 0 });
    const run = await test.run();
    expect(run).toMatchObject({ decided: 2, unparsed: 2, failed: 4, calls: 4, state: 'done' });
    expect(test.server.seen).toHaveLength(4);
    const failed = test.open.judgeRuns.calls(run.id, ['failed'], 0, 100, everything).rows;
    expect(failed.map(({ criterion, reply }) => [criterion, reply])).toEqual(
      Array.from({ length: 4 }, () => ['non_detm_match', null]),
    );
    expect(failed[0]?.error).toContain('Key points');
    const again = await watched(test.open, await test.open.judgeRuns.resume(run.id));
    // What could not be read is asked once more; what was not asked for the same reason is not kept a second time.
    expect(again).toMatchObject({ decided: 2, unparsed: 2, failed: 4, calls: 6 });
    expect(test.server.seen).toHaveLength(6);
    expect(test.open.judgeRuns.calls(run.id, ['failed'], 0, 100, everything).total).toBe(4);
  });

  it('is another judge with another model, version or temperature, and the same judge otherwise', async () => {
    await using test = await setup(agreeable, { clued: 0, unclued: 1 });
    const people = (): number => test.open.people.list().filter(({ kind }) => kind === 'model').length;
    const before = people();
    await test.run();
    expect(people()).toBe(before + 1);
    for (const changes of [{ model: 'judge-2' }, { version: '2026-04' }, { temperature: 1 }]) {
      const run = await test.run(changes);
      expect(run).toMatchObject({ decided: 2 });
    }
    expect(people()).toBe(before + 4);
    expect(verdictsOf(test.open)).toHaveLength(8);
    await expect(test.run({ maxTokens: 99, concurrency: 1 })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('has already given all these verdicts'),
    });
    const row = test.open.casebook.database
      .prepare(
        "SELECT version, temperature, instruction_hash FROM person WHERE name = 'judge-1' AND version IS NOT NULL",
      )
      .get();
    expect(row).toEqual({
      version: '2026-04',
      temperature: 0,
      instruction_hash: expect.stringMatching(/^[0-9a-f]{64}$/u),
    });
  });

  it('asks only about the respondents and criteria that were chosen', async () => {
    await using test = await setup();
    const [first] = test.open.respondents;
    const run = await test.run({ criteria: ['cue_match'], respondents: [first] });
    expect(run).toMatchObject({ total: 2, decided: 2 });
    expect(test.server.seen.every(({ prompt }) => prompt.includes('says model a'))).toBe(true);
  });

  it.each([1, 3])('asks about %i answers at a time', async (concurrency) => {
    await using test = await setup(() => ({ kind: 'hang' }));
    await test.open.judgeRuns.start(test.settings({ concurrency }), test.open.curator);
    await test.server.hanging(concurrency);
    expect(test.server.most()).toBe(concurrency);
  });

  it('shows before anything is sent what would be sent', async () => {
    await using test = await setup();
    const preview = test.open.judgeRuns.preview(test.settings(), everything);
    expect(preview).toMatchObject({
      host: new URL(test.server.endpoint).host,
      calls: 4 * UNITS_OF_CLUED + 4,
      answers: 8,
      known: 0,
      problems: [],
      byCriterion: [
        { criterion: 'cue_match', calls: 4 },
        { criterion: 'key_points', calls: 4 },
        { criterion: 'non_detm_match', calls: 8 },
        { criterion: 'false_match', calls: 4 },
      ],
    });
    expect(test.server.seen).toEqual([]);
    expect(test.open.judgeRuns.list()).toEqual([]);
    await test.run({ concurrency: 1 });
    expect(test.server.seen[0]?.body).toEqual(JSON.parse(preview.first?.body ?? ''));
    expect(test.open.judgeRuns.preview(test.settings(), everything)).toMatchObject({
      calls: 0,
      known: 20,
      first: null,
    });
  });

  it('warns of what goes unencrypted and of what has no key', async () => {
    await using test = await setup();
    const { problems } = test.open.judgeRuns.preview(
      test.settings({ endpoint: 'http://judge.example/v1' }),
      everything,
    );
    expect(problems).toEqual([expect.stringContaining('Casebook sends no key.')]);
    expect(
      test.open.judgeRuns.preview(test.settings({ endpoint: 'https://judge.example/v1' }), everything)
        .problems,
    ).toEqual([expect.stringContaining('Casebook has no key for judge.example')]);
  });

  it('sends no key over plain http to another machine, from wherever the key comes', async () => {
    await using test = await setup(agreeable, { key: KEY });
    const endpoint = 'http://judge.example/v1';
    const refusal = /others on the network could read the key/u;
    await expect(test.run({ endpoint })).rejects.toThrow(refusal);
    expect(() => test.open.judgeRuns.preview(test.settings({ endpoint }), everything)).toThrow(refusal);
    expect(test.open.judgeRuns.list()).toEqual([]);
  });

  it.each([
    'ftp://127.0.0.1/v1',
    'http://user:password@127.0.0.1/v1',
    'http://127.0.0.1/v1?api-key=x',
    'http://127.0.0.1/v1#x',
    'judge',
  ])('refuses an endpoint that is more or less than a place: %s', async (endpoint) => {
    await using test = await setup();
    await expect(test.run({ endpoint })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(test.open.judgeRuns.list()).toEqual([]);
  });
});

describe('where requests go', () => {
  it('is the endpoint alone, whatever the environment says', async () => {
    await using proxy = await startJudgeServer();
    await using test = await setup(agreeable, { clued: 0, unclued: 1 });
    const before = { ...process.env };
    const fetchBefore = globalThis.fetch;
    let fetched = 0;
    try {
      for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy', 'ALL_PROXY'])
        process.env[name] = proxy.origin;
      process.env['NODE_USE_ENV_PROXY'] = '1';
      process.env['OPENAI_BASE_URL'] = proxy.endpoint;
      process.env['OPENAI_API_KEY'] = KEY;
      process.env['OPENAI_ORG_ID'] = 'org-of-the-environment';
      process.env['OPENAI_CUSTOM_HEADERS'] = 'x-environment: org-of-the-environment';
      process.env['OPENAI_LOG'] = 'debug';
      globalThis.fetch = (...words) => {
        fetched += 1;
        return fetchBefore(...words);
      };
      expect(await test.run()).toMatchObject({ decided: 2 });
    } finally {
      globalThis.fetch = fetchBefore;
      for (const name of Object.keys(process.env)) if (before[name] === undefined) delete process.env[name];
      Object.assign(process.env, before);
    }
    expect(fetched).toBe(0);
    expect(proxy.seen).toEqual([]);
    expect(test.server.seen).toHaveLength(2);
    const sent = JSON.stringify(test.server.seen.map(({ headers }) => headers));
    expect(sent).not.toContain('org-of-the-environment');
    expect(sent).not.toContain(KEY);
    expect(sent).not.toContain('stainless');
  });
});

describe('the key', () => {
  /** Everything in a folder, whatever kind of file. */
  const bytesOf = (folder: string): string =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');

  it('goes to the endpoint and is found nowhere else, also where the endpoint gives it back', async () => {
    const telling: Behave = ({ headers, before, body }) => {
      const authorization = headers.authorization ?? '';
      if (before === 0) {
        return {
          kind: 'raw',
          status: 500,
          body: JSON.stringify({ error: { message: `Bad: ${authorization}` } }),
        };
      }
      const encoded = Buffer.from(KEY).toString('base64');
      return { kind: 'reply', content: `${authorization} ${encoded} ${body.model}` };
    };
    await using test = await setup(telling, { clued: 0, unclued: 2, key: KEY });
    const run = await test.run();
    expect(run).toMatchObject({ unparsed: 4 });
    expect(test.server.seen.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
    const calls = callsOf(test.open, run);
    expect(calls.find(({ outcome }) => outcome === 'failed')?.error).toContain('Bearer [key]');
    expect(JSON.stringify([calls, test.open.judgeRuns.list(), test.logged])).not.toContain(KEY);
    await test.open.close();
    for (const form of [KEY, Buffer.from(KEY).toString('base64')])
      expect(bytesOf(test.path)).not.toContain(form);
  });

  it('is not sent where none is known', async () => {
    await using test = await setup(agreeable, { clued: 0, unclued: 1 });
    await test.run();
    expect(test.server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('of one host is not sent to another', async () => {
    await using test = await setup(agreeable, { clued: 0, unclued: 1 });
    test.ports.secrets.keep('https://service.example', KEY);
    await test.run();
    expect(test.server.seen[0]?.headers.authorization).toBeUndefined();
  });

  it('that no header could carry is refused before anything is sent, and not repeated', async () => {
    await using test = await setup(agreeable, { clued: 0, unclued: 1, key: 'sk-with a space' });
    const refused = await test.run().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'invalid_input' });
    expect(String(refused)).not.toContain('with a space');
    expect(test.server.seen).toEqual([]);
  });
});
