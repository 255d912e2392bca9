import { expect, it } from 'vitest';
import { z } from 'zod';
import { createRouterClient } from '@orpc/server';
import { createCore } from '../../electron/core/app/createCore.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

it('the sample casebook has something on every screen, and nobody to choose among', async () => {
  using folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  try {
    const window = createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
    await window.casebooks.openSample();
    const { casebook } = core.services();
    const count = (sql: string): unknown => casebook.database.prepare(sql).pluck().get();
    const groups = (sql: string): unknown =>
      Object.fromEntries(
        z.array(z.tuple([z.string(), z.int()])).parse(casebook.database.prepare(sql).raw().all()),
      );
    expect(groups('SELECT state, count(*) FROM rating_state GROUP BY 1')).toEqual({
      disputed: 4,
      unanimous: 2,
    });
    expect(groups("SELECT state, count(*) FROM verdict_state WHERE state <> 'exact' GROUP BY 1")).toEqual({
      agreed: 23,
      disputed: 8,
      single: 9,
    });
    expect(
      groups(
        'SELECT p.kind, count(DISTINCT p.id) FROM response r JOIN person p ON p.id = r.person_id GROUP BY 1',
      ),
    ).toEqual({ human: 6, model: 2 });
    expect(
      groups(
        "SELECT CASE WHEN ended_at IS NULL THEN 'begun' ELSE 'finished' END, count(*) FROM session GROUP BY 1",
      ),
    ).toEqual({ begun: 1, finished: 2 });
    // The person who opened it has nobody to choose among.
    expect((await window.application.state()).casebook?.person?.handle).toBe('tester');
    expect(count("SELECT count(*) FROM person WHERE kind = 'human' AND set_aside_at IS NULL")).toBe(1);
  } finally {
    await core.close();
  }
});
