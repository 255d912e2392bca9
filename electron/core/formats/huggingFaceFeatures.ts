import type { ParquetColumn, ParquetType } from './parquetFile.ts';

/**
 * What a Parquet file says under the key `huggingface`, so that the `datasets` library gives pictures for bytes. Lists are
 * called `Sequence`, as every version of the library reads them.
 */
export function featuresMetadata(columns: readonly ParquetColumn[]): string {
  const features = Object.fromEntries(columns.map(({ name, type }) => [name, featureOf(type)]));
  return JSON.stringify({ info: { features } });
}

function featureOf(type: ParquetType): object {
  switch (type) {
    case 'image':
      return { _type: 'Image' };
    case 'images':
      return { feature: { _type: 'Image' }, _type: 'Sequence' };
    case 'strings':
      return { feature: value('string'), _type: 'Sequence' };
    case 'string':
    case 'json':
    case 'boolean':
    case 'integer':
    case 'number':
      return value(DTYPES[type]);
  }
}

const value = (dtype: string): object => ({ dtype, _type: 'Value' });

const DTYPES = {
  string: 'string',
  json: 'string',
  boolean: 'bool',
  integer: 'int64',
  number: 'float64',
  strings: 'string',
  image: 'image',
  images: 'image',
} as const;

/** The same in the header of a dataset card, a line each. */
export function featuresYaml(columns: readonly ParquetColumn[]): string[] {
  return columns.flatMap(({ name, type }) => [
    `- name: ${JSON.stringify(name)}`,
    `  ${type === 'strings' || type === 'images' ? 'sequence' : 'dtype'}: ${DTYPES[type]}`,
  ]);
}
