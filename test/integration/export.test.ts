import { existsSync, linkSync, readFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse as parseExif } from 'exifr';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ExportRequest } from '../../shared/contract/importExport.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import { RegionId, type ItemId } from '../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';
import { v7 } from 'uuid';
import { json, oddText } from '../helpers/arbitraries.ts';
import {
  contentOf,
  dataPath,
  filesIn,
  freshCasebook,
  put,
  quietly,
  readObjects,
} from '../helpers/casebooks.ts';
import { readCocoFile } from '../helpers/cocoReader.ts';
import { PHOTOGRAPHS, colourAt, drawFlag, photograph } from '../helpers/pictures.ts';
import { firsts, present } from '../helpers/present.ts';
import { realItems } from '../helpers/realData.ts';
import { regionRecord } from '../helpers/regions.ts';

const FIXTURE = resolve(import.meta.dirname, '../fixtures/caughtcheating/data_info.json');
/** What lies beside every export into a folder. */
const COMPANIONS = ['gold.csv', 'labels.csv', 'reliability.json', 'reliability.md'];
const ascending = (a = 0, b = 0): number => a - b;
const all = { by: 'imported', descending: false } as const;

const bringIn = (book: Services, source: string, format = 'caughtcheating') =>
  book.importExport.import({ source, format }, null, quietly);
const handOut = (book: Services, target: string, more: Partial<ExportRequest> = {}) =>
  book.importExport.export(
    { target, format: 'caughtcheating', status: null, images: 'none', ...more },
    null,
    quietly,
  );

const ids = (book: Services): { id: ItemId; externalId: string }[] =>
  book.items.list({}, all, 0, 1000, everything).rows;

function idOf(book: Services, externalId: string): ItemId {
  const found = present(ids(book).find((each) => each.externalId === externalId));
  return found.id;
}

/** What a person fills in at the Desk, submitted. */
function submit(
  book: Services,
  itemId: ItemId,
  fields: JsonObject,
  boxes: readonly { label: string; box: readonly number[] }[] = [],
): void {
  const personId = book.people.ensure('ana', 'human').id;
  const key = { itemId, task: 'curate', round: 1, personId };
  const document = book.annotations.open(key, everything);
  const imageId = book.items.get(itemId, everything).images[0]?.imageId ?? null;
  const updated: Record<string, readonly [DocumentRecord, DocumentRecord]> = {};
  for (const [name, value] of Object.entries(fields)) {
    const before = document.records[`field:${name}`];
    if (before !== undefined) updated[`field:${name}`] = [before, { type: 'field', name, value }];
  }
  const added: Record<string, DocumentRecord> = {};
  boxes.forEach(({ label, box: [x = 0, y = 0, width = 1, height = 1] }, order) => {
    if (imageId === null) return;
    const id = RegionId.parse(v7());
    added[`region:${id}`] = regionRecord({ id, imageId, label, x, y, width, height, order });
  });
  const { revision } = book.annotations.edit(
    key,
    {
      revision: document.revision,
      diff: { added, updated, removed: {} },
      mark: v7(),
      activeMilliseconds: 1,
    },
    everything,
  );
  book.annotations.submit(key, revision, everything);
}

const signedOff = (label: boolean): JsonObject => ({
  label,
  scene: 'hotel',
  partner: 'boyfriend',
  claim:
    'My boyfriend said he is staying alone at the hotel and sent me this photo. Do you notice anything suspicious that contradicts his claim?',
  noPersonalInformation: true,
  ...(label
    ? {
        clues: [{ id: 'clue-1', text: 'Two cups.', deterministic: true }],
        perception: [{ question: 'Are there two cups?', answer: 'Yes' }],
        reasoning: [{ question: 'Does that mean company?', answer: 'Yes' }],
      }
    : {}),
});

function accept(book: Services): void {
  const by = book.people.ensure('ana', 'human').id;
  expect(book.items.setStatus({ filter: {} }, 'accepted', by, everything).refused).toEqual([]);
}

describe('import, then export without an edit', () => {
  it.runIf(realItems() !== null)('gives the published data set again, to the byte', async () => {
    await using book = await freshCasebook();
    const text = JSON.stringify(realItems(), null, 2);
    await bringIn(book, put(book.at('in/data_info.json'), text));
    const report = await handOut(book, book.at('out'));
    expect(report).toMatchObject({ items: 100, images: 0, left_out: [] });
    expect(readFileSync(book.at('out/data_info.json'), 'utf8')).toBe(text);
  });

  it('gives the same objects in the same order with the same order of keys', async () => {
    await using book = await freshCasebook();
    await bringIn(book, FIXTURE);
    const report = await handOut(book, book.at('out'));
    expect(report.files).toEqual(['clue_boxes.json', 'data_info.json', 'data_info.jsonl', ...COMPANIONS]);
    expect(readFileSync(book.at('out/data_info.json'), 'utf8')).toBe(
      JSON.stringify(readObjects(FIXTURE), null, 2),
    );
    const lines = readFileSync(book.at('out/data_info.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines).toEqual(readObjects(FIXTURE).map((each) => JSON.stringify(each)));
  });

  it('holds for any well-formed data set: odd texts, unknown keys, any order of keys', async () => {
    const path = fc
      .tuple(
        fc.array(
          fc.stringMatching(/^[\p{L}\p{N} _-]{1,12}$/u).filter((name) => name.trim() !== ''),
          { minLength: 1, maxLength: 3 },
        ),
        fc.constantFrom('.png', '.jpg', ''),
      )
      .map(([parts, end]) => `${parts.join('/')}${end}`);
    const texts = fc.array(oddText, { maxLength: 3 });
    const record = fc
      .tuple(
        fc.record({
          data_path: path,
          label: fc.boolean(),
          scene: oddText,
          target_partner: fc.oneof(oddText, fc.constant('boyfriend')),
          main_ins: oddText,
        }),
        fc.record(
          {
            detm_cue: oddText,
            non_detm_cue: texts,
            p_sub_ins: texts,
            p_sub_ans: texts,
            r_sub_ins: texts,
            r_sub_ans: texts,
            url: oddText,
          },
          { requiredKeys: [] },
        ),
        fc.array(fc.tuple(oddText, json), { maxLength: 3 }),
        fc.integer(),
      )
      .map(([needed, possible, unknown, turn]) => {
        const known: [string, Json][] = [...Object.entries(needed), ...Object.entries(possible)];
        const names = new Set([
          ...known.map(([key]) => key),
          'detm_cue',
          'non_detm_cue',
          'p_sub_ins',
          'p_sub_ans',
          'r_sub_ins',
          'r_sub_ans',
          'url',
        ]);
        const entries: [string, Json][] = [...known, ...unknown.filter(([key]) => !names.has(key))];
        const at = Math.abs(turn) % entries.length;
        return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]);
      });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(record, { selector: (each) => each['data_path'], minLength: 1, maxLength: 5 }),
        async (items) => {
          await using book = await freshCasebook();
          const source = JSON.stringify(items);
          const report = await bringIn(book, put(book.at('a.json'), source));
          expect(report.skipped).toEqual([]);
          await handOut(book, book.at('out'));
          const text = readFileSync(book.at('out/data_info.json'), 'utf8');
          expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(JSON.parse(source)));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('holds for items of a casebook’s own label set', async () => {
    await using book = await freshCasebook('generic');
    const items = [
      { id: 'a', image: 'x/1.png', text: 'é', more: { __proto: 1 } },
      { id: 7, images: ['2.png', '3.png'] },
    ];
    await bringIn(book, put(book.at('in/items.json'), JSON.stringify(items)), 'generic');
    await handOut(book, book.at('out'), { format: 'generic' });
    const lines = readFileSync(book.at('out/items.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines).toEqual(items.map((each) => JSON.stringify(each)));
  });
});

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

describe('the target', () => {
  it('is never overwritten without force; with it, only what an export made gives way', async () => {
    await using book = await freshCasebook();
    put(book.at('in/data_info.json'), readFileSync(FIXTURE));
    await drawFlag(book.at('in/true_images/true_1.png'));
    await bringIn(book, book.at('in'));
    await handOut(book, book.at('out'), { images: 'copy' });
    put(book.at('out/notes/mine.txt'), 'mine');
    put(book.at('out/true_images/true_99.png'), 'of a former export');
    put(book.at('out/true_images/sketch.png'), 'mine too');
    await expect(handOut(book, book.at('out'))).rejects.toMatchObject({ code: 'exists' });
    expect(existsSync(book.at('out/true_images/true_1.png'))).toBe(true);
    await handOut(book, book.at('out'), { force: true, allowFewer: true });
    expect(filesIn(book.at('out'))).toEqual([
      'clue_boxes.json',
      'data_info.json',
      'data_info.jsonl',
      'gold.csv',
      'labels.csv',
      'notes/mine.txt',
      'reliability.json',
      'reliability.md',
      'true_images/sketch.png',
    ]);
    await expect(handOut(book, join(book.casebook.path, 'out'))).rejects.toThrow('inside the casebook');
    await handOut(book, book.at('single.json'));
    expect(readObjects(book.at('single.json'))).toEqual(readObjects(FIXTURE));
    await expect(handOut(book, book.at('single.json'))).rejects.toMatchObject({ code: 'exists' });
  });

  it('has nothing left beside it where the export is cancelled or fails', async () => {
    await using book = await freshCasebook();
    for (let index = 0; index < 6; index += 1)
      await drawFlag(book.at(`photos/${String(index)}.png`), 300 + index, 300);
    await bringIn(book, book.at('photos'), 'images');
    ids(book).forEach(({ id }) => submit(book, id, signedOff(false)));
    const before = readdirSync(book.at('.')).sort();
    for (const phase of ['Checking', 'Images', 'Writing']) {
      const controller = new AbortController();
      const work = {
        signal: controller.signal,
        progress: (now: string) => (now === phase ? controller.abort() : undefined),
      };
      await expect(
        book.importExport.export(
          { target: book.at('new/deep/out'), format: 'caughtcheating', status: null, images: 'copy' },
          null,
          work,
        ),
      ).rejects.toThrow(/abort/iu);
      expect(readdirSync(book.at('.')).sort()).toEqual(before);
    }
    const content = contentOf(book);
    expect(content['event']?.some((event) => JSON.stringify(event).includes('"export"'))).toBe(false);
  });

  it('leaves an item out whose image file is damaged, and says so', async () => {
    await using book = await freshCasebook();
    await drawFlag(book.at('photos/a.png'), 300, 300);
    await drawFlag(book.at('photos/b.png'), 301, 300);
    await bringIn(book, book.at('photos'), 'images');
    ids(book).forEach(({ id }) => submit(book, id, signedOff(false)));
    const [file] = filesIn(book.casebook.folders.images);
    put(join(book.casebook.folders.images, file ?? ''), 'damaged');
    const report = await handOut(book, book.at('out'), { images: 'copy' });
    expect(report).toMatchObject({
      items: 1,
      images: 1,
      left_out: [{ reason: expect.stringContaining('not an image') }],
    });
    expect(readObjects(book.at('out/data_info.json'))).toHaveLength(1);
  });

  it('can be a folder on this disk that is full of other people’s links', async () => {
    await using book = await freshCasebook();
    await bringIn(book, FIXTURE);
    put(book.at('shared.txt'), 'x');
    put(book.at('out/keep/x.txt'), '');
    linkSync(book.at('shared.txt'), book.at('out/keep/linked.txt'));
    utimesSync(book.at('out/keep/linked.txt'), 5, 5);
    await handOut(book, book.at('out'), { force: true });
    expect(statSync(book.at('out/keep/linked.txt')).mtimeMs).toBe(5000);
  });
});

describe('an export that ends while an import is being written', () => {
  it('is in its place, and is noted in History once writing is possible again', async () => {
    await using book = await freshCasebook();
    await bringIn(book, FIXTURE);
    const noted = () =>
      book.casebook.database.prepare("SELECT count(*) FROM event WHERE kind = 'export'").pluck().get();
    const closed: (() => void)[] = [];
    const target = book.at('items.json');
    const exporting = book.importExport.export(
      { target, format: 'caughtcheating', status: null, images: 'none' },
      null,
      {
        ...quietly,
        progress: (phase) => {
          if (phase === 'Writing' && closed.length === 0)
            closed.push(book.casebook.gate.close('Casebook is writing an import.'));
        },
      },
    );
    await expect.poll(() => existsSync(target)).toBe(true);
    expect(noted()).toBe(0);
    expect(closed).toHaveLength(1);
    closed[0]?.();
    expect(await exporting).toMatchObject({ written: true });
    expect(noted()).toBe(1);
  });
});
