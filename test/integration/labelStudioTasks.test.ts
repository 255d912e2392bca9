import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { AgreementRequest } from '../../shared/contract/agreement.ts';
import type { ImportRequest } from '../../shared/contract/importExport.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { contentOf, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { seededRandom } from '../helpers/random.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;

const WIDTH = 200;
const HEIGHT = 100;
const TASKS = 60;
const EMPTY = 32;
const THRESHOLD = 0.5;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const bringIn = (book: Services, source: string, more: Partial<ImportRequest> = {}) =>
  book.importExport.import({ source, format: 'labelstudio', ...more }, null, quietly);

const boxResult = (box: Box, id: string): JsonObject => ({
  id,
  type: 'rectanglelabels',
  from_name: 'label',
  to_name: 'image',
  original_width: WIDTH,
  original_height: HEIGHT,
  value: {
    x: (box.x / WIDTH) * 100,
    y: (box.y / HEIGHT) * 100,
    width: (box.width / WIDTH) * 100,
    height: (box.height / HEIGHT) * 100,
    rotation: 0,
    rectanglelabels: ['thing'],
  },
});

/** Who annotated which task with which boxes: up to three each, where both see something shifted a little. */
function drawnByTwo(): readonly (readonly [readonly Box[], readonly Box[]])[] {
  const random = seededRandom(11);
  const between = (least: number, most: number): number => Math.round(least + random() * (most - least));
  const tasks = Array.from({ length: TASKS }, (): [Box[], Box[]] => {
    const sides: [Box[], Box[]] = [[], []];
    for (const column of [0, 1, 2]) {
      const seen: Box = { x: column * 65 + between(5, 12), y: between(10, 30), width: 40, height: 50 };
      for (const side of sides) {
        if (random() < 0.25) continue;
        side.push({ ...seen, x: Math.max(0, seen.x + between(-14, 14)), y: seen.y + between(-10, 10) });
      }
    }
    return sides;
  });
  // Most of them empty: mostly one side alone.
  let empty = tasks.flat().filter((side) => side.length === 0).length;
  for (let at = 0; empty < EMPTY; at += 1) {
    const side = tasks[(at * 7) % TASKS]?.[at % 2];
    if (side === undefined || side.length === 0) continue;
    side.length = 0;
    empty += 1;
  }
  return tasks;
}

const share = (a: Box, b: Box): number => {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const along = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (across <= 0 || along <= 0) return 0;
  const both = across * along;
  return both / (a.width * a.height + b.width * b.height - both);
};

/** The pairings of the first boxes with the second's, every one of them. */
function* pairings(first: readonly Box[], second: readonly Box[]): Generator<number[]> {
  const [head, ...rest] = first;
  if (head === undefined) return yield [];
  for (const others of pairings(rest, second)) yield others;
  for (const [at, other] of second.entries())
    for (const others of pairings(
      rest,
      second.filter((_, index) => index !== at),
    ))
      yield [share(head, other), ...others];
}

/** F1 of boxes by its definition, over the tasks that `counts` says: of all pairings the one that overlaps most. */
function boxF1(
  tasks: readonly (readonly [readonly Box[], readonly Box[]])[],
  counts: (first: readonly Box[], second: readonly Box[]) => boolean,
): number {
  let [found, drawn] = [0, 0];
  for (const [first, second] of tasks.filter((sides) => counts(...sides))) {
    const best = [...pairings(first, second)].sort((a, b) => sum(b) - sum(a))[0] ?? [];
    found += best.filter((overlap) => overlap >= THRESHOLD).length;
    drawn += first.length + second.length;
  }
  return (2 * found) / drawn;
}
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

async function photos(book: Book, names: readonly string[]): Promise<string> {
  for (const [index, name] of names.entries()) {
    const background = { r: (index * 37) % 256, g: (index * 91) % 256, b: index };
    const image = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } });
    put(book.at('photos', name), await image.png().toBuffer());
  }
  return book.at('photos');
}

const figuresOf = (book: Services) =>
  book.agreement.figures(
    AgreementRequest.parse({ task: 'annotate', field: 'regions', bootstrap: 0 }),
    everything,
    () => undefined,
    new AbortController().signal,
  );

/** Who rated what, with the boxes' places; by item and rater. */
const ratings = ({ casebook: { database } }: Services): unknown[] =>
  database
    .prepare(
      `SELECT i.external_id AS item, p.handle AS rater, a.payload AS answer,
         (SELECT count(*) FROM region r JOIN item_image m ON m.item_id = i.id AND m.image_id = r.image_id
          WHERE r.annotation_id = a.id AND m.position = 0) AS onFirst,
         (SELECT count(*) FROM region WHERE annotation_id = a.id) AS boxes
       FROM annotation a JOIN item i ON i.id = a.item_id JOIN person p ON p.id = a.person_id
       WHERE a.independent = 1 ORDER BY 1, 2`,
    )
    .all();

const task = (id: number, image: string, results: Readonly<Record<number, readonly JsonObject[]>>) => ({
  id,
  data: { image },
  annotations: Object.entries(results).map(([by, result]) => ({ completed_by: Number(by), result })),
});

const SEEN: Box = { x: 20, y: 20, width: 40, height: 40 };

describe('annotations of Label Studio with an empty result', () => {
  it('are ratings of no boxes: 120 of 120 count, and box F1 is what its definition gives', async () => {
    await using book = await freshCasebook('generic');
    const drawn = drawnByTwo();
    const names = drawn.map((_, index) => `photo-${String(index)}.png`);
    const imagesFolder = await photos(book, names);
    const tasks = drawn.map((sides, index) =>
      task(
        index + 1,
        `/data/upload/1/${names[index] ?? ''}`,
        Object.fromEntries(
          sides.map((boxes, side) => [side + 1, boxes.map((box, at) => boxResult(box, String(at)))]),
        ),
      ),
    );
    const source = put(book.at('tasks.json'), JSON.stringify(tasks));
    expect(await bringIn(book, source, { imagesFolder })).toMatchObject({ added: 2 * TASKS, skipped: [] });
    expect(drawn.flat().filter((boxes) => boxes.length === 0)).toHaveLength(EMPTY);
    const figures = await figuresOf(book);
    expect(figures).toMatchObject({ items: TASKS, pairable: TASKS, ratings: 2 * TASKS });
    const all = boxF1(drawn, () => true);
    expect(figures.coefficients['box_f1']?.value).toBeCloseTo(all, 12);
    // What it was as long as the empty ones were dropped.
    expect(all).toBeLessThan(boxF1(drawn, (first, second) => first.length > 0 && second.length > 0));
    const before = contentOf(book);
    expect(await bringIn(book, source, { imagesFolder })).toMatchObject({ unchanged: 2 * TASKS, updated: 0 });
    expect(contentOf(book)).toEqual(before);
  });

  it('say nothing of any other field', async () => {
    await using book = await freshCasebook('generic');
    const choice = { from_name: 'place', to_name: 'image', type: 'choices', value: { choices: ['indoor'] } };
    const source = put(
      book.at('tasks.json'),
      JSON.stringify([
        task(1, 'a.png', { 1: [boxResult(SEEN, 'b')], 2: [], 3: [choice] }),
        task(2, 'b.png', { 1: [], 2: [choice] }),
      ]),
    );
    const report = await bringIn(book, source, { imagesFolder: await photos(book, ['a.png', 'b.png']) });
    expect(report).toMatchObject({ added: 5, skipped: [] });
    const named = ratings(book);
    expect(named).toMatchObject([
      { item: '1', rater: 'user 1', answer: '{}', boxes: 1 },
      { item: '1', rater: 'user 2', answer: '{}', boxes: 0 },
      { item: '1', rater: 'user 3', answer: '{"place":"indoor"}', boxes: 0 },
      { item: '2', rater: 'user 1', answer: '{}', boxes: 0 },
      { item: '2', rater: 'user 2', answer: '{"place":"indoor"}', boxes: 0 },
    ]);
  });

  it('say nothing where nobody was asked for boxes, nor for a model that never draws', async () => {
    await using book = await freshCasebook('generic');
    const choice = { from_name: 'place', to_name: 'image', type: 'choices', value: { choices: ['indoor'] } };
    const polygon = { from_name: 'shape', type: 'polygonlabels', value: { points: [[1, 2]] } };
    const choices = put(book.at('choices.json'), JSON.stringify([task(1, 'a.png', { 1: [choice], 2: [] })]));
    const report = await bringIn(book, choices);
    expect(report).toMatchObject({ added: 1, skipped: [] });
    expect(report.warnings.map(({ message }) => message)).toContain(
      'An annotation is empty, and nobody was asked for boxes: it has nothing to import.',
    );
    const mixed = put(
      book.at('mixed.json'),
      JSON.stringify([
        {
          ...task(7, 'b.png', { 1: [boxResult(SEEN, 'b')], 2: [polygon] }),
          predictions: [{ model_version: 'namer', result: [] }],
        },
      ]),
    );
    const imagesFolder = await photos(book, ['b.png']);
    const refused = await bringIn(book, mixed, { imagesFolder });
    expect(refused.skipped.map(({ item, field }) => [item, field])).toEqual([['7, user 2', 'shape']]);
    expect(await bringIn(book, mixed, { imagesFolder, keepGoing: true })).toMatchObject({ added: 1 });
  });
});

describe('tasks of Label Studio', () => {
  /** Items that are here under names of their own, one with two images. */
  async function withItems(): Promise<Book> {
    const book = await freshCasebook('generic');
    const names = ['true_images/1.png', 'false_images/1.png', 'two cups.png', 'three.png', 'four.png'];
    await photos(book, names);
    const items = [
      { id: 'true one', image: 'true_images/1.png' },
      { id: 'false one', image: 'false_images/1.png' },
      { id: 'cups', image: 'two cups.png' },
      { id: 'pair', image: 'three.png', images: ['four.png'] },
    ];
    const source = put(book.at('photos/items.json'), JSON.stringify(items));
    await book.importExport.import(
      { source, format: 'generic' },
      book.people.ensure('mara', 'human'),
      quietly,
    );
    return book;
  }
  const items = ({ casebook: { database } }: Services): unknown[] =>
    database.prepare('SELECT external_id FROM item ORDER BY 1').pluck().all();

  it('are about the items whose images they show, by whatever Label Studio calls the files', async () => {
    await using book = await withItems();
    const source = put(
      book.at('tasks.json'),
      JSON.stringify([
        task(1, '/data/local-files/?d=set/true_images/1.png', { 1: [boxResult(SEEN, 'b')] }),
        task(2, 's3://bucket/some/false_images/1.PNG', { 1: [] }),
        task(3, '/data/upload/4/abcd1234-two_cups.png', { 1: [boxResult(SEEN, 'b')] }),
        task(4, 'https://host/data/upload/4/0a1b2c3d-four.png', { 1: [boxResult(SEEN, 'b')] }),
      ]),
    );
    const report = await bringIn(book, source);
    expect(report).toMatchObject({ added: 4, skipped: [] });
    expect(report.warnings.map(({ message }) => message)).toContain(
      '4 tasks are about existing items, recognised by the names of their images.',
    );
    expect(items(book)).toEqual(['cups', 'false one', 'pair', 'true one']);
    expect(ratings(book)).toMatchObject([
      { item: 'cups', boxes: 1, onFirst: 1 },
      { item: 'false one', boxes: 0 },
      // On the image that the task shows.
      { item: 'pair', boxes: 1, onFirst: 0 },
      { item: 'true one', boxes: 1, onFirst: 1 },
    ]);
    expect(await bringIn(book, source)).toMatchObject({ unchanged: 4, updated: 0, added: 0 });
  });

  it('whose image could be that of several items are left out by name', async () => {
    await using book = await withItems();
    const source = put(
      book.at('tasks.json'),
      JSON.stringify([task(1, 'abcd1234-1.png', { 1: [boxResult(SEEN, 'b')] })]),
    );
    const report = await bringIn(book, source);
    expect(report).toMatchObject({ applied: false });
    expect(report.skipped).toEqual([
      {
        item: 'task 1',
        field: 'image',
        reason:
          'abcd1234-1.png: Several images match: true one (true_images/1.png), false one (false_images/1.png). Use the full name of one of them in the file.',
      },
    ]);
  });

  it('are not about an item whose name happens to be their number, nor twice about the same', async () => {
    await using book = await withItems();
    const numbered = put(book.at('photos/numbered.json'), JSON.stringify([{ id: '5', image: 'three.png' }]));
    await book.importExport.import(
      { source: numbered, format: 'generic' },
      book.people.ensure('mara', 'human'),
      quietly,
    );
    const source = put(
      book.at('tasks.json'),
      JSON.stringify([
        task(5, 'elsewhere.png', { 1: [boxResult(SEEN, 'b')] }),
        task(6, 'two cups.png', { 1: [boxResult(SEEN, 'b')] }),
        task(7, 'x/two cups.png', { 1: [boxResult(SEEN, 'b')] }),
      ]),
    );
    const report = await bringIn(book, source, { keepGoing: true });
    expect(report.skipped.map(({ item, reason }) => `${item}: ${reason}`)).toEqual([
      'task 5: The task shows elsewhere.png, but the item 5 of this casebook shows three.png: it is another item with that number.',
      'task 7: There is another task about cups.',
    ]);
    expect(ratings(book)).toMatchObject([{ item: 'cups' }]);
  });
});
