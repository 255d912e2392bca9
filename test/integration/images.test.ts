import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parse as parseExif } from 'exifr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { thumbnailPath } from '../../electron/core/files/imagePaths.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { colourAt, drawFlag, photograph, PHOTOGRAPHS } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';

const ana = ({ people }: Services) => people.ensure('ana', 'human').id;

const isRed = ([red = 0, green = 0, blue = 0]: number[]): boolean => red > 200 && green < 60 && blue < 60;

const isGreen = ([red = 0, green = 0, blue = 0]: number[]): boolean => green > 200 && red < 60 && blue < 60;

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
