import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CasebookDatabase } from '../../electron/core/db/database.ts';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import type { MergeReport } from '../../shared/contract/merging.ts';
import { filesIn, quietly } from '../helpers/casebooks.ts';
import { fingerprint } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { tamper, type Tampering } from '../helpers/tampering.ts';
import { type ThreeAnnotators, threeAnnotators } from '../helpers/threeAnnotators.ts';

let folder: ReturnType<typeof temporaryFolder>;
let work: ThreeAnnotators;

beforeAll(async () => {
  folder = temporaryFolder();
  work = await threeAnnotators(folder.path, 10);
}, 600_000);
afterAll(() => folder[Symbol.dispose]());

/** Merges as the command line does: the file is touched only where something is taken. */
async function merge(path: string, sources: readonly string[]): Promise<MergeReport> {
  const open = createServices(await openCasebook(path, testPorts(folder.join('merging')), 'once'));
  try {
    return await open.merging.merge(sources, { dryRun: false, by: null }, quietly);
  } finally {
    await open.close();
  }
}

/** Merges a package that must be refused; gives why. The casebook has to be what it was, to the byte. */
async function refusal(file: string): Promise<string> {
  const before = fingerprint(work.home);
  const report = await merge(work.home, [file]);
  expect(fingerprint(work.home)).toEqual(before);
  expect(readdirSync(folder.join('merging', 'staging'))).toEqual([]);
  expect(report).toMatchObject({ applied: false, conflicts: [] });
  return report.sources[0]?.refused ?? 'taken';
}

const tampered = async (name: string, tampering: Tampering): Promise<string> =>
  tamper(work.returned.ana, folder.join('tampered', `${name}.casebook-package`), tampering);

describe('a database that says what it must not', () => {
  const run = (sql: string) => (database: CasebookDatabase) => void database.exec(sql);
  const STRANGER = v7();
  const rows: readonly (readonly [string, (database: CasebookDatabase) => void, RegExp])[] = [
    ['a box outside its image', run('UPDATE region SET x = 390'), /reaches beyond its image/u],
    [
      'an unknown field',
      run("UPDATE annotation SET payload = json_set(payload, '$.admin', 1)"),
      /breaks a rule of the task/u,
    ],
    [
      'a value of the wrong kind',
      run("UPDATE annotation SET payload = json_set(payload, '$.label', 'perhaps')"),
      /breaks a rule of the task/u,
    ],
    [
      'bad JSON',
      run("PRAGMA ignore_check_constraints = ON; UPDATE annotation SET payload = '{'"),
      /is not JSON|damaged|CHECK/iu,
    ],
    [
      'an edition of an item that nobody can fix',
      run(
        `INSERT INTO edition SELECT '${STRANGER}', id, NULL, 2, payload, payload, '', NULL, (SELECT id FROM person), 1 FROM item LIMIT 1`,
      ),
      /belongs to a benchmark without editions/u,
    ],
    ['a list where an object belongs', run("UPDATE annotation SET payload = '[]'"), /breaks a rule/u],
    [
      'an answer submitted before it was begun',
      run('UPDATE annotation SET submitted_at = created_at - 1'),
      /before it was begun/u,
    ],
    [
      'an answer that is no rating, and so would correct another’s',
      run('UPDATE annotation SET independent = 0'),
      /is not a rating/u,
    ],
    ['a round that was not asked for', run('UPDATE annotation SET round = 2'), /not assigned/u],
    ['a task that there is not', run("UPDATE annotation SET task = 'judge'"), /does not have/u],
    ['an id that is none', run("UPDATE region SET id = 'x'"), /breaks a rule/u],
    [
      'an unknown item',
      (database) => {
        database.exec(
          `INSERT INTO item (id, benchmark, external_id, payload, title, created_at, updated_at) VALUES ('${STRANGER}', 'caughtcheating', 'Item 99', '{}', '', 0, 0)`,
        );
        database.exec(
          `UPDATE annotation SET item_id = '${STRANGER}' WHERE id = (SELECT min(id) FROM annotation)`,
        );
      },
      /was not in this package/u,
    ],
    [
      'an answer to nothing',
      run(`UPDATE annotation SET item_id = '${STRANGER}' WHERE id = (SELECT min(id) FROM annotation)`),
      /refer to missing rows/u,
    ],
    [
      'an assignment called submitted without an answer',
      run('DELETE FROM region; DELETE FROM annotation'),
      /has no answer/u,
    ],
    ['an assignment of another round', run('UPDATE assignment SET round = 3'), /not assigned/u],
    [
      'another image in an item',
      (database) => {
        database.exec(
          'UPDATE item_image SET image_id = (SELECT image_id FROM item_image o WHERE o.image_id <> item_image.image_id LIMIT 1)',
        );
      },
      /images of the item|image that its item does not have/u,
    ],
    ['an image of another size', run('UPDATE image SET width = width + 1'), /image changed/u],
    [
      'a mark that is none',
      run("UPDATE meta SET value = '5' WHERE key = 'package'"),
      /cannot be understood/u,
    ],
    ['a vocabulary that is none', run("UPDATE meta SET value = '5' WHERE key = 'vocabulary'"), /vocabulary/u],
    ['an older schema that it does not have', run('PRAGMA user_version = 1'), /test version/u],
    [
      'an answer whose forerunners are missing',
      run('UPDATE annotation SET version = 7'),
      /between the others are missing|does not follow/u,
    ],
    [
      'a decision',
      run(`INSERT INTO adjudication (id, item_id, task, round, kind, annotation_id, fields, cause, note, person_id, created_at)
      SELECT '${v7()}', item_id, task, round, 'decision', id, '{}', 'slip', '', person_id, 1 FROM annotation LIMIT 1`),
      /can have only answers/u,
    ],
    [
      'somebody else in it',
      run(
        `INSERT INTO person (id, handle, name, kind, roles, created_at) VALUES ('${STRANGER}', 'bojan', 'Ben', 'human', '["curator"]', 0)`,
      ),
      /people other than/u,
    ],
    [
      'a trigger of its own',
      run('CREATE TRIGGER evil AFTER INSERT ON annotation BEGIN DELETE FROM person; END'),
      /not have Casebook’s layout/u,
    ],
    [
      'a view in the place of a table',
      run('ALTER TABLE guideline RENAME TO hidden; CREATE VIEW guideline AS SELECT * FROM hidden'),
      /not have Casebook’s layout/u,
    ],
    [
      'another package’s id',
      run(`UPDATE meta SET value = json_set(value, '$.id', '${v7()}') WHERE key = 'package'`),
      /not the one in its manifest/u,
    ],
    ['no package’s mark', run("DELETE FROM meta WHERE key = 'package'"), /not the one in its manifest/u],
    ['no tables at all', run('PRAGMA user_version = 0'), /no schema/u],
  ];
  for (const [name, database, reason] of rows) {
    it(`is refused: ${name}`, async () => {
      expect(await refusal(await tampered(name, { database }))).toMatch(reason);
    });
  }

  it('is refused: answers under the name of somebody else', async () => {
    const other = await personId('bojan');
    const forged = await tampered('forged', {
      database: (database) => {
        database.exec(`UPDATE person SET id = '${other}'`);
        database.exec(
          `UPDATE annotation SET person_id = '${other}'; UPDATE assignment SET person_id = '${other}'`,
        );
        database.exec(
          `UPDATE meta SET value = json_set(value, '$.personId', '${other}') WHERE key = 'package'`,
        );
      },
      manifest: (manifest) => ({ ...manifest, person: { id: other, handle: 'bojan', name: 'Ben' } }),
    });
    expect(await refusal(forged)).toMatch(/made for another person/u);
  });

  it('is refused: an image with other pixels, even where every hash was forged', async () => {
    const file = await tampered('pixels', {
      files: (unpacked) => {
        // What goes back carries no images: a file of one is the forger's.
        const name = filesIn(work.unpacked.ana).find((each) => each.startsWith('images/')) ?? '';
        mkdirSync(dirname(join(unpacked, name)), { recursive: true });
        writeFileSync(join(unpacked, name), 'other pixels');
      },
    });
    expect(await refusal(file)).toMatch(/image changed/u);
  });

  it('is refused: a submitted answer that is known and says something else now', async () => {
    const home = folder.join('knowing.casebook');
    cpSync(work.home, home, { recursive: true });
    expect((await merge(home, [work.returned.ana])).sources[0]?.refused).toBeNull();
    const changes = {
      answer:
        "UPDATE annotation SET payload = json_set(payload, '$.scenario', 'x') WHERE id = (SELECT min(id) FROM annotation)",
      time: 'UPDATE annotation SET submitted_at = submitted_at + 1',
      box: 'UPDATE region SET x = x + 1',
      'box less': 'DELETE FROM region',
    };
    for (const [name, sql] of Object.entries(changes)) {
      const file = await tampered(`changed-${name}`, { database: run(sql) });
      const before = fingerprint(home);
      const report = await merge(home, [file, work.returned.ana]);
      expect(report.sources[0]?.refused).toMatch(/was changed after it was submitted/u);
      // The one beside it is known, and taken by itself.
      expect(report.sources[1]?.refused).toBeNull();
      expect(fingerprint(home)).toEqual(before);
    }
  });

  it('is refused: a package of another casebook, and one of a casebook with the same id', async () => {
    const other = await threeAnnotators(folder.join('other'), 4);
    expect(await refusal(other.returned.ana)).toMatch(/not made from this casebook/u);
    const borrowed = await tampered('borrowed', {
      database: run(`UPDATE meta SET value = json_set(value, '$.id', '${STRANGER}') WHERE key = 'package'`),
      manifest: (manifest) => ({ ...manifest, packageId: STRANGER }),
    });
    expect(await refusal(borrowed)).toMatch(/not made from this casebook/u);
  });
});

async function personId(handle: string): Promise<string> {
  const casebook = await openCasebook(work.home, testPorts(folder.join('looking')), 'read');
  try {
    return (
      casebook.database
        .prepare<[string], string>('SELECT id FROM person WHERE handle = ?')
        .pluck()
        .get(handle) ?? ''
    );
  } finally {
    casebook.close();
  }
}
