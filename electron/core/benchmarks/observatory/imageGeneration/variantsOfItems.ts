import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type {
  ImageGenerationReport,
  VariantsRequest,
} from '../../../../../shared/contract/imageGeneration.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import type { ImageId, PersonId } from '../../../../../shared/base/ids.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { concurrently } from '../../../files/concurrently.ts';
import { createNames } from '../../../files/exportNames.ts';
import { UnreadableImage } from '../../../files/imageDecode.ts';
import { withWorkFolder } from '../../../files/workFolder.ts';
import type { CasebookImages } from '../../../records/images/images.ts';
import { mainTask } from '../../../derived/gold.ts';
import type { Viewpoint } from '../../../access/viewpoint.ts';
import type { Importer } from '../../../formats/reading/importer.ts';
import type { Work } from '../../../base/work.ts';
import { type CasebookOriginal, casebookOriginals, imageGenerationOf } from './casebookOriginals.ts';
import { makeVariants } from './makeVariants.ts';
import type { Original } from './originals.ts';
import type { TransformationName } from '../../../files/pixels/transformations.ts';
import { seedOf } from './seeds.ts';

export interface ImageGenerationServices {
  readonly casebook: Casebook;
  readonly images: Pick<CasebookImages, 'original' | 'pool'>;
  readonly importer: Importer;
}

/** Who asks, and as whom it is written down. */
export interface Requester {
  readonly person: { readonly id: PersonId } | null;
  readonly viewpoint: Viewpoint;
}

type Request = Omit<VariantsRequest, 'transformations' | 'target'> & {
  readonly transformations: readonly TransformationName[];
};

/** How many variants one decoding yields: few enough for a cancellation to be heard, enough to be worth it. */
const SLICE = 4;
const LIST = 'variants.jsonl';

/**
 * Makes the variants that items lack and appends them; variants that people have seen are never replaced. All or
 * nothing: cancelling leaves the casebook unchanged.
 */
export async function addVariants(
  { casebook, images, importer }: ImageGenerationServices,
  { items, transformations, seed }: Request,
  { person, viewpoint }: Requester,
  work: Work,
): Promise<ImageGenerationReport> {
  const { variants: format } = imageGenerationOf(casebook);
  const { originals: plans, leftOut } = await read(casebook, items, viewpoint, work.signal, planOf);
  const wantedOf = ({ has }: Plan): TransformationName[] => transformations.filter((each) => !has.has(each));
  const total = plans.reduce((sum, plan) => sum + wantedOf(plan).length, 0);
  const report = {
    made: 0,
    kept: plans.length * transformations.length - total,
    added: 0,
    updated: 0,
    left_out: leftOut,
    notes: [],
  };
  if (total === 0) return report;
  return withWorkFolder(casebook.folders.thumbnails, async (folder) => {
    const list = createWriteStream(join(folder, LIST));
    // Listened to from the beginning: a full disk shows at any write, and what nobody listens to ends the process.
    const written = finished(list);
    written.catch(() => undefined);
    const stems = createNames();
    let [done, made] = [0, 0];
    const makeOne = async (plan: Plan, stem: string): Promise<void> => {
      const file = images.original(plan.imageId).path;
      const names = createNames(plan.names);
      const wanted = wantedOf(plan).map((transformation) => ({
        transformation,
        seed: seedOf(seed, 'variant', plan.item, transformation),
        image: names(`variants/${stem}_${transformation}`, 'png'),
      }));
      const lines: JsonObject[] = [];
      for (let at = 0; at < wanted.length; at += SLICE) {
        const slice = wanted.slice(at, at + SLICE);
        const targets = slice.map((each) => ({ ...each, target: join(folder, each.image) }));
        const answers = await images.pool.variants({ file, variants: targets }, work.signal);
        for (const [place, { image, transformation, seed: own }] of slice.entries())
          lines.push({
            id: plan.item,
            image,
            transformation,
            family: 'ID',
            parameters: answers[place] ?? {},
            seed: own,
          });
        done += slice.length;
        work.progress('Making variants', done, total);
      }
      if (list.errored !== null) throw list.errored;
      made += lines.length;
      list.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    };
    try {
      await concurrently(plans, images.pool.threads * 2, work.signal, async (plan) => {
        try {
          await makeOne(plan, stemOf(stems(stemOf(plan.name), 'png')));
        } catch (error) {
          if (!(error instanceof UnreadableImage) && !isGone(error)) throw error;
          leftOut.push({ item: plan.item, reason: error.message });
        }
      });
    } finally {
      list.end();
      await written;
    }
    if (list.bytesWritten === 0) return report;
    const { updated, skipped } = await importer.import({ source: join(folder, LIST), format }, person, work);
    const [first] = skipped;
    if (first !== undefined)
      throw new CasebookError(
        'conflict',
        `The variants do not fit: ${first.item}: ${first.reason}`,
        'Nothing was added. The casebook may have changed: try again.',
      );
    return { ...report, made, updated };
  });
}

/** Writes the originals with the variants made of them into a folder with their list, boxes that hold included. */
export async function writeVariants(
  { casebook, images }: Pick<ImageGenerationServices, 'casebook' | 'images'>,
  { items, transformations, seed, folder }: Request & { readonly folder: string },
  { viewpoint }: Pick<Requester, 'viewpoint'>,
  work: Work,
): Promise<ImageGenerationReport> {
  const task = mainTask(casebook);
  const { originals: all, leftOut } = await read(
    casebook,
    items,
    viewpoint,
    work.signal,
    ({ item, image }): Original => {
      const { variants: _, ...whole } = task.boxes?.applyBoxes?.(item.payload, item) ?? item.payload;
      const line = { id: item.externalId, image: image.name };
      return { ok: true, name: item.externalId, file: images.original(image.imageId).path, line, whole };
    },
  );
  if (all.length === 0)
    throw new CasebookError(
      'invalid_input',
      'There are no originals among these items.',
      'Nothing was made.',
    );
  const { made, kept, skipped } = await makeVariants(
    images.pool,
    { originals: { folder, all }, transformations, seed, out: folder },
    work,
  );
  return { made, kept, added: 0, updated: 0, left_out: [...leftOut, ...skipped], notes: [] };
}

async function read<T>(
  casebook: Casebook,
  items: Request['items'],
  viewpoint: Viewpoint,
  signal: AbortSignal,
  take: (original: CasebookOriginal) => T,
): Promise<{ originals: T[]; leftOut: { item: string; reason: string }[] }> {
  const originals: T[] = [];
  const leftOut: { item: string; reason: string }[] = [];
  for await (const found of casebookOriginals(casebook, items, viewpoint, signal)) {
    if (found.ok) originals.push(take(found.original));
    else if (found.none.reason !== null) leftOut.push({ item: found.none.item, reason: found.none.reason });
  }
  return { originals, leftOut };
}

/** What has to be known of an original until its variants are made: little, as there may be many. */
interface Plan {
  readonly item: string;
  readonly imageId: ImageId;
  readonly name: string;
  /** What the item's images are called. */
  readonly names: readonly string[];
  readonly has: ReadonlySet<string>;
}

const planOf = ({ item, image, has }: CasebookOriginal): Plan => ({
  item: item.externalId,
  imageId: image.imageId,
  name: image.name,
  names: item.images.map(({ name }) => name),
  has,
});

const isGone = (error: unknown): error is CasebookError =>
  error instanceof CasebookError && error.code === 'not_found';

/** What an image's variants are called after: its name without folders of its own kind and without its ending. */
const stemOf = (name: string): string =>
  name.replace(/^(?:\.?[/\\])*(?:originals[/\\])?/u, '').replace(/\.[^./\\]+$/u, '');
