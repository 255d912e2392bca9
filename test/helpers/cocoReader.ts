import { readFileSync } from 'node:fs';
import { z } from 'zod';

/*
 * An independent reading of COCO object detection files: straight from the format's definition, sharing nothing
 * with the product's own reader.
 */

const Coco = z.object({
  images: z.array(
    z.object({
      id: z.int(),
      file_name: z.string().min(1),
      width: z.int().positive(),
      height: z.int().positive(),
    }),
  ),
  annotations: z.array(
    z.object({
      id: z.int(),
      image_id: z.int(),
      category_id: z.int(),
      bbox: z.array(z.number()).length(4),
      area: z.number().optional(),
      iscrowd: z.literal([0, 1]).optional(),
      segmentation: z.array(z.array(z.number())).default([]),
      attributes: z.record(z.string(), z.unknown()).default({}),
      note: z.string().optional(),
    }),
  ),
  categories: z.array(z.object({ id: z.int(), name: z.string() })),
});

export interface CocoBox {
  readonly file: string;
  readonly category: string;
  readonly bbox: readonly number[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly note: string;
}

/** The boxes of a COCO file, each with its image and category; throws where ids dangle, repeat or do not add up. */
export function readCocoFile(path: string): { files: string[]; categories: string[]; boxes: CocoBox[] } {
  const coco = Coco.parse(JSON.parse(readFileSync(path, 'utf8')));
  for (const list of [coco.images, coco.annotations, coco.categories]) {
    if (new Set(list.map(({ id }) => id)).size !== list.length) throw new Error('Two entries have one id.');
  }
  return {
    files: coco.images.map(({ file_name: name }) => name),
    categories: coco.categories.map(({ name }) => name),
    boxes: coco.annotations.map(
      ({ image_id: imageId, category_id: categoryId, bbox, area, segmentation, attributes, note = '' }) => {
        const image = coco.images.find(({ id }) => id === imageId);
        const category = coco.categories.find(({ id }) => id === categoryId);
        const [x = NaN, y = NaN, width = NaN, height = NaN] = bbox;
        if (image === undefined || category === undefined) throw new Error('An id leads nowhere.');
        if (x < 0 || y < 0 || x + width > image.width || y + height > image.height)
          throw new Error('A box lies outside.');
        if (area !== undefined && Math.abs(area - width * height) > 1e-6 * area)
          throw new Error('An area is not that of its box.');
        if (segmentation.length > 0) throw new Error('An outline was made up.');
        return { file: image.file_name, category: category.name, bbox, attributes, note };
      },
    ),
  };
}
