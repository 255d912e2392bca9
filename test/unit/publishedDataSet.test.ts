import { rowsAlone } from '../helpers/croissantRecords.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { croissant } from '../../electron/core/formats/huggingFace/croissant.ts';
import { datasetCard } from '../../electron/core/formats/huggingFace/datasetCard.ts';
import { ratingOrigins } from '../../electron/core/formats/ratings/ratingOrigins.ts';
import {
  licenceId,
  type PublishedDataSet,
} from '../../electron/core/formats/huggingFace/publishedDataSet.ts';

const shard = (path: string) => ({ path, rows: 2, bytes: 10, dataBytes: 8, sha256: 'a'.repeat(64) });
const dataSet: PublishedDataSet = {
  name: 'default',
  folder: 'data',
  title: 'Cups',
  benchmark: { title: 'Own', description: 'Cups.' },
  changed: '2026-01-02',
  columns: [{ name: 'images', type: 'images', description: 'Pictures.' }],
  splits: [
    {
      split: 'test',
      shards: [shard('data/test-00000-of-00002.parquet'), shard('data/test-00001-of-00002.parquet')],
    },
  ],
  items: 4,
  labels: Array.from({ length: 25 }, (_, at) => [`label ${String(at)}`, 1] as const),
  facets: [],
  statuses: [],
  gold: [['adjudicated', 4]],
  goldFields: [{ title: 'Clued', sources: [['adjudicated', 4]] }],
  rounds: [],
  editions: null,
  shaped: null,
  images: { copied: 0, withheld: 0, absent: 0, licences: [] },
  taskCategories: ['image-classification'],
  companions: [],
  reliability: {
    casebook: 'Cups',
    benchmark: 'generic',
    items: 4,
    items_rated: 0,
    items_rated_twice: 0,
    open_conflicts: 0,
    statement: 'Nobody rated these.',
    origins: ratingOrigins([]),
    decisions: {
      raters_may_decide: false,
      decisions: 0,
      by_raters: 0,
      earlier_gold_shown: false,
      saw_earlier_gold: 0,
      earlier_gold_unknown: 0,
      by_curators: 0,
      with_earlier_gold: 0,
      differ_from_earlier_gold: 0,
    },
    fields: [],
  },
  questions: null,
};

/** A Croissant file, without what it says of splits. */
const describedRows = (of: PublishedDataSet): object => {
  const described = z.looseObject({ recordSet: z.unknown() }).parse(JSON.parse(croissant(of)));
  return { ...described, recordSet: rowsAlone(described.recordSet) };
};

describe('what is said of a data set', () => {
  it('names every file of a split that has several, and the set that they are', () => {
    const Said = z.looseObject({
      distribution: z.array(z.looseObject({ '@type': z.string(), '@id': z.string() })),
      recordSet: z.array(
        z.looseObject({ field: z.array(z.looseObject({ source: z.unknown(), repeated: z.boolean() })) }),
      ),
    });
    const { distribution, recordSet } = Said.parse(describedRows(dataSet));
    expect(distribution).toMatchObject([
      { '@type': 'cr:FileObject', '@id': 'data/test-00000-of-00002.parquet', sha256: 'a'.repeat(64) },
      { '@type': 'cr:FileObject', '@id': 'data/test-00001-of-00002.parquet' },
      { '@type': 'cr:FileSet', '@id': 'test-files', includes: 'data/test-*.parquet' },
    ]);
    expect(recordSet[0]?.field).toMatchObject([
      {
        repeated: true,
        source: {
          fileSet: { '@id': 'test-files' },
          extract: { column: 'images' },
          transform: { jsonPath: 'bytes' },
        },
      },
    ]);
  });

  it('names the files of questions by their own folder, and licences that only their images have', () => {
    const { columns, facets } = dataSet;
    const counts = { copied: 2, withheld: 1, absent: 0 };
    const own: PublishedDataSet = {
      ...dataSet,
      images: { ...counts, licences: [{ licence: 'CC0', ...counts }] },
      questions: {
        name: 'questions',
        folder: 'questions',
        columns,
        facets,
        items: 4,
        splits: [
          {
            split: 'test',
            shards: [
              shard('questions/test-00000-of-00002.parquet'),
              shard('questions/test-00001-of-00002.parquet'),
            ],
          },
        ],
        images: {
          copied: 3,
          withheld: 1,
          absent: 0,
          licences: [
            { licence: 'CC BY 4.0', copied: 1, withheld: 0, absent: 0 },
            { licence: 'CC0', ...counts },
          ],
        },
      },
    };
    expect(describedRows(own)).toMatchObject({
      description: 'Own: Cups. 4 items, 4 questions.',
      license: ['https://spdx.org/licenses/CC-BY-4.0.html', 'https://spdx.org/licenses/CC0-1.0.html'],
      distribution: [
        { '@id': 'data/test-00000-of-00002.parquet' },
        { '@id': 'data/test-00001-of-00002.parquet' },
        { '@id': 'test-files', includes: 'data/test-*.parquet' },
        { '@id': 'questions/test-00000-of-00002.parquet' },
        { '@id': 'questions/test-00001-of-00002.parquet' },
        { '@id': 'questions.test-files', includes: 'questions/test-*.parquet' },
      ],
      recordSet: [
        { '@id': 'test', field: [{ source: { fileSet: { '@id': 'test-files' } } }] },
        { '@id': 'questions.test', field: [{ source: { fileSet: { '@id': 'questions.test-files' } } }] },
      ],
    });
    const card = datasetCard(own);
    expect(card).toContain('license: other');
    expect(card).toContain('| CC0 | 4 | 2 | 0 |');
    expect(card).toContain('| CC BY 4.0 | 1 | 0 | 0 |');
    expect(card).toContain('Images: 3 with their bytes; 1 by name alone');
  });

  it('sums files up, and what is too much to list', () => {
    const card = datasetCard(dataSet);
    expect(card).toContain('num_examples: 4');
    expect(card).toContain('download_size: 20');
    expect(card).toContain('| 5 more | 5 |');
    expect(card).toContain('| adjudicated | 4 | an adjudicator decided |');
    expect(card).toContain('## Reliability\n\nNobody rated these.');
  });

  it.each<[string, readonly (string | null)[]]>([
    ['unknown', []],
    ['unknown', [null]],
    ['cc-by-sa-4.0', ['CC BY-SA 4.0']],
    ['cc0-1.0', ['CC0']],
    ['other', ['CC BY 4.0', null]],
    ['other', ['CC BY 4.0', 'CC0']],
    ['other', ['Terms of our own']],
  ])('has the licence %s where its images have %j', (id, licences) => {
    const counts = { copied: 1, withheld: 0, absent: 0 };
    expect(licenceId(licences.map((licence) => ({ licence, ...counts })))).toBe(id);
  });
});
