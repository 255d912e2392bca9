import { extname } from 'node:path';
import { createNames } from '../../files/exportNames.ts';
import type { OutputFolder } from '../../files/outputFolder.ts';
import { type BoxedImage, writtenBox } from './boxes.ts';
import { CocoWriter } from './coco/cocoWriter.ts';
import { writeVocAnnotation, writeVocSplits } from './voc/vocWriter.ts';
import { YoloWriter } from './yolo/yoloWriter.ts';
import type {
  ExportFormat,
  ExportItemWriter,
  ItemToExport,
  NamedItem,
  WriterContext,
} from '../writing/exportFormat.ts';
import type { ExportItem } from '../writing/exportItems.ts';
import { mayBeHandedOn } from '../reading/imageRights.ts';

interface BoxFormat {
  readonly folder: string;
  readonly owns: RegExp;
  readonly open: (output: OutputFolder, context: WriterContext) => Promise<ExportItemWriter>;
  readonly single: readonly string[];
  /** A folder that the format itself has in paths of images: names go without it, so that it is there once. */
  readonly imageFolder?: string;
}

/** Questions have no boxes of their own. */
export const leaveOutQuestions: NonNullable<ExportFormat['leavesOut']> = ({ isQuery }) =>
  isQuery
    ? 'A question is built from other items and has no boxes: export it in its benchmark’s own format.'
    : null;

/** What the box formats share: images keep their names, made safe for every system. */
export function boxFormat({ folder, owns, open, single, imageFolder }: BoxFormat): ExportFormat {
  return {
    singleFile: single,
    listsImages: true,
    owns: (path) => owns.test(path),
    refuse: () => null,
    leavesOut: leaveOutQuestions,
    name(items, withImages) {
      const unique = createNames();
      // A label file has the name of its image, whether that comes along or not.
      const within = (name: string): string =>
        imageFolder === undefined ? name : withoutFolder(name, imageFolder);
      const named = items.map((item) => ({
        ...item,
        images: item.images.map((image) => ({ ...image, name: within(image.name) })),
      }));
      return nameImages(named, withImages, (image) =>
        unique(
          image.name,
          image.imageId === null && extname(image.name) !== ''
            ? extname(image.name).slice(1)
            : extensionOf(image.format),
        ),
      );
    },
    imagePath: (name) => `${folder}${name}`,
    open,
  };
}

/** A path without the folders of this name. */
const withoutFolder = (path: string, folder: string): string =>
  path
    .split('/')
    .filter((part, at, parts) => part !== folder || at === parts.length - 1)
    .join('/');

/**
 * Items with the names of their images where files are written: `called` says what an image that is there, or is
 * withheld, is called; one that is missing keeps its name.
 */
function nameImages(
  items: readonly ItemToExport[],
  withImages: boolean,
  called: (image: ItemToExport['images'][number]) => string,
): NamedItem[] {
  return items.map(({ id, externalId, images }) => ({
    id,
    externalId,
    images: images.map((image) => ({
      imageId: image.imageId,
      name: withImages && (image.imageId !== null || !mayBeHandedOn(image)) ? called(image) : image.name,
      format: 'same' as const,
    })),
  }));
}

/**
 * Names below `images/`, for formats whose items say where their images are. One that does not come along keeps the name
 * that its item has for it, so that anybody who has it can tell, and no other gets that name.
 */
export const namedInFolder: ExportFormat['name'] = (items, withImages) =>
  namesInFolder(items, withImages, () => null);

/**
 * The same where items show the same picture under the same name on purpose: it is one file. Entities come before the
 * questions that are built from them.
 */
export const sharedInFolder: ExportFormat['name'] = (items, withImages) =>
  namesInFolder(
    [...items.filter(({ isQuery }) => !isQuery), ...items.filter(({ isQuery }) => isQuery)],
    withImages,
    ({ imageId, name }) => JSON.stringify([imageId, name]),
  );

/** @param sharedAs images that give the same text are one file; null: it is one by itself */
function namesInFolder(
  items: readonly ItemToExport[],
  withImages: boolean,
  sharedAs: (image: ItemToExport['images'][number]) => string | null,
): NamedItem[] {
  const within = (name: string): string => name.replace(/^images\//u, '');
  const elsewhere = items.flatMap(({ images }) => images.filter(({ imageId }) => imageId === null));
  const unique = createNames(elsewhere.map(({ name }) => within(name)));
  const shared = new Map<string, string>();
  return nameImages(items, withImages, (image) => {
    const { imageId, name, format } = image;
    if (imageId === null) return name;
    const key = sharedAs(image);
    const known = key === null ? undefined : shared.get(key);
    if (known !== undefined) return known;
    const written = `images/${unique(within(name), extensionOf(format))}`;
    if (key !== null) shared.set(key, written);
    return written;
  });
}

export async function openCoco(output: OutputFolder, context: WriterContext): Promise<ExportItemWriter> {
  const coco = await CocoWriter.open(output, 'annotations.json', context);
  return {
    async add(item, names) {
      for (const image of boxedImages(item, names)) await coco.add(image);
    },
    end: () => coco.end(),
  };
}

export function openYolo(output: OutputFolder, context: WriterContext): Promise<ExportItemWriter> {
  const unique = createNames();
  const writer = new YoloWriter(output, context);
  return Promise.resolve({
    async add(item, names) {
      for (const image of boxedImages(item, names)) {
        const path = `labels/${unique(image.file, 'txt')}`;
        await writer.add(isLabelled(item) ? path : null, image, item.split);
      }
    },
    end: () => writer.end(),
  });
}

/** An image without labels is not one without boxes: nobody has looked yet. */
const isLabelled = ({ isAnswered, regions, carried }: ExportItem): boolean =>
  isAnswered || regions.length > 0 || carried.length > 0;

export function openVoc(output: OutputFolder, context: WriterContext): Promise<ExportItemWriter> {
  const unique = createNames();
  const splits = new Map<string, string[]>();
  return Promise.resolve({
    async add(item, names) {
      for (const image of boxedImages(item, names)) {
        const path = `Annotations/${unique(image.file, 'xml')}`;
        if (item.split !== null) {
          const list = splits.get(item.split) ?? [];
          list.push(image.file);
          splits.set(item.split, list);
        }
        if (isLabelled(item)) await writeVocAnnotation(await output.text(path), image, context);
      }
    },
    end: () => writeVocSplits(output, createNames(), splits),
  });
}

/** The images of an item that are there, with their boxes, under their names in the export. */
export function boxedImages(item: ExportItem, names: readonly string[]): BoxedImage[] {
  return item.images.flatMap(({ imageId, width, height, foreign, licence, url }, index) => {
    const file = names[index];
    if (imageId === null || width === null || height === null || file === undefined) return [];
    const boxes = [...item.regions, ...item.carried]
      .filter((region) => region.imageId === imageId)
      .flatMap((region) => writtenBox(region, item.labels) ?? []);
    return [{ file, width, height, boxes, foreign, licence, url }];
  });
}

/** What a clean copy of an image of this format ends in. */
export function extensionOf(format: string | null): string {
  return format === 'jpeg' ? 'jpg' : format === 'webp' ? 'webp' : 'png';
}
