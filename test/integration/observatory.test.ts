import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { formats } from '../../electron/core/app/formats.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { proposalOf } from '../../shared/benchmarks/observatory/proposals.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import {
  answerOf,
  type DocumentRecord,
  type DocumentRecords,
  imagesOf,
  regionsOf,
} from '../../shared/domain/document.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { readWithDuckDb } from '../helpers/duckdbReader.ts';
import { contentOf, freshCasebook, put, quietly, readJson } from '../helpers/casebooks.ts';
import { casebook } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { corners, FACE_BOXES, observatoryItems, putObservatory, SIDE } from '../helpers/observatoryItems.ts';
import { present } from '../helpers/present.ts';

const Coco = z.object({
  images: z.array(z.object({ id: z.number(), file_name: z.string() })),
  annotations: z.array(
    z.object({ image_id: z.number(), category_id: z.number(), bbox: z.array(z.number()) }),
  ),
  categories: z.array(z.object({ id: z.number(), name: z.string() })),
});

type Book = Awaited<ReturnType<typeof freshCasebook>>;

async function imported(book: Book, items: readonly JsonObject[] = observatoryItems()): Promise<string> {
  const source = await putObservatory(book.at('source'), items);
  const report = await book.importExport.import({ source, format: 'observatory' }, null, quietly);
  expect(report).toMatchObject({ added: items.length, skipped: [], images: { missing: 0 } });
  return source;
}

const idsOf = (book: Services): ItemId[] =>
  book.items.list({}, { by: 'imported', descending: false }, 0, 99, everything).rows.map(({ id }) => id);

async function exportTo(book: Book, format: string, target: string, images: 'none' | 'copy' = 'none') {
  await book.importExport.export({ target: book.at(target), format, images, status: null }, null, quietly);
  return book.at(target);
}

const linesIn = (folder: string): string[] =>
  readFileSync(join(folder, 'observatory.jsonl'), 'utf8').trimEnd().split('\n');

const keyOf = (book: Book, itemId: ItemId) => ({
  itemId,
  task: 'localise',
  round: 1,
  personId: book.people.ensure('ada', 'human').id,
});

/** Opens an item as somebody, changes it and submits it. */
function submit(book: Book, itemId: ItemId, change: (records: DocumentRecords) => DocumentRecords): void {
  const key = keyOf(book, itemId);
  const { records, revision } = book.annotations.open(key, everything);
  const diff = makeDiff<DocumentRecord>(records, change(records));
  const edited = book.annotations.edit(
    key,
    { revision, diff, mark: 'a mark', activeMilliseconds: 0 },
    everything,
  );
  book.annotations.submit(key, edited.revision, everything);
}

describe('the format observatory', () => {
  it('goes in and out to the letter, boxes being what counts as right', async () => {
    await using book = await freshCasebook('observatory');
    const source = await imported(book);
    expect(await formats.recognise(source)).toEqual(['observatory']);
    expect(await formats.recognise(join(source, 'observatory.jsonl'))).toEqual(['observatory']);
    const id = present(idsOf(book)[0]);
    const item = book.items.get(id, everything);
    expect(item.images.map(({ role }) => role)).toEqual(['original', 'variant', 'variant']);
    expect(item.row.goldSource).toBe('imported');
    const { records } = book.annotations.open(keyOf(book, id), everything);
    const [original] = imagesOf(records);
    expect(
      regionsOf(records).map(({ label, imageId, x, y, width, height }) => ({
        label,
        imageId,
        x,
        y,
        width,
        height,
      })),
    ).toEqual([
      { label: 'left_eye', imageId: original?.imageId, x: 64, y: 80, width: 48, height: 24 },
      { label: 'right_eye', imageId: original?.imageId, x: 144, y: 80, width: 48, height: 24 },
      { label: 'nose', imageId: original?.imageId, x: 112, y: 100.5, width: 32, height: 47.75 },
      { label: 'mouth', imageId: original?.imageId, x: 88, y: 168, width: 80, height: 32 },
    ]);
    const out = await exportTo(book, 'observatory', 'out');
    expect(linesIn(out)).toEqual(observatoryItems().map((each) => JSON.stringify(each)));
  });

  it('changes nothing where the same source comes in again', async () => {
    await using book = await freshCasebook('observatory');
    const source = await imported(book);
    const before = contentOf(book);
    const again = await book.importExport.import({ source, format: 'observatory' }, null, quietly);
    expect(again).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect(contentOf(book)).toEqual(before);
  });

  it('writes only the box that somebody moved, and takes it to the variants but for exceptions', async () => {
    await using book = await freshCasebook('observatory');
    await imported(book);
    const id = present(idsOf(book)[0]);
    submit(book, id, (records) => {
      const nose = present(regionsOf(records).find(({ label }) => label === 'nose'));
      const mouth = present(regionsOf(records).find(({ label }) => label === 'mouth'));
      const { [`region:${mouth.id}`]: _, ...rest } = records;
      return {
        ...rest,
        [`region:${nose.id}`]: { ...nose, x: 110 },
        'field:notVisible': { type: 'field', name: 'notVisible', value: ['mouth'] },
        'field:exceptions': { type: 'field', name: 'exceptions', value: { 2: 'the layout has changed' } },
      };
    });
    const out = await exportTo(book, 'observatory', 'out', 'copy');
    const [line = ''] = linesIn(out);
    const [source = {}] = observatoryItems();
    const { mouth: _, ...kept } = FACE_BOXES;
    const [first, second] = Array.isArray(source['variants']) ? source['variants'] : [];
    expect(JSON.parse(line)).toEqual({
      ...source,
      image: 'images/originals/0001.png',
      boxes: { ...kept, nose: corners(110, 100.5, 142, 148.25) },
      not_visible: ['mouth'],
      variants: [
        { ...first, image: 'images/variants/0001_1.png' },
        { ...second, image: 'images/variants/0001_2.png', exception: 'the layout has changed' },
      ],
    });
    expect(Object.keys(JSON.parse(line))).toEqual([
      'id',
      'domain',
      'entity',
      'gender',
      'category',
      'image',
      'boxes',
      'not_visible',
      'variants',
      'a key of one’s own',
    ]);
    for (const file of [
      join(out, 'boxes.json'),
      join(await exportTo(book, 'coco', 'coco'), 'annotations.json'),
    ]) {
      const { images, annotations } = Coco.parse(readJson(file));
      const countOn = (name: string) => {
        const image = images.find(({ file_name: path }) => path.endsWith(name));
        return annotations.filter(({ image_id: of }) => of === image?.id).length;
      };
      expect(['0001.png', '0001_1.png', '0001_2.png'].map(countOn)).toEqual([3, 3, 0]);
      expect(['0002.png', '0002_1.png', '0002_2.png'].map(countOn)).toEqual([1, 1, 1]);
    }
    const labels = (name: string): string => readFileSync(join(book.at('yolo'), 'labels', name), 'utf8');
    await exportTo(book, 'yolo', 'yolo');
    expect(labels('variants/0001_1.txt')).toBe(labels('originals/0001.txt'));
    expect(labels('variants/0001_1.txt')).not.toBe('');
    expect(labels('variants/0001_2.txt')).toBe('');
    // What was handed out comes in as it was, exceptions and all.
    await using other = await freshCasebook('observatory');
    await other.importExport.import({ source: out, format: 'observatory' }, null, quietly);
    const again = present(idsOf(other)[0]);
    expect(answerOf(other.annotations.open(keyOf(other, again), everything).records)).toEqual({
      domain: 'CELEB',
      notVisible: ['mouth'],
      exceptions: { 2: 'the layout has changed' },
      confirmed: [],
      verified: false,
      rejected: [],
    });
  });

  it('keeps what people drew where the source’s boxes change, and takes them where nobody did', async () => {
    await using book = await freshCasebook('observatory');
    const source = await imported(book);
    const face = present(idsOf(book)[0]);
    submit(book, face, (records) => {
      const eye = present(regionsOf(records)[0]);
      return { ...records, [`region:${eye.id}`]: { ...eye, x: 60 } };
    });
    const [first = {}, second = {}] = observatoryItems();
    const changed = [
      { ...first, boxes: { ...FACE_BOXES, mouth: corners(80, 160, 176, 208) } },
      { ...second, boxes: { word: corners(30, 90, 220, 160) } },
    ];
    put(join(source, 'observatory.jsonl'), changed.map((item) => JSON.stringify(item)).join('\n'));
    const report = await book.importExport.import({ source, format: 'observatory' }, null, quietly);
    expect(report).toMatchObject({ added: 0, updated: 2 });
    expect(report.warnings).toContainEqual(
      expect.objectContaining({
        message: 'They were edited here and changed in the source; the edit stays.',
      }),
    );
    const lines = linesIn(await exportTo(book, 'observatory', 'out')).map((line): JsonObject =>
      JSON.parse(line),
    );
    expect(lines.map(({ boxes }) => boxes)).toEqual([
      { ...FACE_BOXES, left_eye: corners(60, 80, 108, 104) },
      { word: corners(30, 90, 220, 160) },
    ]);
  });

  it('keeps the boxes of an item whose image is missing, and places them once it is there', async () => {
    await using book = await freshCasebook('observatory');
    const items = observatoryItems(0);
    const lines = items.map((item) => `${JSON.stringify(item)}\n`).join('');
    const bare = put(book.at('bare', 'observatory.jsonl'), lines);
    await book.importExport.import({ source: bare, format: 'observatory' }, null, quietly);
    expect(linesIn(await exportTo(book, 'observatory', 'out'))).toEqual(
      items.map((each) => JSON.stringify(each)),
    );
    const source = await putObservatory(book.at('source'), items);
    await book.importExport.import({ source, format: 'observatory' }, null, quietly);
    const { annotations } = Coco.parse(
      readJson(join(await exportTo(book, 'coco', 'coco'), 'annotations.json')),
    );
    expect(annotations).toHaveLength(5);
  });

  it('fits a box into its image and says so', async () => {
    await using book = await freshCasebook('observatory');
    const [item = {}] = observatoryItems(0);
    const beyond = { ...item, boxes: { ...FACE_BOXES, mouth: corners(88, 168, 168, SIDE + 10) } };
    const source = await putObservatory(book.at('source'), [beyond]);
    const report = await book.importExport.import({ source, format: 'observatory' }, null, quietly);
    expect(report.warnings.map(({ message }) => message)).toContain(
      'A box reaches beyond the image or is thinner than a pixel; it was adjusted to fit.',
    );
    // Nobody has touched it: the source keeps its word.
    expect(linesIn(await exportTo(book, 'observatory', 'out'))).toEqual([JSON.stringify(beyond)]);
  });

  it('names what is wrong with a line and changes nothing', async () => {
    await using book = await freshCasebook('observatory');
    const [item = {}] = observatoryItems();
    const { entity: _, ...nameless } = item;
    const lines = [
      JSON.stringify(item),
      '{"id": "broken"',
      JSON.stringify({ ...nameless, id: 'a' }),
      JSON.stringify({ ...item, id: 'b', domain: 'DOG' }),
      JSON.stringify({ ...item, id: 'c', boxes: { nose: corners(10, 10, 10, 20) } }),
      JSON.stringify({ ...item, id: 'd', boxes: { nose: { x1: 1, y1: 1, x2: '2', y2: 2 } } }),
      JSON.stringify({
        ...item,
        id: 'e',
        variants: [{ image: 'v.png', transformation: 'blur', family: 'X' }],
      }),
      JSON.stringify({
        ...item,
        id: 'f',
        variants: [{ image: item['image'], transformation: 'blur', family: 'ID' }],
      }),
    ];
    const source = put(book.at('observatory.jsonl'), lines.join('\n'));
    const before = contentOf(book);
    const report = await book.importExport.import({ source, format: 'observatory' }, null, quietly);
    expect(report.skipped.map(({ item: name, field }) => [name, field])).toEqual([
      ['line 2', null],
      ['a', 'entity'],
      ['b', 'domain'],
      ['c', 'boxes.nose.x2'],
      ['d', 'boxes.nose.x2'],
      ['e', 'variants.0.family'],
      ['f', 'variants.0.image'],
    ]);
    expect(contentOf(book)).toEqual(before);
  });

  it('takes boxes of a detector’s file as proposals, whose place is kept whatever becomes of them', async () => {
    await using book = await freshCasebook('observatory');
    const [item = {}] = observatoryItems(0);
    const { boxes: _, ...bare } = item;
    const source = await putObservatory(book.at('source'), [bare]);
    await book.importExport.import({ source, format: 'observatory' }, null, quietly);
    const coco = put(
      book.at('proposals.json'),
      JSON.stringify({
        images: [{ id: 1, file_name: 'originals/0001.png', width: SIDE, height: SIDE }],
        categories: [
          { id: 1, name: 'Left eye' },
          { id: 2, name: 'nose' },
        ],
        annotations: [
          { id: 1, image_id: 1, category_id: 1, bbox: [60, 80, 48, 24] },
          { id: 2, image_id: 1, category_id: 2, bbox: [110, 100, 32, 48] },
        ],
      }),
    );
    const report = await book.importExport.import({ source: coco, format: 'coco' }, null, quietly);
    expect(report).toMatchObject({ added: 1, skipped: [] });
    const again = await book.importExport.import({ source: coco, format: 'coco' }, null, quietly);
    expect(again).toMatchObject({ added: 0, unchanged: 1 });
    const id = present(idsOf(book)[0]);
    const regions = regionsOf(book.annotations.open(keyOf(book, id), everything).records);
    expect(regions.map((region) => [region.label, proposalOf(region)])).toEqual([
      ['left_eye', { by: 'coco', box: { x: 60, y: 80, width: 48, height: 24 } }],
      ['nose', { by: 'coco', box: { x: 110, y: 100, width: 32, height: 48 } }],
    ]);
  });

  it('hands out the boxes that hold as a Hugging Face data set', async () => {
    await using book = await freshCasebook('observatory');
    await imported(book);
    const id = present(idsOf(book)[0]);
    submit(book, id, (records) => {
      const eye = present(regionsOf(records)[0]);
      return { ...records, [`region:${eye.id}`]: { ...eye, x: 61 } };
    });
    const out = await exportTo(book, 'hf', 'hf', 'copy');
    expect(readFileSync(join(out, 'README.md'), 'utf8')).toContain('boxes');
    const { rows } = await readWithDuckDb(join(out, 'data', '*.parquet'));
    const [row] = rows;
    expect(row).toMatchObject({ entity: 'Ada Lovelace' });
    expect(JSON.parse(z.object({ boxes: z.string() }).parse(row).boxes)).toEqual({
      ...FACE_BOXES,
      left_eye: corners(61, 80, 109, 104),
    });
  });

  it('is told by the command line how far proposals were verified', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const [item = {}] = observatoryItems(0);
    const source = await putObservatory(folder.join('source'), [item]);
    await casebook('new', path, '--benchmark', 'observatory');
    await casebook('import', path, source, '--format', 'observatory');
    const coco = put(
      folder.join('proposals.json'),
      JSON.stringify({
        images: [{ id: 1, file_name: 'originals/0001.png', width: SIDE, height: SIDE }],
        categories: [{ id: 1, name: 'nose' }],
        annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [60, 80, 48, 24] }],
      }),
    );
    await casebook('import', path, coco, '--format', 'coco');
    const said = await casebook('proposals', path);
    expect(said).toMatchObject({
      code: 0,
      stdout: '0 of 1 items with proposed boxes are verified (0.0 %).\n',
    });
    const document = JSON.parse((await casebook('proposals', path, '--json')).stdout);
    expect(document).toMatchObject({ proposed: 1, verified: 0, rows: [], resamples: 1000, seed: 1 });
    const other = folder.join('b.casebook');
    await casebook('new', other, '--benchmark', 'generic');
    expect((await casebook('proposals', other)).stderr).toContain('Detectors propose nothing for');
  });
});
