import { appendFileSync, mkdirSync, rmSync, unlinkSync } from 'node:fs';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../shared/contract/casebooks.ts';
import type { ImageId } from '../../shared/base/ids.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { imagePath } from '../../electron/core/files/imagePaths.ts';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { freshCasebook, quietly } from '../helpers/casebooks.ts';
import { drawPhotograph } from '../helpers/photographs.ts';
import { present } from '../helpers/present.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const check = ({ casebook }: Services): Promise<CheckReport> =>
  checkCasebook(casebook, everything, quietly.progress, quietly.signal);
const errors = ({ problems }: CheckReport): string[] =>
  problems.filter(({ severity }) => severity === 'error').map(({ where, what }) => `${where}: ${what}`);

/** The stored file of an image. */
function fileOf({ casebook }: Services, id: ImageId): string {
  const row = present(
    casebook.database
      .prepare<[string], { sha256: string; extension: string }>(
        'SELECT sha256, extension FROM image WHERE id = ?',
      )
      .get(id),
  );
  return imagePath(casebook.folders, row.sha256, row.extension);
}

describe('checking a casebook', () => {
  it('finds image files that were changed, went away or cannot be read, each by its name', async () => {
    await using open = await freshCasebook('generic');
    const ana = open.people.ensure('ana', 'human').id;
    const images = [];
    for (const [index, name] of ['changed', 'gone', 'unreadable', 'sound'].entries()) {
      await drawPhotograph(open.at(`${name}.jpg`), { width: 64, height: 48, seed: index });
      images.push(await open.images.add(open.at(`${name}.jpg`), ana));
    }
    expect(await check(open)).toEqual({ ok: true, problems: [] });
    const [changed = '', gone = '', unreadable = ''] = images.map(({ id }) => fileOf(open, id));
    appendFileSync(changed, 'x');
    unlinkSync(gone);
    rmSync(unreadable);
    mkdirSync(unreadable);
    const report = await check(open);
    expect(report.ok).toBe(false);
    expect(errors(report)).toEqual([
      expect.stringMatching(/changed\.jpg: .*changed after it was imported/u),
      expect.stringMatching(/gone\.jpg: .*is missing/u),
      expect.stringMatching(/unreadable\.jpg: .*cannot be read: it is a folder/u),
    ]);
  });

  it('counts a broken rule as an error where the item is accepted, as a warning elsewhere', async () => {
    await using open = await freshCasebook();
    const writer = open.casebook.derived.items;
    const ids = [...syntheticItems(4, 3)].map((payload) => {
      const name = z.string().parse(payload['data_path']);
      return writer.insert({
        externalId: name,
        payload,
        images: [{ role: 'photo', name, imageId: null }],
        imported: true,
      }).id;
    });
    const drafts = await check(open);
    expect(drafts.ok).toBe(true);
    expect(drafts.problems.length).toBeGreaterThan(0);
    const accepted = present(ids[0]);
    writer.setStatus(accepted, 'accepted');
    const report = await check(open);
    expect(report.ok).toBe(false);
    const name =
      open.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).rows[0]?.externalId ?? '';
    expect(errors(report).every((line) => line.startsWith(name))).toBe(true);
    expect(errors(report)).toContainEqual(expect.stringContaining('image'));
  });

  it('finds rows that refer to nothing, and items that no Casebook wrote', async () => {
    await using open = await freshCasebook();
    const { database } = open.casebook;
    const { id } = open.casebook.derived.items.insert({
      externalId: 'x',
      payload: {},
      images: [],
      imported: false,
    });
    database.pragma('foreign_keys = OFF');
    database
      .prepare(
        "INSERT INTO item_image (item_id, position, role, name, image_id) VALUES (?, 0, 'photo', 'n', 'nobody')",
      )
      .run(id);
    database.prepare("UPDATE item SET payload = '[]'").run();
    const found = errors(await check(open));
    expect(found).toContainEqual(expect.stringMatching(/^database, item_image.*missing image/u));
    expect(found).toContainEqual(
      expect.stringMatching(new RegExp(`^item ${id}: Casebook cannot understand it`, 'u')),
    );
  });

  it('names every problem of a casebook that has very many', async () => {
    await using open = await freshCasebook('generic');
    const imageAttributes = Array.from({ length: 60 }, (_, at) => ({
      id: `a${at}`,
      name: `Attribute ${at}`,
      kind: 'text',
      required: true,
    }));
    const by = open.people.add({ handle: 'cara', name: 'Cara', roles: ['curator'] }, null);
    open.settings.saveVocabulary({ imageAttributes, labels: [] }, by.id);
    const writer = open.casebook.derived.items;
    const count = 2200;
    open.casebook.database.transaction(() => {
      for (let index = 0; index < count; index += 1)
        writer.insert({ externalId: String(index), payload: {}, images: [], imported: false });
    })();
    const { ok, problems } = await check(open);
    expect(ok).toBe(true);
    expect(new Set(problems.map(({ where }) => where.split(',')[0])).size).toBe(count);
    // More than a call can take as arguments.
    expect(problems.length).toBeGreaterThan(125_000);
  });

  it('can be called off', async () => {
    await using open = await freshCasebook('generic');
    await drawPhotograph(open.at('a.jpg'), { width: 64, height: 48, seed: 1 });
    await open.images.add(open.at('a.jpg'), open.people.ensure('ana', 'human').id);
    await expect(
      checkCasebook(open.casebook, everything, quietly.progress, AbortSignal.abort()),
    ).rejects.toThrow(/abort/iu);
  });
});
