import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Benchmark, ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { filesBelow } from '../../files/folder.ts';
import { IMAGE_EXTENSIONS, looksLikeImage } from '../../files/imageFormats.ts';
import type { Format } from '../format.ts';

/** Images and nothing else. */
export const imageFolder: Format = {
  description: {
    id: 'images',
    title: 'Folder of images',
    reads:
      'a folder of PNG, JPEG, WebP, AVIF, HEIC, TIFF, GIF and BMP files, nested or not: each becomes an item',
    writes: null,
    source: 'folder',
    target: null,
  },
  position: 400,
  // A folder of boxes has images, too.
  recognition: { order: 310, folder: holdsImages, extensions: IMAGE_EXTENSIONS, file: () => true },
  reads: { of: 'images' },
};

async function holdsImages(path: string, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    if (looksLikeImage(name)) return true;
    if (!(await stat(join(path, name))).isDirectory()) continue;
    if ((await readdir(join(path, name))).some(looksLikeImage)) return true;
  }
  return false;
}

/** An image as an item that so far is nothing else, named by its path. */
export function candidateOf(benchmark: Benchmark, name: string): ParsedItem {
  const payload = benchmark.candidate(name);
  const parsed = benchmark.parseItem(payload);
  const role = parsed.ok ? (parsed.value.images[0]?.role ?? 'image') : 'image';
  return { externalId: name, payload, images: [{ role, name }] };
}

/**
 * An image, or a folder's images, as items that so far are nothing else, in natural order, named by their paths within
 * `folder`; and the names of the folder's other files, which are left out.
 */
export async function candidatesOf(
  source: string,
  benchmark: Benchmark,
  signal: AbortSignal,
): Promise<{ readonly folder: string; readonly items: ParsedItem[]; readonly others: readonly string[] }> {
  const isFolder = (await stat(source)).isDirectory();
  if (!isFolder && !looksLikeImage(source)) {
    throw new CasebookError(
      'invalid_input',
      `${source} is neither an image nor a folder.`,
      'Choose an image, or the folder with the images.',
    );
  }
  const names = isFolder ? await filesBelow(source, () => true, signal) : [basename(source)];
  const items = names.filter(looksLikeImage).map((name) => candidateOf(benchmark, name));
  return {
    folder: isFolder ? source : dirname(source),
    items,
    others: names.filter((name) => !looksLikeImage(name)),
  };
}
