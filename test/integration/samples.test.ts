import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { benchmarks } from '../../shared/benchmarks/registry.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

const samples = benchmarks.filter(({ sample }) => sample !== undefined);

describe.each(samples.map(({ id, sample }) => ({ id, folder: sample?.folder ?? '' })))(
  'the sample of $id',
  ({ id, folder: name }) => {
    it('has something for every screen, breaks no rule, and is the same when opened again', async () => {
      using folder = temporaryFolder();
      const core = createCore(testPorts(folder.path));
      try {
        const window = createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
        const opened = await window.casebooks.openSample({ benchmark: id });
        expect(opened).toMatchObject({ benchmark: id, readOnly: null, person: { handle: 'tester' } });
        expect(opened.path).toMatch(new RegExp(`${name}\\.casebook$`, 'u'));
        const { casebook } = core.services();
        const count = (sql: string): number =>
          casebook.database.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get() ?? 0;
        const statuses = ['draft', 'in_review', 'accepted', 'rejected'].map((status) => [
          status,
          count(`item WHERE status = '${status}'`),
        ]);
        for (const [, items] of statuses) expect(items, String(statuses)).toBeGreaterThan(0);
        expect(count('assignment')).toBeGreaterThan(0);
        expect(count("rating_state WHERE state = 'disputed'")).toBeGreaterThan(0);
        expect(count('image WHERE licence IS NULL')).toBe(0);
        // Its times are past.
        expect(count(`event WHERE at > ${String(Date.now())}`)).toBe(0);
        for await (const step of await window.casebooks.check()) {
          if (step.type !== 'result') continue;
          expect(step.result.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
        }
        await window.casebooks.openSample({ benchmark: id });
        expect(core.services().casebook.path).toBe(opened.path);
      } finally {
        await core.close();
      }
    });
  },
);

it('a benchmark without a sample says so', async () => {
  using folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  try {
    const window = createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
    await expect(window.casebooks.openSample({ benchmark: 'nothing' })).rejects.toThrow('There is no sample');
  } finally {
    await core.close();
  }
});
