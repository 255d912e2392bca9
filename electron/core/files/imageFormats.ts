import type { Buffer } from 'node:buffer';
import { extname } from 'node:path';

/** An image format that Casebook takes in. */
export interface ImageFormat {
  readonly id: 'png' | 'jpeg' | 'webp' | 'avif' | 'tiff' | 'gif' | 'bmp' | 'heic';
  /** The extension under which the store keeps the file. */
  readonly extension: string;
  readonly mime: string;
  /** Whether a browser shows the file itself, as a still. */
  readonly shown: boolean;
  /** Whether the format keeps every pixel as it was. */
  readonly lossless: boolean;
}

const FORMATS: readonly ImageFormat[] = [
  { id: 'png', extension: 'png', mime: 'image/png', shown: true, lossless: true },
  { id: 'jpeg', extension: 'jpg', mime: 'image/jpeg', shown: true, lossless: false },
  { id: 'webp', extension: 'webp', mime: 'image/webp', shown: true, lossless: false },
  { id: 'avif', extension: 'avif', mime: 'image/avif', shown: true, lossless: false },
  { id: 'tiff', extension: 'tiff', mime: 'image/tiff', shown: false, lossless: true },
  { id: 'gif', extension: 'gif', mime: 'image/gif', shown: false, lossless: true },
  { id: 'bmp', extension: 'bmp', mime: 'image/bmp', shown: false, lossless: true },
  { id: 'heic', extension: 'heic', mime: 'image/heic', shown: false, lossless: false },
];

const EXTENSIONS = new Set([
  'png',
  'jpg',
  'jpeg',
  'jfif',
  'webp',
  'avif',
  'tif',
  'tiff',
  'gif',
  'bmp',
  'dib',
  'heic',
  'heif',
  'hif',
]);

/** What the names of images end in. */
export const IMAGE_EXTENSIONS: readonly string[] = [...EXTENSIONS].map((extension) => `.${extension}`);

/** Whether a file's name looks like an image that Casebook takes in. */
export function looksLikeImage(name: string): boolean {
  return EXTENSIONS.has(extname(name).slice(1).toLowerCase());
}

/** The format of an id as stored in the database, or undefined. */
export function imageFormat(id: string): ImageFormat | undefined {
  return FORMATS.find((format) => format.id === id);
}

/**
 * The format by a file's first bytes, whatever it is called; null where it is none of ours. Nothing else reaches
 * the decoder: SVG, PDF and the like could refer to other files.
 */
export function sniffFormat(bytes: Buffer): ImageFormat | null {
  return imageFormat(sniffId(bytes) ?? '') ?? null;
}

function sniffId(bytes: Buffer): ImageFormat['id'] | null {
  const text = bytes.toString('latin1', 0, 64);
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff';
  if (text.startsWith('BM')) return 'bmp';
  if (text.slice(4, 8) === 'ftyp' && /avif|avis/u.test(text.slice(8, Math.min(64, bytes.readUInt32BE(0)))))
    return 'avif';
  if (/^ftyp(?:hei|hev|mif1|msf1)/u.test(text.slice(4, 12))) return 'heic';
  return null;
}

/** Why a file in none of our formats cannot be imported, in words. */
export function whyNotReadable(bytes: Buffer): string {
  if (bytes.length === 0) return 'The file is empty.';
  return 'It is not an image in one of the formats PNG, JPEG, WebP, AVIF, HEIC, TIFF, GIF or BMP.';
}
