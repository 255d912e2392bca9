import type { Buffer } from 'node:buffer';
import { decode as decodeBmp } from 'bmp-ts';
import sharp, { type Sharp } from 'sharp';
import { DamagedHeic, readHeic } from './heic.ts';
import { type ImageFormat, sniffFormat, whyNotReadable } from './imageFormats.ts';

/** More pixels than this are refused: a small file can claim to be an enormous picture. */
const MAXIMUM_PIXELS = 250_000_000;
const TOO_LARGE = 'The image has more pixels than Casebook can import.';

/** A file that is not an image, or a broken one, told in words. */
export class UnreadableImage extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnreadableImage';
  }
}

export interface OpenImage {
  readonly format: ImageFormat;
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the pixels are stored upright, so that the file needs no turning. */
  readonly upright: boolean;
  /** Whether the file carries anything about its making: EXIF, XMP, IPTC, comments. */
  readonly hasMetadata: boolean;
  /** How many frames or pages the file has; the first is the image. */
  readonly frames: number;
  /** The first frame, upright; every call decodes anew. */
  readonly pixels: () => Sharp;
}

/**
 * Reads the head of an image; pixels are decoded only when asked for.
 * Throws {@link UnreadableImage} for what is not an image Casebook takes in.
 */
export async function openImage(bytes: Buffer): Promise<OpenImage> {
  const format = sniffFormat(bytes);
  if (format === null) throw new UnreadableImage(whyNotReadable(bytes));
  if (format.id === 'bmp') return openBmp(bytes, format);
  return format.id === 'heic' ? openHeic(bytes, format) : openWithSharp(bytes, format);
}

async function openWithSharp(bytes: Buffer, format: ImageFormat): Promise<OpenImage> {
  // 'error' rather than 'warning': cameras write files with harmless oddities that a viewer shows whole.
  const open = (): Sharp =>
    sharp(bytes, { failOn: 'error', limitInputPixels: MAXIMUM_PIXELS, sequentialRead: true });
  const head = await runDecoding(() => open().metadata());
  const { width, height } = head.autoOrient;
  return {
    format,
    width,
    height,
    upright: (head.orientation ?? 1) === 1,
    hasMetadata: [head.exif, head.xmp, head.iptc, head.comments, head.tifftagPhotoshop].some(
      (part) => part !== undefined,
    ),
    frames: head.pages ?? 1,
    pixels: () => open().autoOrient(),
  };
}

/** sharp's build cannot decode HEIC; its pixels come from libheif. */
async function openHeic(bytes: Buffer, format: ImageFormat): Promise<OpenImage> {
  const { width, height, decode } = await readHeic(bytes).catch(inWords);
  if (width * height > MAXIMUM_PIXELS) throw new UnreadableImage(TOO_LARGE);
  return {
    format,
    width,
    height,
    upright: true,
    // Phones write when and where a photo was taken.
    hasMetadata: true,
    frames: 1,
    pixels: () => {
      try {
        return sharp(decode(), { raw: { width, height, channels: 4 }, limitInputPixels: MAXIMUM_PIXELS });
      } catch (error) {
        return inWords(error);
      }
    },
  };
}

function inWords(error: unknown): never {
  throw error instanceof DamagedHeic ? new UnreadableImage(error.message, { cause: error }) : error;
}

/** sharp cannot read BMP; its pixels come from bmp-ts. Only 32-bit files can have an alpha channel worth keeping. */
function openBmp(bytes: Buffer, format: ImageFormat): OpenImage {
  if (bytes.length < 30) throw new UnreadableImage('The BMP file is cut off.');
  const width = Math.abs(bytes.readInt32LE(18));
  const height = Math.abs(bytes.readInt32LE(22));
  if (width === 0 || height === 0 || width * height > MAXIMUM_PIXELS) {
    throw new UnreadableImage(
      `The BMP file claims ${String(width)} x ${String(height)} pixels, which is impossible.`,
    );
  }
  return {
    format,
    width,
    height,
    upright: true,
    hasMetadata: false,
    frames: 1,
    pixels: () =>
      sharp(bmpPixels(bytes), { raw: { width, height, channels: 4 }, limitInputPixels: MAXIMUM_PIXELS }),
  };
}

function bmpPixels(bytes: Buffer): Buffer {
  try {
    const { data } = decodeBmp(bytes, { toRGBA: true });
    let transparent = true;
    for (let at = 3; at < data.length && transparent; at += 4) transparent = data[at] === 0;
    // An alpha channel of nothing but zeros is one that the writer never filled.
    if (transparent || bytes.readUInt16LE(28) < 32)
      for (let at = 3; at < data.length; at += 4) data[at] = 255;
    return data;
  } catch (error) {
    throw new UnreadableImage('The BMP file is damaged.', { cause: error });
  }
}

/** Runs a decoding step; what sharp throws means that the file is damaged. */
export async function runDecoding<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof UnreadableImage) throw error;
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new UnreadableImage(
      reason.includes('pixel limit') ? TOO_LARGE : `The image is damaged (${reason}).`,
      { cause: error },
    );
  }
}
