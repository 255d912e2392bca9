import type { Buffer } from 'node:buffer';
import sharp, { type OverlayOptions } from 'sharp';
import type { OpenImage } from './imageDecode.ts';

/** Pictures in rows and columns, as one square picture. */
export interface CollageTask {
  /** Files, row by row; every row has as many. */
  readonly rows: readonly (readonly string[])[];
  /** The picture's side in pixels. */
  readonly side: number;
  readonly target: string;
}

/** Behind pictures that are not square or not opaque: neither a word's paper nor its ink. */
const BACKGROUND = '#808080';

/**
 * The collage as opaque PNG without metadata. Each picture is fitted whole into its cell. The same pictures give the same
 * bytes.
 */
export async function drawCollage(rows: readonly (readonly OpenImage[])[], side: number): Promise<Buffer> {
  const overlays: OverlayOptions[] = [];
  for (const [row, images] of rows.entries()) {
    const [top, bottom] = [edge(row, rows.length, side), edge(row + 1, rows.length, side)];
    for (const [column, image] of images.entries()) {
      const [left, right] = [edge(column, images.length, side), edge(column + 1, images.length, side)];
      const { data, info } = await image
        .pixels()
        .resize(right - left, bottom - top, { fit: 'contain', background: BACKGROUND })
        .flatten({ background: BACKGROUND })
        .toColourspace('srgb')
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true });
      const raw = { width: info.width, height: info.height, channels: info.channels };
      overlays.push({ input: data, raw, left, top });
    }
  }
  return sharp({ create: { width: side, height: side, channels: 3, background: BACKGROUND } })
    .composite(overlays)
    .png({ compressionLevel: 6 })
    .toBuffer();
}

const edge = (at: number, of: number, side: number): number => Math.round((at * side) / of);
