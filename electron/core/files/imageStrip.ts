import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import type { ImageFormat } from './imageFormats.ts';
import { stripJpeg } from './jpegStrip.ts';

/*
 * Files without what they say about their making, no pixel decoded or encoded: the parts that a picture needs are kept,
 * all others go. What a viewer needs besides is its colour profile and which way is up.
 */

/**
 * The file without names, places, times and texts; its pixels, colour profile and orientation stay. The same bytes where
 * it holds nothing else; null for a format whose parts are not known here, which needs a rendition instead.
 */
export function stripImage(bytes: Buffer, format: ImageFormat['id']): Buffer | null {
  switch (format) {
    case 'jpeg':
      return same(bytes, uprightJpeg(bytes));
    case 'png':
      return same(bytes, stripPng(bytes));
    case 'webp':
      return same(bytes, stripWebp(bytes));
    case 'avif':
    case 'tiff':
    case 'gif':
    case 'bmp':
    case 'heic':
      return null;
  }
}

const same = (before: Buffer, after: Buffer): Buffer => (after.equals(before) ? before : after);

const EXIF = 'Exif\0\0';

function uprightJpeg(bytes: Buffer): Buffer {
  const stripped = stripJpeg(bytes);
  const exif = orientationOnly(exifOfJpeg(bytes));
  if (exif === null) return stripped;
  const content = Buffer.concat([Buffer.from(EXIF, 'latin1'), exif]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([stripped.subarray(0, 2), head, content, stripped.subarray(2)]);
}

function exifOfJpeg(bytes: Buffer): Buffer | null {
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // The picture itself begins: what is said about it has come before.
    if (marker === 0xda || marker === 0xd9) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xe1 && bytes.toString('latin1', at + 4, at + 10) === EXIF)
      return bytes.subarray(at + 10, end);
    at = end;
  }
  return null;
}

/** A single picture in a PNG with its colours. */
export const PNG_PICTURE: ReadonlySet<string> = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'bKGD',
  'pHYs',
]);
/** The same with wide colours and the frames of an animation. */
const PNG_CHUNKS = new Set([...PNG_PICTURE, 'cICP', 'mDCV', 'cLLI', 'acTL', 'fcTL', 'fdAT']);
const PNG_SIGNATURE_BYTES = 8;

function stripPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, PNG_SIGNATURE_BYTES)];
  for (let at = PNG_SIGNATURE_BYTES; at + 12 <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = Math.min(bytes.length, at + 12 + bytes.readUInt32BE(at));
    const content = bytes.subarray(at + 8, end - 4);
    if (PNG_CHUNKS.has(type)) kept.push(bytes.subarray(at, end));
    else if (type === 'iCCP') kept.push(pngChunk('iCCP', namelessProfile(content)));
    else if (type === 'eXIf') {
      const exif = orientationOnly(content);
      if (exif !== null) kept.push(pngChunk('eXIf', exif));
    }
    at = end;
    if (type === 'IEND') break;
  }
  return Buffer.concat(kept);
}

/** A profile in a PNG has a name that anybody may choose. */
function namelessProfile(content: Buffer): Buffer {
  const end = content.indexOf(0);
  return end === -1 ? content : Buffer.concat([Buffer.from('icc', 'latin1'), content.subarray(end)]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(content.length + 12);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write(type, 4, 'latin1');
  content.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, content.length + 8)), content.length + 8);
  return chunk;
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const WEBP_HEADER_BYTES = 12;
/** Bits of VP8X that announce EXIF and XMP. */
const WEBP_EXIF = 0x08;
const WEBP_XMP = 0x04;
/** A frame of an animation begins with its place, size and duration; its chunks follow. */
const FRAME_HEAD_BYTES = 16;

function stripWebp(bytes: Buffer): Buffer {
  const whole = bytes.subarray(0, Math.min(bytes.length, bytes.readUInt32LE(4) + 8));
  const chunks = webpChunks(whole.subarray(WEBP_HEADER_BYTES));
  const exif = chunks.find(({ type }) => type === 'EXIF')?.content ?? null;
  // Some programs write the beginning that only a JPEG's EXIF has.
  const hasJpegHead = exif?.toString('latin1', 0, EXIF.length) === EXIF;
  const orientation = orientationOnly(hasJpegHead ? exif.subarray(EXIF.length) : exif);
  const kept = chunks.flatMap(({ type, content }) => {
    if (!WEBP_CHUNKS.has(type)) return [];
    if (type === 'VP8X') return [webpChunk(type, withoutFlags(content, orientation !== null))];
    if (type === 'ANMF') return [webpChunk(type, stripFrame(content))];
    return [webpChunk(type, content)];
  });
  if (orientation !== null) kept.push(webpChunk('EXIF', orientation));
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...kept]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

function stripFrame(content: Buffer): Buffer {
  const chunks = webpChunks(content.subarray(FRAME_HEAD_BYTES)).filter(({ type }) => WEBP_CHUNKS.has(type));
  const kept = chunks.map((chunk) => webpChunk(chunk.type, chunk.content));
  return Buffer.concat([content.subarray(0, FRAME_HEAD_BYTES), ...kept]);
}

function withoutFlags(content: Buffer, isTurned: boolean): Buffer {
  const flags = Buffer.from(content);
  flags[0] = ((flags[0] ?? 0) & ~(WEBP_EXIF | WEBP_XMP)) | (isTurned ? WEBP_EXIF : 0);
  return flags;
}

function webpChunks(bytes: Buffer): { readonly type: string; readonly content: Buffer }[] {
  const chunks = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    chunks.push({
      type: bytes.toString('latin1', at, at + 4),
      content: bytes.subarray(at + 8, at + 8 + size),
    });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

function webpChunk(type: string, content: Buffer): Buffer {
  const chunk = Buffer.alloc(8 + content.length + (content.length % 2));
  chunk.write(type, 0, 'latin1');
  chunk.writeUInt32LE(content.length, 4);
  content.copy(chunk, 8);
  return chunk;
}

const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;

/** EXIF (as TIFF) that says which way is up and nothing else; null where the picture stands upright anyway. */
function orientationOnly(exif: Buffer | null): Buffer | null {
  const orientation = exif === null ? 1 : orientationOf(exif);
  if (orientation === 1) return null;
  // Big-endian, one directory at byte 8 with one entry: a short.
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** From 1 (upright) to 8; 1 where it is not said. */
function orientationOf(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 10 || (order !== 'MM' && order !== 'II')) return 1;
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : order === 'MM' ? tiff.readUInt16BE(at) : tiff.readUInt16LE(at);
  const directory = order === 'MM' ? tiff.readUInt32BE(4) : tiff.readUInt32LE(4);
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    if (short(at) !== ORIENTATION) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
