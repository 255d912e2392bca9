import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createCore } from '../../electron/core/app/createCore.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { BackupList } from '../../shared/contract/casebooks.ts';

const DAY = 86_400_000;

/** A casebook that was just made in the app, with its curator's client. */
async function young() {
  const folder = temporaryFolder();
  let now = Date.now();
  const core = createCore(testPorts(folder.path, { now: () => (now += 1000) }));
  const path = folder.join('a.casebook');
  const open = await core.keeper.create(path, { benchmark: 'generic', title: 'A', person: 'cara' });
  const curator = () =>
    clientAs(
      core,
      core
        .services()
        .people.list()
        .find(({ handle }) => handle === 'cara')?.id ?? null,
    );
  const client = await curator();
  return {
    core,
    path,
    folder,
    client,
    curator,
    open,
    tomorrow: () => (now += DAY),
    backups: async () => (await (await curator()).casebooks.backups({ path })).backups,
    /** This many changes, each an entry of the history. */
    change(times: number) {
      const { people } = core.services();
      for (let index = 0; index < times; index += 1)
        people.add({ handle: `p${String((now += 1))}`, name: '', roles: ['annotator'] }, null);
    },
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

const RATINGS = 'item,rater,field,value\nx,ana,colour,red\ny,ana,colour,blue\n';

describe('a casebook makes a backup of itself', () => {
  it('after the first import, so that the only one is not empty', async () => {
    await using at = await young();
    expect(await at.backups()).toMatchObject([{ reason: 'daily', items: 0, blank: true }]);
    const source = at.folder.join('ratings.csv');
    writeFileSync(source, RATINGS);
    for await (const _progress of await at.client.importExport.import({
      source,
      format: 'ratings-csv',
      link: false,
      dryRun: false,
      keepGoing: false,
    }));
    await vi.waitFor(async () => {
      expect(await at.backups()).toMatchObject([
        { reason: 'import', items: 2, answers: 2, check: 'sound', changesLost: 0 },
        { reason: 'daily', blank: true },
      ]);
    }, 20_000);
  });

  it('after the first import on the command line', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    await json(z.looseObject({}), 0, 'new', path);
    writeFileSync(folder.join('ratings.csv'), RATINGS);
    await json(shapes.import, 0, 'import', path, folder.join('ratings.csv'), '--format', 'ratings-csv');
    const { backups } = await json(BackupList, 0, 'backups', path);
    expect(backups[0]).toMatchObject({ reason: 'import', items: 2, changesLost: 0 });
  });

  it('on closing, if more changed than is to be lost, and keeps one of a day', async () => {
    await using at = await young();
    const names = (): string[] => readdirSync(join(at.path, 'backups')).map((name) => name.slice(25));
    at.change(3);
    await at.core.close();
    expect(names()).toEqual(['daily.sqlite']);
    for (const _time of [1, 2, 3]) {
      await at.core.keeper.open(at.path);
      at.change(12);
      await at.core.close();
    }
    expect(names()).toEqual(['daily.sqlite', 'work.sqlite']);
    await at.core.keeper.open(at.path);
    expect((await at.backups())[0]).toMatchObject({ reason: 'work', changesLost: 0 });
  });
});

describe('restoring a backup of a healthy casebook', () => {
  it('makes the present state the newest backup first, which can be restored in turn', async () => {
    await using at = await young();
    at.change(10);
    await at.core.close();
    await at.core.keeper.open(at.path);
    at.change(2);
    const people = async () => (await (await at.curator()).people.list()).length;
    expect(await people()).toBe(13);
    const [first] = await at.backups();
    await (await at.curator()).casebooks.restore({ path: at.path, backup: first?.name ?? '' });
    expect(await people()).toBe(11);
    const [before] = await at.backups();
    expect(before).toMatchObject({ reason: 'before-restore', check: 'sound' });
    await (await at.curator()).casebooks.restore({ path: at.path, backup: before?.name ?? '' });
    expect(await people()).toBe(13);
    expect(readdirSync(at.path).filter((name) => name.startsWith('damaged'))).toEqual([]);
  });

  it('says what would be lost where the histories parted', async () => {
    await using at = await young();
    at.change(10);
    await at.core.close();
    await at.core.keeper.open(at.path);
    at.change(5);
    const [first] = await at.backups();
    await (await at.curator()).casebooks.restore({ path: at.path, backup: first?.name ?? '' });
    at.change(4);
    // The newest has five entries that the casebook lacks, and not the four that came since.
    expect(await at.backups()).toMatchObject([
      { reason: 'before-restore', changesLost: 4 },
      { reason: 'work', changesLost: 4 },
      { blank: true },
    ]);
  });

  it('refuses one that would bring back a casebook without people', async () => {
    await using at = await young();
    const [blank] = await at.backups();
    await expect(
      at.client.casebooks.restore({ path: at.path, backup: blank?.name ?? '' }),
    ).rejects.toMatchObject({
      data: { code: 'invalid_input', hint: 'Nothing was changed. Choose a later one.' },
    });
    expect(at.core.services().people.list()).toHaveLength(1);
  });

  it('works with the oldest of ten, which the new backup would push out', async () => {
    await using at = await young();
    for (let day = 0; day < 11; day += 1) {
      at.tomorrow();
      at.change(11);
      await at.core.close();
      await at.core.keeper.open(at.path);
    }
    const before = await at.backups();
    expect(before).toHaveLength(10);
    const oldest = before.at(-1);
    await (await at.curator()).casebooks.restore({ path: at.path, backup: oldest?.name ?? '' });
    expect(at.core.services().casebook.readOnly).toBeNull();
    expect((await at.backups()).map(({ reason }) => reason)).toContain('before-restore');
  });
});
