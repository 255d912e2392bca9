import { rowsAlone } from '../helpers/croissantRecords.ts';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse as parseExif } from 'exifr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formats } from '../../electron/core/app/formats.ts';
import type { Services } from '../../electron/core/app/services.ts';
import type { ExportRequest } from '../../shared/contract/importExport.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { argusItems } from '../helpers/argusItems.ts';
import { filesIn, freshCasebook, put, quietly, readJson } from '../helpers/casebooks.ts';
import { json, shapes } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { putPhotographs } from '../helpers/deskCasebook.ts';
import { readWithDuckDb } from '../helpers/duckdbReader.ts';
import { generatedItems, mcsBenchItem } from '../helpers/mcsBenchItems.ts';
import { readParquet } from '../helpers/parquetReader.ts';
import { colourAt } from '../helpers/pictures.ts';
import { firsts } from '../helpers/present.ts';
import { choices, makeRatedCasebook } from '../helpers/ratedCasebook.ts';
import { realItems } from '../helpers/realData.ts';
import { ACCEPT, answer, assign, fix } from '../helpers/validating.ts';

const COMPANIONS = ['gold.csv', 'labels.csv', 'reliability.json', 'reliability.md'];
const FILES = ['README.md', 'croissant.json', 'data/test-00000-of-00001.parquet', ...COMPANIONS];
const TEST = 'data/test-00000-of-00001.parquet';

const handOut = (book: Services, target: string, more: Partial<ExportRequest> = {}) =>
  book.importExport.export(
    { target, names: true, times: true, inner: true, format: 'hf', status: null, ...more },
    null,
    quietly,
  );

async function withItems(benchmark: string, items: readonly JsonObject[]) {
  const book = await freshCasebook(benchmark);
  const source = book.at('in', `${benchmark === 'generic' ? 'items' : benchmark}.jsonl`);
  put(source, items.map((item) => JSON.stringify(item)).join('\n'));
  return book;
}

/** Three pictures: one that lies on its side and says where it was taken, two plain ones. */
async function pictures(folder: string): Promise<void> {
  const colours = { 'a.jpg': '#ff0000', 'b.png': '#00ff00', 'c.png': '#0000ff' } as const;
  for (const [name, background] of Object.entries(colours)) {
    const plain = sharp({ create: { width: 60, height: 40, channels: 3, background } });
    const made =
      name === 'a.jpg'
        ? plain
            .withExif({ IFD0: { Copyright: 'Ada', Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
            .withMetadata({ orientation: 6 })
            .jpeg()
        : plain.png();
    put(`${folder}/${name}`, await made.toBuffer());
  }
}

const Picture = z.object({ bytes: z.instanceof(Uint8Array), path: z.string() });
/** An address, or a work that has a name: a mere text is neither. */
const Licence = z.union([
  z.url(),
  z.looseObject({ '@type': z.literal('sc:CreativeWork'), name: z.string() }),
]);
const Croissant = z.looseObject({
  '@context': z.looseObject({ '@vocab': z.literal('https://schema.org/'), cr: z.string() }),
  '@type': z.literal('sc:Dataset'),
  conformsTo: z.tuple([
    z.literal('http://mlcommons.org/croissant/1.0'),
    z.literal('http://mlcommons.org/croissant/RAI/1.0'),
  ]),
  citeAs: z.string().startsWith('@misc{'),
  keywords: z.array(z.string()).min(3),
  'rai:dataAnnotationProtocol': z.string().min(1),
  'rai:annotationsPerItem': z.string().min(1),
  'rai:dataAnnotationAnalysis': z.string().min(1),
  'rai:personalSensitiveInformation': z.string().min(1),
  name: z.string().min(1),
  description: z.string().min(1),
  license: z.union([Licence, z.array(Licence).min(1)]),
  url: z.string().min(1),
  creator: z.looseObject({ '@type': z.enum(['sc:Organization', 'sc:Person']), name: z.string().min(1) }),
  datePublished: z.iso.date(),
  distribution: z.array(
    z.looseObject({
      '@type': z.literal('cr:FileObject'),
      '@id': z.string(),
      contentUrl: z.string(),
      encodingFormat: z.enum([
        'application/x-parquet',
        'text/csv',
        'application/json',
        'text/markdown',
        'application/jsonl',
      ]),
      sha256: z.string().length(64),
    }),
  ),
  recordSet: z.preprocess(
    rowsAlone,
    z.array(
      z.looseObject({
        '@type': z.literal('cr:RecordSet'),
        '@id': z.string(),
        key: z.object({ '@id': z.string() }),
        field: z.array(
          z.looseObject({
            '@type': z.literal('cr:Field'),
            '@id': z.string(),
            dataType: z.string(),
            source: z.looseObject({
              fileObject: z.object({ '@id': z.string() }),
              extract: z.object({ column: z.string() }),
            }),
          }),
        ),
      }),
    ),
  ),
});

describe('a Hugging Face data set folder', () => {
  it('has a column of one type for each field, and every value in it', async () => {
    const items: JsonObject[] = [
      {
        id: 'ä/1',
        text: 'é 😀 “\u0000”\n',
        yes: true,
        count: 3,
        share: 1,
        words: ['a', '', '人'],
        nested: { a: [1, { b: null }] },
        mixed: 'text',
        half: '\ud800',
        numbers: [1, 2],
        label: 'of its own',
      },
      {
        id: 'b',
        yes: false,
        count: null,
        share: 0.25,
        words: [],
        mixed: 7,
        note: null,
        numbers: [],
        '': 'unnamed',
      },
      { id: 'c', mixed: ['x'], big: 2 ** 60, half: 'whole' },
    ];
    await using book = await withItems('generic', items);
    await book.importExport.import({ source: book.at('in'), format: 'generic' }, null, quietly);
    const report = await handOut(book, book.at('out'));
    expect(report).toMatchObject({ items: 3, images: 0, left_out: [] });
    expect(report.files).toEqual(expect.arrayContaining(FILES));
    expect(filesIn(book.at('out')).sort()).toEqual([...FILES].sort());
    const { rows, features } = await readParquet(book.at('out', TEST));
    const own = { status: 'draft', gold_source: 'imported', gold_sources: '{}', casebook_label: null };
    expect(rows).toEqual([
      {
        id: 'ä/1',
        text: 'é 😀 “\u0000”\n',
        yes: true,
        count: 3n,
        share: 1,
        words: ['a', '', '人'],
        nested: '{"a":[1,{"b":null}]}',
        mixed: '"text"',
        half: String.raw`"\ud800"`,
        numbers: '[1,2]',
        label: 'of its own',
        note: null,
        field: null,
        big: null,
        ...own,
      },
      {
        id: 'b',
        text: null,
        yes: false,
        count: null,
        share: 0.25,
        words: [],
        nested: null,
        mixed: '7',
        half: null,
        numbers: '[]',
        label: null,
        note: null,
        field: 'unnamed',
        big: null,
        ...own,
      },
      {
        id: 'c',
        text: null,
        yes: null,
        count: null,
        share: null,
        words: null,
        nested: null,
        mixed: '["x"]',
        half: '"whole"',
        numbers: null,
        label: null,
        note: null,
        field: null,
        big: 2 ** 60,
        ...own,
      },
    ]);
    expect(features['share']).toEqual({ dtype: 'float64', _type: 'Value' });
    expect(features['words']).toEqual({ feature: { dtype: 'string', _type: 'Value' }, _type: 'Sequence' });
  });

  it('holds the images: upright, without what a camera wrote, for the library to decode', async () => {
    await using book = await withItems('generic', [
      { id: 'a', image: 'a.jpg' },
      { id: 'b', image: 'b.png', text: 'green' },
      { id: 'none' },
    ]);
    await pictures(book.at('in'));
    await book.importExport.import({ source: book.at('in'), format: 'generic' }, null, quietly);
    const report = await handOut(book, book.at('out'));
    expect(report).toMatchObject({ items: 3, images: 2, left_out: [] });
    expect(filesIn(book.at('out')).sort()).toEqual([...FILES].sort());
    const { rows, features } = await readParquet(book.at('out', TEST));
    expect(features['image']).toEqual({ _type: 'Image' });
    expect(rows.map((row) => row['image_name'])).toEqual(['a.jpg', 'b.png', null]);
    expect(rows[2]).toMatchObject({ image: null });
    const [first, second] = firsts(
      rows.slice(0, 2).map((row) => Picture.parse(row['image'])),
      2,
    );
    expect([first.path, second.path]).toEqual(['a.jpg', 'b.png']);
    expect(await parseExif(Buffer.from(first.bytes)).catch(() => undefined)).toBeUndefined();
    expect(Buffer.from(first.bytes).includes('Camera')).toBe(false);
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 60 });
    writeFileSync(book.at('second.png'), second.bytes);
    expect(await colourAt(book.at('second.png'), 5, 5)).toEqual([0, 255, 0]);
  });

  it('leaves no byte of an image that may not be redistributed, and says so', async () => {
    await using book = await withItems('generic', [
      { id: 'one', images: ['a.jpg', 'b.png'] },
      { id: 'two', images: ['c.png'] },
    ]);
    await pictures(book.at('in'));
    await book.importExport.import({ source: book.at('in'), format: 'generic' }, null, quietly);
    const set = book.casebook.database.prepare(
      'UPDATE image SET licence = ?, attribution = ?, redistributable = ? WHERE origin = ?',
    );
    set.run('ImageNet terms', 'n01440764', 0, 'b.png');
    set.run('CC BY-SA 4.0', 'Ada Byron', 1, 'c.png');
    const report = await handOut(book, book.at('out'));
    expect(report).toMatchObject({ items: 2, images: 2 });
    expect(report.left_out).toEqual([
      {
        item: 'one',
        reason:
          '1 of its 2 images may not be redistributed: named in the data set with licence and attribution, without the picture.',
        intended: true,
      },
    ]);
    const { rows } = await readParquet(book.at('out', TEST));
    expect(rows).toMatchObject([
      {
        id: 'one',
        images: [{ path: 'a.jpg' }, null],
        image_names: ['a.jpg', 'b.png'],
        image_licences: [null, 'ImageNet terms'],
        image_attributions: [null, 'n01440764'],
      },
      {
        id: 'two',
        images: [{ path: 'c.png' }],
        image_licences: ['CC BY-SA 4.0'],
        image_attributions: ['Ada Byron'],
      },
    ]);
    const whole = readFileSync(book.at('out', TEST));
    expect(whole.includes(readFileSync(book.at('in', 'c.png')))).toBe(true);
    expect(whole.includes(readFileSync(book.at('in', 'b.png')))).toBe(false);
    const card = readFileSync(book.at('out/README.md'), 'utf8');
    expect(card).toContain('license: other');
    expect(card).toContain('1 by name alone, because they may not be redistributed');
    expect(card).toContain('| ImageNet terms | 0 | 1 | 0 |');
    expect(card).toContain('| CC BY-SA 4.0 | 1 | 0 | 0 |');
    const { license } = Croissant.parse(readJson(book.at('out/croissant.json')));
    expect(license).toEqual([
      'https://spdx.org/licenses/CC-BY-SA-4.0.html',
      { '@type': 'sc:CreativeWork', name: 'ImageNet terms' },
    ]);
  });

  it('names images without their bytes where none are asked for', async () => {
    await using book = await withItems('generic', [{ id: 'b', image: 'b.png' }]);
    await pictures(book.at('in'));
    await book.importExport.import({ source: book.at('in'), format: 'generic' }, null, quietly);
    expect(await handOut(book, book.at('out'), { images: 'none' })).toMatchObject({ items: 1, images: 0 });
    const { rows } = await readParquet(book.at('out', TEST));
    expect(rows).toMatchObject([{ id: 'b', image: null, image_name: 'b.png' }]);
  });

  it('leaves an item out whose image cannot be read, and keeps the others', async () => {
    await using book = await withItems('generic', [
      { id: 'b', image: 'b.png' },
      { id: 'c', image: 'c.png' },
    ]);
    await pictures(book.at('in'));
    await book.importExport.import({ source: book.at('in'), format: 'generic', link: true }, null, quietly);
    const size = readFileSync(book.at('in', 'b.png')).length;
    put(book.at('in', 'b.png'), Buffer.alloc(size, 1));
    const report = await handOut(book, book.at('out'));
    expect(report).toMatchObject({ items: 1, images: 1, left_out: [{ item: 'b' }] });
    expect((await readParquet(book.at('out', TEST))).rows).toMatchObject([{ id: 'c' }]);
  });

  it('has a file for each split, a card with the figures, and Croissant metadata that fit', async () => {
    using folder = temporaryFolder();
    const path = folder.join('a.casebook');
    const rating = (rater: string, answer: string) => ({ rater, answer: { mood: answer } });
    await makeRatedCasebook(path, {
      title: 'Moods *of* cups',
      photographs: 2,
      width: 64,
      height: 48,
      settled: true,
      vocabulary: choices({ mood: ['warm', 'cold'] }),
      items: [
        { externalId: 'i1', split: 'training', ratings: [rating('x', 'warm'), rating('y', 'warm')] },
        { externalId: 'i2', ratings: [rating('x', 'cold'), rating('y', 'cold')] },
        { externalId: 'i3', split: 'training', ratings: [rating('x', 'warm')] },
        { externalId: 'i4', split: 'dev', ratings: [rating('x', 'warm'), rating('y', 'cold')] },
      ],
    });
    const out = folder.join('out');
    const report = await json(
      shapes.export,
      0,
      'export',
      path,
      out,
      '--format',
      'hf',
      '--names',
      '--times',
      '--inner',
      '--status',
      'any',
    );
    const data = ['train', 'unassigned', 'validation'].map((split) => `data/${split}-00000-of-00001.parquet`);
    expect([...report.files].sort()).toEqual(['README.md', 'croissant.json', ...data, ...COMPANIONS].sort());
    const ids = await Promise.all(
      data.map(async (file) => (await readParquet(folder.join('out', file))).rows.map((row) => row['id'])),
    );
    expect(ids).toEqual([['i1', 'i3'], ['i2'], ['i4']]);

    const card = readFileSync(folder.join('out', 'README.md'), 'utf8');
    const header = card.slice(0, card.indexOf('\n---\n', 4));
    expect(header).toContain('license: unknown');
    expect(header).toContain('task_categories:\n- image-classification');
    expect(header).toContain('  - split: "train"\n    path: data/train-*');
    expect(header).toMatch(/- name: "train"\n {4}num_bytes: \d+\n {4}num_examples: 2/u);
    expect(header).toContain('  - name: "image"\n    dtype: image');
    expect(card).toContain(String.raw`# Moods \*of\* cups`);
    expect(card).toContain('| unanimous | 2 | in every field all raters answered alike |');
    expect(card).toContain('| single | 1 | one rater answered |');
    expect(card).toContain(
      '| none | 1 | not decided: raters differ, or nobody has answered yet; the fields hold the values from before |',
    );
    expect(card).toContain('| train | 2 |');
    // The figures are those of the reliability card, line for line.
    const lines = readFileSync(folder.join('out', 'reliability.md'), 'utf8').split('\n');
    const figures = lines.filter((line) => line.startsWith('| ') || line.startsWith('4 of'));
    expect(figures.length).toBeGreaterThan(5);
    for (const line of figures) expect(card).toContain(line);

    const metadata = Croissant.parse(readJson(folder.join('out', 'croissant.json')));
    expect(metadata.distribution.map((file) => file.contentUrl).sort()).toEqual(
      [...data, 'gold.csv', 'labels.csv', 'reliability.json', 'reliability.md'].sort(),
    );
    expect(metadata['rai:dataAnnotationAnalysis']).toContain('percent_agreement');
    for (const { contentUrl, sha256 } of metadata.distribution) {
      const bytes = readFileSync(folder.join('out', contentUrl));
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
    expect(metadata.recordSet.map((set) => set['@id']).sort()).toEqual(['train', 'unassigned', 'validation']);
    const { features } = await readParquet(folder.join('out', data[0] ?? ''));
    const files = new Set(metadata.distribution.map((file) => file['@id']));
    for (const { '@id': split, field, key } of metadata.recordSet) {
      // Whatever is referred to is there, under a name of its own.
      expect(new Set(field.map((each) => each['@id'])).size).toBe(field.length);
      expect(field.map((each) => each['@id'])).toContain(key['@id']);
      for (const { source } of field) expect(files).toContain(source.fileObject['@id']);
      expect(field.map(({ source }) => source.extract.column)).toEqual(
        Object.keys(features).filter((name) => name !== 'split'),
      );
      for (const { source } of field)
        expect(source.fileObject['@id']).toBe(`data/${split}-00000-of-00001.parquet`);
    }
  });

  it('holds the items of Argus Inspection, their candidates too', async () => {
    const items = argusItems();
    await using book = await withItems('argus', items);
    putPhotographs(book.at('in'));
    await book.importExport.import({ source: book.at('in'), format: 'argus' }, null, quietly);
    expect(await handOut(book, book.at('out'))).toMatchObject({ items: 2, images: 4, left_out: [] });
    const { rows, features } = await readParquet(book.at('out', TEST));
    expect(features['images']).toEqual({ feature: { _type: 'Image' }, _type: 'Sequence' });
    for (const [at, item] of items.entries()) {
      const { image, candidates, ...texts } = item;
      expect(rows[at]).toMatchObject(texts);
      const names = candidates ?? [image ?? ''];
      expect(rows[at]?.['image_names']).toEqual(names);
      const held = z.array(Picture).parse(rows[at]?.['images']);
      expect(held.map(({ path }) => path)).toEqual(names);
      for (const { bytes } of held) expect((await sharp(bytes).stats()).channels.length).toBe(3);
    }
    expect(readFileSync(book.at('out/README.md'), 'utf8')).toContain('- visual-question-answering');
  });

  it('holds the items of MCSBench: options as a list, what is nested as JSON text', async () => {
    const { image, ...item } = mcsBenchItem();
    const members = { ...item, id: 'mcs-0002', images: ['airplane-from-above.jpg', 'allium-oreophilum.jpg'] };
    await using book = await withItems('mcsbench', [{ ...item, image: image ?? '' }, members]);
    putPhotographs(book.at('in'));
    await book.importExport.import({ source: book.at('in'), format: 'mcsbench' }, null, quietly);
    expect(await handOut(book, book.at('out'))).toMatchObject({ items: 2, images: 3, left_out: [] });
    const { rows } = await readParquet(book.at('out', TEST));
    expect(rows).toMatchObject([
      {
        id: 'mcs-0001',
        question: item['question'],
        options: item['options'],
        rc_items: JSON.stringify(item['rc_items']),
        images: [{ path: image }],
      },
      { id: 'mcs-0002', image_names: members.images, images: members.images.map((path) => ({ path })) },
    ]);
  });

  it('is read by another reader of Parquet: as many rows, the same types, every byte of every image', async () => {
    const { image, ...item } = mcsBenchItem();
    const several = ['airplane-from-above.jpg', 'allium-oreophilum.jpg'];
    const items: JsonObject[] = [
      { ...item, image: image ?? '', count: 3, share: 0.5, checked: true },
      { ...item, id: 'mcs-0002', images: several, count: null, share: 1, checked: false },
      { ...item, id: 'mcs-0003', image: 'nowhere.jpg' },
    ];
    await using book = await withItems('mcsbench', items);
    putPhotographs(book.at('in'));
    await book.importExport.import({ source: book.at('in'), format: 'mcsbench' }, null, quietly);
    await handOut(book, book.at('out'));
    // What the same images are as files.
    await book.importExport.export(
      { target: book.at('files'), names: true, times: true, inner: true, format: 'mcsbench', status: null },
      null,
      quietly,
    );
    const { rows, types } = await readWithDuckDb(book.at('out/data/*.parquet'));
    expect(rows).toHaveLength(items.length);
    expect(types).toMatchObject({
      id: 'VARCHAR',
      question: 'VARCHAR',
      options: 'VARCHAR[]',
      rc_items: 'VARCHAR',
      count: 'BIGINT',
      share: 'DOUBLE',
      checked: 'BOOLEAN',
      images: 'STRUCT(bytes BLOB, path VARCHAR)[]',
      image_names: 'VARCHAR[]',
      image_licences: 'VARCHAR[]',
    });
    for (const [at, row] of rows.entries()) {
      expect(row).toMatchObject({
        question: item['question'],
        options: item['options'],
        rc_items: JSON.stringify(item['rc_items']),
      });
      expect([row['count'], row['share'], row['checked']]).toEqual(
        [
          [3n, 0.5, true],
          [null, 1, false],
          [null, null, null],
        ][at],
      );
    }
    const bytesOf = (name: string): Buffer => readFileSync(book.at('files/images', name));
    const pictures = z.array(z.array(Picture.nullable())).parse(rows.map((row) => row['images']));
    expect(pictures[0]?.map((each) => Buffer.from(each?.bytes ?? [0]))).toEqual([
      bytesOf(z.string().parse(image)),
    ]);
    expect(pictures[1]?.map((each) => each?.path)).toEqual(several);
    expect(Buffer.from(pictures[1]?.[0]?.bytes ?? [0])).toEqual(bytesOf('airplane-from-above.jpg'));
    expect(pictures[2]).toEqual([null]);
    // Both readers find the same.
    const other = await readParquet(book.at('out', TEST));
    expect(rows.map((row) => row['id'])).toEqual(other.rows.map((row) => row['id']));
    expect(Object.keys(types)).toEqual(Object.keys(other.features));
  });

  it('says what became of generated items: by task and level, round by round, edition by edition', async () => {
    const items = generatedItems(7);
    await using book = await withItems('mcsbench', items);
    await book.importExport.import({ source: book.at('in'), format: 'mcsbench' }, null, quietly);
    book.people.add({ handle: 'mara', name: 'Mara', roles: ['curator', 'adjudicator'] }, null);
    for (const handle of ['ana', 'bojan'])
      book.people.add({ handle, name: handle, roles: ['annotator'] }, null);
    assign(book, 1);
    for (const rater of ['ana', 'bojan']) {
      answer(book, rater, 'generated-0', ACCEPT);
      answer(book, rater, 'generated-1', ACCEPT);
    }
    fix(book, 'generated-1', 'What is it?');
    fix(book, 'generated-1', 'What is it really?');
    answer(book, 'ana', 'generated-1', ACCEPT);
    fix(book, 'generated-2', 'And this?');
    await handOut(book, book.at('out'));
    const card = readFileSync(book.at('out/README.md'), 'utf8');
    // Of what the casebook holds, counted there.
    for (const facet of ['task', 'level', 'domain']) {
      const counted = z
        .array(z.object({ value: z.string(), items: z.int() }))
        .parse(
          book.casebook.database
            .prepare('SELECT value, count(*) AS items FROM item_facet WHERE name = ? GROUP BY value')
            .all(facet),
        );
      expect(counted.length).toBeGreaterThan(1);
      for (const { value, items: count } of counted)
        expect(card).toContain(`| ${value} | ${String(count)} |`);
    }
    expect(card).toContain('| round | items | people | ratings | of an earlier edition |');
    expect(card).toContain('| 1 | 2 | 2 | 3 | 2 |');
    expect(card).toContain('2 of 7 items were fixed');
    expect(card).toContain('| 1 | 5 | as it came |');
    expect(card).toContain('| 2 | 1 | fixed once |');
    expect(card).toContain('| 3 | 1 | fixed 2 times |');
    expect(card).toContain('`validation.jsonl`');
    expect(card).toContain('## Reliability');
    expect(card).toContain('license: unknown');
    expect(filesIn(book.at('out'))).toContain('validation.jsonl');
    const { rows } = await readWithDuckDb(book.at('out', TEST));
    expect(rows.find((row) => row['id'] === 'generated-1')).toMatchObject({ question: 'What is it really?' });
  });

  it('holds the items of CaughtCheating, every value of every field', async () => {
    const path = resolve(import.meta.dirname, '../fixtures/caughtcheating/data_info.json');
    const items = realItems() ?? z.array(z.record(z.string(), z.json())).parse(readJson(path));
    await using book = await freshCasebook('caughtcheating');
    const source = put(book.at('in/data_info.json'), JSON.stringify(items));
    await book.importExport.import({ source, format: 'caughtcheating' }, null, quietly);
    expect(await handOut(book, book.at('out'))).toMatchObject({
      items: items.length,
      missing: items.length,
    });
    const { rows, features } = await readParquet(book.at('out', TEST));
    expect(rows).toHaveLength(items.length);
    for (const [at, item] of items.entries()) {
      for (const [key, value] of Object.entries(item))
        expect(rows[at]?.[key], `${String(at)} ${key}`).toEqual(value);
    }
    expect(features['label']).toEqual({ dtype: 'bool', _type: 'Value' });
    expect(new Set(rows.map((row) => row['casebook_label']))).toEqual(new Set(['clued', 'unclued']));
  });

  it('replaces its own files where it is told to, and nothing else', async () => {
    await using book = await withItems('generic', [{ id: 'a', text: 'one' }]);
    await book.importExport.import({ source: book.at('in'), format: 'generic' }, null, quietly);
    await handOut(book, book.at('out'));
    put(book.at('out/notes.txt'), 'mine');
    put(book.at('out/data/test-00001-of-00002.parquet'), 'of a former export');
    put(book.at('out/data/more.parquet'), 'mine');
    await expect(handOut(book, book.at('out'))).rejects.toMatchObject({ code: 'exists' });
    await handOut(book, book.at('out'), { force: true });
    expect(filesIn(book.at('out')).sort()).toEqual([...FILES, 'data/more.parquet', 'notes.txt'].sort());
  });

  it('leaves nothing where it is stopped half-way', async () => {
    await using book = await withItems(
      'generic',
      Array.from({ length: 50 }, (_, at) => ({ id: String(at), image: at % 2 === 0 ? 'b.png' : 'c.png' })),
    );
    await pictures(book.at('in'));
    await book.importExport.import({ source: book.at('in'), format: 'generic' }, null, quietly);
    const stop = new AbortController();
    const seen = new Set<string>();
    const progress = (stage: string, done: number): void => {
      seen.add(stage);
      if (stage === 'Writing' && done === 20) stop.abort();
    };
    const request = {
      target: book.at('out'),
      names: true,
      times: true,
      inner: true,
      format: 'hf',
      status: null,
    };
    await expect(
      book.importExport.export(request, null, { progress, signal: stop.signal }),
    ).rejects.toThrow();
    expect(seen).toContain('Writing');
    expect(existsSync(book.at('out'))).toBe(false);
    expect(filesIn(book.at()).some((file) => file.includes('partial'))).toBe(false);
  });

  it('stands in the list of formats, for writing', () => {
    expect(formats.find('hf')?.description).toMatchObject({ reads: null, target: 'folder' });
  });
});
