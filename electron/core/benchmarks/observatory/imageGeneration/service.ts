import { join } from 'node:path';
import { z } from 'zod';
import type {
  ImageGenerationChoices,
  ImageGenerationReport,
  VariantsCensus,
  VariantsPreview,
  VariantsRequest,
  VariantsSetting,
  WordsPreview,
  WordsRequest,
  WordsSetting,
} from '../../../../../shared/contract/imageGeneration.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { withWorkFolder } from '../../../files/workFolder.ts';
import { RunningWork } from '../../../base/runningWork.ts';
import { assertOutside } from '../../../formats/writing/exportFormat.ts';
import type { Work } from '../../../base/work.ts';
import {
  type CasebookOriginal,
  casebookOriginals,
  type FoundOriginal,
  imageGenerationOf,
} from './casebookOriginals.ts';
import { pictureOf } from './picture.ts';
import { type TransformationName, TRANSFORMATIONS } from '../../../files/pixels/transformations.ts';
import { seedOf } from './seeds.ts';
import { TRANSFORMATION_TEXTS } from './transformationTexts.ts';
import {
  addVariants,
  type ImageGenerationServices,
  type Requester,
  writeVariants,
} from './variantsOfItems.ts';
import { availableFonts, drawWords, previewWords } from './wordsOfList.ts';
import { CASINGS, POSITIONS, ROTATIONS } from './words/setWord.ts';

/** The longer side of a preview's pictures, in pixels. */
const PICTURE_SIDE = 360;

/** Making images for an open casebook. Every method throws `invalid_input` for a benchmark whose images are not made. */
export class ImageGenerationService {
  readonly #services: ImageGenerationServices;
  readonly #underWay;

  constructor(services: ImageGenerationServices) {
    this.#services = services;
    this.#underWay = new RunningWork();
  }

  async options(): Promise<ImageGenerationChoices> {
    imageGenerationOf(this.#services.casebook);
    return {
      transformations: TRANSFORMATIONS.map((name) => ({ name, ...TRANSFORMATION_TEXTS[name] })),
      fonts: await availableFonts(),
      casings: [...CASINGS],
      positions: [...POSITIONS],
      rotations: [...ROTATIONS],
    };
  }

  /** Throws `invalid_input` for a list without words, `not_found` for a font that is not there. */
  async previewWords(setting: z.output<typeof WordsSetting>, work: Work): Promise<WordsPreview> {
    imageGenerationOf(this.#services.casebook);
    return this.#underWay.run(work, (watched) => previewWords(this.#services, setting, watched));
  }

  /** The same, and `exists` for a folder or a seed that other words were drawn with; `cancelled`. */
  async words(
    request: z.output<typeof WordsRequest>,
    asking: Requester,
    work: Work,
  ): Promise<ImageGenerationReport> {
    imageGenerationOf(this.#services.casebook);
    if (request.target.kind === 'folder') assertOutside(this.#services.casebook, request.target.folder);
    return this.#underWay.run(work, (watched) => drawWords(this.#services, request, asking, watched));
  }

  async census(
    { items, transformations }: Omit<VariantsSetting, 'seed'>,
    { viewpoint }: Pick<Requester, 'viewpoint'>,
    work: Work,
  ): Promise<VariantsCensus> {
    const wanted = known(transformations);
    return this.#underWay.run(work, ({ signal }) =>
      censusOf(casebookOriginals(this.#services.casebook, items, viewpoint, signal), wanted),
    );
  }

  async previewVariants(
    { items, transformations, seed }: VariantsSetting,
    { viewpoint }: Pick<Requester, 'viewpoint'>,
    work: Work,
  ): Promise<VariantsPreview | null> {
    const wanted = known(transformations);
    return this.#underWay.run(work, async (watched) => {
      for await (const found of casebookOriginals(this.#services.casebook, items, viewpoint, watched.signal))
        if (found.ok) return this.#preview(found.original, wanted, seed, watched);
      return null;
    });
  }

  async variants(
    { target, ...request }: VariantsRequest,
    asking: Requester,
    work: Work,
  ): Promise<ImageGenerationReport> {
    const wanted = { ...request, transformations: known(request.transformations) };
    if (target.kind === 'casebook')
      return this.#underWay.run(work, (watched) => addVariants(this.#services, wanted, asking, watched));
    const { folder } = target;
    assertOutside(this.#services.casebook, folder);
    return this.#underWay.run(work, (watched) =>
      writeVariants(this.#services, { ...wanted, folder }, asking, watched),
    );
  }

  /** Cancels what is under way and waits for its end. */
  close(): Promise<void> {
    return this.#underWay.close();
  }

  async #preview(
    { item, image }: CasebookOriginal,
    transformations: readonly TransformationName[],
    seed: number,
    work: Work,
  ): Promise<VariantsPreview> {
    return withWorkFolder(this.#services.casebook.ports.directories.staging, async (folder) => {
      const { path: file, width, height } = this.#services.images.original(image.imageId);
      const picture = async (from: string, name: string): Promise<string> =>
        pictureOf(this.#services.images.pool, from, join(folder, `${name}.webp`), PICTURE_SIDE);
      const original = await picture(file, 'original');
      const wanted = transformations.map((transformation) => ({
        transformation,
        seed: seedOf(seed, 'variant', item.externalId, transformation),
        target: join(folder, `${transformation}.png`),
      }));
      const variants = await Promise.all(
        wanted.map(async (each) => {
          const [parameters = {}] = await this.#services.images.pool.variants(
            { file, variants: [each] },
            work.signal,
          );
          const { transformation, target } = each;
          return { transformation, parameters, picture: await picture(target, transformation) };
        }),
      );
      const { title } = this.#services.casebook.benchmark.summarize(item.payload);
      return { itemId: item.id, title, width, height, original, variants };
    });
  }
}

/** How many variants originals have and lack, and how many originals have no box. */
async function censusOf(
  originals: AsyncIterable<FoundOriginal>,
  wanted: readonly TransformationName[],
): Promise<VariantsCensus> {
  const census = { originals: 0, others: 0, there: 0, missing: 0, withoutBoxes: 0 };
  for await (const found of originals) {
    if (!found.ok) {
      census.others += 1;
      continue;
    }
    const there = wanted.filter((each) => found.original.has.has(each)).length;
    census.originals += 1;
    census.there += there;
    census.missing += wanted.length - there;
    const { item, image } = found.original;
    if (!item.regions.some(({ imageId }) => imageId === image.imageId)) census.withoutBoxes += 1;
  }
  return census;
}

/** These transformations in the order of the data set. Throws `invalid_input` for anything else. */
function known(names: readonly string[]): readonly TransformationName[] {
  const parsed = z.array(z.enum(TRANSFORMATIONS)).safeParse(names);
  if (parsed.success) return TRANSFORMATIONS.filter((name) => parsed.data.includes(name));
  throw new CasebookError(
    'invalid_input',
    `Some of ${names.join(', ')} are not among ${TRANSFORMATIONS.join(', ')}.`,
    'Nothing was made.',
  );
}
