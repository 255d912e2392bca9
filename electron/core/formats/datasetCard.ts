import type { GoldSource } from '../../../shared/domain/status.ts';
import { featuresYaml } from './huggingFaceFeatures.ts';
import { markdownTable, markdownText } from './markdownText.ts';
import type { Counts, PublishedDataSet } from './publishedDataSet.ts';
import { licenceId } from './publishedDataSet.ts';
import { reliabilityMarkdown } from './reliabilityCard.ts';

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
    ...curation(dataSet),
    ...reliability(dataSet),
    ...licences(dataSet),
    ...loading(dataSet),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

function header(dataSet: PublishedDataSet): string[] {
  const { title, taskCategories, columns, splits, items, images } = dataSet;
  const files = splits.flatMap(({ shards }) => shards);
  const licence = licenceId(images);
  const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
  return [
    `pretty_name: ${JSON.stringify(title)}`,
    `license: ${licence}`,
    ...(licence === 'other' ? ['license_name: see-licences', 'license_link: README.md#licences'] : []),
    'task_categories:',
    ...taskCategories.map((category) => `- ${category}`),
    'size_categories:',
    `- ${sizeCategory(items)}`,
    'configs:',
    '- config_name: default',
    '  data_files:',
    ...splits.flatMap(({ split }) => [`  - split: ${quoted(split)}`, `    path: data/${split}-*`]),
    'dataset_info:',
    '  features:',
    ...indented(featuresYaml(columns)),
    '  splits:',
    ...splits.flatMap(({ split, shards }) => [
      `  - name: ${quoted(split)}`,
      `    num_bytes: ${String(sum(shards.map(({ dataBytes }) => dataBytes)))}`,
      `    num_examples: ${String(sum(shards.map(({ rows }) => rows)))}`,
    ]),
    `  download_size: ${String(sum(files.map(({ bytes }) => bytes)))}`,
    `  dataset_size: ${String(sum(files.map(({ dataBytes }) => dataBytes)))}`,
  ];
}

function contents({ columns, items, images }: PublishedDataSet): string[] {
  const { copied, withheld, absent } = images;
  const parts = [
    `${String(copied)} with their bytes`,
    ...(withheld === 0 ? [] : [`${String(withheld)} by name alone, because they may not be redistributed`]),
    ...(absent === 0 ? [] : [`${String(absent)} by name alone, because their files are not part of this`]),
  ];
  const shown = copied + withheld + absent === 0 ? 'No images.' : `Images: ${parts.join('; ')}.`;
  return [
    '## What it is',
    '',
    `${counted(items, 'item')}. ${shown}`,
    '',
    ...markdownTable(
      ['column', 'type', 'holds'],
      columns.map(({ name, type, description }) => [
        markdownText(name),
        type === 'json' ? 'JSON as text' : type,
        markdownText(description),
      ]),
    ),
    '',
  ];
}

function counts({ splits, labels, facets, statuses }: PublishedDataSet): string[] {
  return [
    '## Counts',
    '',
    ...table(
      'split',
      splits.map(({ split, shards }) => [split, sum(shards.map(({ rows }) => rows))] as const),
    ),
    ...table('label', labels),
    ...table('status', statuses),
    ...facets.flatMap(({ title, counts: own }) => table(title, own)),
  ];
}

const SOURCES: Readonly<Record<GoldSource | 'none', string>> = {
  unanimous: 'every rater answered alike',
  adjudicated: 'raters differed, and a third person decided',
  single: 'one person answered',
  imported: 'as the source had it, checked by nobody here',
  none: 'nothing counts as right yet',
};

function curation({ gold, items, rounds, editions }: PublishedDataSet): string[] {
  return [
    '## Curation',
    '',
    `How it came about what counts as right, for ${counted(items, 'item')} (the column \`gold_source\`):`,
    '',
    ...markdownTable(
      ['gold', 'items', 'meaning'],
      gold.map(([source, count]) => [source, String(count), SOURCES[source]]),
    ),
    '',
    ...roundLines(rounds, editions !== null),
    ...(editions === null ? [] : editionLines(editions, items)),
    `Every value with who decided it stands in \`gold.csv\`, what each rater said in \`labels.csv\`${editions === null ? '' : ', how each item was validated, round by round and edition by edition, in `validation.jsonl`'}.`,
    '',
  ];
}

function roundLines(rounds: PublishedDataSet['rounds'], areFixed: boolean): string[] {
  if (rounds.length === 0) return [];
  return [
    'Rated without sight of others’ answers:',
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
    `${String(fixed)} of ${counted(items, 'item')} ${fixed === 1 ? 'was' : 'were'} fixed; what had been said of them before counts for nothing above or below.`,
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

function licences({ images }: PublishedDataSet): string[] {
  const rows = images.licences.map(({ licence, copied, withheld, absent }) => [
    licence === null ? 'not recorded' : markdownText(licence),
    ...[copied, withheld, absent].map(String),
  ]);
  return [
    '## Licences',
    '',
    ...(rows.length === 0
      ? ['There are no images. No licence of the texts is recorded.']
      : [
          'Of the images, by what is recorded for each; attributions stand beside each image. No licence of the texts is recorded.',
          '',
          ...markdownTable(['licence', 'with bytes', 'may not be redistributed', 'no file'], rows),
        ]),
    '',
  ];
}

function loading({ splits }: PublishedDataSet): string[] {
  const [first] = splits;
  return [
    '## How to load it',
    '',
    '```python',
    'from datasets import load_dataset',
    '',
    `data = load_dataset("path/to/this/folder", split="${first?.split ?? 'test'}")`,
    '```',
    '',
    'The files below `data/` are plain Parquet; `croissant.json` describes them with their hashes.',
  ];
}

function table(title: string, rows: Counts): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, SHOWN).map(([value, count]) => [markdownText(value), String(count)]);
  const rest = rows.slice(SHOWN);
  const more =
    rest.length === 0 ? [] : [[`${String(rest.length)} more`, String(sum(rest.map(([, n]) => n)))]];
  return [...markdownTable([markdownText(title.toLowerCase()), 'items'], [...shown, ...more]), ''];
}

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
const counted = (count: number, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
