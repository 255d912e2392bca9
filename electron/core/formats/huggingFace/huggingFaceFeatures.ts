import type { ParquetColumn } from './parquetFile.ts';

/**
 * What a Parquet file says under the key `huggingface`, so that the `datasets` library gives pictures for bytes. Lists are
 * called `Sequence`, as every version of the library reads them.
 */
export function featuresMetadata(columns: readonly ParquetColumn[]): string {
  const features = Object.fromEntries(columns.map((column) => [column.name, featureOf(column)]));
  return JSON.stringify({ info: { features } });
}

function featureOf({ type, classes = [] }: Omit<ParquetColumn, 'name'>): object {
  switch (type) {
    case 'image':
      return { _type: 'Image' };
    case 'images':
      return { feature: { _type: 'Image' }, _type: 'Sequence' };
    case 'strings':
      return { feature: value('string'), _type: 'Sequence' };
    case 'class':
      return { names: classes, _type: 'ClassLabel' };
    case 'objects':
      return {
        feature: {
          image: value('int64'),
          bbox: { feature: value('float64'), _type: 'Sequence' },
          category: { names: classes, _type: 'ClassLabel' },
          area: value('float64'),
          attributes: value('string'),
          foreign: value('string'),
        },
        _type: 'Sequence',
      };
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
  return columns.flatMap((column) => [
    `- name: ${JSON.stringify(column.name)}`,
    ...typeYaml(column).map((line) => `  ${line}`),
  ]);
}

function typeYaml({ type, classes = [] }: ParquetColumn): string[] {
  switch (type) {
    case 'strings':
    case 'images':
      return [`sequence: ${DTYPES[type]}`];
    case 'class':
      return classYaml(classes);
    case 'objects':
      return [
        'sequence:',
        '- name: image',
        '  dtype: int64',
        '- name: bbox',
        '  sequence: float64',
        '- name: category',
        ...classYaml(classes).map((line) => `  ${line}`),
        '- name: area',
        '  dtype: float64',
        '- name: attributes',
        '  dtype: string',
        '- name: foreign',
        '  dtype: string',
      ];
    case 'string':
    case 'json':
    case 'boolean':
    case 'integer':
    case 'number':
    case 'image':
      return [`dtype: ${DTYPES[type]}`];
  }
}

/** The numbers are quoted: the library reads keys that are texts. */
const classYaml = (names: readonly string[]): string[] => [
  'dtype:',
  // Without names there is nothing but the number.
  ...(names.length === 0
    ? ['  class_label:', '    names: {}']
    : [
        '  class_label:',
        '    names:',
        ...names.map((name, at) => `      '${String(at)}': ${JSON.stringify(name)}`),
      ]),
];
