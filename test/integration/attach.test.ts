import { readFileSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { drawFlag, photograph } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';

const FIXTURE = resolve(import.meta.dirname, '../fixtures/caughtcheating/data_info.json');

const attach = (book: Services, folder: string) => book.importExport.attach(folder, null, quietly);

describe('attaching a folder', () => {
  it('finds files by path, by case, by bare name and by another extension, where that is unique', async () => {
    await using book = await freshCasebook();
    await book.importExport.import({ source: FIXTURE, format: 'caughtcheating' }, null, quietly);
    await drawFlag(book.at('in/true_images/true_1.png'), 301, 300);
    await drawFlag(book.at('in/TRUE_IMAGES/True_2.PNG'), 302, 300);
    await drawFlag(book.at('in/found/true_3.jpg'), 303, 300);
    await drawFlag(book.at('in/one/false_1.png'), 304, 300);
    await drawFlag(book.at('in/two/false_1.png'), 305, 300);
    await drawFlag(book.at('in/other.png'), 306, 300);
    put(book.at('in/false_2.png'), 'damaged');
    const report = await attach(book, book.at('in'));
    expect(report.attached.toSorted((a, b) => a.item.localeCompare(b.item))).toEqual([
      { item: 'true_images/true_1.png', file: 'true_images/true_1.png', by: 'name' },
      { item: 'true_images/true_2.png', file: 'TRUE_IMAGES/True_2.PNG', by: 'name' },
      { item: 'true_images/true_3.png', file: 'found/true_3.jpg', by: 'name' },
    ]);
    expect(report.still_missing).toEqual([
      'false_images/false_1.png',
      'false_images/false_2.png',
      'false_images/false_3.png',
    ]);
    expect(report.unused).toEqual(['false_2.png', 'one/false_1.png', 'other.png', 'two/false_1.png']);
    expect(report.problems).toMatchObject([{ file: 'false_2.png' }]);
    expect(book.items.counts({}, everything).missingImages).toBe(3);
    expect(book.history.list({ kinds: ['attach'], limit: 10 }, everything).events).toHaveLength(3);
    expect(await attach(book, book.at('in'))).toMatchObject({ attached: [] });
  });

  it('gives a place back the very file that stood there before, whatever it is called now', async () => {
    await using book = await freshCasebook();
    put(book.at('in/data_info.json'), readFileSync(FIXTURE));
    put(book.at('in/true_images/true_1.png'), readFileSync(photograph('locomotion-house-cat')));
    await book.importExport.import({ source: book.at('in'), format: 'caughtcheating' }, null, quietly);
    const row = present(
      book.items.list({ images: 'present' }, { by: 'imported', descending: false }, 0, 10, everything)
        .rows[0],
    );
    const before = present(book.items.get(row.id, everything).images[0]);
    const key = { itemId: row.id, task: 'curate', round: 1, personId: book.people.ensure('ana', 'human').id };
    book.annotations.edit(
      key,
      {
        revision: 0,
        diff: { added: {}, updated: { 'image:0': [before, { ...before, imageId: null }] }, removed: {} },
        mark: 'm',
        activeMilliseconds: 0,
      },
      everything,
    );
    put(book.at('archive/DSC_0001.jpg'), readFileSync(photograph('locomotion-house-cat')));
    put(book.at('archive/DSC_0002.jpg'), readFileSync(photograph('airplane-from-above')));
    const report = await attach(book, book.at('archive'));
    expect(report.attached).toEqual([
      { item: 'true_images/true_1.png', file: 'DSC_0001.jpg', by: 'content' },
    ]);
    expect(book.items.get(row.id, everything).images[0]).toEqual(before);
  });

  it('brings back files that were lost from the store', async () => {
    await using book = await freshCasebook();
    await drawFlag(book.at('in/a.png'));
    await book.importExport.import({ source: book.at('in'), format: 'images' }, null, quietly);
    const files = filesIn(book.casebook.folders.images);
    rmSync(book.casebook.folders.images, { recursive: true });
    renameSync(book.at('in/a.png'), book.at('in/renamed.png'));
    const report = await attach(book, book.at('in'));
    expect(report.attached).toEqual([{ item: 'a.png', file: 'renamed.png', by: 'content' }]);
    expect(filesIn(book.casebook.folders.images)).toEqual(files);
  });
});
