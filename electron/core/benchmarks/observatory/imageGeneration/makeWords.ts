import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { Json } from '../../../../../shared/base/json.ts';
import { concurrently } from '../../../files/concurrently.ts';
import type { InkBox } from '../../../files/imageGeneration.ts';
import type { ImagePool } from '../../../files/imagePool.ts';
import type { FoundFont } from './fonts/systemFonts.ts';
import { svgPath } from './fonts/outline.ts';
import { openGeneratedFolder } from './generatedFolder.ts';
import { explainCancelled, keyOf, type MakingOptions, type MakingReport } from './making.ts';
import { type SampledWord, sampleWords } from './words/sampleWords.ts';
import { setWord, WORD_IMAGE_SIDE } from './words/setWord.ts';
import type { ListedWord } from './words/wordList.ts';

export interface WordsRun {
  readonly words: readonly ListedWord[];
  readonly fonts: readonly FoundFont[];
  readonly count: number;
  readonly seed: number;
  /** The folder to make them in. */
  readonly out: string;
  /** What their ids begin with, before their numbers; `word` unless given. */
  readonly prefix?: string;
}

/**
 * Renders words, black on white, 1024 pixels square, under `originals/`, and writes `observatory.jsonl`: a line per
 * word, with the exact box of its ink. The same request gives the same bytes; existing images stay. Throws `exists` for
 * a folder with anything else in it, `cancelled` on the signal.
 */
export async function makeWords(
  pool: Pick<ImagePool, 'threads' | 'outline'>,
  { words, fonts, count, seed, out, prefix = 'word' }: WordsRun,
  { signal, progress }: MakingOptions,
): Promise<MakingReport> {
  const folder = await openGeneratedFolder(out);
  const lines: (string | null)[] = [];
  const skipped: { readonly item: string; readonly reason: string }[] = [];
  let [made, kept] = [0, 0];
  try {
    await concurrently(sampleWords(words, fonts, count, seed), pool.threads * 2, signal, async (sampled) => {
      lines[sampled.index] = null;
      const set = sampled.text === null ? null : setWord(sampled.font.font, sampled.text, sampled);
      if (sampled.text === null || set === null) {
        skipped.push({ item: sampled.word, reason: 'No font has all its letters.' });
        return;
      }
      const id = `${prefix}${numberOf(sampled)}`;
      const file = `originals/${id}.png`;
      const path = svgPath(set.outline);
      const key = keyOf('word', path);
      const known = await folder.known(file, key);
      let box: Json | undefined = known;
      if (box === undefined) {
        const ink = await pool.outline({ path, side: WORD_IMAGE_SIDE, target: folder.place(file) }, signal);
        box = boxOf(ink);
        await folder.note({ file, key, made: box });
        made += 1;
      } else kept += 1;
      lines[sampled.index] = JSON.stringify(lineOf(id, sampled, file, box, set.size));
      progress('Drawing words', made + kept, count);
    });
    await folder.finish(lines.filter((line) => line !== null));
  } catch (error) {
    throw explainCancelled(error, made);
  } finally {
    await folder.close();
  }
  if (made + kept === 0) throw nothingDrawn();
  return { made, kept, skipped };
}

const numberOf = ({ index }: SampledWord): string => String(index + 1).padStart(6, '0');

const boxOf = ({ x1, y1, x2, y2 }: InkBox): Json => ({ x1, y1, x2, y2 });

function lineOf(id: string, sampled: SampledWord, image: string, box: Json, size: number): Json {
  const { word, category, text, font, casing, position, rotation, seed } = sampled;
  return {
    id,
    domain: 'WORD',
    entity: word,
    ...(category === null ? {} : { category }),
    image,
    boxes: { word: box },
    rendering: {
      text,
      font: font.family,
      ...(font.standsInFor === null ? {} : { font_asked: font.standsInFor }),
      casing,
      position,
      rotation,
      size,
      seed,
    },
    variants: [],
  };
}

function nothingDrawn(): CasebookError {
  return new CasebookError(
    'invalid_input',
    'No font has the letters of any of the words.',
    'No image was made. Name families that have them with --fonts.',
  );
}
