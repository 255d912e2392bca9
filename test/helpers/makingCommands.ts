import { join } from 'node:path';
import { z } from 'zod';
import { ImageGenerationService } from '../../electron/core/benchmarks/observatory/imageGeneration/service.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { QuerySetsService } from '../../electron/core/benchmarks/observatory/querySets/service.ts';
import type { Importer } from '../../electron/core/formats/reading/importer.ts';
import type { Work } from '../../electron/core/base/work.ts';
import type { Services } from '../../electron/core/app/services.ts';

/** What brings images into a casebook. */
const MAKING = ['import', 'variants', 'words', 'questions'] as const;
export const Making = z.enum(MAKING);
export type Making = z.infer<typeof Making>;

/** Where a command of these finds what it needs: a data folder and a folder of fonts. */
export const sourceIn = (folder: string): string => join(folder, 'source');
export const fontsIn = (folder: string): string => join(folder, 'fonts');

const asking = { person: null, viewpoint: everything };

/** Gives one of the commands to an open casebook, the same every time. */
export async function make(
  what: Making,
  { casebook, images }: Pick<Services, 'casebook' | 'images'>,
  importer: Importer,
  folder: string,
  work: Work,
): Promise<unknown> {
  const target = { kind: 'casebook' } as const;
  const imageGeneration = new ImageGenerationService({ casebook, images: images.files, importer });
  switch (what) {
    case 'import':
      return importer.import({ source: sourceIn(folder), format: 'observatory' }, null, work);
    case 'variants':
      return imageGeneration.variants(
        { items: { filter: {} }, transformations: ['sharpen', 'gamma', 'jpeg_compression'], seed: 7, target },
        asking,
        work,
      );
    case 'words':
      return imageGeneration.words(
        {
          words: { kind: 'list', text: 'alpha\nbravo\ncharlie\ndelta\necho' },
          fonts: ['Casebook Test'],
          fontFolder: fontsIn(folder),
          count: 5,
          seed: 3,
          target,
        },
        asking,
        work,
      );
    case 'questions':
      return new QuerySetsService(casebook, images.files, importer).add(
        { kind: 'grid', count: 3, seed: 5, distances: null },
        null,
        work,
        everything,
      );
  }
}
