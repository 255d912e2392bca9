import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer';

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

/** A group of rows is what readers decode, and what memory holds, at a time. */
const GROUP_ROWS = 1000;
const GROUP_BYTES = 8 * 1024 * 1024;

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/**
 * A Parquet file written row by row, with one group of rows in memory. The file is closed between groups, so that an
 * abandoned one can be removed on every system.
 * @param metadata key-value pairs of the file
 */
export class ParquetFile {
  readonly #path: string;
  readonly #columns: readonly ParquetColumn[];
  readonly #buffer;
  readonly #digest;
  readonly #writer;
  #group: (readonly ParquetValue[])[] = [];
  #groupBytes = 0;
  #rows = 0;
  #bytes = 0;
  #dataBytes = 0;

  constructor(path: string, columns: readonly ParquetColumn[], metadata: Readonly<Record<string, string>>) {
    this.#path = path;
    this.#columns = columns;
    this.#buffer = new ByteWriter();
    this.#digest = createHash('sha256');
    this.#writer = new ParquetWriter({
      writer: this.#buffer,
      schema: schemaOf(columns),
      kvMetadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
      createdBy: 'casebook',
    });
  }

  get rows() {
    return this.#rows;
  }

  get dataBytes() {
    return this.#dataBytes;
  }

  /** A row's values in the order of the columns. */
  async add(row: readonly ParquetValue[]): Promise<void> {
    this.#group.push(row);
    const size = row.reduce<number>((sum, value) => sum + sizeOf(value), 0);
    this.#groupBytes += size;
    this.#dataBytes += size;
    this.#rows += 1;
    if (this.#group.length >= GROUP_ROWS || this.#groupBytes >= GROUP_BYTES) await this.#flush();
  }

  async end(): Promise<ParquetFacts> {
    await this.#flush();
    void this.#writer.finish();
    await this.#put(true);
    return {
      rows: this.#rows,
      bytes: this.#bytes,
      sha256: this.#digest.digest('hex'),
      dataBytes: this.#dataBytes,
    };
  }

  async #put(last: boolean): Promise<void> {
    const piece = this.#buffer.getBytes();
    this.#digest.update(piece);
    this.#bytes += piece.byteLength;
    const file = await open(this.#path, 'a');
    try {
      await file.writeFile(piece);
      // A full disk shows here at the latest.
      if (last) await file.datasync();
    } finally {
      await file.close();
    }
    this.#buffer.index = 0;
  }

  async #flush(): Promise<void> {
    if (this.#group.length === 0) return;
    // Without a `flush` of its own the buffer takes the group at once; there is nothing to wait for.
    void this.#writer.write({
      columnData: this.#columns.map((column, at) => dataOf(column, this.#group, at)),
      rowGroupSize: this.#group.length,
    });
    this.#group = [];
    this.#groupBytes = 0;
    await this.#put(false);
  }
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
