import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { parseJson } from '../../../../../shared/base/jsonText.ts';
import { errorCode } from '../../../base/errors.ts';

/** The files that every folder of query sets has. */
export const SETS = 'query_sets.jsonl';
export const RECORD = 'record.json';
const COLLAGE = /^collages\/[a-z-]+(?:-\d+)+\.png$/u;

const Record = z.looseObject({ images: z.array(z.string()) });

/** Which files of a folder former query sets have put there: what replaces them may take them away. */
export interface FormerSets {
  owns(path: string): boolean;
  /**
   * Throws `exists` where a file that something else put there would be replaced by one of these: a data set's own images
   * can have the same names.
   */
  assertFree(paths: readonly string[]): void;
}

/** Looks at what is at `target`. */
export async function formerSets(target: string): Promise<FormerSets> {
  const folder = resolve(target);
  const images = new Set(await imagesOf(join(folder, RECORD)));
  const owns = (path: string): boolean =>
    path === SETS || path === RECORD || COLLAGE.test(path) || images.has(path);
  return {
    owns,
    assertFree(paths) {
      const foreign = paths.find((path) => !owns(path) && existsSync(join(folder, path)));
      if (foreign === undefined) return;
      throw new CasebookError(
        'exists',
        `${join(folder, foreign)} exists and is not an image of earlier query sets.`,
        'Nothing was written. Choose a separate folder for query sets.',
      );
    },
  };
}

/** The images that a record says were written with it; none where there is no record, or none that says it. */
async function imagesOf(path: string): Promise<readonly string[]> {
  try {
    const value: unknown = parseJson(await readFile(path, 'utf8'));
    return Record.safeParse(value).data?.images ?? [];
  } catch (error) {
    if (error instanceof SyntaxError || ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(errorCode(error) ?? ''))
      return [];
    throw error;
  }
}
