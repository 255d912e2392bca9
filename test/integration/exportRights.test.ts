import { existsSync, readFileSync } from 'node:fs';
import Papa from 'papaparse';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { ExportRequest } from '../../shared/contract/importExport.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { argusItems } from '../helpers/argusItems.ts';
import { filesIn, freshCasebook, put, quietly, readJson } from '../helpers/casebooks.ts';
import { casebook as commandLine, json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

/** Pictures by name, each all of one colour, so that it is known wherever it turns up. */
const COLOURS: Readonly<Record<string, string>> = {
  'red.png': '#ff0000',
  'green.png': '#00ff00',
  'blue.png': '#0000ff',
  'grey.png': '#777777',
};

async function draw(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const background = COLOURS[name.slice(name.lastIndexOf('/') + 1)] ?? '#000000';
    const image = sharp({ create: { width: 40, height: 30, channels: 3, background } });
    put(`${folder}/${name}`, await image.png().toBuffer());
  }
}

/** A casebook of items with these images; those whose name holds "green" may not be redistributed. */
async function withItems(benchmark: string, items: readonly JsonObject[], images: readonly string[]) {
  const book = await freshCasebook(benchmark);
  const file =
    { caughtcheating: 'data_info.jsonl', generic: 'items.jsonl' }[benchmark] ?? `${benchmark}.jsonl`;
  put(book.at('in', file), items.map((item) => JSON.stringify(item)).join('\n'));
  await draw(book.at('in'), images);
  await book.importExport.import({ source: book.at('in'), format: benchmark }, null, quietly);
  setRights(book);
  return book;
}

function setRights({ casebook: { database } }: Services): void {
  database
    .prepare(
      "UPDATE image SET licence = 'CC BY 4.0', attribution = 'Ada', redistributable = 1 WHERE origin LIKE '%red%'",
    )
    .run();
  database
    .prepare(
      "UPDATE image SET licence = 'ImageNet terms', attribution = 'ImageNet', redistributable = 0 WHERE origin LIKE '%green%'",
    )
    .run();
}

const handOut = (book: Services, target: string, format: string, more: Partial<ExportRequest> = {}) =>
  book.importExport.export({ target, format, status: null, ...more }, null, quietly);

/** The colours of all pictures below a folder. */
async function coloursIn(folder: string): Promise<string[]> {
  const pictures = filesIn(folder).filter((file) => /\.(?:png|jpe?g|webp)$/iu.test(file));
  const found = pictures.map(async (file) => {
    const { data } = await sharp(`${folder}/${file}`).raw().toBuffer({ resolveWithObject: true });
    return `#${[...data.subarray(0, 3)].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  });
  return (await Promise.all(found)).sort();
}

const rowsOf = (path: string): Record<string, string>[] =>
  z
    .array(z.record(z.string(), z.string()))
    .parse(Papa.parse(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data);

const linesOf = (path: string): JsonObject[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => z.record(z.string(), z.json()).parse(JSON.parse(line)));

const three: readonly JsonObject[] = [
  { id: 'one', image: 'red.png' },
  { id: 'two', images: ['green.png', 'blue.png'] },
  { id: 'three', image: 'green.png' },
];
const REASON = 'named in the data set with licence and attribution, without the picture.';

describe('an image that may not be handed on', () => {
  it.each(['generic', 'coco', 'yolo', 'voc', 'labelstudio', 'hf'])(
    'stays out of %s, in copies and links, and the summary says so',
    async (format) => {
      await using book = await withItems('generic', three, ['red.png', 'green.png', 'blue.png']);
      for (const images of ['copy', 'link'] as const) {
        const out = book.at(images);
        const report = await handOut(book, out, format, { images });
        expect(report).toMatchObject({ items: 3, images: 2, withheld: 2 });
        expect(report.left_out).toEqual([
          { item: 'two', reason: `1 of its 2 images may not be redistributed: ${REASON}`, intended: true },
          { item: 'three', reason: `1 of its 1 image may not be redistributed: ${REASON}`, intended: true },
        ]);
        const green = readFileSync(book.at('in', 'green.png'));
        for (const file of filesIn(out))
          expect(readFileSync(`${out}/${file}`).includes(green), file).toBe(false);
        if (format !== 'hf') expect(await coloursIn(out)).toEqual(['#0000ff', '#ff0000']);
      }
    },
  );

  it('is in the list of images with why it is not there; the others with licence and whom they are from', async () => {
    await using book = await withItems('generic', three, ['red.png', 'green.png', 'blue.png']);
    const report = await handOut(book, book.at('out'), 'generic');
    expect(report.files).toContain('images.csv');
    const withheld = {
      file: 'green.png',
      licence: 'ImageNet terms',
      attribution: 'ImageNet',
      copied: 'no',
      name: 'green.png',
      reason: 'it may not be redistributed',
    };
    const rows = rowsOf(book.at('out/images.csv'));
    expect(rows).toMatchObject([
      {
        file: 'images/red.png',
        item: 'one',
        licence: 'CC BY 4.0',
        attribution: 'Ada',
        copied: 'yes',
        reason: '',
      },
      { item: 'two', ...withheld },
      { file: 'images/blue.png', item: 'two', licence: '', attribution: '', copied: 'yes' },
      { item: 'three', ...withheld },
    ]);
    for (const { file = '', copied } of rows)
      expect(existsSync(book.at('out', file)), file).toBe(copied === 'yes');
    // The items still say which image they are about.
    expect(linesOf(book.at('out/items.jsonl'))).toEqual([
      { id: 'one', image: 'images/red.png' },
      { id: 'two', images: ['green.png', 'images/blue.png'] },
      { id: 'three', image: 'green.png' },
    ]);
  });

  it('keeps its name for itself: none that comes along gets it', async () => {
    const items = [
      { id: 'one', image: 'images/green.png' },
      { id: 'two', image: 'green.jpg' },
    ];
    await using book = await withItems('generic', items, ['images/green.png', 'green.jpg']);
    book.casebook.database.exec("UPDATE image SET redistributable = 1 WHERE origin LIKE '%.jpg'");
    // Another picture than the one that stays.
    const other = sharp({ create: { width: 40, height: 30, channels: 3, background: '#777777' } });
    await using different = await freshCasebook('generic');
    put(different.at('in/items.jsonl'), items.map((item) => JSON.stringify(item)).join('\n'));
    await draw(different.at('in'), ['images/green.png']);
    put(different.at('in/green.jpg'), await other.jpeg().toBuffer());
    await different.importExport.import({ source: different.at('in'), format: 'generic' }, null, quietly);
    different.casebook.database.exec("UPDATE image SET redistributable = 0 WHERE format = 'png'");
    await handOut(different, different.at('out'), 'generic');
    expect(linesOf(different.at('out/items.jsonl'))).toEqual([
      { id: 'one', image: 'images/green.png' },
      { id: 'two', image: 'images/green-2.jpg' },
    ]);
    expect(existsSync(different.at('out/images/green.png'))).toBe(false);
  });

  it('stays out when it was cropped, too, unless somebody says otherwise of the crop', async () => {
    await using book = await withItems('generic', [{ id: 'one', image: 'green.png' }], ['green.png']);
    const { database } = book.casebook;
    const crop = sharp({ create: { width: 20, height: 20, channels: 3, background: '#777777' } });
    put(book.at('crop/crop.png'), await crop.png().toBuffer());
    put(book.at('crop/items.jsonl'), JSON.stringify({ id: 'cropped', image: 'crop.png' }));
    await book.importExport.import({ source: book.at('crop'), format: 'generic' }, null, quietly);
    database.exec(
      "UPDATE image SET derived_from = (SELECT id FROM image WHERE origin LIKE '%green%'), derivation = '{}' WHERE origin LIKE '%crop%'",
    );
    expect(await handOut(book, book.at('out'), 'coco')).toMatchObject({ images: 0, withheld: 2 });
    expect(rowsOf(book.at('out/images.csv'))[1]).toMatchObject({
      item: 'cropped',
      licence: 'ImageNet terms',
      copied: 'no',
    });
    database.exec("UPDATE image SET redistributable = 1 WHERE origin LIKE '%crop%'");
    expect(await handOut(book, book.at('again'), 'coco')).toMatchObject({ images: 1, withheld: 1 });
  });

  it('of MCSBench leaves its file name and its synset id', async () => {
    const images: JsonObject[] = [
      { file: 'red.png', source: 'WikiCommons', licence: 'CC BY 4.0', attribution: 'Ada' },
      { file: 'n02121620/green.png', source: 'ImageNet-21K', synset: 'n02121620' },
    ];
    const { image: _, ...item } = mcsBenchItem();
    const items = [{ ...item, images }];
    await using book = await withItems('mcsbench', items, ['red.png', 'n02121620/green.png']);
    const report = await handOut(book, book.at('out'), 'mcsbench');
    expect(report).toMatchObject({ items: 1, images: 1, withheld: 1 });
    expect(await coloursIn(book.at('out'))).toEqual(['#ff0000']);
    const [written] = linesOf(book.at('out/mcsbench.jsonl'));
    expect(written?.['images']).toEqual([{ ...images[0], file: 'images/red.png' }, images[1]]);
    expect(rowsOf(book.at('out/images.csv'))).toMatchObject([
      { file: 'images/red.png', source: 'WikiCommons', attribution: 'Ada', synset: '', copied: 'yes' },
      { file: 'n02121620/green.png', source: 'ImageNet-21K', synset: 'n02121620', copied: 'no' },
    ]);
    // Also in a casebook of before rights were noted on import: what the item says holds.
    book.casebook.database.exec(
      'UPDATE image SET licence = NULL, redistributable = NULL, attribution = NULL',
    );
    expect(await handOut(book, book.at('older'), 'mcsbench')).toMatchObject({ images: 1, withheld: 1 });
    // Anybody who has the image puts it where the item says, and the folder comes in again as the casebook was.
    await draw(book.at('out'), ['n02121620/green.png']);
    await using again = await freshCasebook('mcsbench');
    const back = await again.importExport.import(
      { source: book.at('out'), format: 'mcsbench' },
      null,
      quietly,
    );
    expect(back).toMatchObject({ added: 1, images: { added: 2, missing: 0 } });
  });

  it('of Argus Inspection, of its candidates, stays out', async () => {
    const [, item] = argusItems();
    const { image: _, ...texts } = item ?? {};
    const candidates = ['red.png', 'green.png', 'blue.png'];
    await using book = await withItems('argus', [{ ...texts, id: 'one', candidates }], candidates);
    expect(await handOut(book, book.at('out'), 'argus')).toMatchObject({ images: 2, withheld: 1 });
    expect(linesOf(book.at('out/argus.jsonl'))[0]?.['candidates']).toEqual([
      'images/red.png',
      'green.png',
      'images/blue.png',
    ]);
    expect(await coloursIn(book.at('out'))).toEqual(['#0000ff', '#ff0000']);
  });

  it('of CaughtCheating keeps the name it came with, whatever kind of file that was', async () => {
    const names = ['photos/green.gif', 'photos/red.png'];
    const items = [...syntheticItems(2, 1)].map((item, at) => ({ ...item, data_path: names[at] ?? '' }));
    await using book = await withItems('caughtcheating', items, ['photos/red.png', 'photos/green.gif']);
    const report = await handOut(book, book.at('out'), 'caughtcheating');
    expect(report).toMatchObject({ items: 2, images: 1, withheld: 1 });
    expect(await coloursIn(book.at('out'))).toEqual(['#ff0000']);
    const written = z
      .array(z.looseObject({ data_path: z.string() }))
      .parse(readJson(book.at('out/data_info.json')));
    expect(written.map((each) => each.data_path)).toEqual(['photos/green.gif', 'photos/red.png']);
    expect(rowsOf(book.at('out/images.csv')).map(({ file, copied }) => [file, copied])).toEqual([
      ['photos/green.gif', 'no'],
      ['photos/red.png', 'yes'],
    ]);
  });

  it('goes along where colleagues share the work: in a package and in a backup', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    await commandLine('new', path, '--benchmark', 'generic');
    await draw(folder.join('in'), ['green.png']);
    put(folder.join('in/items.jsonl'), JSON.stringify({ id: 'one', image: 'green.png' }));
    await json(shapes.import, 0, 'import', path, folder.join('in'), '--format', 'generic');
    await commandLine('backup', path, folder.join('copy'));
    expect(await coloursIn(folder.join('copy'))).toContain('#00ff00');
  });
});

describe('the list of images', () => {
  it('is not there where nothing is known of any, and says so of what was not asked for', async () => {
    await using book = await withItems('generic', [{ id: 'one', image: 'grey.png' }], ['grey.png']);
    const report = await handOut(book, book.at('out'), 'generic');
    expect(report.files).not.toContain('images.csv');
    book.casebook.database.exec("UPDATE image SET licence = '=1+1', attribution = 'Ada'");
    await handOut(book, book.at('none'), 'generic', { images: 'none' });
    expect(rowsOf(book.at('none/images.csv'))).toMatchObject([
      { file: 'grey.png', licence: "'=1+1", copied: 'no', reason: 'no images were asked for' },
    ]);
    await handOut(book, book.at('one.jsonl'), 'generic');
    expect(filesIn(book.at()).filter((file) => file.endsWith('images.csv'))).toEqual(['none/images.csv']);
  });

  it('stays through a repeated export, which takes its own files away and no others', async () => {
    await using book = await withItems('generic', [{ id: 'one', image: 'red.png' }], ['red.png']);
    await handOut(book, book.at('out'), 'generic');
    book.casebook.database.exec(
      'UPDATE image SET licence = NULL, attribution = NULL, redistributable = NULL',
    );
    await handOut(book, book.at('out'), 'generic', { force: true });
    expect(filesIn(book.at('out'))).not.toContain('images.csv');
    expect(book.items.list({}, { by: 'imported', descending: false }, 0, 9, everything).rows).toHaveLength(1);
  });

  it('is told on the command line', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    await commandLine('new', path, '--benchmark', 'mcsbench');
    const { image: _, ...item } = mcsBenchItem();
    const images = [{ file: 'green.png', source: 'ImageNet', synset: 'n1', redistributable: false }];
    await draw(folder.join('in'), ['green.png']);
    put(folder.join('in/mcsbench.jsonl'), JSON.stringify({ ...item, images }));
    await json(shapes.import, 0, 'import', path, folder.join('in'), '--format', 'mcsbench');
    const shape = shapes.export.extend({ withheld: z.int() });
    const words = ['export', path, folder.join('out'), '--format', 'mcsbench', '--status', 'any'];
    const report = await json(shape, 0, ...words);
    // Rights that come with the items hold.
    expect(report).toMatchObject({ items: 1, images: 0, withheld: 1 });
  });
});
