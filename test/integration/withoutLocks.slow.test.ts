import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { asCasebookError } from '../../electron/core/base/errors.ts';
import { CASEBOOK, casebookProcess as casebook, finish, start } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { hasStrace } from '../helpers/crashStates.ts';

const WORDS =
  'This folder’s file system does not support the locks that keep two programs from writing to a casebook at once';
const ADVICE = 'Nothing was changed. Copy the casebook to a disk of this computer and open it there.';

/** Runs `casebook` while a system call fails for these files of a casebook. */
async function failing(
  call: string,
  fault: string,
  book: string,
  files: readonly string[],
  ...words: string[]
) {
  const only = files.flatMap((file) => ['-P', join(book, file)]);
  const inject = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', 'signal=none'];
  return finish(
    start(['strace', ...inject, '-e', `inject=${call}:error=${fault}`, ...only, ...CASEBOOK, ...words]),
  );
}

const LOCKED = ['casebook.sqlite', 'casebook.sqlite-shm', 'casebook.locks'];

// Only Linux has the program that makes system calls fail.
describe.runIf(process.platform === 'linux')('on a file system without locks', () => {
  it.each(['ENOLCK', 'EOPNOTSUPP', 'EINVAL'])(
    'a casebook is not opened, and it is said what is wrong and what to do: %s',
    { timeout: 120_000 },
    async (fault) => {
      expect(hasStrace()).toBe(true);
      using folder = temporaryFolder();
      const book = folder.join('a.casebook');
      expect((await casebook('new', book, '--benchmark', 'generic', '--title', 'A')).code).toBe(0);
      const before = readFileSync(join(book, 'casebook.sqlite'));
      const files = readdirSync(book);
      for (const words of [
        ['people', book],
        ['people', book, 'add', 'bo'],
      ]) {
        const { code, stderr } = await failing('fcntl', fault, book, LOCKED, ...words);
        expect(stderr).toContain(WORDS);
        expect(stderr).toContain(ADVICE);
        expect(code).toBe(3);
      }
      expect(readFileSync(join(book, 'casebook.sqlite')).equals(before)).toBe(true);
      expect(readdirSync(book)).toEqual(files);
      // The same casebook where there are locks.
      expect((await casebook('people', book)).code).toBe(0);
    },
  );

  it('no casebook is made', { timeout: 120_000 }, async () => {
    using folder = temporaryFolder();
    const book = folder.join('a.casebook');
    const made = await failing(
      'fcntl',
      'ENOLCK',
      book,
      LOCKED,
      'new',
      book,
      '--benchmark',
      'generic',
      '--title',
      'A',
    );
    expect(made.stderr).toContain(WORDS);
    expect([made.code, readdirSync(folder.path)]).toEqual([3, []]);
  });
});

it('a casebook that another program writes to is still said to be in use', { timeout: 60_000 }, async () => {
  using folder = temporaryFolder();
  const book = folder.join('a.casebook');
  expect((await casebook('new', book, '--benchmark', 'generic', '--title', 'A')).code).toBe(0);
  const other = new Database(join(book, 'casebook.sqlite'));
  other.exec('BEGIN EXCLUSIVE');
  const { stderr } = await casebook('people', book);
  other.close();
  expect(stderr).toContain('Another program is working on this casebook’s database.');
  expect(readdirSync(book)).not.toContain('casebook.locks');
});

it.each(['SQLITE_PROTOCOL', 'SQLITE_IOERR_LOCK', 'SQLITE_IOERR_SHMMAP', 'SQLITE_IOERR_SHMLOCK'])(
  '%s is not taken for a full disk or a busy program',
  (code) => {
    const { message, hint } = asCasebookError(Object.assign(new Error('locking protocol'), { code }));
    expect([message, hint]).toEqual([`${WORDS} (${code}).`, ADVICE]);
  },
);
