import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { ColumnSource } from 'hyparquet-writer';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

/** What the values of a column are; `json`: JSON as text; `class`: the number of a name. Any value can be null. */
export type ParquetType =
  'string' | 'boolean' | 'integer' | 'number' | 'class' | 'strings' | 'json' | 'image' | 'images' | 'objects';

export interface ParquetColumn {
  readonly name: string;
  readonly type: ParquetType;
  /** What the numbers of a `class` stand for, or those of the categories of `objects`. */
  readonly classes?: readonly string[];
}

/** The boxes of a row as lists: the first entries of all lists describe the first box, and so on. */
export interface ParquetObjects {
  readonly image: readonly bigint[];
  readonly bbox: readonly (readonly number[])[];
  readonly category: readonly bigint[];
  readonly area: readonly number[];
  readonly attributes: readonly (string | null)[];
  readonly foreign: readonly (string | null)[];
}

/** A picture's encoded bytes with its name. */
export interface ParquetImage {
  readonly bytes: Uint8Array;
  readonly path: string;
}

export type ParquetValue =
  | string
  | boolean
  | number
  | bigint
  | ParquetImage
  | ParquetObjects
  | readonly (string | null)[]
  | readonly (ParquetImage | null)[]
  | null;

/** What a finished file is. */
export interface ParquetFacts {
  readonly rows: number;
  /** On disk. */
  readonly bytes: number;
  readonly sha256: string;
  /** Of the values themselves, before encoding. */
  readonly dataBytes: number;
}

export interface ParquetFile {
  readonly rows: number;
  readonly dataBytes: number;
  /** A row's values in the order of the columns. */
  add(row: readonly ParquetValue[]): Promise<void>;
  end(): Promise<ParquetFacts>;
}

/** A group of rows is what readers decode, and what memory holds, at a time. */
const GROUP_ROWS = 1000;
const GROUP_BYTES = 8 * 1024 * 1024;

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/**
 * A Parquet file written row by row: no more than a group of rows is held in memory. Nothing stays open between two
 * groups, so that a file that is given up can be taken away on every system.
 * @param metadata key-value pairs of the file
 */
export function createParquetFile(
  path: string,
  columns: readonly ParquetColumn[],
  metadata: Readonly<Record<string, string>>,
): ParquetFile {
  const buffer = new ByteWriter();
  const digest = createHash('sha256');
  const writer = new ParquetWriter({
    writer: buffer,
    schema: schemaOf(columns),
    kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    createdBy: 'casebook',
  });
  let group: (readonly ParquetValue[])[] = [];
  let groupBytes = 0;
  let rows = 0;
  let bytes = 0;
  let dataBytes = 0;

  const put = async (last: boolean): Promise<void> => {
    const piece = buffer.getBytes();
    digest.update(piece);
    bytes += piece.byteLength;
    const file = await open(path, 'a');
    try {
      await file.writeFile(piece);
      // A full disk shows here at the latest.
      if (last) await file.datasync();
    } finally {
      await file.close();
    }
    buffer.index = 0;
  };
  const flush = async (): Promise<void> => {
    if (group.length === 0) return;
    // Without a `flush` of its own the buffer takes the group at once; there is nothing to wait for.
    void writer.write({
      columnData: columns.map((column, at) => dataOf(column, group, at)),
      rowGroupSize: group.length,
    });
    group = [];
    groupBytes = 0;
    await put(false);
  };

  return {
    get rows() {
      return rows;
    },
    get dataBytes() {
      return dataBytes;
    },
    async add(row) {
      group.push(row);
      const size = row.reduce<number>((sum, value) => sum + sizeOf(value), 0);
      groupBytes += size;
      dataBytes += size;
      rows += 1;
      if (group.length >= GROUP_ROWS || groupBytes >= GROUP_BYTES) await flush();
    },
    async end() {
      await flush();
      void writer.finish();
      await put(true);
      return { rows, bytes, sha256: digest.digest('hex'), dataBytes };
    },
  };
}

function dataOf(
  { name, type }: ParquetColumn,
  group: readonly (readonly ParquetValue[])[],
  at: number,
): ColumnSource {
  const data = group.map((row) => row[at] ?? null);
  // Pictures are compressed already, and bounds of their bytes say nothing.
  return type === 'image' || type === 'images'
    ? { name, data, codec: 'UNCOMPRESSED', encoding: 'PLAIN', statistics: false }
    : { name, data };
}

function sizeOf(value: ParquetValue): number {
  if (value === null) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'boolean') return 1;
  if (typeof value === 'number' || typeof value === 'bigint') return 8;
  if ('bytes' in value) return value.bytes.byteLength + Buffer.byteLength(value.path);
  if ('bbox' in value) return sizeOfObjects(value);
  let size = 0;
  for (const each of value) size += sizeOf(each);
  return size;
}

/** Eight bytes a number: four of the box, its image, its category and its area. */
function sizeOfObjects({ bbox, attributes, foreign }: ParquetObjects): number {
  return bbox.length * 7 * 8 + sizeOf(attributes) + sizeOf(foreign);
}

function schemaOf(columns: readonly ParquetColumn[]): SchemaElement[] {
  return [
    { name: 'schema', num_children: columns.length },
    ...columns.flatMap(({ name, type }) => elementsOf(name, type)),
  ];
}

function elementsOf(name: string, type: ParquetType): SchemaElement[] {
  switch (type) {
    case 'string':
    case 'json':
      return [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }];
    case 'boolean':
      return [{ name, type: 'BOOLEAN', repetition_type: 'OPTIONAL' }];
    case 'integer':
    case 'class':
      return [{ name, type: 'INT64', repetition_type: 'OPTIONAL' }];
    case 'number':
      return [{ name, type: 'DOUBLE', repetition_type: 'OPTIONAL' }];
    case 'image':
      return [
        { name, repetition_type: 'OPTIONAL', num_children: 2 },
        { name: 'bytes', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
        ...elementsOf('path', 'string'),
      ];
    case 'strings':
      return listOf(name, elementsOf('element', 'string'));
    case 'images':
      return listOf(name, elementsOf('element', 'image'));
    case 'objects':
      return [
        { name, repetition_type: 'OPTIONAL', num_children: 6 },
        ...listOf('image', elementsOf('element', 'integer')),
        ...listOf('bbox', listOf('element', elementsOf('element', 'number'))),
        ...listOf('category', elementsOf('element', 'class')),
        ...listOf('area', elementsOf('element', 'number')),
        ...elementsOf('attributes', 'strings'),
        ...elementsOf('foreign', 'strings'),
      ];
  }
}

function listOf(name: string, element: SchemaElement[]): SchemaElement[] {
  return [
    { name, repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...element,
  ];
}
