import { type Diff, makeDiff } from '../base/diff.ts';
import {
  type DocumentDiff,
  type DocumentRecord,
  type DocumentRecords,
  type ImageRecord,
  recordId,
  type RegionRecord,
} from './document.ts';
import {
  type Box,
  clampToImage,
  intersection,
  MINIMUM_SIDE,
  type Size,
  toSubpixels,
} from '../base/geometry.ts';
import type { ImageId } from '../base/ids.ts';

/** The image that takes another's place in a document. */
export interface ImageReplacement {
  readonly id: ImageId;
  readonly size: Size;
  /** Where the new image's top left corner lies in the old image, in the old image's pixels. */
  readonly offset: { readonly x: number; readonly y: number };
}

/**
 * The change that puts another image in an image's place, as one step: its boxes move along with what they
 * show, are cut at the new image's edges, and go where nothing of them is left.
 */
export function replaceImage(
  records: DocumentRecords,
  image: ImageRecord,
  replacement: ImageReplacement,
): DocumentDiff {
  const after: Record<string, DocumentRecord> = { ...records };
  after[recordId(image)] = { ...image, imageId: replacement.id };
  if (image.imageId !== null) {
    for (const [id, record] of Object.entries(records)) {
      if (record.type !== 'region' || record.imageId !== image.imageId) continue;
      const moved = movedRegion(record, replacement);
      if (moved === null) delete after[id];
      else after[id] = moved;
    }
  }
  const diff: Diff<DocumentRecord> = makeDiff<DocumentRecord>(records, after);
  return diff;
}

function movedRegion(region: RegionRecord, { id, size, offset }: ImageReplacement): RegionRecord | null {
  const whole: Box = { x: 0, y: 0, ...size };
  const shifted = { ...region, x: region.x - offset.x, y: region.y - offset.y };
  const left = intersection(shifted, whole);
  // A sliver thinner than a pixel is nothing that anybody marked.
  if (left === null || left.width < MINIMUM_SIDE || left.height < MINIMUM_SIDE) return null;
  return { ...region, imageId: id, ...toSubpixels(clampToImage(left, size), size) };
}

/**
 * A crop's box on whole pixels, as the cropped image will have it: inside the image, at least one pixel a side.
 */
export function cropBox(box: Box, image: Size): Box {
  const left = Math.max(0, Math.round(box.x));
  const top = Math.max(0, Math.round(box.y));
  const right = Math.min(image.width, Math.round(box.x + box.width));
  const bottom = Math.min(image.height, Math.round(box.y + box.height));
  return clampToImage({ x: left, y: top, width: right - left, height: bottom - top }, image);
}
