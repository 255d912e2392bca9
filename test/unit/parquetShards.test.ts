import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputFolder } from '../../electron/core/files/outputFolder.ts';
import { featuresMetadata } from '../../electron/core/formats/huggingFace/huggingFaceFeatures.ts';
import type { ParquetColumn, ParquetValue } from '../../electron/core/formats/huggingFace/parquetFile.ts';
import {
  type ShardLimits,
  Shards,
  type SplitShards,
} from '../../electron/core/formats/huggingFace/parquetShards.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { filesIn } from '../helpers/casebooks.ts';
import { readParquet } from '../helpers/parquetReader.ts';

const COLUMNS: readonly ParquetColumn[] = [
  { name: 'text', type: 'string' },
  { name: 'flag', type: 'boolean' },
  { name: 'count', type: 'integer' },
  { name: 'share', type: 'number' },
  { name: 'words', type: 'strings' },
  { name: 'json', type: 'json' },
  { name: 'image', type: 'image' },
  { name: 'images', type: 'images' },
];

async function write(
  rows: readonly { readonly split: string; readonly row: readonly ParquetValue[] }[],
  limits?: ShardLimits,
): Promise<{ splits: SplitShards[]; folder: ReturnType<typeof temporaryFolder> }> {
  const folder = temporaryFolder();
  const output = await createOutputFolder(folder.join('out'), { force: false, owns: () => false });
  const shards = new Shards(output, 'data', COLUMNS, { huggingface: featuresMetadata(COLUMNS) }, limits);
  for (const { split, row } of rows) await shards.add(split, row);
  const splits = await shards.end();
  await output.finish();
  return { splits, folder };
}

const image = (...bytes: number[]) => ({ bytes: Uint8Array.from(bytes), path: 'ä b.png' });
const EVERYTHING: readonly (readonly ParquetValue[])[] = [
  [
    'é 😀 \u0000 "',
    true,
    5n,
    0.1,
    ['a', '', '人'],
    '{"a":[1,null]}',
    image(1, 2, 255),
    [image(7), null, image()],
  ],
  ['', false, -(2n ** 53n) + 1n, -1e300, [], '[]', image(), []],
  [null, null, null, null, null, null, null, null],
  ['x', true, 0n, 0, ['one', null], 'null', null, [null]],
];

describe('Parquet files', () => {
  it('give another reader every value again: empty, null, nested, any letters', async () => {
    const { folder, splits } = await write(EVERYTHING.map((row) => ({ split: 'test', row })));
    using _ = folder;
    const { rows, features } = await readParquet(folder.join('out', 'data', 'test-00000-of-00001.parquet'));
    expect(rows.map((row) => COLUMNS.map(({ name }) => row[name]))).toEqual(EVERYTHING);
    expect(features).toMatchObject({
      text: { dtype: 'string', _type: 'Value' },
      flag: { dtype: 'bool' },
      count: { dtype: 'int64' },
      share: { dtype: 'float64' },
      words: { feature: { dtype: 'string', _type: 'Value' }, _type: 'Sequence' },
      image: { _type: 'Image' },
      images: { feature: { _type: 'Image' }, _type: 'Sequence' },
    });
    expect(splits).toMatchObject([{ split: 'test', shards: [{ rows: 4 }] }]);
  });

  it('hold whatever rows there are, however many a file takes', async () => {
    const text = fc.string({ unit: 'grapheme' });
    const picture = fc.record({ bytes: fc.uint8Array({ maxLength: 40 }), path: text });
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
    const row: fc.Arbitrary<ParquetValue[]> = fc
      .tuple(
        maybe(text),
        maybe(fc.boolean()),
        maybe(fc.bigInt({ min: -(2n ** 53n), max: 2n ** 53n })),
        // As JSON has it: -0 is written as 0, and a dictionary of values does not tell the two apart.
        maybe(fc.double({ noNaN: true }).map((number) => (number === 0 ? 0 : number))),
        maybe(fc.array(maybe(text), { maxLength: 4 })),
        maybe(text),
        maybe(picture),
        maybe(fc.array(maybe(picture), { maxLength: 3 })),
      )
      .map((values) => [...values]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, most) => {
          const { folder, splits } = await write(
            rows.map((values) => ({ split: 'train', row: values })),
            { rows: most, bytes: 1e9 },
          );
          using _ = folder;
          const files = splits.flatMap(({ shards }) => shards.map(({ path }) => path));
          expect(files).toHaveLength(Math.ceil(rows.length / most));
          const read: unknown[] = [];
          for (const file of files) {
            const { rows: some } = await readParquet(folder.join('out', file));
            read.push(...some.map((each) => COLUMNS.map(({ name }) => each[name])));
          }
          expect(read).toEqual(rows);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are cut by the size of what they hold, split by split, and named for how many there are', async () => {
    const picture = (size: number): ParquetValue[] => [
      ...Array.from({ length: 6 }, () => null),
      { bytes: new Uint8Array(size), path: 'p' },
      null,
    ];
    const { folder, splits } = await write(
      [
        ...Array.from({ length: 5 }, () => ({ split: 'train', row: picture(600) })),
        { split: 'test', row: picture(1) },
      ],
      { rows: 1000, bytes: 1000 },
    );
    using _ = folder;
    expect(filesIn(folder.join('out'))).toEqual([
      'data/test-00000-of-00001.parquet',
      'data/train-00000-of-00003.parquet',
      'data/train-00001-of-00003.parquet',
      'data/train-00002-of-00003.parquet',
    ]);
    expect(splits.map(({ shards }) => shards.map(({ rows }) => rows))).toEqual([[2, 2, 1], [1]]);
    for (const { path, sha256, bytes } of splits.flatMap(({ shards }) => shards)) {
      const file = folder.join('out', path);
      expect(sha256).toBe(createHash('sha256').update(readFileSync(file)).digest('hex'));
      expect(statSync(file).size).toBe(bytes);
    }
  });

  it('never hold many pictures at a time', async () => {
    const bytes = new Uint8Array(4_000_000).fill(7);
    const row = (): ParquetValue[] => [...Array.from({ length: 6 }, () => null), { bytes, path: 'p' }, null];
    const { folder } = await write(Array.from({ length: 20 }, () => ({ split: 'test', row: row() })));
    using _ = folder;
    const { rows, groups } = await readParquet(folder.join('out', 'data', 'test-00000-of-00001.parquet'));
    expect(rows).toHaveLength(20);
    expect(groups).toBe(7);
  });

  it('are there even where there are no rows', async () => {
    const { folder } = await write([]);
    using _ = folder;
    const { rows, features } = await readParquet(folder.join('out', 'data', 'test-00000-of-00001.parquet'));
    expect(rows).toEqual([]);
    expect(Object.keys(features)).toEqual(COLUMNS.map(({ name }) => name));
  });
});
