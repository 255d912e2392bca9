import { Buffer, isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';

/** The encodings that can be asked for: they cannot be told from others by their bytes. */
export type ChosenEncoding = 'windows-1252';

/** How a text file is encoded, as far as its bytes tell. */
export type DetectedEncoding =
  | { readonly kind: 'known'; readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' }
  /** Not UTF-8: the first line that is not, and how it would read in Windows-1252. */
  | { readonly kind: 'unknown'; readonly line: number; readonly preview: string }
  | { readonly kind: 'binary' };

const CHUNK = 1 << 17;
/** So much of a line is shown. */
const SHOWN = 200;
/** A line that is longer is looked at in parts. */
const LONGEST = 1 << 20;

/** Looks through a file for what is no UTF-8. UTF-16 is known by its byte order mark. */
export async function encodingOf(path: string, signal: AbortSignal): Promise<DetectedEncoding> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    let rest: Buffer = Buffer.alloc(0);
    for (let [done, line] = [0, 1]; ;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, 0, CHUNK, done);
      const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
      if (done === 0) {
        const marked = utf16Of(bytes);
        if (marked !== null) return { kind: 'known', encoding: marked };
      }
      done += bytesRead;
      const ended = bytesRead === 0;
      // Lines end at bytes that are no part of another character, so whole lines can be looked at by themselves.
      const end = ended || bytes.length > LONGEST ? bytes.length : bytes.lastIndexOf(0x0a) + 1;
      const whole = bytes.subarray(0, end);
      if (whole.includes(0)) return { kind: 'binary' };
      if (!isUtf8(whole)) return unknownIn(whole, line);
      if (ended) return { kind: 'known', encoding: 'utf-8' };
      line += newlinesIn(whole);
      rest = Buffer.from(bytes.subarray(end));
    }
  } finally {
    await file.close();
  }
}

function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

function unknownIn(bytes: Buffer, first: number): DetectedEncoding {
  const decoder = new TextDecoder('windows-1252');
  for (let [start, line] = [0, first]; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    const own = bytes.subarray(start, end);
    if (!isUtf8(own)) {
      // The letters that are in question are among what is shown.
      const odd = Math.max(0, own.findIndex((byte) => byte > 0x7f) - SHOWN / 2);
      return { kind: 'unknown', line, preview: decoder.decode(own.subarray(odd, odd + SHOWN)).trim() };
    }
    start = end;
  }
  return { kind: 'binary' };
}

function newlinesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}

/** Why a file that is no UTF-8 is not read, and what to do. */
export function whyUnread({ preview }: { readonly preview: string }): string {
  return `The file is not in UTF-8, and nothing in it says what it is in. In Excel, save it as “CSV UTF-8”. If it is in Windows-1252, as Excel saves “CSV” in Western Europe, say so (--encoding windows-1252); this line then reads: ${preview}`;
}
