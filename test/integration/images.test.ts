import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parse as parseExif } from 'exifr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { thumbnailPath } from '../../electron/core/files/imagePaths.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ImageId } from '../../shared/base/ids.ts';
import { contentOf, filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { PHOTOGRAPHS, colourAt, drawFlag, photograph } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';

const ana = ({ people }: Services) => people.ensure('ana', 'human').id;

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

describe('an image', () => {
  it('is taken in upright, whatever its EXIF orientation', async () => {
    await using book = await freshCasebook();
    const upright = await sharp(await drawFlag(book.at('flag.png'), 640, 480))
      .raw()
      .toBuffer({ resolveWithObject: true });
    // Turned to the left on disk, with the word to turn it to the right again.
    const turned = await sharp(upright.data, { raw: upright.info })
      .rotate(270)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const image = await book.images.add(put(book.at('turned.jpg'), turned), ana(book));
    expect(image).toMatchObject({ width: 640, height: 480, origin: 'turned.jpg' });
    const { path } = await book.images.files.displayFile(image.id, 'thumbnail');
    expect(await sharp(path).metadata()).toMatchObject({ width: 320, height: 240 });
    expect(isRed(await colourAt(path, 10, 230))).toBe(true);
    expect(isGreen(await colourAt(path, 310, 10))).toBe(true);
  });

  it('gets its thumbnail again when the cache was deleted', async () => {
    await using book = await freshCasebook();
    const image = await book.images.add(photograph('acanthus-mollis'), ana(book));
    rmSync(book.casebook.folders.thumbnails, { recursive: true });
    const asked = await Promise.all(
      [1, 2, 3].map(() => book.images.files.displayFile(image.id, 'thumbnail')),
    );
    expect(asked.every(({ path }) => existsSync(path))).toBe(true);
    expect(filesIn(book.casebook.folders.thumbnails)).toHaveLength(1);
  });

  it('is refused in words where the file is none', async () => {
    await using book = await freshCasebook();
    const by = ana(book);
    await expect(book.images.add(book.at('nothing.png'), by)).rejects.toThrow('The file does not exist.');
    await expect(book.images.add(put(book.at('text.png'), 'text'), by)).rejects.toThrow('not an image');
    await expect(book.images.add('relative.png', by)).rejects.toThrow('not a full path');
    expect(book.casebook.database.prepare('SELECT count(*) FROM image').pluck().get()).toBe(0);
  });

  it('is found again under other items that show the same', async () => {
    await using book = await freshCasebook();
    for (const name of PHOTOGRAPHS) copyFileSync(photograph(name), put(book.at(`in/${name}.jpg`), ''));
    await sharp(photograph('locomotion-house-cat'))
      .resize(900)
      .jpeg({ quality: 60 })
      .toFile(book.at('in/cat again.jpg'));
    const report = await book.importExport.import({ source: book.at('in'), format: 'images' }, null, quietly);
    expect(report.similar).toEqual([['cat again.jpg', 'locomotion-house-cat.jpg']]);
    const { rows } = book.items.list(
      { text: 'again' },
      { by: 'imported', descending: false },
      0,
      1,
      everything,
    );
    const id = present(rows[0]?.id);
    expect(await book.images.similar(id, everything)).toMatchObject([
      { externalId: 'locomotion-house-cat.jpg' },
    ]);
  });
});

describe('a derived image', () => {
  it('is cropped to whole pixels, remembers its parent, and says nothing of the camera', async () => {
    await using book = await freshCasebook();
    const source = await sharp(await drawFlag(book.at('flag.png')))
      .withExif({ IFD0: { Make: 'A camera', Copyright: 'Somebody' } })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    expect(await parseExif(source)).toMatchObject({ Make: 'A camera' });
    const parent = await book.images.add(put(book.at('camera.jpg'), source), ana(book));
    const derivation = { operation: 'crop' as const, box: { x: 300.4, y: 9.7, width: 100, height: 50 } };
    const image = await book.images.derive(parent.id, derivation, ana(book));
    expect(image).toMatchObject({
      width: 100,
      height: 50,
      derivedFrom: parent.id,
      derivation,
      createdBy: 'ana',
      format: 'png',
    });
    const { path } = await book.images.files.displayFile(image.id, 'full');
    expect(await parseExif(path, { ihdr: false })).toBeUndefined();
    expect(isRed(await colourAt(path, 18, 10))).toBe(true);
    expect(isGreen(await colourAt(path, 22, 10))).toBe(true);
    const again = await book.images.derive(parent.id, derivation, ana(book));
    expect(again.id).toBe(image.id);
    await expect(
      book.images.derive(
        parent.id,
        { operation: 'crop', box: { x: 700, y: 0, width: 10, height: 10 } },
        ana(book),
      ),
    ).rejects.toThrow('outside the image');
  });

  it('has the rights that are noted of it, and where nothing is those of what it was made from', async () => {
    await using book = await freshCasebook();
    const parent = await book.images.add(await drawFlag(book.at('flag.png')), ana(book));
    const box = { x: 0, y: 0, width: 50, height: 50 };
    const crop = await book.images.derive(parent.id, { operation: 'crop', box }, ana(book));
    const smaller = { operation: 'crop' as const, box: { ...box, width: 20 } };
    const { id } = await book.images.derive(crop.id, smaller, ana(book));
    const nothing = { url: null, licence: null, attribution: null, redistributable: null };
    expect(book.images.get([id], everything)).toMatchObject([nothing]);
    const note = book.casebook.database.prepare(
      'UPDATE image SET url = ?, licence = ?, attribution = ?, redistributable = ? WHERE id = ?',
    );
    note.run('https://example.org/flag', 'CC BY 4.0', 'Ada', 0, parent.id);
    note.run(null, 'CC0', null, 1, crop.id);
    expect(book.images.get([id, parent.id], everything)).toMatchObject([
      { url: 'https://example.org/flag', licence: 'CC0', attribution: 'Ada', redistributable: true },
      { url: 'https://example.org/flag', licence: 'CC BY 4.0', attribution: 'Ada', redistributable: false },
    ]);
  });

  it('is redacted within the boxes and nowhere else', async () => {
    await using book = await freshCasebook();
    const width = 400;
    const pixels = Buffer.alloc(width * 300 * 3);
    // A chequered pattern of single pixels: the finest detail there is.
    for (let at = 0; at < width * 300; at += 1)
      pixels.fill((at + Math.floor(at / width)) % 2 === 0 ? 255 : 0, at * 3, at * 3 + 3);
    await sharp(pixels, { raw: { width, height: 300, channels: 3 } })
      .png()
      .toFile(book.at('fine.png'));
    const parent = await book.images.add(book.at('fine.png'), ana(book));
    const styles = ['blur', 'pixelate', 'fill'] as const;
    const regions = styles.map((style, index) => ({
      style,
      box: { x: 10.5 + index * 130, y: 20.5, width: 99, height: 99 },
    }));
    const image = await book.images.derive(parent.id, { operation: 'redact', regions }, ana(book));
    const { data, info } = await sharp((await book.images.files.displayFile(image.id, 'full')).path)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([width, 300]);
    const inside = (x: number, y: number): number =>
      regions.findIndex(
        ({ box }) => x >= Math.floor(box.x) && x < Math.ceil(box.x + box.width) && y >= 20 && y < 120,
      );
    const values = styles.map(() => [255, 0]);
    let outsideChanged = 0;
    for (let at = 0; at < width * 300; at += 1) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const region = inside(x, y);
      const value = data[at * 3] ?? 0;
      if (region === -1) outsideChanged += value === pixels[at * 3] ? 0 : 1;
      else
        values[region] = [
          Math.min(values[region]?.[0] ?? 255, value),
          Math.max(values[region]?.[1] ?? 0, value),
        ];
    }
    expect(outsideChanged).toBe(0);
    // Averages of black and white are grey, and nothing of the pattern is left.
    for (const [low = 0, high = 255] of values.slice(0, 2)) {
      expect(low).toBeGreaterThan(100);
      expect(high).toBeLessThan(156);
    }
    expect(values[2]).toEqual([0, 0]);
  });
});

describe('the store', () => {
  it('takes over what a killed program left without a row', async () => {
    await using book = await freshCasebook();
    const first = await book.images.add(photograph('allium-oreophilum'), ana(book));
    const facts = book.casebook.database.prepare('SELECT * FROM image WHERE id = ?').get(first.id);
    book.casebook.database.prepare('DELETE FROM image').run();
    const again = await book.images.add(photograph('allium-oreophilum'), ana(book));
    expect(book.casebook.database.prepare('SELECT * FROM image WHERE id = ?').get(again.id)).toMatchObject({
      ...(typeof facts === 'object' ? facts : {}),
      id: again.id,
      created_at: again.createdAt,
    });
  });

  it('takes an image away again where its thumbnail cannot be written', async () => {
    await using book = await freshCasebook();
    const bytes = readFileSync(photograph('allium-oreophilum'));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    // A folder where the file belongs stands in for a disk that is full.
    put(join(thumbnailPath(book.casebook.folders, sha256), 'x'), '');
    put(book.at('in/flower.jpg'), bytes);
    await expect(
      book.importExport.import({ source: book.at('in'), format: 'images' }, null, quietly),
    ).rejects.toThrow();
    expect(filesIn(book.casebook.folders.images)).toEqual([]);
    expect(book.casebook.database.prepare('SELECT count(*) FROM image').pluck().get()).toBe(0);
  });

  it('never shows a half-written file', async () => {
    await using book = await freshCasebook();
    const image = await book.images.add(photograph('allium-oreophilum'), ana(book));
    const names = [...filesIn(book.casebook.folders.images), ...filesIn(book.casebook.folders.thumbnails)];
    expect(names.every((name) => !name.includes('partial'))).toBe(true);
    const row = book.casebook.database
      .prepare<[string], { sha256: string }>('SELECT sha256 FROM image WHERE id = ?')
      .get(image.id);
    const target = thumbnailPath(book.casebook.folders, row?.sha256 ?? '');
    rmSync(target);
    writeFileSync(`${target}.x.partial`, 'half');
    const { path } = await book.images.files.displayFile(image.id, 'thumbnail');
    expect((await sharp(path).metadata()).format).toBe('webp');
  });
});
