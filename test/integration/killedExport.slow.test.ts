import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { unpackAsCasebook } from '../../electron/core/features/merging/opening.ts';
import { restoreCasebook } from '../../electron/core/features/casebooks/backup.ts';
import { besideOf, sweepBeside } from '../../electron/core/files/beside.ts';
import { createOutputFolder } from '../../electron/core/files/outputFolder.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { assignItems } from '../helpers/blindCasebook.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { finish, start } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';

const KILLED = resolve(import.meta.dirname, '../helpers/killedExport.ts');

const home = temporaryFolder();
const book = home.join('a.casebook');
const sent = home.join('ana.casebook-package');

beforeAll(async () => {
  await drawFlag(home.join('in', 'true_images', 'true_1.png'));
  put(
    home.join('in', 'data_info.json'),
    JSON.stringify([
      {
        data_path: 'true_images/true_1.png',
        label: true,
        scene: 'hotel',
        target_partner: 'boyfriend',
        main_ins: 'A',
      },
    ]),
  );
  const core = createCore(testPorts(home.path));
  const open = await core.keeper.create(book, { benchmark: 'caughtcheating', title: 'A', person: 'ana' });
  const ana = present(open.people.list()[0]);
  await open.importExport.import({ source: home.join('in'), format: 'caughtcheating' }, ana, quietly);
  const { rows } = open.items.list({}, { by: 'imported', descending: false }, 0, 10, everything);
  assignItems(
    core,
    rows.map(({ id }) => id),
    [ana.id],
    1,
  );
  await open.merging.package(ana.id, sent, ana.id, quietly);
  await core.close();
});
afterAll(() => home[Symbol.dispose]());

/** Lets a program of its own be killed while it hands something out to a folder; gives what it left there. */
async function leave(folder: string, what: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  const from = what === 'unpack' ? sent : book;
  const ended = await finish(start([process.execPath, KILLED, from, home.path, join(folder, 'out'), what]));
  expect(ended).toMatchObject({ signal: 'SIGKILL', stderr: '' });
  return readdirSync(folder);
}

/** The same once more, to its end. */
async function again(target: string, what: string): Promise<void> {
  if (what === 'unpack') return void (await unpackAsCasebook(sent, target, testPorts(home.path), quietly));
  if (what === 'restore') return void (await restoreCasebook(book, target));
  const services = createServices(await openCasebook(book, testPorts(home.path)));
  try {
    const ana = present(services.people.list()[0]);
    if (what === 'package') await services.merging.package(ana.id, target, ana.id, quietly);
    else await services.importExport.export({ target, format: what, status: null }, ana, quietly);
  } finally {
    await services.close();
  }
}

describe('what a program left that was killed while it handed something out', () => {
  it.each(['caughtcheating', 'coco', 'hf', 'package', 'restore', 'unpack'])(
    'goes when something is next handed out there: %s',
    async (what) => {
      const folder = home.join(`killed-${what}`);
      const left = await leave(folder, what);
      expect(left.map((name) => name.replace(/^out\..*\./u, ''))).toEqual(['partial']);
      await again(join(folder, 'out'), what);
      expect(readdirSync(folder)).toEqual(['out']);
    },
  );

  it('goes when a casebook in the same folder is opened', async () => {
    const folder = home.join('beside');
    expect(await leave(folder, 'caughtcheating')).toHaveLength(1);
    await restoreCasebook(book, home.join('elsewhere', 'b.casebook'));
    renameSync(home.join('elsewhere', 'b.casebook'), join(folder, 'b.casebook'));
    (await openCasebook(join(folder, 'b.casebook'), testPorts(home.path))).close();
    expect(readdirSync(folder)).toEqual(['b.casebook']);
  });

  it('leaves alone what is being made, and everything that Casebook did not make', async () => {
    const folder = home.join('mine');
    mkdirSync(folder);
    const uuid = '00000000-0000-4000-8000-000000000000';
    const dead = present((await leave(home.join('dead'), 'caughtcheating'))[0]);
    const running = await createOutputFolder(join(folder, 'running'), { force: false, owns: () => true });
    const theirs = [
      'out.partial',
      `out.${uuid}.partial`,
      `out.abcdef-abcdef-1.${uuid}.partial`,
      `${dead}.zip`,
      `${dead} (copy)`,
      dead.replace('partial', 'part'),
    ];
    for (const name of theirs) put(join(folder, name, 'a.txt'), 'mine');
    // A file of such a name is not what Casebook makes.
    put(join(folder, dead), 'mine');
    await sweepBeside(folder);
    for (const name of theirs) expect(readFileSync(join(folder, name, 'a.txt'), 'utf8')).toBe('mine');
    expect(readFileSync(join(folder, dead), 'utf8')).toBe('mine');
    expect(existsSync(running.folder)).toBe(true);
    await running.abandon();
  });

  it('of an earlier start of the machine goes once nothing has changed in it for a day', async () => {
    const folder = home.join('restarted');
    const dead = present((await leave(folder, 'caughtcheating'))[0]);
    const earlier = join(folder, dead.replace(/-[0-9a-f]{6}-/u, '-000000-'));
    renameSync(join(folder, dead), earlier);
    await sweepBeside(folder);
    expect(existsSync(earlier)).toBe(true);
    const old = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const path of [...readdirSync(earlier).map((name) => join(earlier, name)), earlier])
      utimesSync(path, old, old);
    await sweepBeside(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is put back where it was the former export, moved aside, and nothing has its place', async () => {
    const folder = home.join('aside');
    const dead = present((await leave(folder, 'caughtcheating'))[0]);
    put(join(folder, dead.replace(/partial$/u, 'former'), 'data_info.json'), 'the former');
    await sweepBeside(folder);
    expect(readdirSync(folder)).toEqual(['out']);
    // Nothing is lost either where something has its place.
    const aside = join(folder, dead.replace(/partial$/u, 'former'));
    put(join(aside, 'mine.txt'), 'mine');
    await sweepBeside(folder);
    expect(readFileSync(join(aside, 'mine.txt'), 'utf8')).toBe('mine');
  });

  it('is told by its name', () => {
    expect(besideOf('/x/out', 'partial')).toMatch(
      /^\/x\/out\.[0-9a-f]{6}-[0-9a-f]{6}-\d+\.[0-9a-f-]{36}\.partial$/u,
    );
  });
});
