import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { croissant } from '../../electron/core/formats/croissant.ts';
import { datasetCard } from '../../electron/core/formats/datasetCard.ts';
import type { PublishedDataSet } from '../../electron/core/formats/publishedDataSet.ts';
import { licenceId } from '../../electron/core/formats/publishedDataSet.ts';

const shard = (path: string) => ({ path, rows: 2, bytes: 10, dataBytes: 8, sha256: 'a'.repeat(64) });
const dataSet: PublishedDataSet = {
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
  rounds: [],
  editions: null,
  images: { copied: 0, withheld: 0, absent: 0, licences: [] },
  taskCategories: ['image-classification'],
  reliability: {
    casebook: 'Cups',
    benchmark: 'generic',
    items: 4,
    items_rated: 0,
    items_rated_twice: 0,
    statement: 'Nobody rated these.',
    fields: [],
  },
};

describe('what is said of a data set', () => {
  it('names every file of a split that has several, and the set that they are', () => {
    const Said = z.looseObject({
      distribution: z.array(z.looseObject({ '@type': z.string(), '@id': z.string() })),
      recordSet: z.array(
        z.looseObject({ field: z.array(z.looseObject({ source: z.unknown(), repeated: z.boolean() })) }),
      ),
    });
    const { distribution, recordSet } = Said.parse(JSON.parse(croissant(dataSet)));
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

  it('sums files up, and what is too much to list', () => {
    const card = datasetCard(dataSet);
    expect(card).toContain('num_examples: 4');
    expect(card).toContain('download_size: 20');
    expect(card).toContain('| 5 more | 5 |');
    expect(card).toContain('| adjudicated | 4 | raters differed, and a third person decided |');
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
    const images = { ...counts, licences: licences.map((licence) => ({ licence, ...counts })) };
    expect(licenceId(images)).toBe(id);
  });
});
