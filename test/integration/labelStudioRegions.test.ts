import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Services } from '../../electron/core/app/services.ts';
import { formats } from '../../electron/core/app/formats.ts';
import type { ImportRequest } from '../../shared/contract/importExport.ts';
import { Json, type JsonObject } from '../../shared/base/json.ts';
import { ForeignPart } from '../../shared/foreign/foreignPart.ts';
import { contentOf, freshCasebook, put, quietly, readObjects } from '../helpers/casebooks.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

const CASES = resolve(import.meta.dirname, '../fixtures/labelstudio');
const WIDTH = 640;
const HEIGHT = 480;

const bringIn = (book: Services, source: string, more: Partial<ImportRequest> = {}) =>
  book.importExport.import({ source, format: 'labelstudio', ...more }, null, quietly);

async function photo(path: string, shade = 80): Promise<void> {
  const background = { r: shade, g: 40, b: 20 };
  put(
    path,
    await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } })
      .toFormat(path.endsWith('.jpg') ? 'jpeg' : 'png')
      .toBuffer(),
  );
}

/** A case with photos in a folder beside it. */
async function caseIn(book: Book, name: string): Promise<string> {
  mkdirSync(book.at('in'), { recursive: true });
  copyFileSync(resolve(CASES, name), book.at('in', name));
  await photo(book.at('in/images/1.jpg'), 80);
  await photo(book.at('in/images/2.jpg'), 160);
  return book.at('in');
}

const Row = z.object({
  item: z.string(),
  rater: z.string(),
  position: z.int(),
  label: z.string(),
  box: z.string().transform((text) => z.array(z.number()).parse(JSON.parse(text))),
  note: z.string(),
  part: z.string().transform((text) => ForeignPart.parse(JSON.parse(text))),
});

/** The boxes of all ratings with the place of their image in the item, and what they carry. */
const boxes = ({ casebook: { database } }: Services) =>
  database
    .prepare(
      `SELECT i.external_id AS item, p.handle AS rater, m.position, r.label, json_array(r.x, r.y, r.width, r.height) AS box,
         r.note, r.foreign_part AS part
       FROM region r JOIN annotation a ON a.id = r.annotation_id JOIN item i ON i.id = a.item_id
         JOIN person p ON p.id = a.person_id JOIN item_image m ON m.item_id = i.id AND m.image_id = r.image_id
       WHERE a.independent = 1 ORDER BY 1, 2, 3, r.x, r.y`,
    )
    .all()
    .map((raw) => Row.parse(raw));

const carried = ({ part }: { readonly part: ForeignPart }): Json => Json.parse(JSON.parse(part.source));

const region = (type: string, id: string, value: JsonObject, more: JsonObject = {}): JsonObject => ({
  id,
  type,
  from_name: 'label',
  to_name: 'image',
  original_width: WIDTH,
  original_height: HEIGHT,
  image_rotation: 0,
  value,
  ...more,
});
const rectangle = (id: string, more: JsonObject = {}): JsonObject =>
  region(
    'rectanglelabels',
    id,
    { x: 10, y: 10, width: 20, height: 20, rotation: 0, rectanglelabels: ['cat'] },
    more,
  );
const polygon = (id: string): JsonObject =>
  region(
    'polygonlabels',
    id,
    {
      points: [
        [50, 50],
        [60, 50],
        [55, 75],
      ],
      polygonlabels: ['dog'],
      closed: true,
    },
    { score: 0.4 },
  );
const choice = { from_name: 'place', to_name: 'image', type: 'choices', value: { choices: ['indoor'] } };

/** A file of one task about `1.jpg`, with annotations by their annotators. */
async function tasks(
  book: Book,
  results: Readonly<Record<string, readonly Json[]>>,
  more: JsonObject = {},
): Promise<string> {
  await photo(book.at('in/1.jpg'));
  const annotations = Object.entries(results).map(([email, result]) => ({ completed_by: { email }, result }));
  return put(
    book.at('in/tasks.json'),
    JSON.stringify([{ id: 1, data: { image: '1.jpg' }, annotations, ...more }]),
  );
}

describe('regions of Label Studio', () => {
  it('come in about the photo without the server’s prefix, and keep all that is said of them', async () => {
    await using book = await freshCasebook('generic');
    const folder = await caseIn(book, 'upload-prefix.json');
    expect(await formats.recognise(folder)).toContain('labelstudio');
    const report = await bringIn(book, folder);
    expect(report).toMatchObject({ added: 1, skipped: [], images: { added: 1, missing: 0 }, applied: true });
    expect(report.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^1 image was found .*server/u),
    );
    expect(report.not_carried).toEqual([
      { what: 'mark as ground truth', count: 1 },
      { what: 'lead time', count: 1 },
    ]);
    const [box, another] = boxes(book);
    expect(another).toBeUndefined();
    expect(box).toMatchObject({
      rater: 'rater@example.org',
      label: 'cat',
      box: [64, 48, 128, 96],
      note: 'partly hidden',
    });
    if (box === undefined) return;
    const [task] = readObjects(resolve(CASES, 'upload-prefix.json'));
    expect(task).toMatchObject({ annotations: [{ result: carried(box) }] });
    expect(carried(box)).toMatchObject([{ score: 0.7, meta: { text: ['partly hidden'] } }]);
    const before = contentOf(book);
    expect(await bringIn(book, folder)).toMatchObject({ unchanged: 1, added: 0, updated: 0 });
    expect(contentOf(book)).toEqual(before);
  });

  it('are each on their own image of a task, and carry the relation between them', async () => {
    await using book = await freshCasebook('generic');
    const folder = await caseIn(book, 'two-images.json');
    expect(await formats.recognise(folder)).toContain('labelstudio');
    const report = await bringIn(book, folder);
    expect(report).toMatchObject({
      added: 1,
      skipped: [],
      images: { added: 2, missing: 0 },
      not_carried: [],
    });
    const all = boxes(book);
    expect(all.map(({ position }) => position)).toEqual([0, 1]);
    for (const box of all)
      expect(carried(box)).toMatchObject([{}, { from_id: 'a', to_id: 'b', labels: ['same'] }]);
  });

  it('are polygons and turned boxes, too: compared by their boxes, which is said once', async () => {
    await using book = await freshCasebook('generic');
    const turned = region('rectanglelabels', 't', {
      x: 50,
      y: 50,
      width: 10,
      height: 10,
      rotation: 90,
      rectanglelabels: ['cat'],
    });
    const source = await tasks(book, {
      'a@x.org': [rectangle('r'), polygon('p'), turned],
      'b@x.org': [polygon('p')],
    });
    const report = await bringIn(book, source);
    expect(report).toMatchObject({ added: 2, skipped: [] });
    expect(report.warnings.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        '2 of 4 regions are polygons: compared by their boxes.',
        '1 of 4 regions is a rotated box: compared by its box.',
      ]),
    );
    expect(boxes(book).map(({ rater, label, box, part: { shapes } }) => [rater, label, box, shapes])).toEqual(
      [
        ['a@x.org', 'cat', [64, 48, 128, 96], []],
        ['a@x.org', 'cat', [272, 240, 48, 64], ['rotation']],
        ['a@x.org', 'dog', [320, 240, 64, 120], ['polygon']],
        ['b@x.org', 'dog', [320, 240, 64, 120], ['polygon']],
      ],
    );
  });

  it.each([
    ['a part that is none', 7],
    [
      'a shape without a box',
      region('vectorlabels', 'v', { vertices: [{ x: 1, y: 2 }], vectorlabels: ['cat'] }),
    ],
    [
      'a mask that cannot be read',
      region('brushlabels', 'm', { format: 'rle', rle: [1, 2], brushlabels: ['cat'] }),
    ],
    ['a box without a label', region('rectangle', 'n', { x: 1, y: 1, width: 9, height: 9 })],
    [
      'a box without a size',
      region('rectanglelabels', 'n', { x: 1, y: 1, width: 0, height: 9, rectanglelabels: ['cat'] }),
    ],
    [
      'a box outside',
      region('rectanglelabels', 'n', { x: 101, y: 1, width: 5, height: 9, rectanglelabels: ['cat'] }),
    ],
    ['an image that the task has not', rectangle('i', { item_index: 3 })],
  ])('that cannot be read leave that rating of boxes out by name: %s', async (_name, part) => {
    await using book = await freshCasebook('generic');
    const source = await tasks(book, {
      'a@x.org': [rectangle('r'), part, choice],
      'b@x.org': [part],
      'c@x.org': [],
      'd@x.org': [rectangle('r')],
    });
    const report = await bringIn(book, source, { keepGoing: true });
    expect(report.skipped.map(({ item }) => item)).toEqual(['1, a@x.org', '1, b@x.org']);
    expect(report.skipped[0]?.reason).toMatch(/boxes of this annotation are left out/u);
    expect(boxes(book).map(({ rater }) => rater)).toEqual(['d@x.org']);
    // The first answered something else, the second nothing that can be read; the third saw that there is nothing.
    const said = book.casebook.database
      .prepare(
        'SELECT p.handle, a.asked FROM annotation a JOIN person p ON p.id = a.person_id WHERE a.independent = 1 ORDER BY 1',
      )
      .all();
    expect(said).toEqual([
      { handle: 'a@x.org', asked: '["place"]' },
      { handle: 'c@x.org', asked: '["regions"]' },
      { handle: 'd@x.org', asked: '["regions"]' },
    ]);
  });

  it('count what has no place by its kind, once for all tasks', async () => {
    await using book = await freshCasebook('generic');
    const relation = { type: 'relation', from_id: 'r', to_id: 'elsewhere', direction: 'right' };
    const source = await tasks(
      book,
      {
        'a@x.org': [
          rectangle('r'),
          relation,
          relation,
          { ...choice, type: 'taxonomy', value: { taxonomy: [['a']] } },
        ],
      },
      {
        drafts: [{}, {}],
        comments: [{}],
        meta: { batch: 1 },
        predictions: [3, { model_version: 'm', score: 0.5, result: [rectangle('q')] }],
      },
    );
    const report = await bringIn(book, source, { dryRun: true });
    expect(report.not_carried).toEqual([
      { what: 'drafts', count: 2 },
      { what: 'comment', count: 1 },
      { what: 'task’s metadata', count: 1 },
      { what: 'relations', count: 2 },
      { what: 'answer of the type “taxonomy”', count: 1 },
      { what: 'prediction of which the file has only the number', count: 1 },
      { what: 'score of a prediction', count: 1 },
    ]);
    expect(report.warnings.filter(({ message }) => /relation|draft|comment/u.test(message))).toEqual([]);
  });

  it('that reach beyond their image are cut to it, by name', async () => {
    await using book = await freshCasebook('generic');
    const wide = region('rectanglelabels', 'w', {
      x: 90,
      y: 10,
      width: 30,
      height: 20,
      rotation: 0,
      rectanglelabels: ['cat'],
    });
    const report = await bringIn(book, await tasks(book, { 'a@x.org': [wide] }));
    expect(report.warnings).toContainEqual({
      item: '1',
      field: 'boxes',
      message: 'A box reached beyond its image and was cut to it.',
    });
    expect(boxes(book).map(({ box }) => box)).toEqual([[576, 48, 64, 96]]);
  });
});

describe('what is handed out to Label Studio again', () => {
  const handOut = async (book: Book, name: string): Promise<string> => {
    const request = { target: book.at(name), format: 'labelstudio', names: true, times: true, status: null };
    await book.importExport.export(request, null, quietly);
    return book.at(name);
  };

  it('is to the letter what came in, and the same bytes once it has been through another casebook', async () => {
    await using book = await freshCasebook('generic');
    const state = { ...rectangle('p'), type: 'choices', from_name: 'state' };
    const relation = { type: 'relation', from_id: 'r', to_id: 'p', direction: 'left' };
    const label = 'a "quoted"\u{1f408} & <tag>, comma';
    const odd = region('rectanglelabels', 'o', {
      x: 1,
      y: 2,
      width: 3,
      height: 4,
      rotation: 0,
      rectanglelabels: [label],
    });
    const source = await tasks(book, {
      'a@x.org': [
        rectangle('r', { score: 0.25, origin: 'prediction', meta: { text: ['one', 'two'] } }),
        polygon('p'),
        {
          ...state,
          value: {
            points: [
              [50, 50],
              [60, 50],
              [55, 75],
            ],
            choices: ['broken'],
          },
        },
        odd,
        relation,
      ],
    });
    await bringIn(book, source);
    const first = await handOut(book, 'first');
    const [task] = readObjects(`${first}/tasks.json`);
    const given = readObjects(source)[0]?.['annotations'];
    const results = z.array(z.object({ result: z.array(z.record(z.string(), z.json())) }));
    const plain = (annotations: unknown) =>
      results.parse(annotations)[0]?.result.map(({ from_name: _from, ...rest }) => rest);
    expect(plain(task?.['annotations'])).toEqual(plain(given));
    await using second = await freshCasebook('generic');
    expect(await bringIn(second, first)).toMatchObject({
      added: 1,
      skipped: [],
      images: { added: 1, missing: 0 },
    });
    const again = await handOut(second, 'again');
    for (const file of ['tasks.json', 'config.xml'])
      expect(readFileSync(`${again}/${file}`, 'utf8')).toBe(readFileSync(`${first}/${file}`, 'utf8'));
  });

  it('has each box on its own image of a task with several', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(book, await caseIn(book, 'two-images.json'));
    const first = await handOut(book, 'first');
    expect(readObjects(`${first}/tasks.json`)).toMatchObject([
      {
        data: { images: ['images/1.jpg', 'images/2.jpg'] },
        annotations: [
          {
            result: [
              { id: 'a', item_index: 0 },
              { id: 'b', item_index: 1 },
              { from_id: 'a', to_id: 'b' },
            ],
          },
          {},
        ],
      },
    ]);
    await using second = await freshCasebook('generic');
    await bringIn(second, first);
    const again = await handOut(second, 'again');
    for (const file of ['tasks.json', 'config.xml'])
      expect(readFileSync(`${again}/${file}`, 'utf8')).toBe(readFileSync(`${first}/${file}`, 'utf8'));
  });
});

describe('a folder of ratings', () => {
  it('is refused where it has several files of the format, and names them', async () => {
    await using book = await freshCasebook('generic');
    await caseIn(book, 'upload-prefix.json');
    const folder = await caseIn(book, 'two-images.json');
    await expect(bringIn(book, folder)).rejects.toThrow(
      /several files .*two-images\.json, upload-prefix\.json/u,
    );
  });
});
