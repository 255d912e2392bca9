import { stat } from 'node:fs/promises';
import type { Benchmark, ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import { filesBelow } from '../../files/folder.ts';
import { looksLikeImage } from '../../files/imageFormats.ts';

/** A folder's images as items that so far are nothing else, in natural order, named by their relative paths. */
export async function candidatesOf(
  folder: string,
  benchmark: Benchmark,
  signal: AbortSignal,
): Promise<ParsedItem[]> {
  if (!(await stat(folder)).isDirectory()) {
    throw new CasebookError(
      'invalid_input',
      `${folder} is not a folder.`,
      'Choose the folder that holds the images.',
    );
  }
  const names = await filesBelow(folder, looksLikeImage, signal);
  return names.map((name) => {
    const payload = benchmark.candidate(name);
    const parsed = benchmark.parseItem(payload);
    const role = parsed.ok ? (parsed.value.images[0]?.role ?? 'image') : 'image';
    return { externalId: name, payload, images: [{ role, name }] };
  });
}
