import { seededRandom, shuffle } from '../../../../../../shared/statistics/random.ts';
import type { FoundFont } from '../fonts/systemFonts.ts';
import { wholeNumber } from '../../../../files/pixels/draws.ts';
import { seedOf } from '../seeds.ts';
import {
  applyCasing,
  type Casing,
  CASINGS,
  type Position,
  POSITIONS,
  type Rotation,
  ROTATIONS,
} from './setWord.ts';
import type { ListedWord } from './wordList.ts';

/** A word as it is to be drawn. */
export interface SampledWord extends ListedWord {
  /** From 0. */
  readonly index: number;
  /** The word in its casing. */
  readonly text: string;
  readonly font: FoundFont;
  readonly casing: Casing;
  readonly position: Position;
  readonly rotation: Rotation;
  /** The side of the em square in pixels. */
  readonly size: number;
  /** What font, casing, position, rotation and size were drawn from. */
  readonly seed: number;
}

/** From 72 to 144 pixels: the shortest words do not fill the image, most long ones fit. */
const SIZES = [72, 144] as const;

/**
 * Draws words to render: every word once in random order, then again; font, casing, position and rotation with equal
 * chances. A longer draw begins with the words of a shorter one. Null: no font has all glyphs of the word.
 */
export function* sampleWords(
  words: readonly ListedWord[],
  fonts: readonly FoundFont[],
  count: number,
  seed: number,
): Generator<SampledWord | { readonly index: number; readonly word: string; readonly text: null }> {
  const shuffled = seededRandom(seedOf(seed, 'order'));
  const order = Uint32Array.from(words, (_, index) => index);
  for (let index = 0; index < count; index += 1) {
    const within = index % words.length;
    if (within === 0) shuffle(order, shuffled);
    const listed = words[order[within] ?? 0];
    if (listed === undefined) return;
    const own = seedOf(seed, 'word', String(index), listed.word);
    const random = seededRandom(own);
    const casing = pick(random, CASINGS);
    const text = applyCasing(listed.word, casing);
    const able = fonts.filter(({ font }) => font.has(text));
    if (able.length === 0) {
      yield { index, word: listed.word, text: null };
      continue;
    }
    yield {
      ...listed,
      index,
      text,
      casing,
      font: pick(random, able),
      position: pick(random, POSITIONS),
      rotation: pick(random, ROTATIONS),
      size: wholeNumber(random, ...SIZES),
      seed: own,
    };
  }
}

function pick<T>(random: () => number, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new RangeError('There is nothing to choose from.');
  return found;
}
