import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseExif } from 'exifr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { type ItemId } from '../../shared/base/ids.ts';
import { dataPath, filesIn, freshCasebook, put, readObjects } from '../helpers/casebooks.ts';
import { readCocoFile } from '../helpers/cocoReader.ts';
import { colourAt, drawFlag, photograph, PHOTOGRAPHS } from '../helpers/pictures.ts';
import { firsts, present } from '../helpers/present.ts';
import { bringIn, FIXTURE, handOut, ids, signedOff, submit } from '../helpers/exportTargets.ts';

const ascending = (a = 0, b = 0): number => a - b;

function idOf(book: Services, externalId: string): ItemId {
  const found = present(ids(book).find((each) => each.externalId === externalId));
  return found.id;
}

function accept(book: Services): void {
  const by = book.people.ensure('ana', 'human').id;
  expect(book.items.setStatus({ filter: {} }, 'accepted', by, everything).refused).toEqual([]);
}

describe('what is handed out', () => {
  it('is what is accepted; what breaks a rule is left out and named, or refuses a strict export', async () => {
    await using book = await freshCasebook();
    put(book.at('in/data_info.json'), readFileSync(FIXTURE));
    await drawFlag(book.at('in/true_images/true_1.png'));
    await drawFlag(book.at('in/false_images/false_1.png'), 500, 400);
    await bringIn(book, book.at('in'));
    await expect(handOut(book, book.at('none'), { status: ['accepted'] })).rejects.toThrow(
      'The export would be empty',
    );
    for (const name of ['true_images/true_1.png', 'false_images/false_1.png']) {
      submit(book, idOf(book, name), { noPersonalInformation: true });
    }
    const ana = book.people.ensure('ana', 'human').id;
    expect(book.items.setStatus({ filter: {} }, 'accepted', ana, everything)).toMatchObject({ changed: 2 });
    // Accepted once, and since then a rule is broken: its image is gone.
    book.casebook.database.prepare("UPDATE item_image SET image_id = NULL WHERE name LIKE 'false%'").run();
    const report = await handOut(book, book.at('out'), { status: ['accepted'] });
    expect(report).toMatchObject({
      items: 1,
      left_out: [{ item: 'false_images/false_1.png', reason: expect.stringContaining('missing') }],
    });
    await expect(handOut(book, book.at('strict'), { status: ['accepted'], strict: true })).rejects.toThrow(
      'false_images/false_1.png',
    );
    expect(existsSync(book.at('strict'))).toBe(false);
    expect(await handOut(book, book.at('any'), { status: null })).toMatchObject({ items: 6, left_out: [] });
  });

  it('numbers new items so that numbers stay, are never given twice and tell nothing', async () => {
    await using book = await freshCasebook();
    for (let index = 0; index < 24; index += 1)
      await drawFlag(book.at(`photos/IMG_${String(index)}.png`), 300 + index, 300);
    await bringIn(book, book.at('photos'), 'images');
    const names = new Map<string, string>();
    ids(book).forEach(({ id }, index) =>
      submit(
        book,
        id,
        signedOff(index % 2 === 0),
        index % 2 === 0 ? [{ label: 'clue-1', box: [1, 2, 30, 40] }] : [],
      ),
    );
    accept(book);
    await handOut(book, book.at('one'), { status: ['accepted'], images: 'copy' });
    const first = readObjects(book.at('one/data_info.json'));
    expect(first.map((each) => each['data_path'])).toEqual([
      ...Array.from({ length: 12 }, (_, index) => `true_images/true_${String(index + 1)}.png`),
      ...Array.from({ length: 12 }, (_, index) => `false_images/false_${String(index + 1)}.png`),
    ]);
    const widths = await Promise.all(
      first.map(async (each) => (await sharp(join(book.at('one'), dataPath(each))).metadata()).width),
    );
    const labelled = [widths.slice(0, 12), widths.slice(12)];
    expect(labelled).not.toEqual(labelled.map((each) => each.toSorted(ascending)));
    expect(widths.toSorted(ascending)).toEqual(Array.from({ length: 24 }, (_, index) => 300 + index));
    for (const [index, each] of first.entries()) names.set(String(widths[index]), dataPath(each));
    // One item turns out to have been labelled wrongly, one is withdrawn, one is new.
    const [turned, withdrawn] = firsts(ids(book), 2);
    submit(book, turned.id, { label: false, clues: [], perception: [], reasoning: [] });
    book.items.setStatus(
      { ids: [withdrawn.id] },
      'rejected',
      book.people.ensure('ana', 'human').id,
      everything,
    );
    await drawFlag(book.at('photos/new.png'), 290, 300);
    await bringIn(book, book.at('photos'), 'images');
    submit(book, idOf(book, 'new.png'), signedOff(true));
    for (const { id, externalId } of ids(book)) {
      if (externalId !== withdrawn.externalId)
        book.items.setStatus({ ids: [id] }, 'accepted', book.people.ensure('ana', 'human').id, everything);
    }
    await handOut(book, book.at('two'), { status: ['accepted'], images: 'copy' });
    const second = readObjects(book.at('two/data_info.json')).map((each) => dataPath(each));
    expect(second).toHaveLength(24);
    const changed: string[] = [];
    for (const path of second) {
      const width = (await sharp(join(book.at('two'), path)).metadata()).width;
      if (names.get(String(width)) !== path) changed.push(path);
    }
    expect(changed.sort()).toEqual(['false_images/false_13.png', 'true_images/true_13.png']);
  });

  it('keeps an imported name while its class fits, and never lets another item have it', async () => {
    await using book = await freshCasebook();
    await bringIn(book, FIXTURE);
    submit(book, idOf(book, 'true_images/true_2.png'), {
      label: false,
      clues: [],
      perception: [],
      reasoning: [],
    });
    await drawFlag(book.at('photos/a.png'));
    await bringIn(book, book.at('photos'), 'images');
    submit(book, idOf(book, 'a.png'), signedOff(true));
    await handOut(book, book.at('out'));
    expect(readObjects(book.at('out/data_info.json')).map((each) => each['data_path'])).toEqual([
      'true_images/true_1.png',
      'true_images/true_3.png',
      'false_images/false_1.png',
      'false_images/false_2.png',
      'false_images/false_3.png',
      'true_images/true_4.png',
      'false_images/false_4.png',
    ]);
  });

  it('shows the picture upright and nothing of how it was made', async () => {
    await using book = await freshCasebook();
    const gps = {
      IFD0: { Make: 'A camera', Software: 'secret' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    };
    const upright = sharp(await drawFlag(book.at('flag.png')));
    put(
      book.at('photos/turned.jpg'),
      await sharp(await upright.rotate(270).toBuffer())
        .withExif(gps)
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 95 })
        .toBuffer(),
    );
    put(
      book.at('photos/straight.jpg'),
      await sharp(photograph('locomotion-house-cat')).withExif(gps).jpeg().toBuffer(),
    );
    put(
      book.at('photos/picture.png'),
      await sharp(photograph('airplane-from-above')).withExif(gps).png().toBuffer(),
    );
    put(
      book.at('photos/picture.webp'),
      await sharp(photograph('allium-oreophilum')).withExif(gps).webp().toBuffer(),
    );
    await drawFlag(book.at('photos/flag.bmp'), 320, 300);
    for (const name of ['turned.jpg', 'straight.jpg', 'picture.png', 'picture.webp']) {
      expect((await sharp(book.at('photos', name)).metadata()).exif).toBeDefined();
    }
    await bringIn(book, book.at('photos'), 'images');
    ids(book).forEach(({ id }) => submit(book, id, signedOff(false)));
    for (const format of ['caughtcheating', 'coco', 'yolo', 'voc']) {
      const report = await handOut(book, book.at(format), { format, images: 'copy' });
      expect(report).toMatchObject({ items: 5, images: 5, left_out: [] });
      const pictures = filesIn(book.at(format)).filter((name) => /\.(?:png|jpg|webp)$/u.test(name));
      expect(pictures).toHaveLength(5);
      for (const name of pictures) {
        const path = book.at(format, name);
        if (!name.endsWith('.webp')) {
          expect(await parseExif(path, { ihdr: false, jfif: false, icc: false })).toBeUndefined();
        }
        expect(readFileSync(path, 'latin1')).not.toMatch(/A camera|secret/u);
        const facts = await sharp(path).metadata();
        expect([facts.exif, facts.xmp, facts.orientation ?? 1]).toEqual([undefined, undefined, 1]);
        if (facts.width === 640 && facts.height === 480) {
          const [red = 0, green = 0] = await colourAt(path, 600, 40);
          expect(green > 200 && red < 60).toBe(true);
        }
      }
      // When a file was made tells nothing either.
      const times = new Set(filesIn(book.at(format)).map((name) => statSync(book.at(format, name)).mtimeMs));
      expect([...times]).toEqual([Date.UTC(2000, 0, 1)]);
    }
    // Turned and straight alike are PNG under the benchmark's own names.
    expect(readdirSync(book.at('caughtcheating/false_images')).sort()).toEqual(
      [1, 2, 3, 4, 5].map((number) => `false_${String(number)}.png`),
    );
    // A JPEG that stood upright loses no quality: the same pixels.
    const before = await sharp(book.at('photos/straight.jpg')).raw().toBuffer();
    expect((await sharp(book.at('coco/images/straight.jpg')).raw().toBuffer()).equals(before)).toBe(true);
  });

  it('links files whose own bytes say nothing, and copies the others', async () => {
    await using book = await freshCasebook();
    put(book.at('photos/plain.jpg'), await sharp(photograph('locomotion-house-cat')).jpeg().toBuffer());
    put(
      book.at('photos/camera.jpg'),
      await sharp(photograph('allium-oreophilum'))
        .withExif({ IFD0: { Make: 'A camera' } })
        .jpeg()
        .toBuffer(),
    );
    await bringIn(book, book.at('photos'), 'images');
    await handOut(book, book.at('out'), { format: 'coco', images: 'link' });
    expect(statSync(book.at('out/images/plain.jpg')).nlink).toBe(2);
    expect(statSync(book.at('out/images/camera.jpg')).nlink).toBe(1);
    expect(await parseExif(book.at('out/images/camera.jpg'))).toBeUndefined();
  });
});

describe('the clue boxes beside the data set', () => {
  it('read back with an independent COCO reader, under the names of the data set', async () => {
    await using book = await freshCasebook();
    for (const name of PHOTOGRAPHS.slice(0, 3))
      put(book.at(`photos/${name}.jpg`), readFileSync(photograph(name)));
    await bringIn(book, book.at('photos'), 'images');
    const boxes = [
      [10.5, 20.25, 100, 50],
      [12, 22, 8.0625, 9],
    ];
    ids(book).forEach(({ id }, index) =>
      submit(book, id, signedOff(index < 2), index < 2 ? boxes.map((box) => ({ label: 'clue-1', box })) : []),
    );
    await handOut(book, book.at('out'), { images: 'copy' });
    const coco = readCocoFile(book.at('out/clue_boxes.json'));
    expect(coco.files).toEqual(readObjects(book.at('out/data_info.json')).map((each) => each['data_path']));
    expect(coco.categories).toEqual(['deterministic clue']);
    expect(coco.boxes.map(({ file, bbox, attributes }) => [file, bbox, attributes['clue']])).toEqual(
      ['true_images/true_1.png', 'true_images/true_2.png'].flatMap((file) =>
        boxes.map((box) => [file, box, 'Two cups.']),
      ),
    );
  });
});
