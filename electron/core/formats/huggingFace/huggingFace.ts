import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Casebook } from '../../derived/casebook.ts';
import type { OutputFolder } from '../../files/outputFolder.ts';
import { croissant } from './croissant.ts';
import { datasetCard } from './datasetCard.ts';
import { featuresMetadata } from './huggingFaceFeatures.ts';
import type { ParquetImage } from './parquetFile.ts';
import { SHARD_PATH, Shards } from './parquetShards.ts';
import type { PublishedConfiguration, PublishedDataSet } from './publishedDataSet.ts';
import type { Format } from '../format.ts';
import type { ExportFormat, ExportItemWriter, WriterContext } from '../writing/exportFormat.ts';
import type { ExportImage, ExportItem } from '../writing/exportItems.ts';
import { mayBeHandedOn } from '../reading/imageRights.ts';
import { Census } from './publishedCensus.ts';
import { type PublishedTable, TableSurvey } from './publishedTable.ts';
import { PublishedTally } from './publishedTally.ts';
import { splitNames } from '../boxes/splitNames.ts';

/** Where images wait, cleaned, until their row takes them in. */
const WAITING = '.images';

/** Data sets as the Hugging Face Hub has them. */
export const huggingFace: Format = {
  description: {
    id: 'hf',
    title: 'Hugging Face data set',
    reads: null,
    writes:
      'a folder with data/ (Parquet with the images in it, a file or more for each split), README.md (the dataset card) and croissant.json; questions that were built from the items in questions/',
    source: null,
    target: 'folder',
  },
  position: 540,
  writes: { of: 'items', format: dataSetFolder },
};

/**
 * A data set folder for the Hugging Face Hub: Parquet files with images, a dataset card, Croissant metadata. Questions
 * built from the items are a configuration of their own. Images that may not be redistributed appear by name, licence
 * and attribution alone.
 */
function dataSetFolder(casebook: Casebook): ExportFormat {
  return {
    singleFile: [],
    owns: (path) => path === 'README.md' || path === 'croissant.json' || SHARD_PATH.test(path),
    refuse: () => null,
    // Table by table, split by split, so that one file of each table is open at a time.
    name(items) {
      const splitOf = splitNames(items.map(({ split }) => split));
      const bySplit = [false, true].flatMap((isQuery) => [
        ...Map.groupBy(
          items.filter((item) => item.isQuery === isQuery),
          ({ split }) => splitOf(split),
        ).values(),
      ]);
      let count = 0;
      return bySplit.flat().map(({ id, externalId, images }) => ({
        id,
        externalId,
        images: images.map((image) => {
          count += 1;
          return {
            imageId: image.imageId,
            name: String(count),
            format: 'same' as const,
          };
        }),
      }));
    },
    imagePath: (name) => `${WAITING}/${name}`,
    // Its own columns say so of each image.
    listsImages: false,
    open: (output, context) => open(output, context, casebook),
  };
}

async function open(
  output: OutputFolder,
  context: WriterContext,
  { benchmark }: Casebook,
): Promise<ExportItemWriter> {
  const { description, casebook, withImages, inner } = context;
  const splits = new Set<string | null>();
  const plans = {
    items: new TableSurvey(benchmark, 'items', inner),
    questions: new TableSurvey(benchmark, 'questions', inner),
  };
  let isAsked = false;
  for await (const item of context.items()) {
    splits.add(item.split);
    plans[item.isQuery ? 'questions' : 'items'].observe(item);
    isAsked ||= item.isQuery;
  }
  const splitOf = splitNames(splits);
  const census = new Census(casebook, context.order);
  const items = configuration(output, { name: 'default', folder: 'data' }, plans.items.table(), census);
  const tally = new PublishedTally(benchmark);
  const questions = isAsked
    ? configuration(output, { name: 'questions', folder: 'questions' }, plans.questions.table(), tally)
    : null;
  const waiting = dirname(await output.place(`${WAITING}/0`));
  /** The bytes of an item's image from the waiting ones; null: none to export. */
  const takeIn = async (image: ExportImage, name: string | undefined): Promise<ParquetImage | null> => {
    if (!withImages || name === undefined || image.imageId === null || !mayBeHandedOn(image)) return null;
    const file = join(waiting, name);
    const bytes = await readFile(file);
    await rm(file);
    return { bytes, path: image.name };
  };
  return {
    async add(item, names) {
      const pictures = await Promise.all(item.images.map((image, at) => takeIn(image, names[at])));
      await (item.isQuery ? questions : items)?.add(splitOf(item.split), item, pictures);
    },
    async end(reliability) {
      const written = await items.end();
      const asked = questions === null ? null : { ...(await questions.end()), ...tally.result() };
      await rm(waiting, { recursive: true, force: true });
      if (reliability === null) throw new Error('A data set folder has a reliability card.');
      const published = census.publish({
        ...written,
        title: description,
        reliability,
        questions: asked,
        companions: await companionsOf(output),
        ...(!inner && { statuses: [] }),
      });
      await write(output, 'README.md', datasetCard(published));
      await write(output, 'croissant.json', croissant(published));
    },
  };
}

/** The files beside the tables, as the metadata names them with their hashes. */
const COMPANIONS: Readonly<Record<string, { readonly type: string; readonly holds: string }>> = {
  'labels.csv': { type: 'text/csv', holds: 'What each rater said of each item, one value a line.' },
  'gold.csv': { type: 'text/csv', holds: 'What counts as right, with where it is from.' },
  'reliability.json': { type: 'application/json', holds: 'How far raters agree, field by field.' },
  'reliability.md': { type: 'text/markdown', holds: 'The same for people.' },
  'validation.jsonl': {
    type: 'application/jsonl',
    holds: 'How each item was validated, round by round and edition by edition.',
  },
};

async function companionsOf(output: OutputFolder): Promise<PublishedDataSet['companions']> {
  const there = new Set(output.files());
  return await Promise.all(
    Object.entries(COMPANIONS)
      .filter(([path]) => there.has(path))
      .map(async ([path, { type, holds }]) => {
        const bytes = await readFile(join(output.folder, path));
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return { path, type, holds, bytes: bytes.length, sha256 };
      }),
  );
}

/** Writes one table of the data set, and has its rows counted. */
function configuration(
  output: OutputFolder,
  told: Pick<PublishedConfiguration, 'name' | 'folder'>,
  table: PublishedTable,
  counter: Pick<PublishedTally, 'count'>,
) {
  const { columns } = table;
  const shards = new Shards(output, told.folder, columns, { huggingface: featuresMetadata(columns) });
  return {
    async add(split: string, item: ExportItem, pictures: readonly (ParquetImage | null)[]): Promise<void> {
      await shards.add(split, table.row(item, pictures));
      counter.count(item, pictures);
    },
    end: async () => ({ ...told, columns, splits: await shards.end() }),
  };
}

async function write(output: OutputFolder, path: string, text: string): Promise<void> {
  const file = await output.text(path);
  await file.write(text);
  await file.close();
}
