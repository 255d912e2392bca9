import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { casebook, json } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { argusItems } from '../helpers/argusItems.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const splitsOf = ({ casebook: { database } }: Services): Record<string, string | null> =>
  Object.fromEntries(
    database
      .prepare<[], [string, string | null]>('SELECT external_id, split FROM item ORDER BY sequence')
      .raw()
      .all(),
  );

const ITEMS = [
  { id: 'a', image: '1.png', split: 'train' },
  { id: 'b', image: '2.png', split: 'test' },
  { id: 'c', image: '3.png' },
];

async function withItems(items: readonly object[], benchmark = 'generic', format = benchmark) {
  const book = await freshCasebook(benchmark);
  const source = put(
    book.at(format === 'caughtcheating' ? 'in/data_info.json' : 'in/items.json'),
    JSON.stringify(items),
  );
  await book.importExport.import({ source, format }, null, quietly);
  return book;
}

const handOut = (book: Services, target: string, more: object = {}) =>
  book.importExport.export(
    { target, format: 'generic', status: null, images: 'none', ...more },
    null,
    quietly,
  );

describe('splits that items come with', () => {
  it('are the items’ splits, and leave as they came', async () => {
    await using book = await withItems(ITEMS);
    expect(splitsOf(book)).toEqual({ a: 'train', b: 'test', c: null });
    await handOut(book, book.at('out'));
    const lines = readFileSync(book.at('out/items.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines).toEqual(ITEMS.map((item) => JSON.stringify(item)));
    await handOut(book, book.at('train'), { split: 'train' });
    expect(readFileSync(book.at('train/items.jsonl'), 'utf8')).toBe(`${JSON.stringify(ITEMS[0])}\n`);
  });

  it('come from records of other benchmarks, too', async () => {
    await using clues = await withItems(
      [...syntheticItems(3, 1)].map((item) => ({ ...item, split: 'train' })),
      'caughtcheating',
    );
    expect(new Set(Object.values(splitsOf(clues)))).toEqual(new Set(['train']));
    await using traps = await withItems(
      argusItems().map((item) => ({ ...item, split: 'test' })),
      'argus',
    );
    expect(new Set(Object.values(splitsOf(traps)))).toEqual(new Set(['test']));
  });

  it('follow a changed source, unless somebody set another here', async () => {
    await using book = await withItems(ITEMS);
    const ids = book.casebook.database
      .prepare<[], string>("SELECT id FROM item WHERE external_id = 'b'")
      .pluck()
      .all();
    const filter = { ids: ids.map((id) => z.uuid().brand<'ItemId'>().parse(id)) };
    book.splits.set({ filter }, 'validation', null, everything);
    const changed = ITEMS.map((item) => ({ ...item, split: 'other' }));
    const report = await book.importExport.import(
      { source: put(book.at('in/items.json'), JSON.stringify(changed)), format: 'generic' },
      null,
      quietly,
    );
    expect(splitsOf(book)).toEqual({ a: 'other', b: 'validation', c: 'other' });
    expect(report.warnings).toContainEqual(expect.objectContaining({ item: 'b', field: 'split' }));
  });

  it('have a file each on Hugging Face; items in none are not in the test', async () => {
    await using book = await withItems(ITEMS);
    await handOut(book, book.at('hf'), { format: 'hf' });
    expect(filesIn(book.at('hf')).filter((file) => file.startsWith('data/'))).toEqual([
      'data/test-00000-of-00001.parquet',
      'data/train-00000-of-00001.parquet',
      'data/unassigned-00000-of-00001.parquet',
    ]);
    const { recordSet } = z
      .looseObject({ recordSet: z.array(z.looseObject({ dataType: z.string().optional() })) })
      .parse(JSON.parse(readFileSync(book.at('hf/croissant.json'), 'utf8')));
    expect(recordSet.find(({ dataType }) => dataType === 'cr:Split')).toMatchObject({
      data: [
        { 'splits/name': 'train', 'splits/url': 'cr:TrainingSplit' },
        { 'splits/name': 'test', 'splits/url': 'cr:TestSplit' },
        { 'splits/name': 'unassigned' },
      ],
    });
  });
});

describe('splits that are set here', () => {
  it('are put by hand, leave in the records, and are undone in the History', async () => {
    await using book = await withItems(ITEMS);
    const ada = book.people.ensure('ada', 'human').id;
    expect(book.splits.set({ filter: { split: ['train', null] } }, 'validation', ada, everything)).toEqual({
      changed: 2,
      refused: [],
    });
    await handOut(book, book.at('out'));
    expect(readFileSync(book.at('out/items.jsonl'), 'utf8')).toContain(
      '{"id":"c","image":"3.png","split":"validation"}',
    );
    const [event] = book.history.list({ kinds: ['split'], limit: 1 }, everything).events;
    expect(event).toMatchObject({ summary: 'Changed the split of 2 items', undoable: true });
    if (event !== undefined) await book.history.undo(event.id, ada);
    expect(splitsOf(book)).toEqual({ a: 'train', b: 'test', c: null });
  });

  it('have no image in two: the item is refused by name', async () => {
    await using book = await withItems([
      { id: 'a', image: 'same.png', split: 'train' },
      { id: 'b', image: 'same.png' },
      { id: 'c', image: 'other.png' },
    ]);
    const set = book.splits.set({ filter: { split: [null] } }, 'test', null, everything);
    expect(set).toMatchObject({ changed: 1, refused: [{ item: 'b' }] });
    const divided = book.splits.divide(
      { filter: { split: [null] } },
      { shares: { test: 1 }, seed: 1, stratify: null },
      null,
      everything,
    );
    expect(divided).toEqual({ changed: 1, refused: [] });
    expect(splitsOf(book)).toEqual({ a: 'train', b: 'train', c: 'test' });
  });

  it('are found and counted in the Library', async () => {
    await using book = await withItems(ITEMS);
    expect(book.items.counts({}, everything).split).toEqual(
      expect.arrayContaining([
        { value: null, count: 1 },
        { value: 'test', count: 1 },
        { value: 'train', count: 1 },
      ]),
    );
    const sort = { by: 'imported', descending: false } as const;
    expect(book.items.list({ split: ['test'] }, sort, 0, 10, everything).rows).toMatchObject([
      { externalId: 'b', split: 'test' },
    ]);
  });
});

describe('casebook split', () => {
  it('divides items by shares and a seed, and an empty export is an error in words', async () => {
    const path = folder.join('a.casebook');
    const source = put(
      folder.join('items.json'),
      JSON.stringify(
        Array.from({ length: 20 }, (_, place) => ({ id: String(place), image: `${String(place)}.png` })),
      ),
    );
    await casebook('new', path, '--benchmark', 'generic');
    await casebook('import', path, source, '--format', 'generic');
    const out = ['--format', 'generic', '--status', 'any', '--images', 'none'];
    const none = await casebook('export', path, folder.join('none'), ...out, '--split', 'train');
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('The export would be empty: there are no items in the split “train”.');
    expect(none.stderr).toContain('No item of this casebook is in a split.');

    const Shape = z.looseObject({
      changed: z.int(),
      splits: z.array(z.object({ split: z.string().nullable(), items: z.int() })),
    });
    const words = ['split', path, '--shares', 'train=0.8,test=0.2', '--seed', '1'];
    expect(await json(Shape, 0, ...words)).toMatchObject({
      changed: 20,
      splits: [
        { split: 'test', items: 4 },
        { split: 'train', items: 16 },
      ],
    });
    expect(await json(Shape, 0, ...words)).toMatchObject({ changed: 0 });
    const train = await casebook('export', path, folder.join('train'), ...out, '--split', 'train');
    expect(train.code).toBe(0);
    const dev = await casebook('export', path, folder.join('dev'), ...out, '--split', 'dev');
    expect(dev.stderr).toContain('The splits are test, train.');
    expect((await casebook('split', path, '--shares', 'train=-1')).code).toBe(2);
    expect(await json(Shape, 0, 'split', path, '--clear')).toMatchObject({
      splits: [{ split: null, items: 20 }],
    });
  });
});
