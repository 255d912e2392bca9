import { everything } from '../../electron/core/access/viewpoint.ts';
import { rowsAlone } from '../helpers/croissantRecords.ts';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { filesIn, freshCasebook, put, quietly, readJson } from '../helpers/casebooks.ts';
import { readWithDuckDb } from '../helpers/duckdbReader.ts';
import { readParquet } from '../helpers/parquetReader.ts';
import { present } from '../helpers/present.ts';
import { questionBook } from '../helpers/questionBook.ts';

type Book = Awaited<ReturnType<typeof freshCasebook>>;
/** Whose items have the names of images that the folder `lines` has, which it came from. */
let book: Book;
let lines: string;

const QUESTIONS = 'questions/test-00000-of-00001.parquet';
const KINDS = ['matching', 'grid', 'guided', 'semi-guided', 'unguided'] as const;
/** The fields that are objects, lists of them, or of several types. */
const AS_JSON = ['support', 'candidates', 'answer', 'cells', 'given', 'given_corner', 'boxes'];
const ROLES: Readonly<Record<string, readonly string[]>> = {
  matching: ['support', 'option', 'option', 'option', 'option'],
  grid: ['collage', 'support'],
  localisation: ['query', 'support'],
};

const Line = z.looseObject({ id: z.string(), kind: z.string() });
const Row = z.looseObject({
  id: z.string(),
  kind: z.string(),
  image_names: z.array(z.string()),
  image_roles: z.array(z.string()),
  images: z.array(z.object({ bytes: z.instanceof(Uint8Array), path: z.string() }).nullable()),
});
const Cells = z.array(z.looseObject({ item: z.string(), image: z.string() }));
const Croissant = z.looseObject({
  description: z.string(),
  distribution: z.array(z.looseObject({ '@id': z.string(), contentUrl: z.string(), sha256: z.string() })),
  recordSet: z.preprocess(
    rowsAlone,
    z.array(
      z.looseObject({
        '@id': z.string(),
        key: z.object({ '@id': z.string() }),
        field: z.array(
          z.looseObject({
            '@id': z.string(),
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

const out = (from: Book, format: string, target: string) =>
  from.importExport.export(
    { target, names: true, times: true, inner: true, format, status: null },
    null,
    quietly,
  );
const questionLines = (): z.infer<typeof Line>[] =>
  readFileSync(`${lines}/query_sets.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));
const questionRows = async (folder: string) => {
  const { rows, types } = await readWithDuckDb(`${folder}/questions/*.parquet`);
  return { rows: rows.map((row) => Row.parse(row)), types };
};
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const section = (card: string, heading: string): string =>
  card.split('\n## ').find((part) => part.startsWith(`${heading}\n`)) ?? '';

/** A field's value as a column gives it, as JSON has it. */
function valueOf(row: z.infer<typeof Row>, key: string): unknown {
  // A column of the table says it already.
  if (key === 'image') return row.image_names[0];
  const value = row[key];
  if (typeof value === 'bigint') return Number(value);
  return AS_JSON.includes(key) && typeof value === 'string' ? JSON.parse(value) : value;
}

beforeAll(async () => {
  await using source = await questionBook();
  for (const kind of KINDS)
    await source.querySets.add({ kind, count: 1, seed: 3, distances: null }, null, quietly, everything);
  book = await freshCasebook('observatory');
  lines = book.at('lines');
  await out(source, 'observatory', lines);
  await book.importExport.import({ source: lines, format: 'observatory' }, null, quietly);
});
afterAll(() => book[Symbol.asyncDispose]());

describe('questions in a Hugging Face data set', () => {
  it('are a table of their own beside that of the items, which has no column of theirs', async () => {
    const target = book.at('tables');
    const report = await out(book, 'hf', target);
    expect(report).toMatchObject({ items: 7 + 16, left_out: [], withheld: 0 });
    expect(filesIn(target).sort()).toEqual([
      'README.md',
      'croissant.json',
      'data/test-00000-of-00001.parquet',
      'gold.csv',
      'labels.csv',
      QUESTIONS,
      'reliability.json',
      'reliability.md',
    ]);
    const items = await readWithDuckDb(`${target}/data/*.parquet`);
    expect(items.rows.map(({ id }) => id)).toEqual(['c1', 'c2', 'c3', 'c4', 'w1', 'w2', 'w3']);
    for (const name of ['candidates', 'kind', 'image_roles'])
      expect(Object.keys(items.types)).not.toContain(name);
    const { rows, types } = await questionRows(target);
    expect(rows).toHaveLength(16);
    expect(types).toMatchObject({
      id: 'VARCHAR',
      kind: 'VARCHAR',
      attributes: 'VARCHAR[]',
      seed: 'BIGINT',
      images: 'STRUCT(bytes BLOB, path VARCHAR)[]',
      image_roles: 'VARCHAR[]',
    });
    for (const name of AS_JSON) expect(types[name], name).toBe('VARCHAR');
    for (const name of ['label', 'gold_source']) expect(Object.keys(types)).not.toContain(name);
    const { features } = await readParquet(`${target}/${QUESTIONS}`);
    expect(Object.keys(features)).toEqual(Object.keys(types));
    expect(features['images']).toEqual({ feature: { _type: 'Image' }, _type: 'Sequence' });
    expect(z.object({ items: z.number() }).parse(readJson(`${target}/reliability.json`)).items).toBe(7);
  });

  it('say what their lines say, field by field, and hold every byte of their pictures', async () => {
    const target = book.at('fields');
    await out(book, 'hf', target);
    // The same casebook as lines with files beside them.
    await out(book, 'observatory', book.at('again'));
    expect(readFileSync(book.at('again', 'query_sets.jsonl'), 'utf8')).toBe(
      readFileSync(`${lines}/query_sets.jsonl`, 'utf8'),
    );
    const { rows } = await questionRows(target);
    const asked = questionLines();
    expect(rows.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
    const own = new Set([
      'id',
      'status',
      'images',
      'image_names',
      'image_roles',
      'image_licences',
      'image_attributions',
    ]);
    for (const [at, row] of rows.entries()) {
      const line = asked[at] ?? {};
      for (const [key, value] of Object.entries(line))
        expect(valueOf(row, key), `${row.id} ${key}`).toEqual(value);
      for (const key of Object.keys(row))
        if (!own.has(key) && !Object.hasOwn(line, key)) expect(row[key], `${row.id} ${key}`).toBeNull();
      expect(row.image_roles).toEqual(ROLES[row.kind]);
      expect(row.images.map((picture) => picture?.path)).toEqual(row.image_names);
      expect(row.images.map((picture) => picture && sha256(picture.bytes))).toEqual(
        row.image_names.map((name) => sha256(readFileSync(`${lines}/${name}`))),
      );
    }
  });

  it('are named and counted by the card, and described by Croissant', async () => {
    const target = book.at('told');
    await out(book, 'hf', target);
    const card = readFileSync(`${target}/README.md`, 'utf8');
    const header = card.slice(0, card.indexOf('\n---\n', 4));
    expect(header).toContain(
      [
        'configs:',
        '- config_name: default',
        '  data_files:',
        '  - split: "test"',
        '    path: data/test-*',
        '- config_name: questions',
        '  data_files:',
        '  - split: "test"',
        '    path: questions/test-*',
        'dataset_info:',
        '- config_name: default',
        '  features:',
        '  - name: "id"',
      ].join('\n'),
    );
    const [, first = '', second = ''] = (header.split('dataset_info:')[1] ?? '').split('- config_name: ');
    expect(first).toMatch(/^default\n {2}features:[^]*\n {4}num_examples: 7\n {2}download_size: \d+\n/u);
    expect(second).toMatch(/^questions\n {2}features:[^]*\n {4}num_examples: 16\n {2}download_size: \d+\n/u);
    expect(second).toContain('  - name: "image_roles"\n    sequence: string');
    expect(section(card, 'What it is')).toContain('7 items. Images: 21 with their bytes.');
    expect(section(card, 'Counts')).toContain('| Entity | 7 |');
    const questions = section(card, 'Questions');
    // Two of five pictures each, and fourteen of two.
    expect(questions).toContain('16 questions built from the items');
    expect(questions).toContain('Images: 38 with their bytes.');
    for (const kind of [
      'Image matching | 2',
      'Grid pointing | 8',
      'Localisation, guided | 2',
      'Localisation, semi-guided | 2',
      'Localisation, unguided | 2',
    ])
      expect(questions).toContain(`| ${kind} |`);
    expect(card).toContain('load_dataset("path/to/this/folder", "questions", split="test")');

    const { description, distribution, recordSet } = Croissant.parse(readJson(`${target}/croissant.json`));
    expect(description).toMatch(/ 7 items, 16 questions\.$/u);
    expect(distribution.map(({ contentUrl }) => contentUrl)).toEqual([
      'data/test-00000-of-00001.parquet',
      QUESTIONS,
      'labels.csv',
      'gold.csv',
      'reliability.json',
      'reliability.md',
    ]);
    for (const file of distribution)
      expect(file.sha256).toBe(sha256(readFileSync(`${target}/${file.contentUrl}`)));
    expect(recordSet.map((set) => set['@id'])).toEqual(['test', 'questions.test']);
    for (const [at, { '@id': id, key, field }] of recordSet.entries()) {
      expect(key['@id']).toBe(`${id}/id`);
      const file = distribution[at]?.contentUrl ?? '';
      const { features } = await readParquet(`${target}/${file}`);
      expect(field.map(({ source }) => source.extract.column)).toEqual(Object.keys(features));
      for (const { source } of field) expect(source.fileObject['@id']).toBe(file);
    }
    const ids = recordSet.flatMap(({ field }) => field.map((each) => each['@id']));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('have no byte of a picture that may not be redistributed, and name it all the same', async () => {
    const { database } = book.casebook;
    const collage = present(
      filesIn(lines)
        .filter((name) => name.includes('collages/'))
        .sort()[0],
    );
    const shared = 'images/originals/c1.png';
    const kept = [collage, shared].map((name) => readFileSync(`${lines}/${name}`));
    const set = database.prepare(
      'UPDATE image SET redistributable = ?, licence = ? WHERE id IN (SELECT image_id FROM item_image WHERE name = ?)',
    );
    for (const name of [collage, shared]) set.run(0, 'Own terms', name);
    const target = book.at('withheld');
    const report = await out(book, 'hf', target);
    for (const name of [collage, shared]) set.run(null, null, name);
    expect(report.items).toBe(23);
    const { rows } = await questionRows(target);
    const places = rows.flatMap((row) =>
      row.image_names.map((name, at) => ({ name, picture: row.images[at] ?? null })),
    );
    const without = places.filter(({ picture }) => picture === null);
    // Collages in which somebody's pictures may not be redistributed are not handed on either.
    const collages = questionLines().flatMap(({ collage, cells }) =>
      collage !== undefined && Cells.parse(cells).some(({ item }) => item === 'c1') ? [collage] : [],
    );
    expect(new Set(without.map(({ name }) => name))).toEqual(new Set([collage, shared, ...collages]));
    // The entity shows the one of them as well.
    expect(report.withheld).toBe(without.length + 1);
    for (const file of filesIn(target))
      for (const bytes of kept) expect(readFileSync(`${target}/${file}`).includes(bytes), file).toBe(false);
    const ownTerms = 1 + without.filter(({ name }) => name === shared || name === collage).length;
    const card = readFileSync(`${target}/README.md`, 'utf8');
    expect(section(card, 'Questions')).toContain(
      `${String(without.length)} by name alone, because they may not be redistributed`,
    );
    expect(section(card, 'Licences')).toContain(`| Own terms | 0 | ${String(ownTerms)} | 0 |`);
    expect(card).toContain('license: other');
  });

  it.each(['hf', 'observatory'])(
    'have no collage in %s that shows a picture which may not be redistributed, unless somebody says that it may',
    async (format) => {
      await using own = await questionBook();
      await own.querySets.add(
        { kind: 'grid', count: 1, seed: 3, distances: null },
        null,
        quietly,
        everything,
      );
      const { database } = own.casebook;
      const rights = database.prepare(
        'UPDATE image SET redistributable = ? WHERE id IN (SELECT image_id FROM item_image WHERE name = ?)',
      );
      const collages = questionLines().flatMap(({ id, collage, cells }) =>
        collage === undefined ? [] : [{ id, cells: Cells.parse(cells) }],
      );
      const shows = (name: string) =>
        collages.filter(({ cells }) => cells.some(({ image }) => image === name));
      const names = [...new Set(collages.flatMap(({ cells }) => cells.map(({ image }) => image)))].sort();
      // One that some of the collages show, and others do not.
      const withheld = present(
        names.find((name) => shows(name).length > 1 && shows(name).length < collages.length),
      );
      const showing = shows(withheld);
      rights.run(0, withheld);
      const [first = '', ...others] = showing.map(({ id }) => `collages/${id}.png`);
      rights.run(1, first);
      const target = own.at(format);
      await out(own, format, target);
      const kept = others.map((name) => readFileSync(`${lines}/images/${name}`));
      const files = filesIn(target).map((name) => readFileSync(`${target}/${name}`));
      for (const bytes of kept) expect(files.some((file) => file.includes(bytes))).toBe(false);
      const rest = collages.filter((collage) => !showing.includes(collage));
      for (const name of [first, ...rest.map(({ id }) => `collages/${id}.png`)]) {
        const bytes = readFileSync(`${lines}/images/${name}`);
        expect(
          files.some((file) => file.includes(bytes)),
          name,
        ).toBe(true);
      }
    },
  );

  it('go with the files of a former export, and only those', async () => {
    const target = book.at('former');
    await out(book, 'hf', target);
    put(`${target}/questions/notes.txt`, 'mine');
    await using entities = await questionBook();
    await entities.importExport.export(
      {
        target,
        names: true,
        times: true,
        inner: true,
        format: 'hf',
        status: null,
        force: true,
        allowFewer: true,
      },
      null,
      quietly,
    );
    expect(existsSync(`${target}/${QUESTIONS}`)).toBe(false);
    expect(existsSync(`${target}/questions/notes.txt`)).toBe(true);
    expect(readFileSync(`${target}/README.md`, 'utf8')).not.toMatch(/questions/u);
  });
});
