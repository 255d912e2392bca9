import { existsSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { copyClean } from '../../electron/core/features/casebooks/cleanCopy.ts';
import { restoreInPlace } from '../../electron/core/features/casebooks/restoring.ts';
import { copyDatabase } from '../../electron/core/db/backup.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

/** Each does harm, or answers in place of a table of Casebook's. */
const FOREIGN: readonly (readonly [string, string, string])[] = [
  [
    'a trigger',
    'CREATE TRIGGER evil AFTER INSERT ON event BEGIN DELETE FROM person; END',
    'trigger evil (foreign)',
  ],
  ['a view', 'CREATE VIEW secret AS SELECT * FROM person', 'view secret (foreign)'],
  ['a table', 'CREATE TABLE more (id INTEGER)', 'table more (foreign)'],
  ['a virtual table', 'CREATE VIRTUAL TABLE words USING fts5(text)', 'table words (foreign)'],
  ['an index', 'CREATE INDEX mine ON person (name)', 'index mine (foreign)'],
  [
    'a trigger in the place of one of Casebook’s',
    `DROP TRIGGER annotation_submitted_stays;
     CREATE TRIGGER annotation_submitted_stays BEFORE UPDATE ON annotation BEGIN SELECT 1; END`,
    'trigger annotation_submitted_stays (changed)',
  ],
  [
    'nothing where a trigger was',
    'DROP TRIGGER annotation_submitted_stays',
    'trigger annotation_submitted_stays (missing)',
  ],
];

/** A closed casebook of one person, changed by a stranger. */
async function strange(folder: string, sql: string): Promise<string> {
  const path = `${folder}/a.casebook`;
  const made = await createCasebook(path, { benchmark: 'generic', title: 'A' }, testPorts(folder));
  made.records.people.add({ handle: 'ana', name: 'Ana', roles: ['curator'] }, null);
  made.close();
  const database = new Database(`${path}/casebook.sqlite`);
  database.exec(sql);
  database.close();
  return path;
}

describe('a casebook from a stranger with', () => {
  it.each(FOREIGN)(
    '%s is refused by name, untouched, and opens as a clean copy',
    async (_name, sql, words) => {
      using folder = temporaryFolder();
      const path = await strange(folder.path, sql);
      const before = readFileSync(`${path}/casebook.sqlite`);
      for (const intent of ['write', 'read'] as const)
        await expect(openCasebook(path, testPorts(folder.path), intent)).rejects.toThrow(words);
      const copy = folder.join('copy.casebook');
      await copyClean(path, copy);
      expect(readFileSync(`${path}/casebook.sqlite`).equals(before)).toBe(true);
      const opened = await openCasebook(copy, testPorts(folder.path));
      expect(opened.records.people.list().map(({ handle }) => handle)).toEqual(['ana']);
      opened.close();
    },
  );

  it('a foreign part in a backup is not restored', async () => {
    using folder = temporaryFolder();
    const path = await strange(folder.path, 'CREATE VIEW secret AS SELECT 1');
    await copyDatabase(`${path}/casebook.sqlite`, `${path}/backups/2026-01-01-daily.sqlite`);
    const restoring = restoreInPlace(path, '2026-01-01-daily.sqlite', testPorts(folder.path));
    await expect(restoring).rejects.toThrow('view secret (foreign)');
  });

  it('a changed table is no clean copy: nobody knows what belongs into it', async () => {
    using folder = temporaryFolder();
    const path = await strange(folder.path, 'ALTER TABLE person ADD COLUMN extra TEXT');
    await expect(copyClean(path, folder.join('copy.casebook'))).rejects.toThrow('person');
    expect(existsSync(folder.join('copy.casebook'))).toBe(false);
  });
});
