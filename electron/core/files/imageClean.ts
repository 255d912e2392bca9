import type { Buffer } from 'node:buffer';
import { type OpenImage, openImage, runDecoding } from './imageDecode.ts';
import { PNG_PICTURE } from './imageStrip.ts';
import { stripJpeg } from './jpegStrip.ts';
import type { CleanPlan, CleanTask } from './imageTasks.ts';

/*
 * Exported copies are upright and free of metadata. PNG asked for: always encoded from the pixels, so that no chunk of
 * the original survives. Same format asked for: an upright JPEG loses its metadata segments and keeps every pixel; a
 * turned one, and WebP, is encoded again in high quality. A PNG with nothing but picture data stays; other PNGs and
 * formats become a new PNG.
 */

const EXTENSIONS: Readonly<Record<string, string>> = { png: 'png', jpeg: 'jpg', webp: 'webp' };

/** What a clean copy would be called and whether the file's own bytes will do. */
export async function planCleanCopy(bytes: Buffer, format: CleanTask['format']): Promise<CleanPlan> {
  const image = await openImage(bytes);
  const target = targetOf(image, format);
  const asIs = format === 'same' && isClean(image, bytes);
  return { extension: EXTENSIONS[target] ?? 'png', asIs };
}

/** The bytes of a clean copy. */
export async function cleanCopy(bytes: Buffer, format: CleanTask['format']): Promise<Buffer> {
  const image = await openImage(bytes);
  const target = targetOf(image, format);
  if (target === 'jpeg' && image.format.id === 'jpeg' && image.upright) {
    // Decoded all the same: a damaged file must not be exported.
    await decodeWhole(image);
    return stripJpeg(bytes);
  }
  if (format === 'same' && isClean(image, bytes)) {
    await decodeWhole(image);
    return bytes;
  }
  const pixels = image.pixels().toColourspace('srgb');
  return runDecoding(() => {
    switch (target) {
      case 'png':
        return pixels.png({ compressionLevel: 6 }).toBuffer();
      case 'jpeg':
        return pixels
          .flatten({ background: '#ffffff' })
          .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
          .toBuffer();
      case 'webp':
        return pixels.webp({ quality: 95 }).toBuffer();
    }
  });
}

/** Reads every pixel and keeps one: far quicker than statistics, and in less memory than all of them. */
function decodeWhole(image: OpenImage): Promise<Buffer> {
  return runDecoding(() => image.pixels().resize(1, 1, { fit: 'fill', kernel: 'linear' }).raw().toBuffer());
}

function isClean(image: OpenImage, bytes: Buffer): boolean {
  if (!image.upright) return false;
  if (image.format.id === 'jpeg') return stripJpeg(bytes).length === bytes.length;
  return image.format.id === 'png' && isPlainPng(bytes);
}

/** Whether a PNG holds nothing but what its picture needs. */
function isPlainPng(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!PNG_PICTURE.has(type)) return false;
    at += 12 + bytes.readUInt32BE(at);
    if (type === 'IEND') return at === bytes.length;
  }
  return false;
}

function targetOf(image: OpenImage, format: CleanTask['format']): 'png' | 'jpeg' | 'webp' {
  if (format !== 'same') return format;
  const { id } = image.format;
  return id === 'jpeg' || id === 'webp' ? id : 'png';
}
