import { counted, formatCount } from '../../../../shared/base/counts.ts';
import { comparedByBoxes } from '../../../../shared/foreign/comparedByBoxes.ts';
import type { ExportGoldSource } from '../writing/exportedGold.ts';
import { featuresYaml } from './huggingFaceFeatures.ts';
import { markdownTable, markdownText } from '../writing/markdownText.ts';
import {
  configurationsOf,
  licenceId,
  licencesOf,
  type PublishedConfiguration,
  type PublishedDataSet,
  type ValueCounts,
} from './publishedDataSet.ts';
import { typeInWords } from './publishedColumns.ts';
import { areIndependent, originStatement, type RatingOrigins } from '../ratings/ratingOrigins.ts';
import { consensusStatement, reliabilityMarkdown } from '../ratings/reliabilityCard.ts';

/** Values of a facet that are counted one by one. */
const SHOWN = 20;

/** The dataset card of a Hugging Face folder: what it holds, where its gold comes from, how far raters agree. */
export function datasetCard(dataSet: PublishedDataSet): string {
  return `${[
    '---',
    ...header(dataSet),
    '---',
    '',
    `# ${markdownText(dataSet.title)}`,
    '',
    `${markdownText(dataSet.benchmark.title)}: ${markdownText(dataSet.benchmark.description)}`,
    '',
    ...contents(dataSet),
    ...counts(dataSet),
    ...questions(dataSet),
    ...curation(dataSet),
    ...reliability(dataSet),
    ...licences(dataSet),
    ...loading(dataSet),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

function header(dataSet: PublishedDataSet): string[] {
  const { title, taskCategories } = dataSet;
  const tables = configurationsOf(dataSet);
  const licence = licenceId(licencesOf(dataSet));
  return [
    `pretty_name: ${JSON.stringify(title)}`,
    `license: ${licence}`,
    ...(licence === 'other' ? ['license_name: see-licences', 'license_link: README.md#licences'] : []),
    'task_categories:',
    ...taskCategories.map((category) => `- ${category}`),
    'size_categories:',
    `- ${sizeCategory(sum(tables.map(({ items }) => items)))}`,
    'configs:',
    ...tables.flatMap(({ name, folder, splits }) => [
      `- config_name: ${name}`,
      '  data_files:',
      ...splits.flatMap(({ split }) => [`  - split: ${quoted(split)}`, `    path: ${folder}/${split}-*`]),
    ]),
    'dataset_info:',
    ...tables.flatMap((table) => [
      // A list where there are several; the first has its name from it as well.
      ...(tables.length === 1 ? [] : [`- config_name: ${table.name}`]),
      ...info(table).map((line) => `  ${line}`),
    ]),
  ];
}

function info({ columns, splits }: PublishedConfiguration): string[] {
  const files = splits.flatMap(({ shards }) => shards);
  return [
    'features:',
    ...featuresYaml(columns),
    'splits:',
    ...splits.flatMap(({ split, shards }) => [
      `- name: ${quoted(split)}`,
      `  num_bytes: ${String(sum(shards.map(({ dataBytes }) => dataBytes)))}`,
      `  num_examples: ${String(sum(shards.map(({ rows }) => rows)))}`,
    ]),
    `download_size: ${String(sum(files.map(({ bytes }) => bytes)))}`,
    `dataset_size: ${String(sum(files.map(({ dataBytes }) => dataBytes)))}`,
  ];
}

function contents(dataSet: PublishedDataSet): string[] {
  return [
    '## What it is',
    '',
    `${counted(dataSet.items, 'item')}. ${imagesInWords(dataSet)}`,
    '',
    ...columnTable(dataSet),
    '',
    ...(dataSet.shaped === null ? [] : [comparedByBoxes(dataSet.shaped), '']),
  ];
}

function imagesInWords({ images: { copied, withheld, absent } }: PublishedConfiguration): string {
  const parts = [
    `${String(copied)} with their bytes`,
    ...(withheld === 0 ? [] : [`${String(withheld)} by name alone, because they may not be redistributed`]),
    ...(absent === 0 ? [] : [`${String(absent)} by name alone, because their files are not part of this`]),
  ];
  return copied + withheld + absent === 0 ? 'No images.' : `Images: ${parts.join('; ')}.`;
}

function columnTable({ columns }: PublishedConfiguration): readonly string[] {
  return markdownTable(
    ['column', 'type', 'holds'],
    columns.map(({ name, type, description }) => [
      markdownText(name),
      typeInWords(type),
      markdownText(description),
    ]),
  );
}

function counts({ splits, labels, facets, statuses }: PublishedDataSet): string[] {
  return [
    '## Counts',
    '',
    ...table('split', splitCounts(splits)),
    ...table('label', labels),
    ...table('status', statuses),
    ...facets.flatMap(({ title, counts: own }) => table(title, own)),
  ];
}

/** The questions that were built from the items, by what they ask. */
function questions({ questions: asked }: PublishedDataSet): string[] {
  if (asked === null) return [];
  return [
    '## Questions',
    '',
    `${counted(asked.items, 'question')} built from the items, a configuration of their own: \`${asked.name}\`. ${imagesInWords(asked)}`,
    '',
    ...columnTable(asked),
    '',
    ...table('split', splitCounts(asked.splits), 'questions'),
    ...asked.facets.flatMap(({ title, counts: own }) => table(title, own, 'questions')),
  ];
}

const SOURCES: Readonly<Record<ExportGoldSource | 'none', string>> = {
  unanimous: 'in every field all raters answered alike',
  consensus:
    'in every field all raters answered alike, and their boxes are about the same things: each gold box is the median of the raters’ corners',
  adjudicated: 'an adjudicator decided',
  single: 'one rater answered',
  imported: 'as imported; nobody checked it here',
  partly: 'the fields come from different sources, or some were not rated: see below',
  none: 'not decided: raters differ, or nobody has answered yet; the fields hold the values from before',
};

function curation({
  gold,
  goldFields,
  items,
  rounds,
  editions,
  reliability: { consensus, origins },
}: PublishedDataSet): string[] {
  return [
    '## Curation',
    '',
    `Where the gold of ${counted(items, 'item')} comes from (the column \`gold_source\`):`,
    '',
    ...markdownTable(
      ['gold', 'items', 'meaning'],
      gold.map(([source, count]) => [source, String(count), SOURCES[source]]),
    ),
    '',
    ...fieldLines(gold, goldFields),
    ...(consensus === undefined ? [] : [consensusStatement(consensus), '']),
    ...roundLines(rounds, editions !== null, origins),
    ...(editions === null ? [] : editionLines(editions, items)),
    `Every value with who decided it stands in \`gold.csv\`, what each rater said in \`labels.csv\`${editions === null ? '' : ', how each item was validated, round by round and edition by edition, in `validation.jsonl`'}.`,
    '',
  ];
}

/** Where items have fields from different sources: where each field's gold comes from. */
function fieldLines(gold: PublishedDataSet['gold'], fields: PublishedDataSet['goldFields']): string[] {
  if (!gold.some(([source]) => source === 'partly')) return [];
  const sources = [...new Set(fields.flatMap(({ sources: own }) => own.map(([source]) => source)))];
  return [
    'Field by field (the column `gold_sources`), in how many items its value comes from where:',
    '',
    ...markdownTable(
      ['field', ...sources],
      fields.map(({ title, sources: own }) => {
        const counts = new Map(own);
        return [markdownText(title), ...sources.map((source) => String(counts.get(source) ?? 0))];
      }),
    ),
    '',
  ];
}

function roundLines(rounds: PublishedDataSet['rounds'], areFixed: boolean, origins: RatingOrigins): string[] {
  if (rounds.length === 0) return [];
  return [
    areIndependent(origins)
      ? 'Rated without sight of others’ answers:'
      : `Ratings, round by round. ${originStatement(origins)}`,
    '',
    ...markdownTable(
      ['round', 'items', 'people', 'ratings', ...(areFixed ? ['of an earlier edition'] : [])],
      rounds.map(({ round, items, people, ratings, outdated }) =>
        [round, items, people, ratings, ...(areFixed ? [outdated] : [])].map(String),
      ),
    ),
    '',
  ];
}

function editionLines(editions: NonNullable<PublishedDataSet['editions']>, items: number): string[] {
  const fixed = sum(editions.map(([number, count]) => (number > 1 ? count : 0)));
  if (fixed === 0) return ['Every item reads as it came: none was fixed.', ''];
  return [
    `${formatCount(fixed)} of ${counted(items, 'item')} ${fixed === 1 ? 'was' : 'were'} fixed; what had been said of them before counts for nothing above or below.`,
    '',
    ...markdownTable(
      ['edition', 'items', 'meaning'],
      editions.map(([number, count]) => [
        String(number),
        String(count),
        number === 1 ? 'as it came' : `fixed ${number === 2 ? 'once' : `${String(number - 1)} times`}`,
      ]),
    ),
    '',
  ];
}

/** The figures of the reliability card, a heading deeper. */
function reliability({ reliability: card }: PublishedDataSet): string[] {
  const [, ...lines] = reliabilityMarkdown(card).split('\n');
  return ['## Reliability', ...lines.map((line) => (line.startsWith('## ') ? `#${line}` : line))];
}

function licences(dataSet: PublishedDataSet): string[] {
  const rows = licencesOf(dataSet).map(({ licence, copied, withheld, absent }) => [
    licence === null ? 'not recorded' : markdownText(licence),
    ...[copied, withheld, absent].map(String),
  ]);
  return [
    '## Licences',
    '',
    ...(rows.length === 0
      ? ['There are no images. No licence of the texts is recorded.']
      : [
          `Of the images${dataSet.questions === null ? '' : ', those of questions too'}, by what is recorded for each; attributions stand beside each image. No licence of the texts is recorded.`,
          '',
          ...markdownTable(['licence', 'with bytes', 'may not be redistributed', 'no file'], rows),
        ]),
    '',
  ];
}

function loading({ splits: [first], questions: asked }: PublishedDataSet): string[] {
  return [
    '## How to load it',
    '',
    '```python',
    'from datasets import load_dataset',
    '',
    `data = load_dataset("path/to/this/folder", split="${first?.split ?? 'test'}")`,
    ...(asked === null
      ? []
      : [
          `questions = load_dataset("path/to/this/folder", "${asked.name}", split="${asked.splits[0]?.split ?? 'test'}")`,
        ]),
    '```',
    '',
    `The files below \`data/\`${asked === null ? '' : ` and \`${asked.folder}/\``} are plain Parquet; \`croissant.json\` describes them with their hashes.`,
  ];
}

function table(title: string, rows: ValueCounts, noun = 'items'): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, SHOWN).map(([value, count]) => [markdownText(value), String(count)]);
  const rest = rows.slice(SHOWN);
  const more =
    rest.length === 0 ? [] : [[`${String(rest.length)} more`, String(sum(rest.map(([, n]) => n)))]];
  return [...markdownTable([markdownText(title.toLowerCase()), noun], [...shown, ...more]), ''];
}

const splitCounts = (splits: PublishedConfiguration['splits']): ValueCounts =>
  splits.map(({ split, shards }) => [split, sum(shards.map(({ rows }) => rows))]);

const SIZES = [
  [1000, 'n<1K'],
  [10_000, '1K<n<10K'],
  [100_000, '10K<n<100K'],
  [1_000_000, '100K<n<1M'],
] as const;
const sizeCategory = (items: number): string => SIZES.find(([below]) => items < below)?.[1] ?? '1M<n<10M';
/** A number or `no` would not be read as a name. */
const quoted = (name: string): string => JSON.stringify(name);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
