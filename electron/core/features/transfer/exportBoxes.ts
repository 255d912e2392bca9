import { createNames } from '../../files/exportNames.ts';
import type { Output } from '../../files/outputFolder.ts';
import type { BoxedImage } from '../../formats/boxes.ts';
import { writtenBox } from '../../formats/boxes.ts';
import type { CocoWriter } from '../../formats/cocoWriter.ts';
import { createCocoWriter } from '../../formats/cocoWriter.ts';
import { writeVocAnnotation } from '../../formats/vocWriter.ts';
import { writeYoloClasses, writeYoloLabels } from '../../formats/yoloWriter.ts';
import type { ExportFormat, ItemWriter, WriterContext } from './exportFormat.ts';
import type { ExportItem } from './exportItems.ts';

interface BoxFormat {
  readonly folder: string;
  readonly owns: RegExp;
  readonly open: (output: Output, context: WriterContext) => Promise<ItemWriter>;
  readonly single: readonly string[];
}

/** What the box formats share: images keep their names, made safe for every system. */
export function boxFormat({ folder, owns, open, single }: BoxFormat): ExportFormat {
  return {
    singleFile: single,
    usualStatus: ['accepted'],
    owns: (path) => owns.test(path),
    refuse: () => null,
    name(items, withImages) {
      const unique = createNames();
      return items.map(({ id, externalId, images }) => ({
        id,
        externalId,
        images: images.map(({ imageId, name, format }) => ({
          imageId,
          name: withImages && imageId !== null ? unique(name, extensionOf(format)) : name,
          format: 'same' as const,
        })),
      }));
    },
    imagePath: (name) => `${folder}${name}`,
    open,
  };
}

export async function openCoco(
  output: Output,
  { description, categories }: WriterContext,
): Promise<ItemWriter> {
  const coco: CocoWriter = await createCocoWriter(output, 'annotations.json', description, categories);
  return {
    async add(item, names) {
      for (const image of boxedImages(item, names)) await coco.add(image);
    },
    end: () => coco.end(),
  };
}

export function openYolo(output: Output, { categories }: WriterContext): Promise<ItemWriter> {
  const unique = createNames();
  return Promise.resolve({
    async add(item, names) {
      for (const image of boxedImages(item, names)) {
        await writeYoloLabels(await output.text(`labels/${unique(image.file, 'txt')}`), image, categories);
      }
    },
    end: () => writeYoloClasses((path) => output.text(path), categories.names),
  });
}

export function openVoc(output: Output): Promise<ItemWriter> {
  const unique = createNames();
  return Promise.resolve({
    async add(item, names) {
      for (const image of boxedImages(item, names)) {
        await writeVocAnnotation(await output.text(`Annotations/${unique(image.file, 'xml')}`), image);
      }
    },
    end: () => Promise.resolve(),
  });
}

/** The images of an item that are there, with their boxes, under their names in the export. */
export function boxedImages(item: ExportItem, names: readonly string[]): BoxedImage[] {
  return item.images.flatMap(({ imageId, width, height }, index) => {
    const file = names[index];
    if (imageId === null || width === null || height === null || file === undefined) return [];
    const boxes = item.regions
      .filter((region) => region.imageId === imageId)
      .flatMap((region) => writtenBox(region, item.labels) ?? []);
    return [{ file, width, height, boxes }];
  });
}

function extensionOf(format: string | null): string {
  return format === 'jpeg' ? 'jpg' : format === 'webp' ? 'webp' : 'png';
}
