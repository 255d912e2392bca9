import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createCasebook, openCasebook } from '../../electron/core/derived/casebook.ts';
import { listBackups, rotateBackup } from '../../electron/core/db/backup.ts';
import { keepDailyBackup } from '../../electron/core/records/casebook.ts';
import { backupCasebook, restoreCasebook } from '../../electron/core/features/casebooks/backup.ts';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { contentOf, freshCasebook } from '../helpers/casebooks.ts';
import { fingerprint, json, shapes, start } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { drawPhotograph } from '../helpers/photographs.ts';

const errorsOf = async (path: string, folder: string): Promise<unknown[]> => {
  const casebook = await openCasebook(path, testPorts(folder), 'read');
  try {
    const { problems } = await checkCasebook(
      casebook,
      everything,
      () => undefined,
      new AbortController().signal,
    );
    return problems.filter(({ severity }) => severity === 'error');
  } finally {
    casebook.close();
  }
};

describe('a backup', () => {
  it('is made each day of a casebook that stays open', async () => {
    using folder = temporaryFolder();
    let now = Date.now();
    const ports = testPorts(folder.path, { now: () => now });
    const casebook = await createCasebook(
      folder.join('a.casebook'),
      { benchmark: 'caughtcheating', title: 'A' },
      ports,
    );
    try {
      const backups = (): number => listBackups(casebook.folders.backups).length;
      const before = backups();
      await keepDailyBackup(casebook);
      expect(backups()).toBe(Math.max(1, before));
      now += 25 * 60 * 60 * 1000;
      await keepDailyBackup(casebook);
      expect(backups()).toBe(Math.max(1, before) + 1);
    } finally {
      casebook.close();
    }
  });

  it('of a casebook in which somebody writes without end is one moment of it, whole', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const fresh = await createCasebook(
      path,
      { benchmark: 'caughtcheating', title: 'A' },
      testPorts(folder.path),
    );
    fresh.records.people.add({ handle: 'ana', name: '', roles: ['annotator'] }, null);
    const writer = fresh.derived.items;
    const text = 'word '.repeat(2000);
    const { id } = writer.insert({ externalId: 'edited', payload: {}, images: [], imported: false });
    // Several thousand pages: the copy takes many steps, and edits fall between them.
    fresh.database.transaction(() => {
      for (let index = 0; index < 1000; index += 1)
        writer.insert({
          externalId: `item ${String(index)}`,
          payload: { text },
          images: [],
          imported: false,
        });
    })();
    fresh.close();
    const edits = start([
      process.execPath,
      resolve(import.meta.dirname, '../helpers/editStream.ts'),
      path,
      id,
      folder.path,
    ]);
    const ended = once(edits, 'close');
    let acknowledged = 0;
    edits.stdout
      .setEncoding('utf8')
      .on('data', (said: string) => (acknowledged += said.split('\n').length - 1));
    try {
      await once(edits.stdout, 'data');
      const before = acknowledged;
      await json(shapes.check, 0, 'check', path);
      for (const name of ['one', 'two']) {
        const copy = folder.join(`${name}.casebook`);
        const casebook = await openCasebook(path, testPorts(folder.path), 'read');
        await backupCasebook(casebook, copy);
        casebook.close();
        expect(await errorsOf(copy, folder.path)).toEqual([]);
        expect(readdirSync(copy)).not.toContain('casebook.sqlite-wal');
      }
      expect(acknowledged).toBeGreaterThan(before);
    } finally {
      edits.kill('SIGKILL');
      await ended;
    }
    const back = await restoreCasebook(folder.join('one.casebook'), folder.join('back.casebook'));
    expect(await json(shapes.items, 0, 'list', back, 'items', '--limit', '1')).toMatchObject({ total: 1001 });
  });

  it('brings back everything, images included, from a folder, from a casebook in use and from a daily copy', async () => {
    await using open = await freshCasebook();
    await drawPhotograph(open.at('a.jpg'), { width: 64, height: 48, seed: 1 });
    const image = await open.images.add(open.at('a.jpg'), open.people.ensure('ana', 'human').id);
    open.casebook.derived.items.insert({
      externalId: 'x',
      payload: { text: 'é' },
      images: [{ role: 'photo', name: 'a.jpg', imageId: image.id }],
      imported: true,
    });
    writeFileSync(join(open.casebook.folders.images, 'half.jpg.partial'), 'being written');
    const content = contentOf(open);
    const { path: copy } = await backupCasebook(open.casebook, open.at('copy.casebook'));
    const daily = await rotateBackup(
      open.casebook.database.name,
      open.casebook.folders.backups,
      'daily',
      Date.now(),
    );
    for (const [index, source] of [copy, open.casebook.path, daily].entries()) {
      const before = fingerprint(copy);
      const back = await restoreCasebook(source, open.at(`back-${String(index)}.casebook`));
      expect(fingerprint(copy)).toEqual(before);
      expect(await errorsOf(back, open.at())).toEqual([]);
      const restored = new Database(join(back, 'casebook.sqlite'), { readonly: true });
      expect(restored.prepare('SELECT * FROM item').all()).toEqual(content['item']);
      expect(restored.pragma('journal_mode', { simple: true })).toBe('delete');
      restored.close();
      expect(Object.keys(fingerprint(join(back, 'images')))).toHaveLength(1);
    }
  });

  it('is never made over anything, nor inside the casebook; what fails leaves nothing', async () => {
    await using open = await freshCasebook();
    mkdirSync(open.at('full'));
    writeFileSync(open.at('full', 'precious.txt'), 'x');
    mkdirSync(open.at('empty'));
    await expect(backupCasebook(open.casebook, open.at('full'))).rejects.toMatchObject({ code: 'exists' });
    await expect(backupCasebook(open.casebook, join(open.casebook.path, 'b'))).rejects.toMatchObject({
      code: 'invalid_input',
    });
    await backupCasebook(open.casebook, open.at('empty'));
    await expect(restoreCasebook(open.at('empty'), open.at('full'))).rejects.toMatchObject({
      code: 'exists',
    });
    await expect(restoreCasebook(open.at('full', 'precious.txt'), open.at('no'))).rejects.toMatchObject({
      code: 'not_a_casebook',
    });
    await expect(restoreCasebook(open.at('full'), open.at('no'))).rejects.toMatchObject({
      code: 'not_a_casebook',
    });
    await expect(backupCasebook(open.casebook, open.at('no'), AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(readFileSync(open.at('full', 'precious.txt'), 'utf8')).toBe('x');
    expect(readdirSync(open.at()).sort((a, b) => (a < b ? -1 : 1))).toEqual(['a.casebook', 'empty', 'full']);
  });

  it('that would hold damage does not push a good one out', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const ports = testPorts(folder.path);
    const fresh = await createCasebook(path, { benchmark: 'generic', title: 'A' }, ports);
    const writer = fresh.derived.items;
    for (let index = 0; index < 400; index += 1)
      writer.insert({
        externalId: String(index),
        payload: { text: 'x'.repeat(500) },
        images: [],
        imported: false,
      });
    fresh.close();
    const file = join(path, 'casebook.sqlite');
    const bytes = readFileSync(file);
    bytes.fill('Damage! ', bytes.length - 40 * 4096, bytes.length - 20 * 4096);
    writeFileSync(file, bytes);
    const good = readdirSync(path + '/backups');
    const told: string[] = [];
    const later = testPorts(folder.path, {
      now: () => Date.now() + 2 * 86_400_000,
      logger: { ...ports.logger, error: (message) => void told.push(message) },
    });
    (await openCasebook(path, later)).close();
    expect(readdirSync(path + '/backups')).toEqual(good);
    expect(told).toEqual(['The daily backup failed.']);
  });
});
