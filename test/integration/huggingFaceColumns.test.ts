import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '../helpers/core.ts';
import { json, shapes } from '../helpers/commandLine.ts';
import { readWithDuckDb } from '../helpers/duckdbReader.ts';
import { readParquet } from '../helpers/parquetReader.ts';
import { makeRatedCasebook } from '../helpers/ratedCasebook.ts';

const FILE = 'data/test-00000-of-00001.parquet';
const MOODS = ['no', 'it’s "cold": really', '1'];
const question = (id: string, kind: string, more: object = {}) => ({
  id,
  name: `What of ${id}?`,
  kind,
  required: false,
  ...more,
});
const VOCABULARY = {
  imageAttributes: [
    question('mood', 'choice', { options: MOODS }),
    question('size', 'scale', { options: ['small', 'large'] }),
    question('things', 'set', { options: ['cup', 'pen'] }),
    question('old', 'yesno'),
    question('price', 'number', { minimum: null, maximum: null }),
    question('image', 'text'),
  ],
  labels: ['cup', 'yes'].map((id) => ({ id, name: id, attributes: [] })),
};

const Header = z.object({
  task_categories: z.array(z.string()),
  dataset_info: z.object({ features: z.array(z.looseObject({ name: z.string() })) }),
});

async function handedOut(join: (...parts: string[]) => string) {
  const out = join('out');
  const path = join('a.casebook');
  await json(shapes.export, 0, 'export', path, out, '--format', 'hf', '--status', 'any');
  const card = readFileSync(join('out', 'README.md'), 'utf8');
  const [, header = ''] = card.split('---\n');
  const { rows, features } = await readParquet(join('out', FILE));
  const duck = await readWithDuckDb(join('out', FILE));
  return { card, header: readHeader(parse(header)), rows, features, duck };
}

/** The features of the card's header by name. */
function readHeader(header: unknown): { tasks: unknown; features: Map<unknown, unknown> } {
  const { task_categories: tasks, dataset_info: info } = Header.parse(header);
  return { tasks, features: new Map(info.features.map((feature) => [feature.name, feature])) };
}

describe('the columns of a Hugging Face data set', () => {
  it('are one for each question of the label set, by its kind, and empty where nobody answered', async () => {
    using folder = temporaryFolder();
    await makeRatedCasebook(folder.join('a.casebook'), {
      settled: true,
      vocabulary: VOCABULARY,
      items: [
        {
          externalId: 'i1',
          payload: { attributes: { source: 'shelf', mood: 'gone' } },
          ratings: [],
        },
        {
          externalId: 'i2',
          payload: {
            attributes: {
              mood: MOODS[1] ?? '',
              size: 'large',
              things: ['pen', 'cup'],
              old: false,
              price: 2,
              image: 'a text',
            },
          },
          ratings: [],
        },
      ],
    });
    const { rows, features, header, duck, card } = await handedOut((...parts) => folder.join(...parts));
    const unanswered = { mood: null, size: null, things: null, old: null, price: null, casebook_image: null };
    const answered = {
      mood: 1n,
      size: 1n,
      things: ['pen', 'cup'],
      old: false,
      price: 2,
      casebook_image: 'a text',
    };
    expect(rows).toMatchObject([
      { id: 'i1', ...unanswered, attributes: '{"source":"shelf","mood":"gone"}' },
      { id: 'i2', ...answered, attributes: null },
    ]);
    expect(duck.rows).toMatchObject([unanswered, answered]);
    expect(duck.types).toMatchObject({
      mood: 'BIGINT',
      size: 'BIGINT',
      things: 'VARCHAR[]',
      old: 'BOOLEAN',
      price: 'DOUBLE',
      casebook_image: 'VARCHAR',
    });
    expect(features['mood']).toEqual({ names: MOODS, _type: 'ClassLabel' });
    expect(header.features.get('mood')).toEqual({
      name: 'mood',
      dtype: { class_label: { names: { '0': MOODS[0], '1': MOODS[1], '2': MOODS[2] } } },
    });
    expect(header.tasks).toEqual(['image-classification']);
    expect(card).toContain('        \'0\': "no"\n');
    expect(card).not.toContain('Whom');
  });

  it('have boxes with their categories and the records that still fit them', async () => {
    using folder = temporaryFolder();
    const box = { label: 'yes', x: 1, y: 2, width: 10, height: 4 };
    await makeRatedCasebook(folder.join('a.casebook'), {
      photographs: 1,
      width: 64,
      height: 48,
      settled: true,
      vocabulary: { ...VOCABULARY, imageAttributes: [] },
      items: [
        {
          externalId: 'i1',
          ratings: [
            {
              rater: 'x',
              answer: {},
              boxes: [
                { ...box, shapes: ['polygon'] },
                { ...box, label: 'cup', x: 20.5 },
              ],
            },
          ],
        },
        { externalId: 'i2', ratings: [{ rater: 'x', answer: {} }] },
        { externalId: 'i3', ratings: [] },
      ],
    });
    const { rows, features, header, duck } = await handedOut((...parts) => folder.join(...parts));
    const objects = {
      image: [0n, 0n],
      bbox: [
        [1, 2, 10, 4],
        [20.5, 2, 10, 4],
      ],
      category: [1n, 0n],
      area: [40, 40],
      attributes: [null, null],
      foreign: ['{}', null],
    };
    const none = { image: [], bbox: [], category: [], area: [], attributes: [], foreign: [] };
    const expected = [{ objects }, { objects: none }, { objects: null }];
    expect(rows).toMatchObject(expected);
    expect(duck.rows).toMatchObject(expected);
    expect(duck.types['objects']).toBe(
      'STRUCT(image BIGINT[], bbox DOUBLE[][], category BIGINT[], area DOUBLE[], attributes VARCHAR[], "foreign" VARCHAR[])',
    );
    expect(features['objects']).toMatchObject({
      feature: { category: { names: ['cup', 'yes'], _type: 'ClassLabel' } },
      _type: 'Sequence',
    });
    expect(header.features.get('objects')).toMatchObject({
      sequence: [
        { name: 'image', dtype: 'int64' },
        { name: 'bbox', sequence: 'float64' },
        { name: 'category', dtype: { class_label: { names: { '0': 'cup', '1': 'yes' } } } },
        { name: 'area', dtype: 'float64' },
        { name: 'attributes', dtype: 'string' },
        { name: 'foreign', dtype: 'string' },
      ],
    });
    expect(header.tasks).toEqual(['object-detection']);
  });
});
