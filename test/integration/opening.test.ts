import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import Database from 'better-sqlite3';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { SCHEMA_VERSION } from '../../electron/core/db/migrate.ts';
import { CasebookError } from '../../shared/base/errors.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

async function failureOf(work: Promise<unknown>): Promise<CasebookError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof CasebookError) return error;
    throw error;
  }
  throw new Error('It should have failed.');
}

/** A closed casebook in `folder`. */
async function casebookIn(folder: string): Promise<string> {
  const path = `${folder}/a.casebook`;
  (await createCasebook(path, { benchmark: 'generic', title: 'A' }, testPorts(folder))).close();
  return path;
}

describe('opening a casebook', () => {
  it('says when there is none', async () => {
    using folder = temporaryFolder();
    expect(await failureOf(openCasebook(folder.join('none'), testPorts(folder.path)))).toMatchObject({
      code: 'missing',
    });
    expect(existsSync(folder.join('none'))).toBe(false);
  });

  it('says when a folder is not one, and leaves it as it is', async () => {
    using folder = temporaryFolder();
    mkdirSync(folder.join('photos'));
    expect(await failureOf(openCasebook(folder.join('photos'), testPorts(folder.path)))).toMatchObject({
      code: 'not_a_casebook',
    });
    expect(readdirSync(folder.join('photos'))).toEqual([]);
  });

  it.each([
    [
      'another program’s database',
      (file: string) => new Database(file).exec('CREATE TABLE t (a)').close(),
      'not_a_casebook',
    ],
    [
      'no database at all',
      (file: string) => writeFileSync(file, 'hello, this is not SQLite, just a text of some length'),
      'damaged',
    ],
  ])('tells %s from a casebook', async (_name, make, code) => {
    using folder = temporaryFolder();
    mkdirSync(folder.join('x.casebook'));
    make(folder.join('x.casebook', 'casebook.sqlite'));
    const before = readFileSync(folder.join('x.casebook', 'casebook.sqlite'));
    expect(await failureOf(openCasebook(folder.join('x.casebook'), testPorts(folder.path)))).toMatchObject({
      code,
    });
    expect(readFileSync(folder.join('x.casebook', 'casebook.sqlite')).equals(before)).toBe(true);
  });

  it('refuses one from a newer version', async () => {
    using folder = temporaryFolder();
    const path = await casebookIn(folder.path);
    const database = new Database(`${path}/casebook.sqlite`);
    database.pragma(`user_version = ${String(SCHEMA_VERSION + 1)}`);
    database.close();
    expect(await failureOf(openCasebook(path, testPorts(folder.path)))).toMatchObject({
      code: 'newer_version',
    });
  });

  it('says when the database is damaged', async () => {
    using folder = temporaryFolder();
    const path = await casebookIn(folder.path);
    truncateSync(`${path}/casebook.sqlite`, 6000);
    expect(await failureOf(openCasebook(path, testPorts(folder.path)))).toMatchObject({ code: 'damaged' });
  });

  it('opens for reading where another has it, and says who', async () => {
    using folder = temporaryFolder();
    const path = await casebookIn(folder.path);
    const first = await openCasebook(path, testPorts(folder.path));
    const second = await openCasebook(path, testPorts(folder.path));
    expect(first.readOnly).toBeNull();
    expect(second.readOnly).toContain(String(process.pid));
    expect(() => second.database.exec('DELETE FROM meta')).toThrow(/readonly/u);
    second.close();
    first.close();
    const third = await openCasebook(path, testPorts(folder.path));
    expect(third.readOnly).toBeNull();
    third.close();
  });

  it('takes over from a process that is gone', async () => {
    using folder = temporaryFolder();
    const path = await casebookIn(folder.path);
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'exit');
    const owner = { pid: gone.pid, host: hostname(), user: 'x', since: Date.now(), token: v7() };
    writeFileSync(`${path}/casebook.lock`, JSON.stringify(owner));
    const casebook = await openCasebook(path, testPorts(folder.path));
    expect(casebook.readOnly).toBeNull();
    casebook.close();
    expect(existsSync(`${path}/casebook.lock`)).toBe(false);
  });

  it('respects a lock of another machine while its heart beats', async () => {
    using folder = temporaryFolder();
    const path = await casebookIn(folder.path);
    const owner = { pid: 1, host: 'elsewhere', user: 'bo', since: Date.now(), token: v7() };
    writeFileSync(`${path}/casebook.lock`, JSON.stringify(owner));
    const casebook = await openCasebook(path, testPorts(folder.path));
    expect(casebook.readOnly).toContain('bo on elsewhere');
    casebook.close();
  });

  it('does not make one over something that is there', async () => {
    using folder = temporaryFolder();
    mkdirSync(folder.join('full'));
    appendFileSync(folder.join('full', 'precious.txt'), 'x');
    const making = createCasebook(
      folder.join('full'),
      { benchmark: 'generic', title: '' },
      testPorts(folder.path),
    );
    expect(await failureOf(making)).toMatchObject({ code: 'exists' });
    expect(readdirSync(folder.join('full'))).toEqual(['precious.txt']);
  });

  it('reads a casebook from a medium that cannot be written to', async () => {
    using folder = temporaryFolder();
    const path = await casebookIn(folder.path);
    // A copy of the database alone is what a read-only medium holds: no log, no shared memory beside it.
    mkdirSync(folder.join('medium.casebook'));
    cpSync(`${path}/casebook.sqlite`, folder.join('medium.casebook', 'casebook.sqlite'));
    expect(readdirSync(path)).not.toContain('casebook.sqlite-wal');
    const casebook = await openCasebook(folder.join('medium.casebook'), testPorts(folder.path), 'read');
    expect(casebook.database.pragma('journal_mode', { simple: true })).toBe('delete');
    casebook.close();
  });

  it('keeps a daily copy, which opens as a casebook', async () => {
    using folder = temporaryFolder();
    const path = await casebookIn(folder.path);
    const copies = readdirSync(`${path}/backups`);
    expect(copies).toEqual([expect.stringMatching(/-daily\.sqlite$/u)]);
    (await openCasebook(path, testPorts(folder.path))).close();
    expect(readdirSync(`${path}/backups`)).toEqual(copies);
    const later = testPorts(folder.path, { now: () => Date.now() + 2 * 86_400_000 });
    (await openCasebook(path, later)).close();
    expect(readdirSync(`${path}/backups`)).toHaveLength(2);
  });
});
