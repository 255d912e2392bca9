import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Casebook } from '../../casebook.ts';
import type { Output } from '../../files/outputFolder.ts';
import { croissant } from '../../formats/croissant.ts';
import { datasetCard } from '../../formats/datasetCard.ts';
import { featuresMetadata } from '../../formats/huggingFaceFeatures.ts';
import type { ParquetImage } from '../../formats/parquetFile.ts';
import { SHARD_PATH, createShards } from '../../formats/parquetShards.ts';
import type { ExportFormat, ItemWriter, WriterContext } from './exportFormat.ts';
import { questionsAside } from './exportBoxes.ts';
import type { ExportImage } from './exportItems.ts';
import { mayBeHandedOn } from './imageRights.ts';
import { createCensus } from './publishedCensus.ts';
import { planTable } from './publishedTable.ts';
import { splitNames } from './splitNames.ts';

/** Where images wait, cleaned, until their row takes them in. */
const WAITING = '.images';

/**
 * A data set folder as the Hugging Face Hub has it: Parquet files with the images in them, a dataset card, Croissant
 * metadata. Images that may not be redistributed are there by name, licence and attribution alone.
 */
export function huggingFace(casebook: Casebook): ExportFormat {
  return {
    singleFile: [],
    usualStatus: ['accepted'],
    owns: (path) => path === 'README.md' || path === 'croissant.json' || SHARD_PATH.test(path),
    refuse: () => null,
    leavesOut: questionsAside,
    // Split by split, so that one file is open at a time.
    name(items) {
      const splitOf = splitNames(items.map(({ split }) => split));
      const bySplit = new Map<string, (typeof items)[number][]>();
      for (const item of items) {
        const name = splitOf(item.split);
        const own = bySplit.get(name);
        if (own === undefined) bySplit.set(name, [item]);
        else own.push(item);
      }
      let count = 0;
      return [...bySplit.values()].flat().map(({ id, externalId, images }) => ({
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

async function open(output: Output, context: WriterContext, { benchmark }: Casebook): Promise<ItemWriter> {
  const { description, casebook, withImages } = context;
  const splits = new Set<string | null>();
  const plan = planTable(benchmark);
  for await (const item of context.items()) {
    splits.add(item.split);
    plan.observe(item);
  }
  const table = plan.table();
  const splitOf = splitNames(splits);
  const shards = createShards(output, table.columns, { huggingface: featuresMetadata(table.columns) });
  const census = createCensus(casebook);
  const waiting = dirname(await output.place(`${WAITING}/0`));
  /** The bytes of an item's image, out of where they waited; null where it has none to hand out. */
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
      await shards.add(splitOf(item.split), table.row(item, pictures));
      census.count(item, pictures);
    },
    async end(reliability) {
      const written = await shards.end();
      await rm(waiting, { recursive: true, force: true });
      if (reliability === null) throw new Error('A data set folder has a reliability card.');
      const published = census.publish({
        title: description,
        columns: table.columns,
        splits: written,
        reliability,
      });
      await write(output, 'README.md', datasetCard(published));
      await write(output, 'croissant.json', croissant(published));
    },
  };
}

async function write(output: Output, path: string, text: string): Promise<void> {
  const file = await output.text(path);
  await file.write(text);
  await file.close();
}
