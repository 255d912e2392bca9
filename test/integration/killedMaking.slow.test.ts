import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { contentOf, filesIn, put, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { fontsIn, make, type Making, sourceIn } from '../helpers/makingCommands.ts';
import { putQuestionEntities, questionEntities } from '../helpers/questionBook.ts';
import { writeTestFont } from '../helpers/testFont.ts';

type Folder = ReturnType<typeof temporaryFolder>;

/** Sources, fonts and, but for an import, a casebook that holds the sources' entities. */
async function prepared(folder: Folder, what: Making): Promise<string> {
  const path = folder.join('before.casebook');
  writeTestFont(fontsIn(folder.path));
  await putQuestionEntities((...parts) => folder.join(...parts), 'source', questionEntities());
  const open = createServices(
    await createCasebook(path, { benchmark: 'observatory', title: 'A' }, testPorts(folder.path)),
  );
  if (what !== 'import')
    await open.importExport.import({ source: sourceIn(folder.path), format: 'observatory' }, null, quietly);
  await open.close();
  return path;
}

/** What a casebook is made of, but for ids and times, which differ from run to run. */
function stateOf({ casebook: { database, folders } }: Services): Record<string, unknown[]> {
  const all = (sql: string): unknown[] => database.prepare(sql).all();
  return {
    items: all('SELECT external_id, payload, status, split, title, label FROM item ORDER BY external_id'),
    images: all(
      'SELECT sha256, format, bytes, width, height, perceptual_hash, origin FROM image ORDER BY sha256',
    ),
    places: all(
      `SELECT i.external_id, p.position, p.role, p.name, m.sha256 FROM item_image p JOIN item i ON i.id = p.item_id
       LEFT JOIN image m ON m.id = p.image_id ORDER BY i.external_id, p.position`,
    ),
    answers: all('SELECT task, payload, state FROM annotation ORDER BY task, payload'),
    regions: all('SELECT label, x, y, width, height FROM region ORDER BY label, x, y, width, height'),
    events: all('SELECT kind FROM event ORDER BY sequence'),
    files: filesIn(folders.images),
    thumbnails: filesIn(folders.thumbnails),
  };
}

/** What is in a casebook's folders beside images and thumbnails. */
const litterIn = (path: string): string[] => [
  ...filesIn(join(path, 'images')).filter((name) => name.endsWith('.partial')),
  ...readdirSync(join(path, 'thumbnails')).filter((name) => !/^[0-9a-f]{2}$/u.test(name)),
];

async function killed(path: string, folder: Folder, what: Making, point: string): Promise<void> {
  const program = resolve(import.meta.dirname, '../helpers/killedMaking.ts');
  const child = spawn(process.execPath, [program, path, folder.path, what, point]);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  await once(child, 'close');
  if (child.signalCode !== 'SIGKILL') throw new Error(`It was not killed at “${point}”. ${complaint}`);
}

const opened = async (path: string, folder: Folder): Promise<Services> =>
  createServices(await openCasebook(path, testPorts(folder.path)));

async function problemsOf({ casebook }: Services): Promise<unknown[]> {
  const { problems } = await checkCasebook(casebook, everything, quietly.progress, quietly.signal);
  return problems.filter(({ severity }) => severity === 'error');
}

const POINTS: Readonly<Record<Making, readonly string[]>> = {
  import: ['Images', 'in the transaction'],
  variants: ['Making variants', 'in the transaction', 'committed'],
  words: ['Images', 'in the transaction'],
  questions: ['Collages', 'in the transaction', 'committed'],
};

describe.each(['import', 'variants', 'words', 'questions'] as const)(
  '%s in a program that is killed',
  (what) => {
    it(
      'leave a whole casebook, to which the same command gives what an undisturbed run does',
      async () => {
        using folder = temporaryFolder();
        const before = await prepared(folder, what);
        const copyOf = (name: string): string => {
          cpSync(before, folder.join(name), { recursive: true });
          return folder.join(name);
        };
        const undisturbed = await opened(copyOf('undisturbed.casebook'), folder);
        const untouched = contentOf(undisturbed);
        await make(what, undisturbed, undisturbed.importExport, folder.path, quietly);
        const expected = stateOf(undisturbed);
        await undisturbed.close();
        expect(litterIn(folder.join('undisturbed.casebook'))).toEqual([]);
        for (const point of POINTS[what]) {
          const path = copyOf(`${point}.casebook`);
          await killed(path, folder, what, point);
          expect(existsSync(join(path, 'casebook.lock'))).toBe(true);
          if (what !== 'import') expect(litterIn(path)).not.toEqual([]);
          const again = await opened(path, folder);
          expect(again.casebook.readOnly).toBeNull();
          expect(litterIn(path), point).toEqual([]);
          if (point === 'committed') expect(stateOf(again)).toEqual(expected);
          else expect(contentOf(again), point).toEqual(untouched);
          expect(await problemsOf(again)).toEqual([]);
          await make(what, again, again.importExport, folder.path, quietly);
          expect(litterIn(path)).toEqual([]);
          // What was just being written of the cache goes when nobody can be at it any more.
          const { thumbnails = [], ...rest } = stateOf(again);
          const whole = thumbnails.filter((name) => !String(name).endsWith('.partial'));
          expect({ ...rest, thumbnails: whole }, point).toEqual(expected);
          expect(await problemsOf(again)).toEqual([]);
          await again.close();
        }
      },
      10 * 60_000,
    );
  },
);

describe('what killed programs left in a casebook', () => {
  const UNFINISHED = '00000000-0000-4000-8000-000000000000.partial';
  const DAYS_AGO = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);

  /** Leftovers, and what looks like them and is somebody's. */
  function litter(path: string, elsewhere: string): { theirs: string[]; ours: string[] } {
    put(join(elsewhere, 'a.png'), 'a');
    const theirs = [
      put(join(path, 'thumbnails', 'ab', 'whole.webp'), 'a'),
      put(join(path, 'thumbnails', 'work-of-mine', 'a.png'), 'a'),
      put(join(path, 'thumbnails', `ab/new.webp.${UNFINISHED}`), 'a'),
      put(join(path, 'images', 'ab', 'whole.png'), 'a'),
      put(join(path, 'images', 'ab', 'mine.partial'), 'a'),
      put(join(path, 'images', 'more', `a.png.${UNFINISHED}`), 'a'),
      put(join(path, 'work-abcdef', 'a.png'), 'a'),
    ];
    const ours = [
      put(join(path, 'thumbnails', 'work-Ab3dEf', 'variants/deep/a.png'), 'a'),
      put(join(path, 'thumbnails', 'material-abcdef', 'a.png'), 'a'),
      put(join(path, 'thumbnails', `ab/old.webp.${UNFINISHED}`), 'a'),
      put(join(path, 'images', `ab/a.png.${UNFINISHED}`), 'a'),
      put(join(path, 'backups', 'a.sqlite.partial'), 'a'),
      put(join(path, 'backups', 'a.sqlite.partial-journal'), 'a'),
    ];
    utimesSync(join(path, 'thumbnails', `ab/old.webp.${UNFINISHED}`), DAYS_AGO, DAYS_AGO);
    symlinkSync(elsewhere, join(path, 'thumbnails', 'work-linked'));
    symlinkSync(elsewhere, join(path, 'thumbnails', 'work-Ab3dEf', 'inside'));
    return {
      theirs: [...theirs, join(elsewhere, 'a.png'), join(path, 'thumbnails/work-linked/a.png')],
      ours,
    };
  }

  const there = (files: readonly string[]): string[] => files.filter((file) => existsSync(file));

  async function abandoned(folder: Folder): Promise<string> {
    const path = folder.join('a.casebook');
    const ports = testPorts(folder.path);
    (await createCasebook(path, { benchmark: 'caughtcheating', title: 'A' }, ports)).close();
    return path;
  }

  /** The lock of a program of before the machine was last started. */
  const leaveLock = (path: string): void =>
    writeFileSync(
      join(path, 'casebook.lock'),
      // No system has a process of that number.
      JSON.stringify({ pid: 999_999_999, host: hostname(), user: 'ana', since: 0, token: 'x' }),
    );

  it('goes when it is opened, and nothing else', async () => {
    using folder = temporaryFolder();
    const path = await abandoned(folder);
    const { theirs, ours } = litter(path, folder.join('elsewhere'));
    leaveLock(path);
    const casebook = await openCasebook(path, testPorts(folder.path));
    expect(there(ours)).toEqual([]);
    expect(there(theirs)).toEqual(theirs);
    casebook.close();
  });

  it('stays where the whole cache is a link to elsewhere', async () => {
    using folder = temporaryFolder();
    const path = await abandoned(folder);
    cpSync(join(path, 'thumbnails'), folder.join('cache'), { recursive: true });
    rmSync(join(path, 'thumbnails'), { recursive: true });
    symlinkSync(folder.join('cache'), join(path, 'thumbnails'));
    const file = put(folder.join('cache', 'work-abcdef', 'a.png'), 'a');
    leaveLock(path);
    (await openCasebook(path, testPorts(folder.path))).close();
    expect(existsSync(file)).toBe(true);
  });

  it('stays while another program has the casebook open, and for anybody who only reads', async () => {
    using folder = temporaryFolder();
    const path = await abandoned(folder);
    const writing = await openCasebook(path, testPorts(folder.path));
    const { theirs, ours } = litter(path, folder.join('elsewhere'));
    const second = await openCasebook(path, testPorts(folder.path));
    expect(second.readOnly).not.toBeNull();
    second.close();
    writing.close();
    (await openCasebook(path, testPorts(folder.path), 'read')).close();
    expect(there([...theirs, ...ours])).toEqual([...theirs, ...ours]);
  });

  it('keeps nobody from opening it where it cannot be taken away', async () => {
    using folder = temporaryFolder();
    const path = await abandoned(folder);
    // A file where a folder is looked for.
    rmSync(join(path, 'thumbnails'), { recursive: true });
    writeFileSync(join(path, 'thumbnails'), '');
    mkdirSync(join(path, 'images', 'ab'), { recursive: true });
    leaveLock(path);
    const casebook = await openCasebook(path, testPorts(folder.path));
    expect(casebook.readOnly).toBeNull();
    casebook.close();
  });
});
