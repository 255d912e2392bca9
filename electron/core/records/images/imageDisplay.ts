import { existsSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { LRUCache } from 'lru-cache';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { CasebookFiles } from '../casebook.ts';
import { UnreadableImage } from '../../files/imageDecode.ts';
import { imageFormat } from '../../files/imageFormats.ts';
import { stripImage } from '../../files/imageStrip.ts';
import { imagePath, renditionPath, scaledPath, thumbnailPath } from '../../files/imagePaths.ts';
import type { ImagePool } from '../../files/imagePool.ts';

interface ImageFile {
  readonly id: string;
  readonly sha256: string;
  readonly format: string;
  readonly extension: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly link: string | null;
  readonly origin: string | null;
}

/** What a host sends: a file, or bytes that were made of one. */
export type ShownFile = { readonly mime: string } & (
  | { readonly path: string; readonly bytes?: never }
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly path?: never }
);

/** How many bytes of participants' images Casebook keeps in memory. */
const SHOWN_BYTES = 64 * 1024 * 1024;

/** What hosts show of an image. */
export class ImageDisplay {
  readonly #casebook: CasebookFiles;
  readonly #pool: ImagePool;
  readonly #byId;
  // Several windows can ask for the same missing file at once; it is made once.
  readonly #making = new Map<string, Promise<void>>();
  readonly #shownBytes;

  constructor(casebook: CasebookFiles, pool: ImagePool) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#pool = pool;
    this.#byId = database.prepare<[string], ImageFile>(
      'SELECT id, sha256, format, extension, bytes, width, height, link, origin FROM image WHERE id = ?',
    );
    this.#shownBytes = new LRUCache<string, ShownFile & { readonly bytes: Uint8Array<ArrayBuffer> }>({
      maxSize: SHOWN_BYTES,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
    });
  }

  /** The image's own file. Throws `not_found` where there is no such image or its file is gone. */
  original(imageId: string): ImageFile & { readonly path: string } {
    const row = this.#byId.get(imageId);
    if (row === undefined) throw new CasebookError('not_found', 'There is no such image in this casebook.');
    const path = row.link ?? imagePath(this.#casebook.folders, row.sha256, row.extension);
    const facts = statSync(path, { throwIfNoEntry: false });
    const name = row.origin ?? basename(path);
    if (facts === undefined) {
      throw new CasebookError(
        'not_found',
        row.link === null
          ? `The file of the image ${name} is missing from the casebook.`
          : `The linked file ${path} is no longer there.`,
        row.link === null
          ? 'Attach the folder that holds the original, or restore a backup.'
          : 'Move it back, or attach its new folder.',
      );
    }
    if (row.link !== null && facts.size !== row.bytes) {
      throw new CasebookError(
        'not_found',
        `The linked file ${path} is not the imported file: its size has changed.`,
        'Restore the original file, or import the new one.',
      );
    }
    return { ...row, path };
  }

  /**
   * The whole image without metadata: its own file with unchanged pixels (stripped in memory, faster than a cache, and
   * nothing stays on the disk), or a still of a format that cannot be stripped.
   */
  async bareFile(imageId: string): Promise<ShownFile> {
    const { path: file, ...row } = this.original(imageId);
    const format = imageFormat(row.format);
    if (format?.shown === true) {
      const bytes = await readFile(file);
      const stripped = stripImage(bytes, format.id);
      if (stripped === bytes) return { path: file, mime: format.mime };
      if (stripped !== null) return { bytes: new Uint8Array(stripped), mime: format.mime };
    }
    const path = renditionPath(this.#casebook.folders, row.sha256);
    await inWords(row.origin ?? basename(file), () =>
      this.#ensure(path, () => this.#pool.rendition({ file, target: path })),
    );
    return { path, mime: 'image/png' };
  }

  /** Whether the image's own file, as windows get it, says nothing about its making. */
  async isBare(imageId: string): Promise<boolean> {
    const { path, format } = this.original(imageId);
    const known = imageFormat(format);
    // What windows cannot draw is shown through a still, which holds pixels alone.
    if (known?.shown !== true) return true;
    const bytes = await readFile(path);
    return stripImage(bytes, known.id) === bytes;
  }

  /** A still that every window can draw, with its MIME type; made where it is not cached yet. */
  async displayFile(imageId: string, variant: 'full' | 'thumbnail'): Promise<{ path: string; mime: string }> {
    const { path: file, ...row } = this.#locate(imageId, variant);
    const format = imageFormat(row.format);
    if (variant === 'full' && format?.shown === true) return { path: file, mime: format.mime };
    const thumbnail = variant === 'thumbnail';
    const target = thumbnail
      ? thumbnailPath(this.#casebook.folders, row.sha256)
      : renditionPath(this.#casebook.folders, row.sha256);
    await inWords(row.origin ?? basename(file), () =>
      this.#ensure(target, () =>
        thumbnail ? this.#pool.thumbnail({ file, target }) : this.#pool.rendition({ file, target }),
      ),
    );
    return { path: target, mime: thumbnail ? 'image/webp' : 'image/png' };
  }

  /**
   * What a participant of a study gets of an image: nothing of how, where and when it was made, and its longer side no
   * longer than `side` pixels (null: as it is). It is made where it is not cached yet.
   */
  async participantFile(imageId: string, side: number | null): Promise<ShownFile> {
    const { path: file, sha256, width, height, origin, bytes: size } = this.original(imageId);
    return inWords(origin ?? basename(file), async () => {
      if (side !== null && Math.max(width, height) > side) {
        const target = scaledPath(this.#casebook.folders, sha256, side);
        await this.#ensure(target, () => this.#pool.scale({ file, target, side }));
        return { path: target, mime: 'image/webp' };
      }
      // Hundreds of participants are shown the same images.
      const known = this.#shownBytes.get(sha256);
      if (known !== undefined) return known;
      const shown = await this.bareFile(imageId);
      const bytes =
        shown.bytes ?? (size > SHOWN_BYTES / 16 ? null : new Uint8Array(await readFile(shown.path)));
      if (bytes === null) return shown;
      const kept = { bytes, mime: shown.mime };
      this.#shownBytes.set(sha256, kept);
      return kept;
    });
  }

  async #ensure(path: string, make: () => Promise<void>): Promise<void> {
    if (existsSync(path)) return;
    let work = this.#making.get(path);
    if (work === undefined) {
      work = make().finally(() => this.#making.delete(path));
      this.#making.set(path, work);
    }
    await work;
  }

  /** A cached thumbnail shows even where the linked file is away. */
  #locate(imageId: string, variant: 'full' | 'thumbnail'): ImageFile & { readonly path: string } {
    const row = this.#byId.get(imageId);
    if (
      variant === 'thumbnail' &&
      row !== undefined &&
      existsSync(thumbnailPath(this.#casebook.folders, row.sha256))
    ) {
      return { ...row, path: row.link ?? imagePath(this.#casebook.folders, row.sha256, row.extension) };
    }
    return this.original(imageId);
  }
}

async function inWords<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableImage)) throw error;
    throw new CasebookError('damaged', `${name}: ${error.message}`, null, { cause: error });
  }
}
