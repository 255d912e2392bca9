import { resolve } from 'node:path';
import { z } from 'zod';
import { everything } from '../../../../core/access/viewpoint.ts';
import {
  FAMILIES,
  findFonts,
} from '../../../../core/benchmarks/observatory/imageGeneration/fonts/systemFonts.ts';
import { makeVariants } from '../../../../core/benchmarks/observatory/imageGeneration/makeVariants.ts';
import { makeWords } from '../../../../core/benchmarks/observatory/imageGeneration/makeWords.ts';
import type { MakingReport } from '../../../../core/benchmarks/observatory/imageGeneration/making.ts';
import { readOriginals } from '../../../../core/benchmarks/observatory/imageGeneration/originals.ts';
import { readWordList } from '../../../../core/benchmarks/observatory/imageGeneration/words/wordList.ts';
import { noteOfLengths } from '../../../../core/benchmarks/observatory/imageGeneration/words/wordLengths.ts';
import { ImagePool } from '../../../../core/files/imagePool.ts';
import { type TransformationName, TRANSFORMATIONS } from '../../../../core/files/pixels/transformations.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { shortened } from '../../output.ts';
import { listed, numberOption, seedOption, WrongUsage } from '../../usage.ts';

export interface ImageGenerationOptions {
  readonly seed: string;
  readonly count?: string;
  readonly fonts?: string;
  readonly fontFolder: readonly string[];
  readonly only?: string;
  readonly domain: string;
  readonly add: boolean;
}

const MOST_WORDS = 10_000_000;

/** `casebook material` */
export async function generateImages(
  invocation: Invocation,
  what: string,
  source: string,
  out: string | undefined,
  options: ImageGenerationOptions,
): Promise<void> {
  if (what !== 'words' && what !== 'variants')
    throw new WrongUsage(`material: "${what}" is not among words, variants.`);
  if (options.add) return add(invocation, what, source, out, options);
  const make = what === 'words' ? words : variants;
  if (out === undefined) throw new WrongUsage('material: give the folder for the images.');
  const pool = new ImagePool();
  try {
    await make(pool, invocation, { source: resolve(source), out: resolve(out) }, options);
  } finally {
    await pool.close();
  }
}

interface Places {
  readonly source: string;
  readonly out: string;
}

async function words(
  pool: ImagePool,
  invocation: Invocation,
  { source, out }: Places,
  { seed, count, fonts, fontFolder }: ImageGenerationOptions,
): Promise<void> {
  const numberOfSeed = seedOption(seed);
  const wordList = await readWordList(source);
  const found = await findFonts(
    fonts === undefined ? FAMILIES : listed(fonts),
    fontFolder.map((folder) => resolve(folder)),
  );
  const made = await makeWords(
    pool,
    {
      words: wordList,
      fonts: found,
      count: count === undefined ? wordList.length : numberOption('--count', count, MOST_WORDS),
      seed: numberOfSeed,
      out,
    },
    { signal: invocation.signal, progress: progressOf(invocation) },
  );
  const standIns = found.flatMap(({ family, standsInFor }) =>
    standsInFor === null ? [] : [{ asked: standsInFor, used: family }],
  );
  const lengths = noteOfLengths(wordList);
  report(invocation, made, {
    document: { fonts: found.map(({ family }) => family), stand_ins: standIns, lengths },
    lines: [
      ...standIns.map(({ asked, used }) => `${asked} is not on this computer; ${used} replaces it.`),
      ...(lengths === null ? [] : [lengths]),
    ],
  });
}

async function variants(
  pool: ImagePool,
  invocation: Invocation,
  { source, out }: Places,
  { seed, only, domain }: ImageGenerationOptions,
): Promise<void> {
  const numberOfSeed = seedOption(seed);
  const transformations = only === undefined ? TRANSFORMATIONS : transformationsOf(only);
  const originals = await readOriginals(source, domainOf(domain), invocation.signal);
  const made = await makeVariants(
    pool,
    { originals, transformations, seed: numberOfSeed, out },
    { signal: invocation.signal, progress: progressOf(invocation) },
  );
  report(invocation, made, { document: {}, lines: [] });
}

/** Makes images for a casebook and adds them to it: of `variants` the casebook is the source. */
async function add(
  invocation: Invocation,
  what: 'words' | 'variants',
  source: string,
  dir: string | undefined,
  { seed, count, fonts, fontFolder, only }: ImageGenerationOptions,
): Promise<void> {
  const [folder, ...others] = fontFolder;
  if (others.length > 0) throw new WrongUsage('--font-folder: --add allows only one.');
  const work = { signal: invocation.signal, progress: progressOf(invocation) };
  const asking = { person: null, viewpoint: everything };
  const target = { kind: 'casebook' as const };
  const numberOfSeed = seedOption(seed);
  const place = what === 'variants' ? source : dir;
  if (place === undefined) throw new WrongUsage('material words --add: give the casebook after the list.');
  const made = await withCasebook(place, 'once', ({ imageGeneration }) =>
    what === 'variants'
      ? imageGeneration.variants(
          {
            items: { filter: {} },
            transformations: [...(only === undefined ? TRANSFORMATIONS : transformationsOf(only))],
            seed: numberOfSeed,
            target,
          },
          asking,
          work,
        )
      : imageGeneration.words(
          {
            words: { kind: 'file', file: resolve(source) },
            count: count === undefined ? null : numberOption('--count', count, MOST_WORDS),
            seed: numberOfSeed,
            fonts: fonts === undefined ? [] : listed(fonts),
            ...(folder !== undefined && { fontFolder: resolve(folder) }),
            target,
          },
          asking,
          work,
        ),
  );
  const { added, updated, notes, left_out: skipped } = made;
  report(invocation, { ...made, skipped }, { document: { added, updated }, lines: notes });
}

function report(
  invocation: Invocation,
  { made, kept, skipped }: MakingReport,
  more: { readonly document: object; readonly lines: readonly string[] },
): void {
  invocation.output.result({ made, kept, skipped, ...more.document }, [
    ...shortened(skipped.map(({ item, reason }) => `left out ${item}: ${reason}`)),
    ...more.lines,
    `${String(made)} ${made === 1 ? 'image' : 'images'} made, ${String(kept)} existing, ${String(skipped.length)} left out.`,
  ]);
  if (skipped.length > 0) invocation.foundProblems();
}

function transformationsOf(list: string): TransformationName[] {
  const names = listed(list);
  const parsed = z.array(z.enum(TRANSFORMATIONS)).min(1).safeParse(names);
  if (parsed.success) return TRANSFORMATIONS.filter((name) => parsed.data.includes(name));
  throw new WrongUsage(`--only: "${list}" has a value that is not among ${TRANSFORMATIONS.join(', ')}.`);
}

function domainOf(text: string): 'CELEB' | 'WORD' {
  const parsed = z.enum(['CELEB', 'WORD']).safeParse(text);
  if (parsed.success) return parsed.data;
  throw new WrongUsage(`--domain: "${text}" is not among CELEB, WORD.`);
}
