import { existsSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { ImageLook } from '../../../../shared/domain/imageLook.ts';
import { concurrently } from '../../files/concurrently.ts';
import { UnreadableImage } from '../../files/imageDecode.ts';
import { imagePath, thumbnailPath } from '../../files/imagePaths.ts';
import type { ImagePool } from '../../files/imagePool.ts';
import type { CasebookFiles } from '../casebook.ts';

/** Where nobody can call it off. */
const never = new AbortController().signal;

/** How many looks are kept at most, some 20 MB. */
const KEPT = 5000;

/**
 * How images look, by the content of their files: of their thumbnails where these are cached, which are quick to decode.
 */
export class ImageLooks {
  readonly #casebook: CasebookFiles;
  readonly #pool: ImagePool;
  readonly #files;
  readonly #known;

  constructor(casebook: CasebookFiles, pool: ImagePool) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#pool = pool;
    this.#files = database.prepare<[string], { link: string | null; extension: string }>(
      'SELECT link, extension FROM image WHERE sha256 = ?',
    );
    this.#known = new LRUCache<string, ImageLook>({ max: KEPT });
  }

  /**
   * Those of these contents that can be decoded here; kept in memory, so that none is decoded twice while the casebook is
   * open. Throws an AbortError once the signal aborts.
   */
  async looks(sha256s: readonly string[], signal: AbortSignal = never): Promise<Map<string, ImageLook>> {
    const found = new Map<string, ImageLook>();
    await concurrently(new Set(sha256s), 2 * this.#pool.threads, signal, async (sha256) => {
      const kept = this.#known.get(sha256);
      const file = kept === undefined ? this.#fileOf(sha256) : null;
      const look = kept ?? (file === null ? null : await lookOf(this.#pool, file, signal));
      if (look === null) return;
      this.#known.set(sha256, look);
      found.set(sha256, look);
    });
    return found;
  }

  #fileOf(sha256: string): string | null {
    const thumbnail = thumbnailPath(this.#casebook.folders, sha256);
    if (existsSync(thumbnail)) return thumbnail;
    const row = this.#files.get(sha256);
    return row === undefined ? null : (row.link ?? imagePath(this.#casebook.folders, sha256, row.extension));
  }
}

/** Null where the file is no image that can be read, or gone: other screens say so. */
async function lookOf(pool: ImagePool, file: string, signal: AbortSignal): Promise<ImageLook | null> {
  try {
    return await pool.look(file, signal);
  } catch (error) {
    if (error instanceof UnreadableImage) return null;
    throw error;
  }
}
