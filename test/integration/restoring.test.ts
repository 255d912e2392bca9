import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { v7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { rotateBackup } from '../../electron/core/db/backup.ts';
import { BackupList } from '../../shared/contract/casebooks.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';

const DAY = 86_400_000;

/** A casebook of 400 items with one backup, and two more people and a title since; closed again. */
async function book() {
  const folder = temporaryFolder();
  let now = Date.now();
  const core = createCore(testPorts(folder.path, { now: () => now }));
  const path = folder.join('a.casebook');
  const open = await core.keeper.create(path, { benchmark: 'generic', title: 'A', person: 'cara' });
  const writer = open.casebook.derived.items;
  for (let index = 0; index < 400; index += 1)
    writer.insert({
      externalId: String(index),
      payload: { text: 'x'.repeat(500) },
      images: [],
      imported: false,
    });
  const file = join(path, 'casebook.sqlite');
  await rotateBackup(file, open.casebook.folders.backups, 'daily', (now += 1000));
  for (const handle of ['ana', 'bo'])
    open.people.add({ handle, name: '', roles: ['annotator'] }, open.people.list()[0]?.id ?? null);
  await core.close();
  return {
    core,
    path,
    file,
    folder,
    curator: async () => clientAs(core, curatorOf(core)),
    tomorrow: () => (now += 2 * DAY),
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

const curatorOf = (core: Core) => {
  const first = present(core.services().people.list()[0]);
  return first.id;
};

/** Overwrites pages in the middle of the file, where the items are. */
function spoil(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill('Damage! ', bytes.length - 60 * 4096, bytes.length - 30 * 4096);
  writeFileSync(file, bytes);
}

const DAMAGED = expect.objectContaining({
  refusal: 'damaged',
  readOnly: expect.stringMatching(
    /^The casebook’s database is damaged \(.+\)\. Casebook writes nothing more to it and keeps its backups unchanged\.$/u,
  ),
});

describe('damage', () => {
  it('that the daily backup finds is told at once, to everybody who opens it, and nothing is written any more', async () => {
    await using at = await book();
    spoil(at.file);
    const backups = readdirSync(join(at.path, 'backups'));
    at.tomorrow();
    for (const _opening of [1, 2]) {
      await at.core.keeper.open(at.path);
      const client = await at.curator();
      expect((await client.application.state()).casebook).toEqual(DAMAGED);
      await expect(client.casebooks.rename({ title: 'B' })).rejects.toMatchObject({
        data: { code: 'damaged', hint: expect.stringContaining('Restore one of its backups') },
      });
      await at.core.close();
    }
    expect(readdirSync(join(at.path, 'backups'))).toEqual(backups);
  });

  it('that a call meets makes the casebook read-only from then on, and when it is opened again', async () => {
    await using at = await book();
    await at.core.keeper.open(at.path);
    const client = await at.curator();
    expect((await client.application.state()).casebook).toMatchObject({ refusal: null, readOnly: null });
    // A copy of the pages is in memory: the file is spoilt and read anew.
    at.core.services().casebook.database.pragma('wal_checkpoint(TRUNCATE)');
    spoil(at.file);
    at.core.services().casebook.database.pragma('shrink_memory');
    const whole = async (): Promise<void> => {
      const pages = [];
      for (let offset = 0; offset < 400; offset += 100)
        pages.push(
          await client.items.list({
            filter: { text: 'x' },
            sort: { by: 'title', descending: true },
            offset,
            limit: 100,
          }),
        );
    };
    await expect(whole()).rejects.toMatchObject({ data: { code: 'damaged' } });
    await vi.waitFor(async () => {
      expect((await client.application.state()).casebook).toEqual(DAMAGED);
    });
    // The user there still does.
    expect((await client.application.state()).casebook?.person).toMatchObject({ handle: 'cara' });
    await at.core.close();
    await at.core.keeper.open(at.path);
    expect(at.core.services().casebook.refusal).toBe('damaged');
  });

  it.each([
    ['is empty', (file: string) => truncateSync(file, 0), 'The casebook’s database is empty (0 bytes).'],
    [
      'is no database any more',
      (file: string) => writeFileSync(file, 'x'.repeat(9000)),
      'The casebook’s database is damaged.',
    ],
  ])('of a file that %s is told by its name, and a backup can be restored', async (_name, harm, message) => {
    await using at = await book();
    harm(at.file);
    const client = await clientAs(at.core, null);
    await expect(client.casebooks.open({ path: at.path })).rejects.toMatchObject({
      message,
      data: {
        code: 'damaged',
        hint: 'Nothing was changed. Restore one of its backups: open it in the app, or see `casebook backups` and `casebook restore`.',
      },
    });
    const { backups, lastChangeAt } = await client.casebooks.backups({ path: at.path });
    expect(lastChangeAt).toBeNull();
    expect(backups[0]).toMatchObject({ check: 'sound', items: 400, changesLost: null });
    await client.casebooks.restore({ path: at.path, backup: backups[0]?.name ?? '' });
    expect(at.core.services().casebook.readOnly).toBeNull();
    expect(await client.items.counts({ filter: {} })).toMatchObject({ total: 400 });
  });
});

describe('restoring', () => {
  it('says what would be lost, keeps what was there, and opens it to be written to', async () => {
    await using at = await book();
    spoil(at.file);
    const spoilt = readFileSync(at.file);
    at.tomorrow();
    await at.core.keeper.open(at.path);
    const client = await at.curator();
    const { backups } = await client.casebooks.backups({ path: at.path });
    expect(backups).toHaveLength(2);
    expect(backups[0]).toMatchObject({
      check: 'sound',
      items: 400,
      changesLost: 2,
      madeAt: expect.any(Number),
      bytes: expect.any(Number),
    });
    const [newest] = backups;
    const { kept, casebook } = await client.casebooks.restore({ path: at.path, backup: newest?.name ?? '' });
    expect(casebook).toMatchObject({ readOnly: null, refusal: null, title: 'A' });
    expect(basename(kept)).toMatch(/^damaged-\d{4}-\d\d-\d\dT/u);
    expect(readFileSync(join(kept, 'casebook.sqlite')).equals(spoilt)).toBe(true);
    expect((await client.people.list()).map(({ handle }) => handle)).toEqual(['cara']);
    await client.casebooks.rename({ title: 'B' });
    await at.core.close();
    await at.core.keeper.open(at.path);
    expect(at.core.services().settings.title()).toBe('B');
  });

  it('of a damaged backup, or of one that is none, changes nothing', async () => {
    await using at = await book();
    const [newest = ''] = readdirSync(join(at.path, 'backups')).sort().reverse();
    spoil(join(at.path, 'backups', newest));
    await at.core.keeper.open(at.path);
    const client = await at.curator();
    const { backups } = await client.casebooks.backups({ path: at.path });
    expect(backups.map(({ check }) => check)).toEqual(['damaged', 'sound']);
    await expect(client.casebooks.restore({ path: at.path, backup: newest })).rejects.toMatchObject({
      message: `The backup ${newest} is damaged too.`,
    });
    await expect(
      client.casebooks.restore({ path: at.path, backup: '../casebook.sqlite' }),
    ).rejects.toMatchObject({ data: { code: 'not_found' } });
    expect((await client.application.state()).casebook).toMatchObject({ path: at.path, readOnly: null });
    expect(at.core.services().people.list()).toHaveLength(3);
    expect(readdirSync(at.path).filter((name) => /damaged|restored/u.test(name))).toEqual([]);
  });

  it('is for curators, and for nobody while another program has the casebook', async () => {
    await using at = await book();
    await at.core.keeper.open(at.path);
    const { people } = at.core.services();
    const ana = await clientAs(at.core, people.list().find(({ handle }) => handle === 'ana')?.id ?? null);
    const [newest = ''] = readdirSync(join(at.path, 'backups')).sort().reverse();
    for (const call of [
      ana.casebooks.backups({ path: at.path }),
      ana.casebooks.restore({ path: at.path, backup: newest }),
    ])
      await expect(call).rejects.toMatchObject({ data: { code: 'forbidden' } });
    const other = createCore(testPorts(at.folder.join('other')));
    const client = await clientAs(other, null);
    await expect(client.casebooks.restore({ path: at.path, backup: newest })).rejects.toMatchObject({
      data: { code: 'in_use' },
      message: expect.stringContaining(`(process ${String(process.pid)}`),
    });
  });

  it('is there on the command line', async () => {
    await using at = await book();
    truncateSync(at.file, 0);
    const { error } = await json(shapes.error, 3, 'people', at.path);
    expect(error).toMatchObject({ code: 'damaged', message: 'The casebook’s database is empty (0 bytes).' });
    const { backups } = await json(BackupList, 0, 'backups', at.path);
    const done = z.object({ path: z.literal(at.path), kept: z.string() });
    const { kept } = await json(done, 0, 'restore', backups[0]?.name ?? '', at.path, '--replace');
    expect(existsSync(join(kept, 'casebook.sqlite'))).toBe(true);
    expect(await json(shapes.check, 0, 'check', at.path)).toMatchObject({ ok: true });
  });
});

describe('a casebook that another program took over', () => {
  it('is only read from then on, by the user there; opened again once it is free, it is written to', async () => {
    await using at = await book();
    await at.core.keeper.open(at.path);
    const client = await at.curator();
    const lock = join(at.path, 'casebook.lock');
    writeFileSync(
      lock,
      JSON.stringify({ pid: 1, host: 'elsewhere', user: 'bo', since: Date.now(), token: v7() }),
    );
    await expect(client.casebooks.rename({ title: 'B' })).rejects.toMatchObject({ data: { code: 'in_use' } });
    await vi.waitFor(async () => {
      expect((await client.application.state()).casebook).toMatchObject({
        title: 'A',
        refusal: 'in_use',
        readOnly: expect.stringMatching(
          /^bo on elsewhere .* opened it while this program was not responding\.$/u,
        ),
        person: { handle: 'cara' },
      });
    });
    rmSync(lock);
    expect(await client.casebooks.open({ path: at.path })).toMatchObject({ readOnly: null, refusal: null });
    await client.people.workAs({ id: curatorOf(at.core) });
    expect(await client.casebooks.rename({ title: 'B' })).toMatchObject({ title: 'B' });
  });
});
