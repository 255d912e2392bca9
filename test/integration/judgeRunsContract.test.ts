import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient, ORPCError, safe } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { Log } from '../../electron/hosts/log.ts';
import { JudgeRunId } from '../../shared/base/ids.ts';
import type { Role } from '../../shared/domain/status.ts';
import { v7 } from 'uuid';
import { answeredCasebook, judgeSettings } from '../helpers/answeredCasebook.ts';
import { assignment } from '../helpers/assignment.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { agreeable, type Behave, startJudgeServer } from '../helpers/judgeServer.ts';
import { present } from '../helpers/present.ts';

const KEY = 'sk-a-secret-of-the-tests-0123456789';

async function running(behave: Behave = agreeable) {
  const folder = temporaryFolder();
  const server = await startJudgeServer(behave);
  const log = new Log(folder.join('logs'), 'test');
  const ports = testPorts(folder.path, { logger: log.logger });
  const path = folder.join('a.casebook');
  await (await answeredCasebook(path, ports, { clued: 0, unclued: 2 })).close();
  const core = createCore(ports);
  await core.keeper.open(path);
  const as = (roles: readonly Role[], handle: string) => {
    const { people } = core.services();
    const session = core.createSession();
    const person = people.called(handle) ?? people.add({ handle, name: '', roles }, null);
    people.workAs(session, person.id);
    return createRouterClient(core.router, { context: core.contextOf(session) });
  };
  return {
    core,
    server,
    ports,
    folder,
    log,
    curator: as(['curator'], 'cara'),
    as,
    settings: judgeSettings(server.endpoint),
    async [Symbol.asyncDispose]() {
      await core.close();
      await log.close();
      await server[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

async function refusal(call: Promise<unknown>): Promise<unknown> {
  const { error } = await safe(call);
  return error instanceof ORPCError ? (error.data?.code ?? error.message) : error;
}

/** The end of a run, and whether it reported where it was on the way. */
async function followed(stream: AsyncIterable<{ readonly type: string }>) {
  const events = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe('LLM judges in the app', () => {
  it('are switched off until somebody switches them on, on this machine', async () => {
    await using app = await running();
    const { curator, settings } = app;
    const { endpoint } = settings;
    expect(await curator.judgeRuns.state({ endpoint })).toEqual({
      enabled: false,
      key: 'none',
      canStore: false,
    });
    expect((await curator.judgeRuns.preview(settings)).calls).toBe(4);
    expect(await refusal(curator.judgeRuns.start(settings))).toBe('forbidden');
    expect(await refusal(curator.judgeRuns.resume({ id: JudgeRunId.parse(v7()) }))).toBe('forbidden');
    expect(app.server.seen).toEqual([]);

    await curator.judgeRuns.enable({ enabled: true });
    const run = await curator.judgeRuns.start(settings);
    const events = await followed(await curator.judgeRuns.watch({ id: run.id }));
    expect(events.at(-1)).toMatchObject({ type: 'result', result: { state: 'done', decided: 4 } });
    // Another program on this machine finds it as it was left.
    const again = createCore(app.ports);
    const session = again.createSession();
    await again.keeper.open(app.folder.join('a.casebook'), 'read');
    const client = createRouterClient(again.router, { context: again.contextOf(session) });
    expect(await client.judgeRuns.state({ endpoint })).toMatchObject({ enabled: true });
    await again.close();
  });

  it('stop when they are switched off', async () => {
    await using app = await running(() => ({ kind: 'hang' }));
    await app.curator.judgeRuns.enable({ enabled: true });
    const { id } = await app.curator.judgeRuns.start({ ...app.settings, timeoutSeconds: 1, retries: 8 });
    await app.server.hanging(2);
    await app.curator.judgeRuns.enable({ enabled: false });
    expect(await app.curator.judgeRuns.list()).toMatchObject([{ id, state: 'stopped' }]);
  });

  it.each<Role>(['annotator', 'reviewer', 'participant', 'judge', 'adjudicator'])(
    'are no business of who is only %s',
    async (role) => {
      await using app = await running();
      await app.curator.judgeRuns.enable({ enabled: true });
      const run = await app.curator.judgeRuns.start(app.settings);
      await followed(await app.curator.judgeRuns.watch({ id: run.id }));
      const { judgeRuns } = app.as([role], role);
      const { endpoint } = app.settings;
      for (const call of [
        judgeRuns.state({ endpoint }),
        judgeRuns.enable({ enabled: false }),
        judgeRuns.saveKey({ endpoint, key: '' }),
        judgeRuns.preview(app.settings),
        judgeRuns.start(app.settings),
        judgeRuns.resume({ id: run.id }),
        judgeRuns.stop({ id: run.id }),
        judgeRuns.list(),
        judgeRuns.watch({ id: run.id }),
        judgeRuns.calls({ id: run.id, offset: 0, limit: 10 }),
      ])
        expect(await refusal(call)).toBe('forbidden');
      expect((await app.curator.judgeRuns.state({ endpoint })).enabled).toBe(true);
    },
  );

  it('use the key of their endpoint; nothing that the app tells or writes down holds it', async () => {
    const echo: Behave = ({ headers }) => ({
      kind: 'raw',
      status: 400,
      body: JSON.stringify({ error: { message: `You sent ${headers.authorization ?? 'no key'}` } }),
    });
    await using app = await running(echo);
    const { curator, settings } = app;
    const { endpoint } = settings;
    expect(await curator.judgeRuns.saveKey({ endpoint, key: ` ${KEY} ` })).toEqual({ kept: 'session' });
    const told: unknown[] = [
      await curator.judgeRuns.state({ endpoint: `${new URL(endpoint).origin}/other/v2` }),
    ];
    expect(told).toEqual([{ enabled: false, key: 'session', canStore: false }]);
    await curator.judgeRuns.enable({ enabled: true });
    const run = await curator.judgeRuns.start(settings);
    told.push(await followed(await curator.judgeRuns.watch({ id: run.id })));
    const calls = await curator.judgeRuns.calls({ id: run.id, offset: 0, limit: 100 });
    expect(calls.rows[0]?.error).toContain('You sent Bearer [key]');
    expect(app.server.seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    told.push(calls, await curator.judgeRuns.list(), await curator.judgeRuns.preview(settings));
    told.push(await curator.application.state(), await curator.application.diagnostics());
    const { error } = await safe(curator.judgeRuns.saveKey({ endpoint, key: `${KEY} with a space` }));
    told.push(String(error), JSON.stringify(error));
    await app.log.close();
    told.push(readFileSync(join(app.folder.path, 'logs', 'test.log'), 'utf8'));
    expect(JSON.stringify(told)).not.toContain(KEY);
    const plain = curator.judgeRuns.saveKey({ endpoint: 'http://judge.example/v1', key: KEY });
    expect(await refusal(plain)).toBe('invalid_input');
    expect(await curator.judgeRuns.saveKey({ endpoint, key: '' })).toEqual({ kept: 'none' });
    expect((await curator.judgeRuns.state({ endpoint })).key).toBe('none');
  });

  it('show a curator nothing of what the curator has yet to answer or to judge', async () => {
    await using app = await running();
    const { core, curator, settings, server } = app;
    await curator.judgeRuns.enable({ enabled: true });
    const first = (await curator.judgeRuns.preview(settings)).first?.user ?? '';
    expect(first).toContain('Photo 1');
    const { people, items, assignments } = core.services();
    const cara = present(people.called('cara'));
    const item = present(items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0]);
    people.update({ id: cara.id, name: 'Cara', roles: ['curator', 'annotator', 'judge'] }, null);
    assignments.assign(
      assignment({ items: { ids: [item.id] }, task: 'curate', people: [cara.id] }),
      everything,
    );
    expect((await curator.judgeRuns.preview(settings)).first?.user).toContain('Photo 2');
    const judging = await curator.judging.assign({
      title: 'Own',
      settings: { criteria: ['false_match'], judges: [cara.id], overlap: 1, seed: 1, unjudgedOnly: false },
    });
    expect(judging.judges[0]?.total).toBe(2);
    expect((await curator.judgeRuns.preview(settings)).first).toBeNull();
    const run = await curator.judgeRuns.start(settings);
    await followed(await curator.judgeRuns.watch({ id: run.id }));
    expect(server.seen).toHaveLength(4);
    const { rows } = await curator.judgeRuns.calls({ id: run.id, offset: 0, limit: 10 });
    expect(rows.map(({ outcome, reply }) => [outcome, reply])).toEqual(
      Array.from({ length: 4 }, () => ['decided', null]),
    );
    expect(JSON.stringify(rows)).not.toMatch(/Photo|YES/u);
    // Another curator has neither to do.
    const other = app.as(['curator'], 'otto');
    const seen = await other.judgeRuns.calls({ id: run.id, offset: 0, limit: 10 });
    expect(seen.rows.every(({ request, reply }) => request.includes('Photo') && reply?.includes('YES'))).toBe(
      true,
    );
  });
});
