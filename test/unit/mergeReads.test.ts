import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { type CasebookDatabase, openDatabase } from '../../electron/core/db/database.ts';
import { migrate } from '../../electron/core/db/migrate.ts';
import { rowForm } from '../../electron/core/db/schema.ts';
import { answerTimes } from '../../electron/core/merge/answerTimes.ts';
import { broughtBy } from '../../electron/core/merge/deviceRows.ts';
import { CLOCK_TOLERANCE_MS } from '../../shared/domain/clock.ts';
import { answerRow } from '../helpers/hubRows.ts';

function emptyDatabase(): CasebookDatabase {
  const database = openDatabase(':memory:', 'create');
  migrate(database);
  return database;
}

describe('the time of a merged answer', () => {
  const NOW = 1_000_000_000;
  const LATEST = NOW + CLOCK_TOLERANCE_MS;
  it.each<[string, { own?: number; here?: number; there?: number }, number]>([
    ['is its own where no hub has told another', { own: 7 }, 7],
    ['is what the hub told this casebook', { own: 7, here: 8 }, 8],
    ['is what the hub told the other casebook', { own: 7, there: 9 }, 9],
    ['is what the other casebook knows where both know one', { own: 7, here: 8, there: 9 }, 9],
    ['is the hub’s where its own lies in the future', { own: LATEST + 1, here: 8 }, 8],
    ['is its own while a right clock may have written it', { own: LATEST }, LATEST],
    ['is 0 where it lies in the future', { own: LATEST + 1 }, 0],
    ['is 0 where the hub’s lies in the future', { own: 7, here: LATEST + 1 }, 0],
    ['is 0 where nobody knows it', {}, 0],
  ])('%s', (_what, { own, here, there }, time) => {
    const answer = rowForm('annotation').parse({
      ...answerRow(v7(), v7(), { submitted_at: own ?? null }),
      origin: null,
    });
    const told = (at: number | undefined): CasebookDatabase => {
      const database = emptyDatabase();
      if (at !== undefined)
        database
          .prepare("INSERT INTO hub_change (tab, id, changed_at) VALUES ('annotation', ?, ?)")
          .run(answer.id, at);
      return database;
    };
    expect(answerTimes(told(here), told(there), NOW)(answer)).toBe(time);
  });
});

describe('what a casebook of unknown origin would bring', () => {
  it.each([
    [0, []],
    [1, ['people and roles: 1 (p1 (judge))']],
    [5, ['people and roles: 5 (p1 (judge), p2 (judge), p3 (judge), p4 (judge), p5 (judge))']],
    [6, ['people and roles: 6 (p1 (judge), p2 (judge), p3 (judge), p4 (judge), p5 (judge), …)']],
  ])('names at most five of %i people', (count, words) => {
    const source = emptyDatabase();
    const add = source.prepare<[string, string]>(
      `INSERT INTO person (id, handle, name, kind, roles, created_at) VALUES (?, ?, '', 'human', '["judge"]', 1)`,
    );
    for (let number = 1; number <= count; number += 1) add.run(`id-${String(number)}`, `p${String(number)}`);
    expect(broughtBy(source, emptyDatabase())).toEqual(words);
  });
});
