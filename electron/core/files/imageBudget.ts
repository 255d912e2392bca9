import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { UnreadableImage } from './imageDecode.ts';
import { sniffFormat } from './imageFormats.ts';

/*
 * The memory that the pictures of all threads take together is bounded: each task takes a share of one budget before it reads
 * its file, and waits while the others have too much of it. How much a picture takes follows from the head of its file.
 */

/** For all threads of the program together; beside it stand the program itself and what the threads need to run. */
const MEMORY_FOR_IMAGES = 500_000_000;

/** Shares are counted in kilobytes, so that they fit an Int32Array. */
const UNIT = 1000;

/** What of the budget is free, shared between threads. */
export type FreeMemory = Int32Array;

/** A budget that is still free as a whole. */
export function createFreeMemory(bytes = MEMORY_FOR_IMAGES): FreeMemory {
  const free = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  free[0] = Math.floor(bytes / UNIT);
  return free;
}

/** What a task does with a picture, by how many copies of all its pixels it holds beside what decoding takes. */
export const COPIES = {
  /** Made smaller while it is decoded. */
  reduced: 0,
  /** Encoded again while it is decoded. */
  encoded: 0,
  /** Held whole, then encoded. */
  held: 1,
  /** Held whole, calculated with, then encoded. */
  calculated: 5,
} as const;

/**
 * Does work with pictures as soon as there is memory for them; pictures are held one at a time, files all together. Throws
 * {@link UnreadableImage} for a picture that needs more than everybody may have.
 */
export async function withMemory<T>(
  free: FreeMemory,
  files: readonly string[],
  use: keyof typeof COPIES,
  work: () => Promise<T>,
): Promise<T> {
  let [read, decoded] = [0, 0];
  for (const file of files) {
    const { size, pixels } = await memoryFor(file, use);
    read += size;
    decoded = Math.max(decoded, pixels);
  }
  const needed = read + decoded;
  if (needed > MEMORY_FOR_IMAGES) {
    throw new UnreadableImage(
      `The image takes about ${megabytes(needed)} of memory; the limit is ${megabytes(MEMORY_FOR_IMAGES)}.`,
    );
  }
  const share = Math.ceil(needed / UNIT);
  await take(free, share);
  try {
    return await work();
  } finally {
    Atomics.add(free, 0, share);
    Atomics.notify(free, 0);
  }
}

async function take(free: FreeMemory, share: number): Promise<void> {
  for (;;) {
    const now = Atomics.load(free, 0);
    if (now < share) await Atomics.waitAsync(free, 0, now).value;
    else if (Atomics.compareExchange(free, 0, now, now - share) === now) return;
  }
}

interface Memory {
  /** Of the file as it is. */
  readonly size: number;
  readonly pixels: number;
}

/** Zero for a missing file and for a format that Casebook does not read: the task that reads it says so. */
async function memoryFor(path: string, use: keyof typeof COPIES): Promise<Memory> {
  const none = { size: 0, pixels: 0 };
  let file;
  try {
    file = await open(path, 'r');
  } catch {
    return none;
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return none;
    const { size } = facts;
    const beginning = Buffer.alloc(64);
    await file.read(beginning, 0, beginning.length, 0);
    const format = sniffFormat(beginning);
    if (format === null) return { size, pixels: 0 };
    if (format.id === 'bmp') {
      const area = Math.abs(beginning.readInt32LE(18)) * Math.abs(beginning.readInt32LE(22));
      return { size, pixels: area * 4 * (1 + COPIES[use]) };
    }
    const head = await sharp(path).metadata();
    // The planes and the pixels in the decoder's own memory, and the copy that is worked with.
    if (format.id === 'heic')
      return { size: size * 2, pixels: head.width * head.height * 4 * (3 + COPIES[use]) };
    return { size, pixels: bytesOf(head, use) };
  } catch {
    // A damaged head: the decoder refuses it before it holds any pixels.
    return none;
  } finally {
    await file.close();
  }
}

/** What decoding holds at a time, and what the task holds of the result. */
function bytesOf(head: Metadata, use: keyof typeof COPIES): number {
  const { width, height, channels, depth } = head;
  const area = width * height;
  const whole = area * channels * (depth === 'uchar' ? 1 : 2);
  const isTurned = (head.orientation ?? 1) > 1 && use !== 'reduced';
  return decoderBytes(head, area, whole) + whole * (COPIES[use] + (isTurned ? 1 : 0));
}

/** A handful of rows; the decoder keeps no more of a picture that is stored from top to bottom. */
const ROWS = 512;

function decoderBytes(head: Metadata, area: number, whole: number): number {
  const rows = Math.min(whole, (whole / Math.max(1, head.height)) * ROWS);
  // Interlaced rows come in seven passes over the whole picture.
  if (head.format === 'png') return head.isProgressive ? whole : rows;
  // Every scan of a progressive file refines coefficients of 16 bits, fewer for subsampled colours.
  if (head.format === 'jpeg') return head.isProgressive ? area * 2 * samplesOf(head) : rows;
  // The canvas and the picture on it, each with four channels.
  if (head.format === 'gif' || head.format === 'webp') return area * 8;
  // The planes as decoded and as pixels.
  if (head.format === 'heif') return whole * 2;
  // A strip or tile can be as large as the picture.
  return whole;
}

function samplesOf({ channels, chromaSubsampling = '' }: Metadata): number {
  if (chromaSubsampling.startsWith('4:2:0')) return channels / 2;
  return chromaSubsampling.startsWith('4:2:2') ? (channels * 2) / 3 : channels;
}

const megabytes = (bytes: number): string => `${String(Math.ceil(bytes / 1_000_000))} MB`;
