import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../electron/core/db/database.ts';
import { boundsOf, numberFaults, repairNumbers } from '../../electron/core/db/numberFaults.ts';
import { rowForm, SCHEMA, tablesWhere } from '../../electron/core/db/schema.ts';
import { answer, base, itemBy, personBy, shelf, type Shelf } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { casebook } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';

const BEYOND = 2 ** 53;
const NOW = Date.UTC(2026, 5, 1);

/** A casebook whose first item Ana has answered three times, and then the numbers of an earlier Casebook's mistake. */
async function spoilt(on: Shelf, sql: string): Promise<void> {
  await base(on);
  await on.use('base', (services) => {
    for (const kind of ['a', 'b', 'c']) answer(services, 'ana', itemBy(services, 'item-1'), { kind }, null);
  });
  const database = openDatabase(on.path('base') + '/casebook.sqlite', 'once');
  const trigger = z
    .string()
    .parse(
      database
        .prepare("SELECT sql FROM sqlite_schema WHERE name = 'annotation_submitted_is_final'")
        .pluck()
        .get(),
    );
  database.exec(`DROP TRIGGER annotation_submitted_is_final; ${sql}; ${trigger};
    DELETE FROM meta WHERE key = 'numbersChecked'`);
  database.close();
}
const SPOILING = `UPDATE annotation SET version = ${String(BEYOND)} WHERE version = 3;
  UPDATE annotation SET version = ${String(BEYOND - 1)} WHERE version = 2;
  UPDATE annotation SET submitted_at = 8640000000000000, updated_at = 8640000000000000 WHERE version > 2`;

describe('the bounds of numbers', () => {
  it('hold for every column of numbers, and leave room to count on', () => {
    const unbounded = tablesWhere(() => true).flatMap((name) =>
      Object.entries(SCHEMA[name].columns).flatMap(([column, described]) =>
        described.type !== 'TEXT' && boundsOf(described) === null ? [`${name}.${column}`] : [],
      ),
    );
    // It is always 1.
    expect(unbounded).toEqual(['hub.id']);
    for (const name of tablesWhere(() => true))
      for (const [column, described] of Object.entries(SCHEMA[name].columns)) {
        const bounds = boundsOf(described);
        if (bounds === null) continue;
        const { form } = described;
        const taken = [bounds.least, bounds.most, bounds.most + 1].map(
          (each) => form.safeParse(each).success,
        );
        expect(taken, `${name}.${column}`).toEqual([true, true, false]);
        expect(Number.isSafeInteger(bounds.most * 1000), `${name}.${column}`).toBe(true);
      }
    expect(rowForm('annotation').shape.version.safeParse(Number.MAX_SAFE_INTEGER).success).toBe(false);
  });
});

describe('a casebook with numbers that are out of range', () => {
  it('opens, keeps a backup, numbers the answers anew in their order, and says so in the check', async () => {
    using folder = temporaryFolder();
    const on = shelf(folder);
    await spoilt(on, SPOILING);
    const told = await casebook('check', on.path('base'));
    expect(told.code).toBe(1);
    expect(told.stdout).toContain(`version is ${String(BEYOND)}, which is out of range`);
    await on.use('base', async (services) => {
      const rows = services.casebook.database
        .prepare(
          "SELECT version, payload ->> '$.kind' AS kind, submitted_at < 4102444800000 AS sound FROM annotation ORDER BY version",
        )
        .all();
      expect(rows).toEqual([
        { version: 1, kind: 'a', sound: 1 },
        { version: 2, kind: 'b', sound: 1 },
        { version: 3, kind: 'c', sound: 1 },
      ]);
      expect(numberFaults(services.casebook.database)).toEqual([]);
      // What was submitted still never changes.
      expect(() => services.casebook.database.exec('UPDATE annotation SET version = 9')).toThrow(
        /never changes/u,
      );
      answer(services, 'ana', itemBy(services, 'item-1'), { kind: 'a' }, null);
      const target = folder.join('ana.casebook-package');
      const ana = personBy(services, 'ana');
      await services.merging.package(ana.id, target, personBy(services, 'mara').id, quietly);
    });
    expect(readdirSync(`${on.path('base')}/backups`).join()).toContain('before-correcting-numbers');
    const after = await casebook('check', on.path('base'));
    expect([after.code, after.stdout]).toEqual([0, expect.stringMatching(/6 numbers .* were corrected/u)]);
  });

  it('is corrected by one command where it was looked through already', async () => {
    using folder = temporaryFolder();
    const on = shelf(folder);
    await spoilt(on, SPOILING);
    const database = openDatabase(on.path('base') + '/casebook.sqlite', 'once');
    database.exec("INSERT OR REPLACE INTO meta VALUES ('numbersChecked', '1')");
    database.close();
    expect((await casebook('check', on.path('base'))).code).toBe(1);
    expect((await casebook('check', on.path('base'), '--repair')).code).toBe(0);
  });

  it('clamps other numbers to the nearest that they may be', async () => {
    using folder = temporaryFolder();
    const on = shelf(folder);
    await base(on);
    const database = openDatabase(on.path('base') + '/casebook.sqlite', 'once');
    database.exec(`UPDATE assignment SET round = ${String(BEYOND)} WHERE id = (SELECT min(id) FROM assignment);
      UPDATE assignment SET position = ${String(BEYOND)} WHERE id = (SELECT max(id) FROM assignment)`);
    expect(
      numberFaults(database)
        .map(({ column }) => column)
        .sort(),
    ).toEqual(['position', 'round']);
    expect(repairNumbers(database, NOW)).toHaveLength(2);
    expect(numberFaults(database)).toEqual([]);
    database.close();
  });
});
