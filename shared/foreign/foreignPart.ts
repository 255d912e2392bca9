import { z } from 'zod';
import { type Box, sameButForRounding } from '../base/geometry.ts';

/** The formats whose boxes and images can hold more than Casebook edits. */
export const ForeignFormat = z.enum(['coco', 'yolo', 'voc', 'labelstudio']);
export type ForeignFormat = z.infer<typeof ForeignFormat>;

/** What a record can say of a place beside its upright box. */
export const ForeignKind = z.enum(['polygon', 'mask', 'keypoints', 'rotation', 'parts']);
export type ForeignKind = z.infer<typeof ForeignKind>;

/** What an image came with beside its boxes, as text of its format. */
export const ForeignImage = z.object({ format: ForeignFormat, source: z.string() });
export type ForeignImage = Readonly<z.infer<typeof ForeignImage>>;

/**
 * Foreign data of a box that Casebook shows and carries, and never edits. `source` is the box's record to the letter: a
 * COCO annotation (JSON), a line of YOLO, an object of Pascal VOC (XML), or Label Studio's results for the region (a
 * JSON list).
 */
export const ForeignPart = ForeignImage.extend({
  /** What shapes the record has; empty where it has a box alone. */
  shapes: z.array(ForeignKind).readonly(),
  /** The box that Casebook made of it: x, y, width, height in pixels of the upright image. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).readonly(),
});
export type ForeignPart = Readonly<z.infer<typeof ForeignPart>>;

/** A foreign part as a reader gives it, before its box has a place on an image. */
export type ReadForeignPart = Omit<ForeignPart, 'box'>;

/** Whether a box is still where its source put it: then the shapes and areas of its record fit it. */
export function fitsBox({ box: [x, y, width, height] }: Pick<ForeignPart, 'box'>, box: Box): boolean {
  return sameButForRounding({ x, y, width, height }, box);
}

/** What files of one format said of the whole data set, by format: headers, categories, and their like. */
export const ForeignSets = z.partialRecord(ForeignFormat, z.string());
export type ForeignSets = Readonly<z.infer<typeof ForeignSets>>;
