import { appendFileSync, copyFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { contentOf, filesIn, freshCasebook, put, quietly, readObjects } from '../helpers/casebooks.ts';
import { drawFlag, photograph } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';

const FIXTURE = resolve(import.meta.dirname, '../fixtures/caughtcheating/data_info.json');
const all = { by: 'imported', descending: false } as const;

const importData = (book: Services, source: string, more: object = {}) =>
  book.importExport.import({ source, format: 'caughtcheating', ...more }, null, quietly);

function idOf(book: Services, externalId: string): ItemId {
  const row = present(
    book.items.list({}, all, 0, 1000, everything).rows.find((each) => each.externalId === externalId),
  );
  return row.id;
}

const payloadOf = (book: Services, externalId: string): JsonObject =>
  book.items.get(idOf(book, externalId), everything).payload;

const item = (number: number, more: JsonObject = {}): JsonObject => ({
  data_path: `false_images/false_${String(number)}.png`,
  label: false,
  scene: 'hotel',
  target_partner: 'boyfriend',
  main_ins: 'My boyfriend said he is alone. Do you notice anything suspicious that contradicts his claim?',
  ...more,
});

describe('the same source again', () => {
  it('changes nothing at all', async () => {
    await using book = await freshCasebook();
    put(book.at('in/data_info.json'), readFileSync(FIXTURE));
    await drawFlag(book.at('in/true_images/true_1.png'));
    await importData(book, book.at('in'));
    const before = contentOf(book);
    const report = await importData(book, book.at('in'));
    expect(report).toMatchObject({
      added: 0,
      updated: 0,
      unchanged: 6,
      changes: [],
      images: { added: 0, missing: 5 },
    });
    expect(contentOf(book)).toEqual(before);
  });

  it('changed, updates and says what changed, field by field; taking it back is one step', async () => {
    await using book = await freshCasebook();
    const items = readObjects(FIXTURE);
    await importData(book, FIXTURE);
    const [first = {}, second = {}, ...rest] = items;
    const { url: _url, ...withoutUrl } = second;
    put(book.at('b.json'), JSON.stringify([{ ...first, scene: 'dining', extra: 1 }, withoutUrl, ...rest]));
    const report = await importData(book, book.at('b.json'));
    expect(report).toMatchObject({ added: 0, updated: 2, unchanged: 4 });
    expect(report.changes).toEqual([
      { item: 'true_images/true_1.png', field: 'scene', from: 'hotel', to: 'dining' },
      { item: 'true_images/true_1.png', field: 'extra', from: '', to: '1' },
      { item: 'true_images/true_2.png', field: 'url', from: second['url'], to: '' },
    ]);
    expect(payloadOf(book, 'true_images/true_1.png')).toEqual({ ...first, scene: 'dining', extra: 1 });
    expect(book.items.counts({}, everything).facets['scene']).toContainEqual({ value: 'dining', count: 3 });
    const event = present(book.history.list({ kinds: ['update'], limit: 10 }, everything).events[0]);
    const ana = book.people.ensure('ana', 'human');
    expect(await book.history.undo(event.id, ana.id)).toEqual({ changed: 2 });
    expect(payloadOf(book, 'true_images/true_1.png')).toEqual(first);
  });

  it('changed where it was also edited here: the edit stays, what was not edited follows the source', async () => {
    await using book = await freshCasebook();
    const [first = {}] = readObjects(FIXTURE);
    await importData(book, put(book.at('a.json'), JSON.stringify([first])));
    const key = {
      itemId: idOf(book, 'true_images/true_1.png'),
      task: 'curate',
      round: 1,
      personId: book.people.ensure('ana', 'human').id,
    };
    book.annotations.edit(
      key,
      {
        revision: 0,
        diff: {
          added: {},
          updated: {
            'field:scene': [
              { type: 'field', name: 'scene', value: 'hotel' },
              { type: 'field', name: 'scene', value: 'karaoke bar' },
            ],
          },
          removed: {},
        },
        mark: 'm',
        activeMilliseconds: 0,
      },
      everything,
    );
    book.annotations.submit(key, 1, everything);
    const unchanged = await importData(book, book.at('a.json'));
    expect(unchanged).toMatchObject({ updated: 0, unchanged: 1 });
    expect(payloadOf(book, 'true_images/true_1.png')['scene']).toBe('karaoke bar');
    put(book.at('a.json'), JSON.stringify([{ ...first, scene: 'dining', url: 'https://example.org/new' }]));
    const merged = await importData(book, book.at('a.json'));
    expect(merged).toMatchObject({ updated: 1, changes: [{ field: 'url', to: 'https://example.org/new' }] });
    expect(merged.warnings).toContainEqual(
      expect.objectContaining({
        item: 'true_images/true_1.png',
        field: 'scene',
        message: expect.stringContaining('the edit stays'),
      }),
    );
    expect(payloadOf(book, 'true_images/true_1.png')).toMatchObject({
      scene: 'karaoke bar',
      url: 'https://example.org/new',
    });
    const again = await importData(book, book.at('a.json'));
    expect(again).toMatchObject({ updated: 0, unchanged: 1, changes: [] });
  });

  it('with another image takes the new one, but not over one that was put there at the Desk', async () => {
    await using book = await freshCasebook();
    const ana = book.people.ensure('ana', 'human').id;
    put(book.at('in/data_info.json'), JSON.stringify([item(1), item(2)]));
    for (const number of [1, 2])
      await drawFlag(book.at(`in/false_images/false_${String(number)}.png`), 300 + number, 300);
    await importData(book, book.at('in'));
    const second = idOf(book, 'false_images/false_2.png');
    const before = book.items.get(second, everything).images[0];
    if (before === undefined || before.imageId === null) throw new Error('The item has no image.');
    const crop = await book.images.derive(
      before.imageId,
      { operation: 'crop', box: { x: 0, y: 0, width: 200, height: 200 } },
      ana,
    );
    book.annotations.edit(
      { itemId: second, task: 'curate', round: 1, personId: ana },
      {
        revision: 0,
        diff: { added: {}, updated: { 'image:0': [before, { ...before, imageId: crop.id }] }, removed: {} },
        mark: 'm',
        activeMilliseconds: 0,
      },
      everything,
    );
    expect(await importData(book, book.at('in'))).toMatchObject({ updated: 0, unchanged: 2 });
    for (const number of [1, 2])
      await drawFlag(book.at(`in/false_images/false_${String(number)}.png`), 400 + number, 300);
    const report = await importData(book, book.at('in'));
    expect(report).toMatchObject({ updated: 1, unchanged: 1 });
    expect(report.warnings).toContainEqual(
      expect.objectContaining({ item: 'false_images/false_2.png', field: 'images' }),
    );
    expect(book.items.get(second, everything).images[0]?.imageId).toBe(crop.id);
    const first = book.items.get(idOf(book, 'false_images/false_1.png'), everything).images[0]?.imageId;
    expect(first !== null && first !== undefined && book.images.get([first], everything)[0]?.width).toBe(401);
  });
});

describe('with a person', () => {
  it('their answers are submitted annotations; a second person’s do not change the item', async () => {
    await using book = await freshCasebook();
    const [first = {}] = readObjects(FIXTURE);
    await importData(book, put(book.at('a.json'), JSON.stringify([first])), { person: 'Anna' });
    await importData(book, put(book.at('b.json'), JSON.stringify([{ ...first, scene: 'dining' }])), {
      person: 'ben',
    });
    const id = idOf(book, 'true_images/true_1.png');
    expect(payloadOf(book, 'true_images/true_1.png')['scene']).toBe('hotel');
    const versions = book.annotations.versions(id, 'curate', everything);
    expect(
      versions
        .map(({ person, state, isGold }) => [person, state, isGold])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['Anna', 'submitted', true],
      ['ben', 'submitted', false],
    ]);
    const before = contentOf(book);
    expect(await importData(book, book.at('b.json'), { person: 'ben' })).toMatchObject({
      updated: 0,
      unchanged: 1,
    });
    expect(contentOf(book)).toEqual(before);
    const renewed = await importData(
      book,
      put(book.at('a.json'), JSON.stringify([{ ...first, scene: 'karaoke bar' }])),
      { person: 'anna' },
    );
    expect(renewed).toMatchObject({ updated: 1 });
    expect(payloadOf(book, 'true_images/true_1.png')['scene']).toBe('karaoke bar');
    expect(
      book.annotations.versions(id, 'curate', everything).filter(({ person }) => person === 'Anna'),
    ).toHaveLength(2);
  });
});

describe('a dry run', () => {
  it('says what would happen and changes nothing', async () => {
    await using book = await freshCasebook();
    put(book.at('in/data_info.json'), readFileSync(FIXTURE));
    copyFileSync(photograph('locomotion-house-cat'), put(book.at('in/true_images/true_1.png'), ''));
    const before = contentOf(book);
    const report = await importData(book, book.at('in'), { dryRun: true });
    expect(report).toMatchObject({ added: 6, applied: false, images: { added: 1, missing: 5 } });
    expect(contentOf(book)).toEqual(before);
    expect(filesIn(book.casebook.folders.images)).toEqual([]);
  });
});

describe('cancelling', () => {
  it('at any moment leaves the casebook as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(12), async (moment) => {
        await using book = await freshCasebook();
        const items = Array.from({ length: 500 }, (_, index) => item(index + 1));
        put(book.at('in/data_info.json'), JSON.stringify(items));
        for (let number = 1; number <= 4; number += 1) {
          await drawFlag(book.at(`in/false_images/false_${String(number)}.png`), 280 + number, 280);
        }
        const before = contentOf(book);
        const controller = new AbortController();
        let left = moment;
        const progress = (): void => {
          if (left === 0) controller.abort();
          left -= 1;
        };
        const work = { progress, signal: controller.signal };
        const [outcome] = await Promise.allSettled([
          book.importExport.import({ source: book.at('in'), format: 'caughtcheating' }, null, work),
        ]);
        if (outcome.status === 'fulfilled') expect(outcome.value.added).toBe(500);
        else {
          expect(contentOf(book)).toEqual(before);
          expect(filesIn(book.casebook.folders.images)).toEqual([]);
          expect(filesIn(book.casebook.folders.thumbnails)).toEqual([]);
        }
      }),
      { numRuns: 8, examples: [[0], [1], [3], [6], [100]] },
    );
  });

  it('a second import meanwhile is refused', async () => {
    await using book = await freshCasebook();
    appendFileSync(book.at('a.json'), JSON.stringify([item(1)]));
    const first = importData(book, book.at('a.json'));
    await expect(importData(book, book.at('a.json'))).rejects.toThrow('Another import is running');
    expect(await first).toMatchObject({ added: 1 });
  });
});
