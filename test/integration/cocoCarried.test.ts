import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import { type DocumentRecord, type RegionRecord, regionsOf } from '../../shared/domain/document.ts';
import { EventId } from '../../shared/base/ids.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';

const CASE = resolve(import.meta.dirname, '../fixtures/cases/coco/instances.json');

const Written = z.object({
  info: z.unknown(),
  licenses: z.array(z.looseObject({ id: z.unknown() })),
  images: z.array(z.looseObject({ id: z.unknown(), file_name: z.string() })),
  annotations: z.array(z.looseObject({ id: z.unknown(), image_id: z.unknown(), category_id: z.unknown() })),
  categories: z.array(z.looseObject({ id: z.unknown(), name: z.string() })),
});
type Written = z.infer<typeof Written>;

/** The case without the two annotations that no image can have. */
function sound(): Written & Record<string, unknown> {
  const whole = Written.loose().parse(JSON.parse(readFileSync(CASE, 'utf8')));
  return { ...whole, annotations: whole.annotations.slice(0, 4) };
}

type Book = Services & { at(...parts: string[]): string };

/** A casebook with one photograph of its own. */
async function withPhotograph() {
  const book = await freshCasebook('generic');
  await drawFlag(book.at('photos/lane.jpg'), 400, 200);
  await bringIn(book, book.at('photos'), 'images');
  return book;
}

const ana = (book: Services) => book.people.ensure('ana', 'human');

async function bringIn(book: Services, source: string, format = 'coco') {
  const report = await book.importExport.import({ source, format }, ana(book), quietly);
  expect([report.skipped, report.applied]).toEqual([[], true]);
  return report;
}

let sets = 0;
/** Brings in a data set: a COCO file and its images. */
async function bringInSet(book: Book, text: string) {
  sets += 1;
  const source = book.at(`set${String(sets)}`);
  put(`${source}/instances.json`, text);
  for (const { file_name: name } of Written.partial().parse(JSON.parse(text)).images ?? [])
    put(`${source}/images/${name}`, readFileSync(resolve(CASE, '../images', name)));
  return bringIn(book, source);
}

let exports = 0;
async function handOut(book: Book) {
  exports += 1;
  const target = book.at(`out${String(exports)}`);
  const report = await book.importExport.export(
    { target, format: 'coco', status: null, images: 'copy' },
    null,
    quietly,
  );
  const text = readFileSync(`${target}/annotations.json`, 'utf8');
  return { report, text, target, file: Written.loose().parse(JSON.parse(text)) };
}

/** Edits the boxes of an item as its author does, and submits. */
function edit(book: Services, item: string, change: (region: RegionRecord) => RegionRecord | null): void {
  const found = present(
    book.items
      .list({}, { by: 'imported', descending: false }, 0, 100, everything)
      .rows.find((row) => row.externalId === item),
  );
  const key = { itemId: found.id, task: 'annotate', round: 1, personId: ana(book).id };
  const { records, revision } = book.annotations.open(key, everything);
  const entries = Object.entries(records).flatMap(([id, record]): [string, DocumentRecord][] => {
    if (record.type !== 'region') return [[id, record]];
    const changed = change(record);
    return changed === null ? [] : [[id, changed]];
  });
  const diff = makeDiff<DocumentRecord>(records, Object.fromEntries(entries));
  const edited = book.annotations.edit(
    key,
    { revision, diff, mark: v7(), activeMilliseconds: 0 },
    everything,
  );
  book.annotations.submit(key, edited.revision, everything);
}

/** Edits, takes the edit back, and submits. */
function editAndUndo(book: Services, item: string, change: (region: RegionRecord) => RegionRecord): void {
  const found = present(
    book.items
      .list({}, { by: 'imported', descending: false }, 0, 100, everything)
      .rows.find((row) => row.externalId === item),
  );
  const key = { itemId: found.id, task: 'annotate', round: 1, personId: ana(book).id };
  const { records, revision } = book.annotations.open(key, everything);
  const moved = Object.fromEntries(
    Object.entries(records).map(([id, record]) => [id, record.type === 'region' ? change(record) : record]),
  );
  const diff = makeDiff<DocumentRecord>(records, moved);
  const edited = book.annotations.edit(
    key,
    { revision, diff, mark: v7(), activeMilliseconds: 0 },
    everything,
  );
  const undone = book.annotations.undo(key, edited.revision, everything);
  expect(regionsOf(book.annotations.open(key, everything).records)).toEqual(regionsOf(records));
  book.annotations.submit(key, undone.revision, everything);
}

const byId = ({ annotations }: Written, id: number) => annotations.find((each) => each.id === id);

describe('what a COCO file says', () => {
  it.each([false, true])(
    'leaves again to the letter while boxes are unchanged (lists turned round: %s)',
    async (isTurned) => {
      await using book = await withPhotograph();
      const file = sound();
      const entries = Object.entries({ ...file, videos: [{ id: 1 }] });
      const turned = Object.fromEntries(isTurned ? entries.reverse() : entries);
      await bringInSet(book, JSON.stringify(turned, null, 1));
      const out = await handOut(book);
      expect(out.report.not_carried).toEqual([]);
      for (const record of [...file.annotations, ...file.images, ...file.categories, ...file.licenses])
        expect(out.text).toContain(JSON.stringify(record));
      expect(out.file).toMatchObject({ info: { description: 'case' }, videos: [{ id: 1 }] });
      expect(out.file.annotations).toEqual(file.annotations);
      // The image that the file does not name comes after those that it does, under the next id.
      expect(out.file.images.map(({ id, file_name: name }) => `${String(id)} ${name}`).toSorted()).toEqual([
        '10 street.jpg',
        '11 yard.jpg',
        '12 lane.jpg',
      ]);
    },
  );

  it('is the same bytes after a way through another casebook', async () => {
    await using book = await withPhotograph();
    await bringInSet(book, JSON.stringify(sound()));
    edit(book, 'street.jpg', (region) => ({ ...region, note: 'seen', attributes: { seen: true } }));
    const first = await handOut(book);
    await using other = await withPhotograph();
    await bringIn(other, first.target);
    expect((await handOut(other)).text).toBe(first.text);
    expect(byId(first.file, 1)).toEqual({
      ...sound().annotations[0],
      attributes: { seen: true },
      note: 'seen',
    });
  });

  it('that no longer fits a box that was moved is left out, counted, and back after undo', async () => {
    await using book = await withPhotograph();
    const file = sound();
    await bringInSet(book, JSON.stringify(file));
    const before = await handOut(book);
    editAndUndo(book, 'street.jpg', (region) => ({ ...region, x: region.x + 7 }));
    expect((await handOut(book)).text).toBe(before.text);
    edit(book, 'street.jpg', (region) => ({ ...region, x: region.x + 7 }));
    edit(book, 'yard.jpg', (region) => (region.height === 40 ? { ...region, width: 31 } : region));
    const { report, file: moved } = await handOut(book);
    expect(report.not_carried).toEqual([
      { what: 'polygons of boxes that were moved', count: 2 },
      { what: 'set of keypoints of a box that was moved', count: 1 },
    ]);
    expect(byId(moved, 1)).toEqual({
      ...file.annotations[0],
      bbox: [27, 30, 60, 40],
      segmentation: [],
      area: 2400,
    });
    const rest = Object.fromEntries(
      Object.entries(file.annotations[1] ?? {}).filter(([key]) => !key.endsWith('keypoints')),
    );
    expect(byId(moved, 2)).toEqual({ ...rest, bbox: [127, 30, 30, 90], area: 2700 });
    expect(byId(moved, 3)).toEqual(file.annotations[2]);
    expect(byId(moved, 4)).toEqual({
      ...file.annotations[3],
      bbox: [10, 10, 31, 40],
      segmentation: [],
      area: 1240,
    });
  });

  it('follows the category that a box has now', async () => {
    await using book = await withPhotograph();
    await bringInSet(book, JSON.stringify(sound()));
    const labels: string[] = [];
    edit(book, 'street.jpg', (region) => {
      labels.push(region.label);
      return region.width === 60 ? { ...region, note: 'x' } : region;
    });
    edit(book, 'street.jpg', (region) => ({ ...region, note: '', label: labels[1] ?? '' }));
    const { file } = await handOut(book);
    expect(byId(file, 1)).toEqual({ ...sound().annotations[0], category_id: 3 });
  });

  it('keeps its ids where they are free; the later of two gets the next number, and so does a box of one’s own', async () => {
    await using book = await withPhotograph();
    const box = { image_id: 10, category_id: 3, bbox: [1, 2, 30, 40], iscrowd: 0 };
    const categories = [{ id: 3, name: 'person' }];
    const first = {
      images: [{ id: 10, file_name: 'street.jpg' }],
      categories,
      annotations: [
        { id: 5, ...box },
        { id: 9, ...box, bbox: [50, 2, 30, 40] },
      ],
    };
    const second = {
      images: [{ id: 10, file_name: 'yard.jpg' }],
      categories,
      annotations: [
        { id: 5, ...box },
        { id: 7, ...box, bbox: [50, 2, 30, 40] },
      ],
    };
    await bringInSet(book, JSON.stringify(first));
    await bringInSet(book, JSON.stringify(second));
    const { file } = await handOut(book);
    const named = new Map(file.images.map(({ id, file_name: name }) => [name, id]));
    expect(new Set(named.values()).size).toBe(3);
    expect(named.get('street.jpg')).toBe(10);
    expect(file.annotations.map(({ id, image_id: image }) => [id, image])).toEqual([
      [5, 10],
      [9, 10],
      [10, named.get('yard.jpg')],
      [7, named.get('yard.jpg')],
    ]);
    expect(new Set([11, 12])).toContain(named.get('yard.jpg'));
  });

  it('is not made up for boxes that people drew', async () => {
    await using book = await withPhotograph();
    await bringInSet(book, JSON.stringify(sound()));
    edit(book, 'yard.jpg', (region) => {
      const { foreign: _foreign, ...own } = region;
      return own;
    });
    const { file } = await handOut(book);
    const own = file.annotations.filter(({ image_id: image }) => image === 11);
    expect(own).toMatchObject([
      { id: 3, segmentation: [], area: 20_000, iscrowd: 0 },
      { id: 4, segmentation: [], area: 1200 },
    ]);
  });

  it('gives its image a licence, and one that only the casebook knows has its place among the licences', async () => {
    await using book = await withPhotograph();
    await bringInSet(book, JSON.stringify(sound()));
    book.casebook.database
      .prepare(
        "UPDATE image SET licence = 'CC0', url = 'https://example.org/lane' WHERE id IN (SELECT image_id FROM item_image WHERE name = 'lane.jpg')",
      )
      .run();
    const { file } = await handOut(book);
    expect(file.licenses).toMatchObject([
      { id: 1, name: 'CC BY 4.0' },
      { id: 2, name: 'CC0' },
    ]);
    expect(file.images.find(({ file_name: name }) => name === 'lane.jpg')).toMatchObject({
      license: 2,
      coco_url: 'https://example.org/lane',
    });
  });
});

describe('an image that the casebook knew before', () => {
  const one = (book: Services, sql: string): unknown => book.casebook.database.prepare(sql).pluck().get();
  const photograph = {
    id: 7,
    file_name: 'lane.jpg',
    width: 400,
    height: 200,
    license: 3,
    date_captured: '2014',
  };
  const box = { id: 70, image_id: 7, category_id: 1, bbox: [10, 20, 30, 40] };
  const said = (more: object = {}): string =>
    JSON.stringify({
      images: [{ ...photograph, ...more }],
      licenses: [{ id: 3, name: 'CC BY 2.0', url: '' }],
      categories: [{ id: 1, name: 'person' }],
      annotations: [box],
    });
  /** A file of COCO in a folder that names its split. */
  const file = (book: Book, name: string, text: string): string => {
    put(book.at(name, 'instances_val.json'), text);
    return book.at(name);
  };

  it('keeps its record, and takes its split and licence where it has none', async () => {
    await using book = await withPhotograph();
    const source = file(book, 'first', said());
    const dry = await book.importExport.import({ source, format: 'coco', dryRun: true }, ana(book), quietly);
    const report = await bringIn(book, source);
    expect({ ...report, applied: false }).toEqual(dry);
    expect(report.changes).toContainEqual({ item: 'lane.jpg', field: 'split', from: '', to: 'val' });
    expect(one(book, 'SELECT split FROM item')).toBe('val');
    expect(one(book, 'SELECT licence FROM image')).toBe('CC BY 2.0');
    const { file: out, report: handed } = await handOut(book);
    expect(out.images).toEqual([photograph]);
    expect(handed.not_carried).toEqual([]);
    const again = await bringIn(book, source);
    expect(again).toMatchObject({ added: 0, updated: 0, unchanged: 1, changes: [], warnings: [] });
  });

  it('keeps it where the boxes are somebody’s ratings, too', async () => {
    await using book = await withPhotograph();
    const source = file(book, 'first', said());
    const rated = await book.importExport.import(
      { source, format: 'coco', boxes: 'ratings', person: 'ben' },
      ana(book),
      quietly,
    );
    expect(rated).toMatchObject({ applied: true, skipped: [] });
    expect(rated.changes).toContainEqual({ item: 'lane.jpg', field: 'split', from: '', to: 'val' });
    expect(one(book, 'SELECT split FROM item')).toBe('val');
    expect(one(book, "SELECT foreign_part ->> '$.source' FROM item_image")).toBe(JSON.stringify(photograph));
  });

  it('keeps its own split and licence, which is said, and the newer record', async () => {
    await using book = await withPhotograph();
    const { database } = book.casebook;
    database.exec("UPDATE item SET split = 'train'; UPDATE image SET licence = 'CC0'");
    const report = await bringIn(book, file(book, 'first', said()));
    expect(report.warnings).toEqual(
      expect.arrayContaining([
        {
          item: 'lane.jpg',
          field: 'split',
          message: 'The source has it in “val”; here it is in “train”, and stays there.',
        },
        {
          item: 'lane.jpg',
          field: 'images',
          message: 'lane.jpg: Its licence is noted as “CC0”; here it is “CC BY 2.0”. The first note stays.',
        },
      ]),
    );
    expect(one(book, 'SELECT split FROM item')).toBe('train');
    const second = await bringIn(book, file(book, 'second', said({ date_captured: '2015' })));
    expect(second).toMatchObject({ unchanged: 1, changes: [{ field: 'image record' }] });
    expect((await handOut(book)).file.images).toMatchObject([{ id: 7, date_captured: '2015' }]);
  });

  it('is counted once where it was found loosely, and as updated where its boxes are the same', async () => {
    await using book = await withPhotograph();
    const text = said().replace('lane.jpg', 'LANE.jpg');
    put(book.at('plain.json'), text);
    const report = await bringIn(book, book.at('plain.json'));
    const found = report.warnings.filter(({ field }) => field === 'images').map(({ message }) => message);
    expect(found).toEqual([expect.stringMatching(/^1 image was found/u)]);
    const again = await bringIn(book, file(book, 'first', text));
    expect(again).toMatchObject({ added: 0, updated: 1, unchanged: 0, changes: [{ to: 'val' }] });
  });

  it('takes its split from a file that says nothing of its boxes, and undo takes it back', async () => {
    await using book = await withPhotograph();
    const bare = JSON.stringify({ images: [photograph], categories: [] });
    const report = await bringIn(book, file(book, 'first', bare));
    expect(report).toMatchObject({ updated: 1, changes: [{ item: 'lane.jpg', from: '', to: 'val' }] });
    expect(one(book, 'SELECT split FROM item')).toBe('val');
    const event = EventId.parse(one(book, "SELECT id FROM event WHERE kind = 'split'"));
    await book.history.undo(event, ana(book).id);
    expect(one(book, 'SELECT split FROM item')).toBeNull();
  });

  it('keeps a record of another format, and the other is counted', async () => {
    await using book = await withPhotograph();
    const foreign = JSON.stringify({ format: 'voc', source: '<annotation/>' });
    book.casebook.database.prepare('UPDATE item_image SET foreign_part = ?').run(foreign);
    const report = await bringIn(book, file(book, 'first', said()));
    expect(report.not_carried).toEqual([{ what: 'image record beside that of another format', count: 1 }]);
    expect(one(book, 'SELECT foreign_part FROM item_image')).toBe(foreign);
  });

  it('of a data set whose header is another takes the newer header, which is said', async () => {
    await using book = await withPhotograph();
    await bringIn(book, file(book, 'first', said()));
    const other = said().replace('"person"', '"person","supercategory":"animal"');
    const report = await bringIn(book, file(book, 'second', other));
    expect(report.warnings.map(({ field }) => field)).toEqual(['header']);
    expect((await handOut(book)).file.categories).toMatchObject([{ supercategory: 'animal' }]);
  });
});
