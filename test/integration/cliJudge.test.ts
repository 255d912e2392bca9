import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { answeredCasebook } from '../helpers/answeredCasebook.ts';
import { CASEBOOK, casebook, documentOf, finish, json, shapes, start } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { agreeable, startJudgeServer } from '../helpers/judgeServer.ts';

const KEY = 'sk-a-secret-of-the-tests-0123456789';

const Result = z.looseObject({
  run: z.uuid(),
  judge: z.string(),
  host: z.string(),
  key: z.enum(['environment', 'session', 'stored', 'none']),
  state: z.string(),
  total: z.int(),
  decided: z.int(),
  unparsed: z.int(),
  failed: z.int(),
  calls: z.int(),
  cost: z.number().nullable(),
});

async function made(items = { clued: 2, unclued: 2 }) {
  const folder = temporaryFolder();
  const path = folder.join('a.casebook');
  const ports = testPorts(folder.path);
  await (await answeredCasebook(path, ports, items)).close();
  return {
    path,
    ports,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

describe('casebook judge', () => {
  it('asks, and says what came of it', async () => {
    using book = await made();
    await using server = await startJudgeServer();
    const words = ['--endpoint', server.endpoint, '--model', 'judge-1', '--version', '2026-04'];
    const result = await json(Result, 0, 'judge', book.path, ...words, '--price', '2,8');
    expect(result).toMatchObject({
      judge: 'judge-1 2026-04',
      host: new URL(server.endpoint).host,
      key: 'none',
      state: 'done',
      total: 20,
      decided: 20,
      unparsed: 0,
      failed: 0,
      calls: 20,
    });
    expect(result.cost).toBeCloseTo((20 * (100 * 2 + 5 * 8)) / 1_000_000, 12);
    const again = await casebook('judge', book.path, ...words);
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has already given all these verdicts'),
    });
    expect(server.seen).toHaveLength(20);
  });

  it('shows what it would ask without asking', async () => {
    using book = await made();
    await using server = await startJudgeServer();
    const shape = z.looseObject({
      calls: z.int(),
      first: z.object({ body: z.string() }),
      dry_run: z.literal(true),
    });
    const words = [
      '--endpoint',
      server.endpoint,
      '--model',
      'judge-1',
      '--criteria',
      'cue_match',
      '--dry-run',
    ];
    const shown = await json(shape, 0, 'judge', book.path, ...words);
    expect(shown.calls).toBe(4);
    expect(shown.first.body).toContain('A man’s shoe in photo 1');
    const lines = await casebook('judge', book.path, ...words);
    expect(lines.stdout).toContain('nothing was sent');
    expect(server.seen).toEqual([]);
  });

  it('takes the key from the environment and repeats it nowhere', async () => {
    using book = await made({ clued: 0, unclued: 1 });
    await using server = await startJudgeServer(({ headers }) => ({
      kind: 'raw',
      status: 401,
      body: JSON.stringify({ error: { message: `Wrong key: ${headers.authorization ?? ''}` } }),
    }));
    const words = ['judge', book.path, '--endpoint', server.endpoint, '--model', 'judge-1', '--json'];
    const ended = await finish(start([...CASEBOOK, ...words], { CASEBOOK_JUDGE_KEY: KEY }));
    expect(ended.code).toBe(1);
    expect(documentOf(ended, Result)).toMatchObject({ key: 'environment', failed: 2 });
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(`${ended.stdout}${ended.stderr}`).not.toContain(KEY);
    expect(ended.stderr).toContain('CASEBOOK_JUDGE_KEY');
  });

  it('goes on after it was killed in the middle; nothing is asked twice', async () => {
    using book = await made({ clued: 6, unclued: 6 });
    const lanes = 3;
    const before = 17;
    await using server = await startJudgeServer((request) =>
      server.seen.length > before ? { kind: 'hang' } : agreeable(request),
    );
    const words = ['--endpoint', server.endpoint, '--model', 'judge-1', '--concurrency', String(lanes)];
    const child = start([...CASEBOOK, 'judge', book.path, ...words]);
    const ended = finish(child);
    // Anybody who asks again has kept what came before.
    await server.hanging(lanes);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    expect(server.delivered.size).toBe(before);

    const open = createServices(await openCasebook(book.path, book.ports));
    const [run] = open.judgeRuns.list();
    expect(run).toMatchObject({ state: 'interrupted', decided: before, total: 60 });
    await open.close();

    server.behave(agreeable);
    const result = await json(Result, 0, 'judge', book.path, '--resume', run?.id ?? '');
    expect(result).toMatchObject({ run: run?.id, state: 'done', total: 60, decided: 60, failed: 0 });
    expect([...server.delivered.values()].filter((times) => times > 1)).toEqual([]);
    expect(server.delivered.size).toBe(60);
  });

  it('stops in order at Ctrl+C and says how to go on', async () => {
    using book = await made();
    await using server = await startJudgeServer((request) =>
      server.seen.length > 4 ? { kind: 'hang' } : agreeable(request),
    );
    const child = start([
      ...CASEBOOK,
      'judge',
      book.path,
      '--endpoint',
      server.endpoint,
      '--model',
      'judge-1',
      '--concurrency',
      '1',
      '--timeout',
      '1',
      '--json',
    ]);
    const ended = finish(child);
    await server.hanging(1);
    child.kill('SIGINT');
    const finished = await ended;
    expect(finished.code).toBe(1);
    expect(documentOf(finished, Result)).toMatchObject({ state: 'stopped', decided: 4, failed: 1 });
  });

  it.each([
    [['--model', 'x'], '--endpoint is required'],
    [['--endpoint', 'http://127.0.0.1:9/v1'], '--model is required'],
    [['--endpoint', 'nowhere', '--model', 'x'], '--endpoint'],
    [['--endpoint', 'http://127.0.0.1:9/v1', '--model', 'x', '--temperature', 'hot'], '--temperature'],
    [['--endpoint', 'http://127.0.0.1:9/v1', '--model', 'x', '--concurrency', '0'], '--concurrency'],
    [['--endpoint', 'http://127.0.0.1:9/v1', '--resume', 'x'], '--resume'],
    [['--resume', 'x'], '--resume'],
  ])('says what is wrong with %j', async (words, said) => {
    using book = await made({ clued: 0, unclued: 1 });
    const ended = await casebook('judge', book.path, ...words, '--json');
    expect(ended.code).toBe(2);
    expect(documentOf(ended, shapes.error).error.message).toContain(said);
  });
});
