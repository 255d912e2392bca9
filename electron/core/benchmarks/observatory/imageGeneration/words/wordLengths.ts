import { counted } from '../../../../../../shared/base/counts.ts';

/** The least and greatest number of letters of the benchmark's words. */
const FEWEST_LETTERS = 2;
const MOST_LETTERS = 10;
/** The message names at most this number of other words. */
const NAMED = 3;

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** That a list has words of other lengths than the benchmark's, which are drawn all the same; null where it has none. */
export function noteOfLengths(words: readonly { readonly word: string }[]): string | null {
  const others = words.filter(({ word }) => {
    const length = [...letters.segment(word)].length;
    return length < FEWEST_LETTERS || length > MOST_LETTERS;
  });
  if (others.length === 0) return null;
  const named = others.slice(0, NAMED).map(({ word }) => `“${word}”`);
  return `${counted(others.length, 'word has', 'words have')} fewer than ${String(FEWEST_LETTERS)} or more than ${String(MOST_LETTERS)} letters, unlike the benchmark’s: ${named.join(', ')}${others.length > NAMED ? ' and others' : ''}.`;
}
