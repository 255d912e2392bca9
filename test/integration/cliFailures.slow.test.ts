import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCHEMA_VERSION } from '../../electron/core/db/migrate.ts';
import {
  CASEBOOK,
  casebookProcess as casebook,
  documentOf,
  fingerprint,
  jsonOfProcess as json,
  program,
  shapes,
  start,
} from '../helpers/commandLine.ts';
import { noFileBeyond, onSmallDisk, readOnlyWays } from '../helpers/confinement.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const COUNT = 300;
const source = folder.join('data_info.json');
const sound = folder.join('sound.casebook');

beforeAll(async () => {
  writeFileSync(source, JSON.stringify([...syntheticItems(COUNT, 11)]));
  await casebook('new', sound, '--benchmark', 'caughtcheating');
  await json(shapes.import, 0, 'import', sound, source, '--format', 'caughtcheating');
});

/** A copy of the sound casebook to do harm to. */
function copy(): string {
  const path = join(mkdtempSync(folder.join('copy-')), 'a.casebook');
  cpSync(sound, path, { recursive: true });
  return path;
}

const database = (path: string): string => join(path, 'casebook.sqlite');

const writing = (path: string): string[] => ['import', path, source, '--format', 'caughtcheating'];

/** Every command on a casebook fails alike, in words and in code, and nothing is touched. */
async function refusedBy(
  path: string,
  exit: number,
  code: string,
  commands: readonly string[][],
): Promise<void> {
  const before = existsSync(path) ? fingerprint(path) : null;
  for (const words of commands) {
    const { error } = await json(shapes.error, exit, ...words);
    expect(error).toMatchObject({ code, message: expect.stringMatching(/.{10}/u) });
    expect(error.hint, words.join(' ')).not.toBeNull();
  }
  expect(existsSync(path) ? fingerprint(path) : null).toEqual(before);
}

/** Reading and writing, by the commands that go different ways to a casebook. */
const everyWay = (path: string): string[][] => [
  ['list', path, 'items'],
  writing(path),
  ['export', path, folder.join('never'), '--format', 'caughtcheating'],
  ['check', path],
];

describe('a casebook that cannot be opened', () => {
  it('is missing', async () => {
    const path = folder.join('nowhere', 'a.casebook');
    await refusedBy(path, 3, 'missing', [
      ...everyWay(path),
      ['serve', path],
      ['backup', path, folder.join('never')],
      ['restore', path, folder.join('never')],
    ]);
    expect(existsSync(folder.join('nowhere'))).toBe(false);
  });

  it('is none: a folder of something else, a file, another program’s database', async () => {
    const photos = folder.join('photos');
    mkdirSync(photos);
    writeFileSync(join(photos, 'casebook.txt'), 'x');
    await refusedBy(photos, 3, 'not_a_casebook', [
      ...everyWay(photos),
      ['restore', photos, folder.join('never')],
    ]);
    const other = folder.join('other.casebook');
    mkdirSync(other);
    new Database(database(other)).exec('CREATE TABLE t (a)').close();
    await refusedBy(other, 3, 'not_a_casebook', everyWay(other));
    const { error } = await json(shapes.error, 3, 'list', source, 'items');
    expect(error.code).toBe('not_a_casebook');
  });

  it('is newer than the program', async () => {
    const path = copy();
    const file = new Database(database(path));
    file.pragma(`user_version = ${String(SCHEMA_VERSION + 1)}`);
    file.close();
    await refusedBy(path, 3, 'newer_version', everyWay(path));
    await refusedBy(path, 3, 'newer_version', [['restore', path, folder.join('never')]]);
  });

  it('is cut off, or no database at all', async () => {
    const short = copy();
    truncateSync(database(short), 20_000);
    await refusedBy(short, 3, 'damaged', [
      ['list', short, 'items'],
      writing(short),
      ['backup', short, folder.join('never')],
      ['restore', short, folder.join('never')],
    ]);
    expect(existsSync(folder.join('never'))).toBe(false);
    const text = copy();
    writeFileSync(database(text), 'hello, this is not SQLite, just a text of some length');
    await refusedBy(text, 3, 'damaged', everyWay(text));
    const empty = copy();
    truncateSync(database(empty), 0);
    await refusedBy(empty, 3, 'damaged', everyWay(empty));
  });

  it('is overwritten in the middle: check names what is wrong, no copy of it is kept, the good ones stay', async () => {
    const path = copy();
    const bytes = readFileSync(database(path));
    const middle = Math.floor(bytes.length / 2 / 4096) * 4096;
    bytes.fill('Damage! ', middle, middle + 3 * 4096);
    writeFileSync(database(path), bytes);
    const before = fingerprint(path);
    const report = await json(shapes.check, 1, 'check', path);
    expect(report).toMatchObject({ ok: false });
    expect(
      report.problems.some(({ where, severity }) => where.startsWith('database') && severity === 'error'),
    ).toBe(true);
    expect((await json(shapes.error, 3, 'backup', path, folder.join('never'))).error.code).toBe('damaged');
    expect((await json(shapes.error, 3, 'restore', path, folder.join('never'))).error.code).toBe('damaged');
    expect(existsSync(folder.join('never'))).toBe(false);
    expect(fingerprint(path)).toEqual(before);
    // What the hint says to do brings a sound casebook back.
    const [kept = ''] = readdirSync(join(path, 'backups'));
    const back = folder.join('recovered.casebook');
    expect((await casebook('restore', join(path, 'backups', kept), back)).code).toBe(0);
    expect(await json(shapes.check, 0, 'check', back)).toMatchObject({ ok: true });
  });
});

describe('a casebook that another process has', () => {
  it('can be read and handed out, and says to anybody who wants to write who has it', async () => {
    const path = copy();
    const holder = start([
      process.execPath,
      resolve(import.meta.dirname, '../helpers/hold.ts'),
      path,
      folder.path,
    ]);
    const ended = once(holder, 'close');
    try {
      await once(holder.stdout, 'data');
      for (const words of [writing(path), ['attach', path, folder.path]]) {
        const { error } = await json(shapes.error, 3, ...words);
        expect(error).toMatchObject({
          code: 'in_use',
          message: expect.stringContaining(`process ${String(holder.pid)}`),
        });
      }
      expect((await json(shapes.items, 0, 'list', path, 'items')).total).toBe(COUNT);
      expect(await json(shapes.check, 0, 'check', path)).toMatchObject({ ok: true });
      const out = folder.join('meanwhile');
      expect(
        await json(
          shapes.export,
          0,
          'export',
          path,
          out,
          '--format',
          'caughtcheating',
          '--images',
          'none',
          '--status',
          'any',
        ),
      ).toMatchObject({ items: COUNT });
      expect(await json(shapes.import, 0, ...writing(path), '--dry-run')).toMatchObject({ unchanged: COUNT });
      expect((await casebook('backup', path, folder.join('meanwhile.casebook'))).code).toBe(0);
    } finally {
      holder.kill('SIGKILL');
      await ended;
    }
    // A process that was killed has nothing any more.
    expect(await json(shapes.import, 0, ...writing(path))).toMatchObject({ unchanged: COUNT });
  });
});

describe('a casebook that cannot be written to', () => {
  it.each(readOnlyWays('').map(({ name }, index) => [name, index] as const))(
    '%s is read, and refuses to be written',
    async (_name, way) => {
      const path = copy();
      const { before: confined = [] } = readOnlyWays(path)[way] ?? {};
      const before = fingerprint(path);
      const inside = async (...words: string[]) => program([...confined, ...CASEBOOK, ...words, '--json']);
      const list = await inside('list', path, 'items');
      expect(list.stderr).toBe('');
      expect(documentOf(list, shapes.items).total).toBe(COUNT);
      expect(documentOf(await inside('check', path), shapes.check).ok).toBe(true);
      const refused = await inside(...writing(path));
      expect(refused.code).toBe(4);
      expect(documentOf(refused, shapes.error).error).toMatchObject({
        code: 'read_only',
        hint: expect.stringContaining('Nothing was changed.'),
      });
      const making = await inside('new', join(path, 'images', 'new.casebook'));
      expect(making.code).toBe(4);
      expect(documentOf(making, shapes.error).error.code).toBe('not_writable');
      expect(fingerprint(path)).toEqual(before);
    },
  );
});

describe('a disk that is full', () => {
  const many = folder.join('many.json');
  beforeAll(() => writeFileSync(many, JSON.stringify([...syntheticItems(4000, 5)])));

  it('ends an import, an export, a backup and a new casebook with 4, and leaves nothing of them', async () => {
    const path = copy();
    const list = await json(shapes.items, 0, 'list', path, 'items');
    const files = Object.keys(fingerprint(path));
    const size = readFileSync(database(path)).length;
    const inside = async (limit: number, ...words: string[]) =>
      program([...noFileBeyond(limit), ...CASEBOOK, ...words, '--json']);
    for (const [limit, words] of [
      [size + 100_000, ['import', path, many, '--format', 'caughtcheating']],
      [size / 2, ['backup', path, folder.join('full-backup')]],
      [
        40_000,
        [
          'export',
          path,
          folder.join('full-out'),
          '--format',
          'caughtcheating',
          '--images',
          'none',
          '--status',
          'any',
        ],
      ],
      [40_000, ['new', folder.join('full-new.casebook')]],
    ] as const) {
      const finished = await inside(limit, ...words);
      expect(finished.code, `${words.join(' ')}: ${finished.stdout}`).toBe(4);
      expect(documentOf(finished, shapes.error).error.code).toBe('disk_full');
    }
    expect(readdirSync(folder.path).filter((name) => name.startsWith('full-'))).toEqual([]);
    expect(Object.keys(fingerprint(path))).toEqual(files);
    expect(await json(shapes.items, 0, 'list', path, 'items')).toEqual(list);
    expect(await json(shapes.check, 0, 'check', path)).toMatchObject({ ok: true });
  });

  it('is the same on a disk that really is, wherever one can be mounted', async () => {
    const disk = folder.join('disk');
    mkdirSync(disk);
    const run = CASEBOOK.map((word) => `'${word}'`).join(' ');
    const lines = `cp -a '${sound}' "$1/a.casebook"
      ( head -c $(( $(df --output=avail -B1 "$1" | tail -1) - 300000 )) /dev/zero > "$1/filler" )
      ${run} import "$1/a.casebook" '${many}' --format caughtcheating --json; echo "$?"
      head -c 10000000 /dev/zero >> "$1/filler" 2>&-
      ${run} import "$1/a.casebook" '${many}' --format caughtcheating --json; echo "$?"
      ${run} new "$1/b.casebook" --json; echo "$?"
      ls "$1"
      ${run} list "$1/a.casebook" items --limit 0 --json; echo "$?"
      ${run} check "$1/a.casebook" > /dev/null; echo "$?"`;
    const words = onSmallDisk(disk, 4_000_000, lines);
    const said = words === null ? null : (await program(words)).stdout.split('\n');
    const full: unknown = expect.stringContaining('"code":"disk_full"');
    expect(said ?? 'no disk to mount').toEqual(
      words === null
        ? 'no disk to mount'
        : [
            full,
            '4',
            full,
            '4',
            full,
            '4',
            'a.casebook',
            'filler',
            `{"total":${String(COUNT)},"items":[]}`,
            '0',
            '0',
            '',
          ],
    );
  });
});
