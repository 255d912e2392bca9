import { constants } from 'node:fs';
import { copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import type { Json, JsonObject } from '../../../../../shared/base/json.ts';
import { concurrently } from '../../../files/concurrently.ts';
import { createNames } from '../../../files/exportNames.ts';
import { locate } from '../../../files/folder.ts';
import { UnreadableImage } from '../../../files/imageDecode.ts';
import type { ImagePool } from '../../../files/imagePool.ts';
import { type GeneratedFolder, openGeneratedFolder } from './generatedFolder.ts';
import { explainCancelled, keyOf, type MakingOptions, type MakingReport } from './making.ts';
import { type Original, type Originals, withImages } from './originals.ts';
import type { TransformationName } from '../../../files/pixels/transformations.ts';
import { seedOf } from './seeds.ts';

export interface VariantsRun {
  readonly originals: Originals;
  readonly transformations: readonly TransformationName[];
  readonly seed: number;
  /** The folder to make them in. */
  readonly out: string;
}

/** How many variants one decoding yields: few enough for a cancellation to be heard, enough to be worth it. */
const SLICE = 4;

type Usable = Extract<Original, { readonly ok: true }>;

/** An original with the names of its images in the new folder. */
interface NamedOriginal extends Usable {
  readonly image: string;
  readonly wanted: readonly WantedVariant[];
}

interface WantedVariant {
  readonly transformation: TransformationName;
  readonly seed: number;
  readonly image: string;
}

/**
 * Makes transformed variants of originals as PNG, in the original's size, and writes `observatory.jsonl` with their
 * parameters and seeds. Copies originals, earlier variants of other transformations, boxes and everything else a line
 * has. The same request gives the same bytes; existing images stay. Throws `exists` for a folder with anything else in
 * it, `cancelled` on the signal.
 */
export async function makeVariants(
  pool: Pick<ImagePool, 'threads' | 'digest' | 'variants'>,
  { originals, transformations, seed, out }: VariantsRun,
  { signal, progress }: MakingOptions,
): Promise<MakingReport> {
  const skipped = originals.all.flatMap((original) =>
    original.ok ? [] : [{ item: original.name, reason: original.reason }],
  );
  const named = nameImages(originals, transformations, seed);
  const total = named.length * transformations.length;
  const folder = await openGeneratedFolder(out);
  const lines: (string | null)[] = named.map(() => null);
  let [made, kept] = [0, 0];
  const makeOne = async (index: number, original: NamedOriginal): Promise<void> => {
    const sha256 = await pool.digest(original.file, signal);
    const parameters = new Map<string, Json>();
    const missing: WantedVariant[] = [];
    for (const wanted of original.wanted) {
      const known = await folder.known(wanted.image, variantKey(sha256, wanted));
      if (known === undefined) missing.push(wanted);
      else parameters.set(wanted.image, known);
    }
    kept += parameters.size;
    for (let at = 0; at < missing.length; at += SLICE) {
      const slice = missing.slice(at, at + SLICE);
      const variants = slice.map((wanted) => ({ ...wanted, target: folder.place(wanted.image) }));
      const answers = await pool.variants({ file: original.file, variants }, signal);
      for (const [place, wanted] of slice.entries()) {
        const answer = answers[place] ?? {};
        await folder.note({ file: wanted.image, key: variantKey(sha256, wanted), made: answer });
        parameters.set(wanted.image, answer);
      }
      made += slice.length;
      progress('Making variants', made + kept, total);
    }
    await copyOnce(folder, original.file, original.image, sha256);
    const former = await copyFormer(pool, folder, originals.folder, original, transformations, signal);
    lines[index] = withImages(original.whole, original.image, [
      ...former,
      ...original.wanted.map((wanted) => variantOf(wanted, parameters.get(wanted.image) ?? {})),
    ]);
  };
  try {
    await concurrently(named.entries(), pool.threads * 2, signal, async ([index, original]) => {
      try {
        await makeOne(index, original);
      } catch (error) {
        if (!(error instanceof UnreadableImage)) throw error;
        skipped.push({ item: original.name, reason: error.message });
      }
    });
    await folder.finish(lines.filter((line) => line !== null));
  } catch (error) {
    throw explainCancelled(error, made);
  } finally {
    await folder.close();
  }
  return { made, kept, skipped };
}

/** Originals keep their names and are in `originals/`; variants are called after them. */
function nameImages(
  { all }: Originals,
  transformations: readonly TransformationName[],
  seed: number,
): NamedOriginal[] {
  const names = createNames();
  return all.flatMap((original) => {
    if (!original.ok) return [];
    const plain = original.line.image.replace(/^(?:\.?[/\\])*(?:originals[/\\])?/u, '');
    const image = names(plain, extname(original.file).slice(1).toLowerCase());
    const stem = image.slice(0, -extname(image).length);
    return [
      {
        ...original,
        image: `originals/${image}`,
        wanted: transformations.map((transformation) => ({
          transformation,
          seed: seedOf(seed, 'variant', String(original.line.id), transformation),
          image: `variants/${stem}_${transformation}.png`,
        })),
      },
    ];
  });
}

const variantKey = (sha256: string, { transformation, seed }: WantedVariant): string =>
  keyOf('variant', sha256, transformation, seed);

function variantOf({ image, transformation, seed }: WantedVariant, parameters: Json): JsonObject {
  return { image, transformation, family: 'ID', parameters, seed };
}

/** The variants that the original had, copied; those without a file are the reader's concern. */
async function copyFormer(
  pool: Pick<ImagePool, 'digest'>,
  folder: GeneratedFolder,
  from: string,
  original: NamedOriginal,
  transformations: readonly string[],
  signal: AbortSignal,
): Promise<JsonObject[]> {
  const names = createNames(original.wanted.map(({ image }) => image));
  const former: JsonObject[] = [];
  for (const variant of original.line.variants ?? []) {
    if (variant.family === 'ID' && transformations.includes(variant.transformation)) continue;
    const located = await locate(from, variant.image);
    const stem = original.image.slice('originals/'.length, -extname(original.image).length);
    const image = names(
      `variants/${stem}_${variant.family}_${variant.transformation}`,
      extname(variant.image).slice(1).toLowerCase(),
    );
    if (located.kind === 'file')
      await copyOnce(folder, located.path, image, await pool.digest(located.path, signal));
    former.push({ ...variant, image });
  }
  return former;
}

/** Copies a file beside its place and renames it, unless the same content was copied there before. */
async function copyOnce(folder: GeneratedFolder, from: string, image: string, sha256: string): Promise<void> {
  const key = keyOf('copy', sha256);
  if ((await folder.known(image, key)) !== undefined) return;
  const target = folder.place(image);
  const beside = `${target}.partial`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await copyFile(from, beside, constants.COPYFILE_FICLONE);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
  await folder.note({ file: image, key, made: null });
}
