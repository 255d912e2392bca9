import { cpSync, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { ImportReport } from '../../shared/contract/importExport.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { filesIn, freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { drawFlag } from '../helpers/pictures.ts';

const bringIn = (book: Services, source: string, format: string, more: object = {}): Promise<ImportReport> =>
  book.importExport.import({ source, format, ...more }, null, quietly);

const namesIn = (book: Services): string[] =>
  book.items
    .list({}, { by: 'imported', descending: false }, 0, 100, everything)
    .rows.map(({ externalId }) => externalId);

const coco = (files: readonly string[], more: object = {}): string =>
  JSON.stringify({
    images: files.map((file_name, index) => ({ id: index + 1, file_name, width: 64, height: 48 })),
    categories: [{ id: 1, name: 'cat' }],
    annotations: files.map((_, index) => ({
      id: index + 1,
      image_id: index + 1,
      category_id: 1,
      bbox: [1, 2, 30, 20],
    })),
    ...more,
  });

/** A folder with a COCO file and its two photographs in a folder of their own. */
async function cocoFolder(book: Awaited<ReturnType<typeof freshCasebook>>): Promise<string> {
  await drawFlag(book.at('set/images/a.png'), 64, 48);
  await drawFlag(book.at('set/images/b.png'), 64, 48);
  put(book.at('set/annotations.json'), coco(['a.png', 'b.png']));
  return book.at('set');
}

describe('a data set of boxes with its images', () => {
  it('becomes items with boxes in an empty casebook, and in one step', async () => {
    await using book = await freshCasebook('generic');
    const folder = await cocoFolder(book);
    const dry = await bringIn(book, folder, 'coco', { dryRun: true });
    expect(namesIn(book)).toEqual([]);
    const report = await bringIn(book, folder, 'coco');
    expect(report).toEqual({ ...dry, applied: true, similar: report.similar });
    expect(report).toMatchObject({ added: 2, updated: 0, skipped: [], images: { added: 1, missing: 0 } });
    expect(namesIn(book)).toEqual(['a.png', 'b.png']);
    expect(await bringIn(book, folder, 'coco')).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
  });

  it('as ratings are somebody’s ratings of new items', async () => {
    await using book = await freshCasebook('generic');
    const folder = await cocoFolder(book);
    const report = await bringIn(book, folder, 'coco', { boxes: 'ratings', person: 'ana' });
    expect(report).toMatchObject({ added: 2, skipped: [], images: { missing: 0 } });
    expect(namesIn(book)).toEqual(['a.png', 'b.png']);
    const one = (sql: string): unknown => book.casebook.database.prepare(sql).pluck().get();
    expect(one("SELECT count(*) FROM item_image WHERE foreign_part ->> '$.format' = 'coco'")).toBe(2);
    expect(one("SELECT value ->> '$.coco' FROM meta WHERE key = 'foreignSets'")).toContain('cat');
  });

  it('is refused whole where an image is missing, and without it comes in where that is asked for', async () => {
    await using book = await freshCasebook('generic');
    await drawFlag(book.at('set/a.png'), 64, 48);
    put(book.at('set/annotations.json'), coco(['a.png', 'gone.png']));
    const refused = await bringIn(book, book.at('set'), 'coco');
    expect(refused).toMatchObject({ applied: false, skipped: [{ item: 'gone.png' }] });
    expect(namesIn(book)).toEqual([]);
    await bringIn(book, book.at('set'), 'coco', { keepGoing: true });
    expect(namesIn(book)).toEqual(['a.png']);
  });

  it('leaves nothing behind where the size of an image is another than its file says', async () => {
    await using book = await freshCasebook('generic');
    await drawFlag(book.at('set/a.png'), 32, 48);
    put(book.at('set/annotations.json'), coco(['a.png']));
    const report = await bringIn(book, book.at('set'), 'coco');
    expect(report).toMatchObject({ applied: false, skipped: [{ item: 'a.png', field: 'images' }] });
    expect(namesIn(book)).toEqual([]);
    expect(filesIn(`${book.casebook.path}/images`)).toEqual([]);
  });

  it('finds images by paths of another system, and says so once', async () => {
    await using book = await freshCasebook('generic');
    await drawFlag(book.at('set/Photos/IMG_1.PNG'), 64, 48);
    await drawFlag(book.at('set/Photos/IMG_2.PNG'), 64, 40);
    put(
      book.at('set/annotations.json'),
      coco(['photos\\img_1.png', 'C:\\data\\photos\\img_2.png']).replace('"height":48}]', '"height":40}]'),
    );
    const report = await bringIn(book, book.at('set'), 'coco');
    expect(report.skipped).toEqual([]);
    expect(report.warnings.filter(({ field }) => field === 'images')).toEqual([
      {
        item: null,
        field: 'images',
        message:
          '2 images were found without regard to upper and lower case, Unicode form, slashes or extension (such as: C:\\data\\photos\\img_2.png is Photos/IMG_2.PNG).',
      },
    ]);
    expect(namesIn(book)).toEqual(['Photos/IMG_1.PNG', 'Photos/IMG_2.PNG']);
  });

  it('in a zip, in a folder within it, is the same as unpacked, and the unpacked copy goes away', async () => {
    await using book = await freshCasebook('generic');
    const folder = await cocoFolder(book);
    const zip = new ZipFile();
    for (const name of filesIn(folder)) zip.addFile(`${folder}/${name}`, `set/${name}`);
    zip.addEmptyDirectory('set/images');
    zip.end();
    const file = book.at('set.zip');
    await finished(zip.outputStream.pipe(createWriteStream(file)));
    expect(await book.importExport.recognise(file)).toEqual(['coco']);
    expect(await bringIn(book, file, 'coco')).toMatchObject({ added: 2, skipped: [] });
    const { staging } = book.casebook.ports.directories;
    expect(existsSync(staging) ? readdirSync(staging).length : 0).toBe(1);
    await expect(bringIn(book, file, 'coco', { link: true })).rejects.toThrow(/inside a zip/u);
    await book.importExport.close();
    expect(readdirSync(staging)).toEqual([]);
  });

  it('that fits two formats is recognised as both', async () => {
    await using book = await freshCasebook('generic');
    const folder = await cocoFolder(book);
    cpSync(`${folder}/images`, book.at('set/JPEGImages'), { recursive: true });
    put(book.at('set/data.yaml'), 'names: [cat]\n');
    expect(await book.importExport.recognise(folder)).toEqual(['coco', 'yolo']);
  });
});

describe('the label that a new casebook begins with', () => {
  const labelsOf = (book: Services): unknown =>
    book.casebook.database
      .prepare("SELECT value ->> '$.labels[0].name' FROM meta WHERE key = 'vocabulary'")
      .pluck()
      .get();

  it('gives way to the categories of the first data set', async () => {
    await using book = await freshCasebook('generic');
    await bringIn(book, await cocoFolder(book), 'coco');
    expect(labelsOf(book)).toBe('cat');
  });

  it('stays where boxes bear it', async () => {
    await using book = await freshCasebook('generic');
    const folder = await cocoFolder(book);
    put(book.at('first.json'), coco(['a.png']).replace('"cat"', '"object"'));
    await bringIn(book, book.at('first.json'), 'coco', { imagesFolder: book.at('set') });
    expect(labelsOf(book)).toBe('object');
    await bringIn(book, folder, 'coco', { person: 'ben' });
    expect(labelsOf(book)).toBe('object');
  });
});
