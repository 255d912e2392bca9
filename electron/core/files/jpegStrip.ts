import { Buffer } from 'node:buffer';

/**
 * A JPEG without EXIF, XMP, IPTC, maker notes, comments and trailing data; its pixels are unchanged. Keeps what a
 * decoder needs, the colour profile and Adobe's colour transform. The orientation goes with EXIF, so the picture has to
 * be upright already.
 */
export function stripJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 2 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      // Fill bytes may stand before a marker.
      at += 1;
      continue;
    }
    if (marker === 0xd9) {
      kept.push(bytes.subarray(at, at + 2));
      break;
    }
    if (at + 4 > bytes.length) break;
    const end = Math.min(bytes.length, at + 2 + bytes.readUInt16BE(at + 2));
    if (marker === 0xda) {
      // The entropy-coded data behind a scan's header runs up to the next marker that is not a restart.
      at = copyScan(bytes, at, end, kept);
      continue;
    }
    if (isNeeded(marker, bytes.subarray(at + 4, end))) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const result = Buffer.concat(kept);
  return result.length === bytes.length ? bytes : result;
}

function copyScan(bytes: Buffer, start: number, headerEnd: number, kept: Buffer[]): number {
  let at = headerEnd;
  for (;;) {
    const next = bytes.indexOf(0xff, at);
    if (next === -1 || next + 1 >= bytes.length) {
      kept.push(bytes.subarray(start));
      return bytes.length;
    }
    const marker = bytes[next + 1] ?? 0;
    const belongs = marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
    if (!belongs) {
      kept.push(bytes.subarray(start, next));
      return next;
    }
    at = next + (marker === 0xff ? 1 : 2);
  }
}

function isNeeded(marker: number, content: Buffer): boolean {
  // A comment.
  if (marker === 0xfe) return false;
  // Not an application segment: tables, frame headers, restart intervals.
  if (marker < 0xe0 || marker > 0xef) return true;
  const name = content.toString('latin1', 0, 12);
  if (marker === 0xe0) return name.startsWith('JFIF\0');
  if (marker === 0xe2) return name.startsWith('ICC_PROFILE\0');
  return marker === 0xee && name.startsWith('Adobe');
}
