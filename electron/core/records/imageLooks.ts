import { existsSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import type { ImageLook } from '../../../shared/domain/imageLook.ts';
import { concurrently } from '../files/concurrently.ts';
import { UnreadableImage } from '../files/imageDecode.ts';
import { imagePath, thumbnailPath } from '../files/imagePaths.ts';
import type { ImagePool } from '../files/imagePool.ts';
import type { Casebook } from './casebook.ts';

/** How images look, by the content of their files. */
export interface ImageLooks {
  /**
   * Those of these contents that can be decoded here; kept in memory, so that none is decoded twice while the casebook is
   * open. Throws an AbortError once the signal aborts.
   */
  looks(sha256s: readonly string[], signal?: AbortSignal): Promise<Map<string, ImageLook>>;
}

/** Where nobody can call it off. */
const never = new AbortController().signal;

/** How many looks are kept at most, some 20 MB. */
const KEPT = 5000;

/** The looks of an open casebook's images: of their thumbnails where these are cached, which are quick to decode. */
export function createImageLooks({ database, folders }: Casebook, pool: ImagePool): ImageLooks {
  const files = database.prepare<[string], { link: string | null; extension: string }>(
    'SELECT link, extension FROM image WHERE sha256 = ?',
  );
  const known = new LRUCache<string, ImageLook>({ max: KEPT });
  const fileOf = (sha256: string): string | null => {
    const thumbnail = thumbnailPath(folders, sha256);
    if (existsSync(thumbnail)) return thumbnail;
    const row = files.get(sha256);
    return row === undefined ? null : (row.link ?? imagePath(folders, sha256, row.extension));
  };
  return {
    async looks(sha256s, signal = never) {
      const found = new Map<string, ImageLook>();
      await concurrently(new Set(sha256s), 2 * pool.threads, signal, async (sha256) => {
        const kept = known.get(sha256);
        const file = kept === undefined ? fileOf(sha256) : null;
        const look = kept ?? (file === null ? null : await lookOf(pool, file, signal));
        if (look === null) return;
        known.set(sha256, look);
        found.set(sha256, look);
      });
      return found;
    },
  };
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
