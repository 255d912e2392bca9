import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Finished, program } from '../helpers/commandLine.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ADDITIONS = [
  ['benchmark', 'counting'],
  ['format', 'plainBoxes'],
  ['coefficient', 'meanRatio'],
  ['screen', 'overview'],
] as const;

/** Types, lint and a test run of the whole tree, each from nothing. */
const LONG = { timeout: 900_000 };

let copy: string;

const inCopy = async (...words: string[]): Promise<Finished> =>
  program(['/bin/sh', '-c', `cd "$0" && PATH="$PWD/node_modules/.bin:$PATH" exec "$@"`, copy, ...words]);

/** A copy of the tree as it is now, with the packages of this one. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'casebook-new-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((each) => each !== '')) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(ROOT, path), join(copy, path));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => {
  rmSync(copy, { recursive: true, force: true });
});

it(
  'what the generators write compiles and passes every check; each test asks for its first real line',
  LONG,
  async () => {
    const written: string[] = [];
    for (const [kind, name] of ADDITIONS) {
      const made = await inCopy('node', 'test/new/new.ts', kind, name);
      expect(made).toMatchObject({ code: 0, stderr: '' });
      const [, list = '', recipe = ''] = /^Written:\n(.*?)\n\n(.*)$/su.exec(made.stdout) ?? [];
      expect(readFileSync(join(copy, 'CONTRIBUTING.md'), 'utf8')).toContain(
        recipe.split('\n').slice(2, 5).join('\n'),
      );
      written.push(...list.split('\n').map((line) => line.trim()));
      expect(await inCopy('node', 'test/new/new.ts', kind, name)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('exists already. Nothing was written.'),
      });
    }
    for (const part of ['shared', 'electron', 'renderer', 'test'])
      expect(await inCopy('tsc', '-p', part)).toMatchObject({ code: 0, stdout: '' });
    const code = written.filter((path) => /\.tsx?$/u.test(path));
    expect(await inCopy('oxlint', '--type-aware', '--deny-warnings', ...code)).toMatchObject({ code: 0 });
    expect(await inCopy('prettier', '--check', '--log-level', 'warn', ...written)).toMatchObject({ code: 0 });
    expect(await inCopy('knip')).toMatchObject({ code: 0 });

    const tests = written.filter((path) => path.startsWith('test/'));
    expect(tests).toHaveLength(ADDITIONS.length);
    const run = await inCopy('vitest', 'run', '--project', 'node', '--project', 'component', ...tests);
    expect(run.code).toBe(1);
    const said = `${run.stdout}${run.stderr}`;
    expect(said.match(/AssertionError.*: Put /gu)).toHaveLength(ADDITIONS.length);
  },
);
