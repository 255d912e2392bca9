import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ImageId } from '../../shared/base/ids.ts';
import { contentOf, filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { colourAt, drawFlag, photograph } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';

/** The only image of an item. */
function imageOf({ casebook }: Services, externalId: string): ImageId {
  return present(
    casebook.database
      .prepare<[string], ImageId>(
        'SELECT image_id FROM item_image p JOIN item i ON i.id = p.item_id WHERE i.external_id = ?',
      )
      .pluck()
      .get(externalId),
    `There is no item ${externalId}.`,
  );
}

const isRed = ([red = 0, green = 0, blue = 0]: number[]): boolean => red > 200 && green < 60 && blue < 60;

const isGreen = ([red = 0, green = 0, blue = 0]: number[]): boolean => green > 200 && red < 60 && blue < 60;

describe('a folder of images', () => {
  it('becomes items of every format, in natural order, with thumbnails and sizes', async () => {
    await using book = await freshCasebook('generic');
    const names = ['a/photo10.png', 'a/photo2.jpg', 'b.webp', 'c.avif', 'd.tiff', 'e.gif', 'f.bmp'];
    for (const name of names) await drawFlag(book.at('in', name));
    put(book.at('in/notes.txt'), 'not an image');
    put(book.at('in/.hidden.png'), 'hidden');
    const report = await book.importExport.import({ source: book.at('in'), format: 'images' }, null, quietly);
    expect(report).toMatchObject({ added: 7, skipped: [], images: { added: 7, missing: 0 }, applied: true });
    expect(report.warnings).toEqual([
      { item: 'notes.txt', field: null, message: 'Left out: Casebook reads no images of the type .txt.' },
    ]);
    const { rows } = book.items.list({}, { by: 'imported', descending: false }, 0, 10, everything);
    expect(rows.map(({ externalId }) => externalId)).toEqual([
      'a/photo2.jpg',
      'a/photo10.png',
      ...names.slice(2),
    ]);
    for (const row of rows) {
      const id = imageOf(book, row.externalId);
      expect(book.images.get([id], everything)).toMatchObject([{ width: 640, height: 480 }]);
      const thumbnail = await book.images.files.displayFile(id, 'thumbnail');
      expect(thumbnail.mime).toBe('image/webp');
      const { width, height } = await sharp(thumbnail.path).metadata();
      expect([width, height]).toEqual([320, 240]);
      expect(isRed(await colourAt(thumbnail.path, 20, 20))).toBe(true);
      expect(isGreen(await colourAt(thumbnail.path, 300, 20))).toBe(true);
      const full = await book.images.files.displayFile(id, 'full');
      const shown = ['.tiff', '.gif', '.bmp'].some((end) => row.externalId.endsWith(end)) ? 'png' : null;
      if (shown !== null)
        expect([full.mime, (await sharp(full.path).metadata()).format]).toEqual(['image/png', 'png']);
      expect(isGreen(await colourAt(full.path, 600, 40))).toBe(true);
    }
  });

  it('takes a phone’s HEIC photo, shown as PNG and exported without metadata', async () => {
    await using book = await freshCasebook('generic');
    copyFileSync(
      join(import.meta.dirname, '../fixtures/images/phone.heic'),
      put(book.at('in/phone.HEIC'), ''),
    );
    const report = await book.importExport.import({ source: book.at('in'), format: 'images' }, null, quietly);
    expect(report).toMatchObject({ added: 1, skipped: [], images: { added: 1, missing: 0 } });
    const id = imageOf(book, 'phone.HEIC');
    expect(book.images.get([id], everything)).toMatchObject([{ width: 320, height: 240 }]);
    const full = await book.images.files.displayFile(id, 'full');
    expect(full.mime).toBe('image/png');
    for (const { path } of [full, await book.images.files.displayFile(id, 'thumbnail')]) {
      const [red = 0, green = 0, blue = 0] = await colourAt(path, 20, 20);
      expect([red > 180, green < 30, blue < 30]).toEqual([true, true, true]);
    }
    const target = book.at('out');
    await book.importExport.export({ target, format: 'generic', status: null }, null, quietly);
    const copy = filesIn(target).find((name) => /\.(?:png|jpg)$/u.test(name)) ?? '';
    const head = await sharp(join(target, copy)).metadata();
    expect([head.width, head.height, head.exif]).toEqual([320, 240, undefined]);
  });

  it('may be one image: a photo that was dropped', async () => {
    await using book = await freshCasebook('generic');
    await drawFlag(book.at('in/one.png'));
    await drawFlag(book.at('in/two.png'));
    const source = book.at('in/one.png');
    await expect(book.importExport.recognise(source)).resolves.toEqual(['images']);
    const report = await book.importExport.import({ source, format: 'images' }, null, quietly);
    expect(report).toMatchObject({ added: 1, warnings: [], applied: true });
    expect(book.images.get([imageOf(book, 'one.png')], everything)).toHaveLength(1);
  });

  it('is stored once a content, under its hash, and a second time changes nothing', async () => {
    await using book = await freshCasebook();
    copyFileSync(photograph('locomotion-house-cat'), put(book.at('in/cat.jpg'), ''));
    copyFileSync(photograph('locomotion-house-cat'), put(book.at('in/again/cat.jpg'), ''));
    copyFileSync(photograph('allium-oreophilum'), book.at('in/flower.jpg'));
    const first = await book.importExport.import({ source: book.at('in'), format: 'images' }, null, quietly);
    expect(first).toMatchObject({ added: 3, images: { added: 2 }, similar: [['again/cat.jpg', 'cat.jpg']] });
    const files = filesIn(book.casebook.folders.images);
    expect(files).toHaveLength(2);
    for (const file of files) {
      const sha256 = createHash('sha256')
        .update(readFileSync(join(book.casebook.folders.images, file)))
        .digest('hex');
      expect(file).toBe(join(sha256.slice(0, 2), `${sha256}.jpg`));
    }
    const before = contentOf(book);
    const second = await book.importExport.import({ source: book.at('in'), format: 'images' }, null, quietly);
    expect(second).toMatchObject({ added: 0, updated: 0, unchanged: 3, images: { added: 0 }, similar: [] });
    expect(contentOf(book)).toEqual(before);
  });

  it('names a damaged file and changes nothing, or with keep-going takes the sound ones', async () => {
    await using book = await freshCasebook();
    await drawFlag(book.at('in/sound.png'));
    const whole = readFileSync(photograph('airplane-from-above'));
    put(book.at('in/cut.jpg'), whole.subarray(0, whole.length / 2));
    put(book.at('in/empty.png'), '');
    put(book.at('in/text.png'), 'this is no image');
    put(book.at('in/drawing.png'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    put(book.at('in/photo.jpg'), Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'));
    put(book.at('in/short.bmp'), Buffer.from('BM and nothing more'));
    const before = contentOf(book);
    const refused = await book.importExport.import(
      { source: book.at('in'), format: 'images' },
      null,
      quietly,
    );
    expect(refused).toMatchObject({ added: 0, applied: false, readable: 1 });
    expect(refused.skipped.map(({ item }) => item).sort()).toEqual([
      'cut.jpg',
      'drawing.png',
      'empty.png',
      'photo.jpg',
      'short.bmp',
      'text.png',
    ]);
    expect(refused.skipped.find(({ item }) => item === 'photo.jpg')?.reason).toContain('HEIC');
    expect(refused.skipped.find(({ item }) => item === 'empty.png')?.reason).toContain('empty');
    expect(contentOf(book)).toEqual(before);
    expect(filesIn(book.casebook.folders.images)).toEqual([]);
    expect(filesIn(book.casebook.folders.thumbnails)).toEqual([]);
    const taken = await book.importExport.import(
      { source: book.at('in'), format: 'images', keepGoing: true },
      null,
      quietly,
    );
    expect(taken).toMatchObject({ added: 1, applied: true });
  });

  it('leaves nothing behind when it is cancelled', async () => {
    await using book = await freshCasebook();
    for (let index = 0; index < 12; index += 1)
      await drawFlag(book.at(`in/${String(index)}.png`), 500 + index, 400);
    const before = contentOf(book);
    const controller = new AbortController();
    const cancelled = book.importExport.import({ source: book.at('in'), format: 'images' }, null, {
      signal: controller.signal,
      progress: (phase, done) => {
        if (phase === 'Images' && done === 5) controller.abort();
      },
    });
    await expect(cancelled).rejects.toThrow(/abort/iu);
    expect(contentOf(book)).toEqual(before);
    expect(filesIn(book.casebook.folders.images)).toEqual([]);
    expect(filesIn(book.casebook.folders.thumbnails)).toEqual([]);
    const whole = await book.importExport.import({ source: book.at('in'), format: 'images' }, null, quietly);
    expect(whole.added).toBe(12);
  });

  it('can stay where it is: a linked file is not copied, and one that went away is told plainly', async () => {
    await using book = await freshCasebook();
    const file = await drawFlag(book.at('in/linked.tiff'));
    await book.importExport.import({ source: book.at('in'), format: 'images', link: true }, null, quietly);
    expect(filesIn(book.casebook.folders.images)).toEqual([]);
    const id = imageOf(book, 'linked.tiff');
    expect((await book.images.files.displayFile(id, 'full')).mime).toBe('image/png');
    renameSync(file, book.at('moved.tiff'));
    await expect(book.images.files.displayFile(id, 'full')).rejects.toThrow(
      /linked.tiff is no longer there/u,
    );
    expect((await book.images.files.displayFile(id, 'thumbnail')).mime).toBe('image/webp');
    const attached = await book.importExport.attach(
      put(book.at('elsewhere/x.txt'), '').slice(0, -6),
      null,
      quietly,
    );
    expect(attached.attached).toEqual([]);
    renameSync(book.at('moved.tiff'), book.at('elsewhere/renamed.tiff'));
    const found = await book.importExport.attach(book.at('elsewhere'), null, quietly);
    expect(found.attached).toEqual([{ item: 'linked.tiff', file: 'renamed.tiff', by: 'content' }]);
    expect((await book.images.files.displayFile(id, 'full')).mime).toBe('image/png');
  });
});
