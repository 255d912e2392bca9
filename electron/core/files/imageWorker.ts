import { hash } from 'node:crypto';
import type { Buffer } from 'node:buffer';
import { rm, stat } from 'node:fs/promises';
import { bmvbhash } from 'blockhash-core';
import sharp, { type Sharp } from 'sharp';
import { type ImageLook, LOOK_SIDE } from '../../../shared/domain/imageLook.ts';
import { threadTask } from '../base/threadTask.ts';
import { writeWhole } from './atomic.ts';
import { settleAll } from './concurrently.ts';
import { type COPIES, type FreeMemory, withMemory } from './imageBudget.ts';
import { cleanCopy, planCleanCopy } from './imageClean.ts';
import { type CollageTask, drawCollage } from './imageCollage.ts';
import { openImage, runDecoding, UnreadableImage } from './imageDecode.ts';
import { readImageFile } from './imageFile.ts';
import { deriveImage } from './imageDerive.ts';
import {
  drawOutline,
  type InkBox,
  makeVariants,
  type OutlineTask,
  type VariantsAnswer,
  type VariantsTask,
} from './imageGeneration.ts';
import { type ImageFolders, imagePath, thumbnailPath } from './imagePaths.ts';
import {
  type CleanPlan,
  type CleanTask,
  type DeriveTask,
  type ImageResult,
  type IngestAnswer,
  type IngestTask,
  type ScaleTask,
  THUMBNAIL_SIDE,
  type ThumbnailTask,
} from './imageTasks.ts';
import { sniffFormat } from './imageFormats.ts';

/*
 * Everything that touches pixels, run in worker threads. Each task says how it uses its pictures and waits until there is
 * memory for them.
 */

sharp.concurrency(1);
sharp.cache(false);

const HASH_BITS = 16;

/** Takes a file into the store: hash, size, thumbnail and perceptual hash out of one decoding. */
export const ingest = imageTask(
  'reduced',
  ({ file }) => [file],
  async (task: IngestTask): Promise<IngestAnswer> => {
    const bytes = await readImageFile(task.file);
    const sha256 = hash('sha256', bytes, 'hex');
    if (!task.force && (await isStored(task, sha256, bytes))) return { kind: 'known', sha256 };
    return store(bytes, sha256, task.folders, task.link);
  },
);

/** The SHA-256 of a file, without looking at what it shows. */
export const digest = imageTask(
  'reduced',
  ({ file }) => [file],
  async (task: { readonly file: string }): Promise<string> =>
    hash('sha256', await readImageFile(task.file), 'hex'),
);

/** How an image looks, small: for comparing it with others. */
export const look = imageTask(
  'reduced',
  ({ file }) => [file],
  async (task: { readonly file: string }): Promise<ImageLook> => {
    const image = await openImage(await readImageFile(task.file));
    const points = await runDecoding(() =>
      image
        .pixels()
        .flatten({ background: '#ffffff' })
        .resize(LOOK_SIDE, LOOK_SIDE, { fit: 'fill' })
        .toColourspace('b-w')
        .raw({ depth: 'uchar' })
        .toBuffer(),
    );
    return new Uint8Array(points);
  },
);

/** Makes an image's thumbnail anew. */
export const thumbnail = imageTask(
  'reduced',
  ({ file }) => [file],
  async (task: ThumbnailTask): Promise<null> => {
    const small = await reduce(await readImageFile(task.file));
    await writeWhole(task.target, await encodeThumbnail(small), 'whenever');
    return null;
  },
);

/** Makes the still that a browser can show of a format that it cannot show. */
export const rendition = imageTask(
  'encoded',
  ({ file }) => [file],
  async (task: ThumbnailTask): Promise<null> => {
    const image = await openImage(await readImageFile(task.file));
    const still = await runDecoding(() =>
      image.pixels().toColourspace('srgb').png({ compressionLevel: 3 }).toBuffer(),
    );
    await writeWhole(task.target, still, 'whenever');
    return null;
  },
);

/** Makes the still of a given size that participants of a study get. */
export const scale = imageTask(
  'reduced',
  ({ file }) => [file],
  async ({ file, target, side }: ScaleTask): Promise<null> => {
    const image = await openImage(await readImageFile(file));
    const still = await runDecoding(() =>
      image
        .pixels()
        .resize(side, side, { fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .webp({ quality: 92 })
        .toBuffer(),
    );
    await writeWhole(target, still, 'whenever');
    return null;
  },
);

/** Makes a cropped or redacted image and takes it into the store. */
export const derive = imageTask(
  'held',
  ({ file }) => [file],
  async (task: DeriveTask): Promise<IngestAnswer> => {
    const image = await openImage(await readImageFile(task.file));
    const bytes = await runDecoding(() => deriveImage(image, task.derivation));
    return store(bytes, hash('sha256', bytes, 'hex'), task.folders, false);
  },
);

/** What a copy without metadata would be. */
export const planClean = imageTask(
  'reduced',
  ({ file }) => [file],
  async (task: Omit<CleanTask, 'target'>): Promise<CleanPlan> =>
    planCleanCopy(await readImageFile(task.file), task.format),
);

/** Writes a copy that shows the same picture upright and says nothing else. */
export const clean = imageTask(
  'encoded',
  ({ file }) => [file],
  async (task: CleanTask): Promise<null> => {
    const bytes = await cleanCopy(await readImageFile(task.file), task.format);
    await writeWhole(task.target, bytes, 'whenever');
    return null;
  },
);

/** Makes transformed variants of an image. */
export const variants = imageTask(
  'calculated',
  ({ file }) => [file],
  async (task: VariantsTask): Promise<VariantsAnswer> =>
    makeVariants(await readImageFile(task.file), task.variants),
);

/** Draws an outline and says where its ink is. */
export const outline = imageTask(
  'reduced',
  () => [],
  async (task: OutlineTask): Promise<InkBox> => drawOutline(task),
);

/** Puts pictures into rows and columns of one picture. */
export const collage = imageTask(
  'reduced',
  ({ rows }) => rows.flat(),
  async ({ rows, side, target }: CollageTask): Promise<null> => {
    const images = await settleAll(
      rows.map((row) => settleAll(row.map(async (file) => openImage(await readImageFile(file))))),
    );
    const png = await runDecoding(() => drawCollage(images, side));
    await writeWhole(target, png, 'whenever');
    return null;
  },
);

interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function store(
  bytes: Buffer,
  sha256: string,
  folders: ImageFolders,
  link: boolean,
): Promise<IngestAnswer> {
  const image = await openImage(bytes);
  const { format, width, height } = image;
  const target = imagePath(folders, sha256, format.extension);
  const thumbnail = thumbnailPath(folders, sha256);
  // Decoded before anything is written: a damaged file leaves no trace.
  const small = await reduceOpen(image.pixels());
  const writing = link ? Promise.resolve(null) : writeNew(target, bytes, 'soon');
  const perceptualHash = bmvbhash(small, HASH_BITS);
  const drawing = encodeThumbnail(small).then((encoded) => writeNew(thumbnail, encoded, 'whenever'));
  // Both are awaited even where one fails: on a full disk the other must not go on writing afterwards.
  const outcomes = await Promise.allSettled([writing, drawing]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) {
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') await outcome.value?.();
    throw failure.reason;
  }
  return {
    kind: 'image',
    facts: {
      sha256,
      format: format.id,
      extension: format.extension,
      bytes: bytes.length,
      width,
      height,
      perceptualHash,
      frames: image.frames,
    },
    written: link ? [thumbnail] : [target, thumbnail],
  };
}

/** Writes a file and gives the way to take it away again; null where it was there before. */
async function writeNew(
  path: string,
  bytes: Buffer,
  onDisk: 'soon' | 'whenever',
): Promise<(() => Promise<void>) | null> {
  const before = await exists(path);
  // What is on the disk already never gives way to what may not be.
  await writeWhole(path, bytes, before && onDisk === 'soon' ? 'first' : onDisk);
  return before ? null : () => rm(path, { force: true });
}

async function isStored({ folders, link }: IngestTask, sha256: string, bytes: Buffer): Promise<boolean> {
  const format = sniffFormat(bytes);
  if (format === null || !(await exists(thumbnailPath(folders, sha256)))) return false;
  return link || exists(imagePath(folders, sha256, format.extension));
}

async function reduce(bytes: Buffer): Promise<Pixels> {
  return reduceOpen((await openImage(bytes)).pixels());
}

/** The image at thumbnail size. JPEG and WebP are decoded at a fraction of their size for it. */
async function reduceOpen(pixels: Sharp): Promise<Pixels> {
  const { data, info } = await runDecoding(() =>
    pixels
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  return { data, width: info.width, height: info.height };
}

function encodeThumbnail({ data, width, height }: Pixels): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 4 } })
    .webp({ quality: 80, effort: 2 })
    .toBuffer();
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** A task with the memory that it shares with those of other threads. */
export interface BudgetedTask<Task> {
  readonly task: Task;
  readonly free: FreeMemory;
}

function imageTask<Task, T>(
  use: keyof typeof COPIES,
  filesOf: (task: Task) => readonly string[],
  work: (task: Task) => Promise<T>,
): ReturnType<typeof threadTask<BudgetedTask<Task>, ImageResult<T>>> {
  return threadTask(({ task, free }: BudgetedTask<Task>) =>
    answer(() => withMemory(free, filesOf(task), use, () => work(task))),
  );
}

async function answer<T>(work: () => Promise<T>): Promise<ImageResult<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    if (error instanceof UnreadableImage) return { ok: false, fault: 'unreadable', reason: error.message };
    return {
      ok: false,
      fault: 'system',
      code: codeOf(error),
      message: error instanceof Error ? error.message : String(error),
    };
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
