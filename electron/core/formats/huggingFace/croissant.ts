import { decimalText } from '../../../../shared/base/decimals.ts';
import { counted } from '../../../../shared/base/counts.ts';
import { objectFields } from './croissantObjects.ts';
import type { ParquetType } from './parquetFile.ts';
import type { SplitShards } from './parquetShards.ts';
import {
  configurationsOf,
  licenceAddress,
  licencesOf,
  type PublishedConfiguration,
  type PublishedDataSet,
  type ValueCounts,
} from './publishedDataSet.ts';
import { areIndependent, blindStatement, type RatingOrigins } from '../ratings/ratingOrigins.ts';
import { decisionStatement } from '../ratings/reliabilityDecisions.ts';
import { slug } from '../../../../shared/figures/fileName.ts';

/** The context that Croissant 1.0 asks for. */
const CONTEXT = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  rai: 'http://mlcommons.org/croissant/RAI/',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
};

const DATA_TYPES: Readonly<Record<ParquetType, string>> = {
  string: 'sc:Text',
  json: 'sc:Text',
  strings: 'sc:Text',
  boolean: 'sc:Boolean',
  integer: 'sc:Integer',
  number: 'sc:Float',
  image: 'sc:ImageObject',
  images: 'sc:ImageObject',
  class: 'sc:Integer',
  objects: 'sc:Text',
};

/**
 * A data set's metadata in the vocabulary Croissant 1.0 (MLCommons), as JSON-LD: its files with their hashes, and a
 * record set for each split of each table. Addresses are relative to the file, since nobody knows yet where it will be published.
 */
export function croissant(dataSet: PublishedDataSet): string {
  const { title, benchmark, changed, items, questions } = dataSet;
  const configurations = configurationsOf(dataSet);
  const known = licencesOf(dataSet).flatMap(({ licence }) => licence ?? []);
  const counts = [
    counted(items, 'item'),
    ...(questions === null ? [] : [counted(questions.items, 'question')]),
  ];
  return `${JSON.stringify(
    {
      '@context': CONTEXT,
      '@type': 'sc:Dataset',
      conformsTo: ['http://mlcommons.org/croissant/1.0', 'http://mlcommons.org/croissant/RAI/1.0'],
      name: title,
      description: `${benchmark.title}: ${benchmark.description} ${counts.join(', ')}.`,
      license: known.length === 0 ? creativeWork('No licence is recorded') : known.map(licenceOf),
      citeAs: citationOf(title, changed),
      keywords: keywordsOf(dataSet),
      ...responsible(dataSet),
      url: './',
      creator: { '@type': 'sc:Organization', name: `The curators of ${title}` },
      datePublished: changed,
      version: '1.0.0',
      isLiveDataset: false,
      distribution: [
        ...configurations.flatMap((table) => table.splits.flatMap((split) => filesOf(split, table))),
        ...dataSet.companions.map(({ path, type, holds, bytes, sha256 }) => ({
          '@type': 'cr:FileObject',
          '@id': path,
          name: path,
          description: holds,
          contentUrl: path,
          contentSize: `${String(bytes)} B`,
          encodingFormat: type,
          sha256,
        })),
      ],
      recordSet: configurations.flatMap((table) => [
        splitsOf(table),
        ...table.splits.map((split) => recordSetOf(split, table)),
      ]),
    },
    null,
    2,
  )}\n`;
}

/** A BibTeX entry, as far as it is known: the publisher adds paper and authors. */
const citationOf = (title: string, changed: string): string =>
  `@misc{${slug(title)}, title = {${title.replaceAll(/[{}\\]/gu, '')}}, author = {{The curators of ${title.replaceAll(/[{}\\]/gu, '')}}}, year = {${changed.slice(0, 4)}}}`;

const keywordsOf = ({ benchmark, taskCategories, facets }: PublishedDataSet): string[] => [
  ...new Set([
    benchmark.title,
    'benchmark',
    'multimodal',
    ...taskCategories,
    ...facets.map(({ title }) => title.toLowerCase()),
  ]),
];

/** What the vocabulary Croissant RAI 1.0 asks of how data were labelled, as far as the casebook knows it. */
function responsible({
  reliability,
  rounds,
  gold,
  goldFields,
  items,
}: PublishedDataSet): Record<string, unknown> {
  const ratings = rounds.reduce((sum, round) => sum + round.ratings, 0);
  const figures = reliability.fields.flatMap(({ title, coefficients }) => {
    const told = Object.entries(coefficients).flatMap(([name, { value, ci95 }]) =>
      value === null
        ? []
        : [
            `${name} ${decimalText(value, 3)}${ci95 === null ? '' : ` [${ci95.map((end) => decimalText(end, 3)).join(', ')}]`}`,
          ],
    );
    return told.length === 0 ? [] : [`${title}: ${told.join(', ')}`];
  });
  const { origins, decisions } = reliability;
  const platforms = platformsOf(origins);
  const protocol = [
    ...protocolOf(origins),
    ...(ratings > 0 || decisions.decisions > 0 ? [decisionStatement(decisions)] : []),
  ];
  return {
    ...(platforms.length > 0 && { 'rai:dataAnnotationPlatform': platforms }),
    'rai:dataAnnotationProtocol': protocol.length > 0 ? protocol.join(' ') : 'Not recorded.',
    'rai:annotationsPerItem':
      items === 0
        ? '0'
        : `${decimalText(ratings / items, 2)} ratings on average (${counted(ratings, 'rating')} of ${counted(items, 'item')})`,
    'rai:dataAnnotationAnalysis': [reliability.statement, ...figures].join(' '),
    'rai:dataReleaseMaintenancePlan': 'Not recorded.',
    'rai:annotatorDemographics': 'Not recorded.',
    'rai:personalSensitiveInformation':
      'Raters have pseudonyms and days instead of times unless the curators chose otherwise. What images and texts show is for the curators to say.',
    'rai:dataManipulationProtocol': manipulationOf(gold, goldFields),
  };
}

/** Where gold comes from; field by field, too, where the fields of items have it from different sources. */
function manipulationOf(gold: PublishedDataSet['gold'], fields: PublishedDataSet['goldFields']): string {
  const inWords = (counts: ValueCounts): string =>
    counts.map(([source, count]) => `${source} ${String(count)}`).join(', ');
  const whole = inWords(gold);
  if (!gold.some(([source]) => source === 'partly')) return whole;
  return `${whole}. Field by field: ${fields.map(({ title, sources }) => `${title}: ${inWords(sources)}`).join('; ')}.`;
}

/** Where ratings were made; nothing where nobody knows it of any, or there are none. */
function platformsOf({ made_in: places, made_in_unknown: unknown }: RatingOrigins): string | string[] {
  const known = Object.keys(places);
  if (known.length === 0) return [];
  if (unknown > 0) return [...known, 'not known of some ratings'];
  const [only, another] = known;
  return only !== undefined && another === undefined ? only : known;
}

/** Whether raters saw each other's answers. */
const protocolOf = (origins: RatingOrigins): string[] =>
  origins.ratings === 0
    ? []
    : [
        areIndependent(origins)
          ? 'Raters answered without sight of each other’s answers.'
          : blindStatement(origins),
      ];

/** A licence by its address where it has one: a text of its own is a work that has that name. */
const licenceOf = (licence: string): string | object => licenceAddress(licence) ?? creativeWork(licence);
const creativeWork = (name: string): object => ({ '@type': 'sc:CreativeWork', name });

/** The names of splits have no full stop in them, so that no two are the same. */
const recordSetId = (split: string, { name }: PublishedConfiguration): string =>
  name === 'default' ? split : `${name}.${split}`;
const fileSetId = (split: string, table: PublishedConfiguration): string =>
  `${recordSetId(split, table)}-files`;

/** The splits of a table, by name; those that are for training, validating and testing say so. */
function splitsOf(table: PublishedConfiguration): object {
  const id = splitsId(table);
  return {
    '@type': 'cr:RecordSet',
    '@id': id,
    name: id,
    description: `The splits of ${table.name === 'default' ? 'the items' : table.name}.`,
    dataType: 'cr:Split',
    key: { '@id': `${id}/name` },
    field: [
      { '@type': 'cr:Field', '@id': `${id}/name`, name: 'name', dataType: 'sc:Text' },
      { '@type': 'cr:Field', '@id': `${id}/url`, name: 'url', dataType: ['sc:URL', 'wd:Q3985153'] },
    ],
    data: table.splits.map(({ split }) => ({
      [`${id}/name`]: split,
      ...(SPLIT_ADDRESSES[split] !== undefined && { [`${id}/url`]: SPLIT_ADDRESSES[split] }),
    })),
  };
}

const splitsId = ({ name }: PublishedConfiguration): string =>
  name === 'default' ? 'splits' : `${name}.splits`;

/** Croissant's own names of usual splits. */
const SPLIT_ADDRESSES: Readonly<Record<string, string>> = {
  train: 'cr:TrainingSplit',
  validation: 'cr:ValidationSplit',
  test: 'cr:TestSplit',
};

function filesOf({ split, shards }: SplitShards, table: PublishedConfiguration): object[] {
  const files = shards.map(({ path, bytes, sha256 }) => ({
    '@type': 'cr:FileObject',
    '@id': path,
    name: path,
    contentUrl: path,
    contentSize: `${String(bytes)} B`,
    encodingFormat: 'application/x-parquet',
    sha256,
  }));
  if (shards.length === 1) return files;
  return [
    ...files,
    {
      '@type': 'cr:FileSet',
      '@id': fileSetId(split, table),
      name: fileSetId(split, table),
      encodingFormat: 'application/x-parquet',
      includes: `${table.folder}/${split}-*.parquet`,
    },
  ];
}

function recordSetOf({ split, shards }: SplitShards, table: PublishedConfiguration): object {
  const [only] = shards;
  const id = recordSetId(split, table);
  const source =
    shards.length === 1 && only !== undefined
      ? { fileObject: { '@id': only.path } }
      : { fileSet: { '@id': fileSetId(split, table) } };
  return {
    '@type': 'cr:RecordSet',
    '@id': id,
    name: id,
    key: { '@id': `${id}/id` },
    field: [
      {
        '@type': 'cr:Field',
        '@id': `${id}/split`,
        name: 'split',
        description: 'The split that the record is in.',
        dataType: 'sc:Text',
        source: {
          ...source,
          extract: { fileProperty: 'fullpath' },
          transform: { regex: `(?:^|/)(${split})-[^/]+\\.parquet$` },
        },
        references: { field: { '@id': `${splitsId(table)}/name` } },
      },
      ...table.columns
        .filter(({ name }) => name !== 'split')
        .map(({ name, type, description }) => ({
          '@type': 'cr:Field',
          '@id': `${id}/${name}`,
          name,
          description,
          ...(type === 'objects' && { subField: objectFields(`${id}/${name}`, name, source) }),
          dataType: DATA_TYPES[type],
          ...((type === 'strings' || type === 'images') && { repeated: true }),
          source: {
            ...source,
            extract: { column: name },
            ...((type === 'image' || type === 'images') && { transform: { jsonPath: 'bytes' } }),
          },
        })),
    ],
  };
}
