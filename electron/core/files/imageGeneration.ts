import type { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { type Parameters, type TransformationName, transformPixels } from './pixels/transformations.ts';
import { writeWhole } from './atomic.ts';
import { openImage, runDecoding, UnreadableImage } from './imageDecode.ts';

export interface VariantsTask {
  /** The original. */
  readonly file: string;
  readonly variants: readonly {
    readonly transformation: TransformationName;
    readonly seed: number;
    readonly target: string;
  }[];
}

/** What each variant was made with, in the order in which they were asked for. */
export type VariantsAnswer = readonly Parameters[];

export interface OutlineTask {
  /** The `d` of an SVG path, in pixels. */
  readonly path: string;
  /** Of the square image. */
  readonly side: number;
  readonly target: string;
}

/** The pixels that have ink: from the first to behind the last. */
export interface InkBox {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** The same on both sides of a comparison: what sharp does unless told otherwise. */
const PNG = { compressionLevel: 6 };

/**
 * Writes variants of an image as PNG, upright, opaque, without metadata and of the image's size. Throws
 * {@link UnreadableImage} for a damaged one.
 */
export async function makeVariants(
  bytes: Buffer,
  variants: VariantsTask['variants'],
): Promise<VariantsAnswer> {
  const image = await openImage(bytes);
  const { data, info } = await runDecoding(() =>
    image
      .pixels()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  const { width, height } = info;
  const made: Parameters[] = [];
  for (const { transformation, seed, target } of variants) {
    const { pixels, parameters } = await transformPixels(transformation, { data, width, height }, seed);
    const png = await sharp(pixels.data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
      .png(PNG)
      .toBuffer();
    await writeWhole(target, png, 'whenever');
    made.push(parameters);
  }
  return made;
}

/** Draws an outline black on white and measures its ink. Throws {@link UnreadableImage} where nothing is to be seen. */
export async function drawOutline({ path, side, target }: OutlineTask): Promise<InkBox> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(side)}" height="${String(side)}"><path d="${path}"/></svg>`;
  const { data, info } = await sharp(new TextEncoder().encode(svg))
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const box = inkOf(data, { width, height, channels });
  const png = await sharp(data, { raw: { width, height, channels } }).png(PNG).toBuffer();
  await writeWhole(target, png, 'whenever');
  return box;
}

function inkOf(
  data: Uint8Array,
  { width, height, channels }: { readonly width: number; readonly height: number; readonly channels: number },
): InkBox {
  let [x1, y1, x2, y2] = [width, height, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * channels] === 255) continue;
      x1 = Math.min(x1, x);
      x2 = Math.max(x2, x + 1);
      y1 = Math.min(y1, y);
      y2 = y + 1;
    }
  }
  if (x2 === 0) throw new UnreadableImage('The word is not visible.');
  return { x1, y1, x2, y2 };
}
