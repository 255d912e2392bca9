import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type {
  ImageGenerationReport,
  WordsPreview,
  WordsRequest,
  WordsSetting,
} from '../../../../../shared/contract/imageGeneration.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { asCasebookError } from '../../../base/errors.ts';
import { withWorkFolder } from '../../../files/workFolder.ts';
import type { Work } from '../../../base/work.ts';
import { FAMILIES, findFonts, type FoundFont } from './fonts/systemFonts.ts';
import { makeWords } from './makeWords.ts';
import { LIST } from './generatedFolder.ts';
import { pictureOf } from './picture.ts';
import type { ImageGenerationServices, Requester } from './variantsOfItems.ts';
import { type SampledWord, sampleWords } from './words/sampleWords.ts';
import { WORD_IMAGE_SIDE } from './words/setWord.ts';
import { type ListedWord, readWordList, wordsOf } from './words/wordList.ts';
import { noteOfLengths } from './words/wordLengths.ts';

/** How many words a preview shows. */
const SAMPLES = 5;
/** The side of a preview's pictures, in pixels. */
const PICTURE_SIDE = 360;

type Setting = z.output<typeof WordsSetting>;
type Request = z.output<typeof WordsRequest>;

const Drawn = z.object({
  entity: z.string(),
  image: z.string(),
  boxes: z.object({ word: z.object({ x1: z.number(), y1: z.number(), x2: z.number(), y2: z.number() }) }),
  rendering: z.object({
    text: z.string(),
    font: z.string(),
    casing: z.string(),
    position: z.string(),
    rotation: z.number(),
  }),
});

/** A few words as they would be drawn, the first of the seed, and what there is in the list. */
export async function previewWords(
  { casebook, images }: Pick<ImageGenerationServices, 'casebook' | 'images'>,
  setting: Setting,
  work: Work,
): Promise<WordsPreview> {
  const all = await listed(setting.words);
  const words = chosen(all, setting.categories);
  const fonts = await fontsOf(setting);
  return withWorkFolder(casebook.ports.directories.staging, async (folder) => {
    const out = join(folder, 'words');
    const { skipped } = await makeWords(
      images.pool,
      { words, fonts, count: Math.min(SAMPLES, words.length), seed: setting.seed, out },
      work,
    );
    const lines = (await readFile(join(out, LIST), 'utf8')).trimEnd().split('\n');
    const samples = [];
    for (const [index, line] of lines.entries()) {
      const value: unknown = JSON.parse(line);
      const { entity, image, boxes, rendering } = Drawn.parse(value);
      const beside = join(folder, `${String(index)}.webp`);
      const picture = await pictureOf(images.pool, join(out, image), beside, PICTURE_SIDE);
      samples.push({ word: entity, ...rendering, box: boxes.word, picture });
    }
    return {
      words: words.length,
      categories: categoriesOf(all),
      side: WORD_IMAGE_SIDE,
      samples,
      left_out: [...skipped],
    };
  });
}

/** Draws words into a folder, or into the casebook as items: there all of them or none. */
export async function drawWords(
  { casebook, images, importer }: ImageGenerationServices,
  request: Request,
  { person }: Requester,
  work: Work,
): Promise<ImageGenerationReport> {
  const words = chosen(await listed(request.words), request.categories);
  const fonts = await fontsOf(request);
  const { seed, target } = request;
  const count = request.count ?? words.length;
  const lengths = noteOfLengths(words);
  const notes = [
    ...fonts.flatMap(({ family, standsInFor }) =>
      standsInFor === null ? [] : [`${standsInFor} is not on this computer; ${family} replaces it.`],
    ),
    ...(lengths === null ? [] : [lengths]),
  ];
  if (target.kind === 'folder') {
    const { made, kept, skipped } = await makeWords(
      images.pool,
      { words, fonts, count, seed, out: target.folder },
      work,
    );
    return { made, kept, added: 0, updated: 0, left_out: [...skipped], notes };
  }
  const prefix = `word-${String(seed)}-`;
  const known = assertSame(casebook, prefix, sampleWords(words, fonts, count, seed));
  return withWorkFolder(casebook.folders.thumbnails, async (folder) => {
    const out = join(folder, 'words');
    const { skipped } = await makeWords(images.pool, { words, fonts, count, seed, out, prefix }, work);
    const report = await importer.import({ source: out, format: casebook.benchmark.id }, person, work);
    const [first] = report.skipped;
    if (first !== undefined)
      throw new CasebookError(
        'internal',
        `The words could not be added: ${first.item}: ${first.reason}`,
        'Nothing was added.',
      );
    const { added, updated } = report;
    return { made: added, kept: known, added, updated, left_out: [...skipped], notes };
  });
}

/**
 * How many of these words are items already. Throws `exists` where an item of that name was drawn otherwise: it would be
 * written over.
 */
function assertSame(casebook: Casebook, prefix: string, sampled: ReturnType<typeof sampleWords>): number {
  const find = casebook.database
    .prepare<[string, string], string>(
      'SELECT coalesce(imported_payload, payload) FROM item WHERE benchmark = ? AND external_id = ?',
    )
    .pluck();
  let known = 0;
  for (const word of sampled) {
    const id = `${prefix}${String(word.index + 1).padStart(6, '0')}`;
    const payload = find.get(casebook.benchmark.id, id);
    if (payload === undefined) continue;
    const value: unknown = JSON.parse(payload);
    if (word.text === null || !isDrawnAs(value, word))
      throw new CasebookError(
        'exists',
        `Other words were added with this seed before (${id}).`,
        'Nothing was added. Choose another seed, or the same words and fonts as before.',
      );
    known += 1;
  }
  return known;
}

const Rendered = z.looseObject({
  entity: z.string(),
  rendering: z.looseObject({ text: z.string(), font: z.string(), seed: z.number() }),
});

function isDrawnAs(value: unknown, { word, text, font, seed }: SampledWord): boolean {
  const { data } = Rendered.safeParse(value);
  const { rendering } = data ?? {};
  return (
    data?.entity === word &&
    rendering?.text === text &&
    rendering.font === font.family &&
    rendering.seed === seed
  );
}

async function listed(words: Setting['words']): Promise<ListedWord[]> {
  return words.kind === 'file' ? readWordList(words.file) : wordsOf(words.text, 'the list');
}

function chosen(words: readonly ListedWord[], categories: readonly string[] | undefined): ListedWord[] {
  if (categories === undefined) return [...words];
  const wanted = new Set(categories);
  const found = words.filter(({ category }) => category !== null && wanted.has(category));
  if (found.length > 0) return found;
  throw new CasebookError(
    'invalid_input',
    'No word in the list has a chosen category.',
    'Nothing was made. Choose another category, or none for all words.',
  );
}

function categoriesOf(words: readonly ListedWord[]): WordsPreview['categories'] {
  const counts = new Map<string | null, number>();
  for (const { category } of words) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, words: count }));
}

/** The families asked for; of those of the data set, what is there. */
async function fontsOf({ fonts, fontFolder }: Setting): Promise<FoundFont[]> {
  const folders = fontFolder === undefined ? [] : [fontFolder];
  return findFonts(fonts.length === 0 ? FAMILIES : fonts, folders);
}

/** The data set's families, each with what is there for it; null: nothing. */
export async function availableFonts(): Promise<{ family: string; used: string | null }[]> {
  const found = [];
  for (const family of FAMILIES) {
    try {
      const [font] = await findFonts([family], []);
      found.push({ family, used: font?.family ?? null });
    } catch (error) {
      if (asCasebookError(error).code !== 'not_found') throw error;
      found.push({ family, used: null });
    }
  }
  return found;
}
