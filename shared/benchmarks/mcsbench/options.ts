/** The letters of a base item's options, and of a reasoning-chain item's. */
export const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;
export type Letter = (typeof LETTERS)[number];
export const CHAIN_LETTERS = ['F', 'G', 'H', 'I', 'J'] as const;
export type ChainLetter = (typeof CHAIN_LETTERS)[number];

/**
 * The place of the option that an answer key names: by its letter ("B", "(b)", "B."), by its text, or by both
 * ("B. red"); null where it names none. Chains go by F to J, and by A to E as their generator prints them.
 */
export function placeOf(
  answer: string,
  options: readonly string[],
  letters: readonly string[] = LETTERS,
): number | null {
  const text = answer.trim();
  if (text === '') return null;
  const exact = options.findIndex((option) => option.trim() === text);
  if (exact !== -1) return exact;
  const byLetter = letterIn(/^\(?([A-J])\)?[.:]?$/iu.exec(text)?.[1], letters);
  if (byLetter !== null) return byLetter;
  const both = /^\(?([A-J])[).:]+\s+(.+)$/isu.exec(text);
  const place = letterIn(both?.[1], letters);
  return place !== null && options[place] !== undefined && bare(options[place]) === bare(both?.[2] ?? '')
    ? place
    : null;
}

/**
 * The place of the option that an answer in words settles on: a key as {@link placeOf} reads it, "B. …" at its
 * beginning, or "answer: B" (the last one said). Null where it cannot be told: it is never guessed.
 */
export function placeInWords(
  words: string,
  options: readonly string[],
  letters: readonly string[] = LETTERS,
): number | null {
  const key = placeOf(words, options, letters);
  if (key !== null) return key;
  const said = [...words.matchAll(/\banswer(?:\s+is)?\s*:?\s*\**\(?([A-J])\b(?!['’])/giu)].at(-1);
  return letterIn((said ?? /^\s*\**\(?([A-J])[).:]/iu.exec(words))?.[1], letters);
}

function letterIn(letter: string | undefined, letters: readonly string[]): number | null {
  if (letter === undefined) return null;
  const wanted = letter.toUpperCase();
  const place = letters.indexOf(wanted);
  if (place !== -1) return place;
  const printed = LETTERS.findIndex((each) => each === wanted);
  return printed === -1 ? null : printed;
}

/** An option without a letter of its own in front. */
const bare = (option: string): string => option.replace(/^\s*\(?[A-J][).:]\s+/iu, '').trim();

/** The options as they are shown: where every one carries its own letter, it is left away. */
export function shownOptions(options: readonly string[], letters: readonly string[] = LETTERS): string[] {
  const lettered = options.every((option, place) =>
    new RegExp(`^\\s*\\(?(?:${letters[place] ?? '-'}|${LETTERS[place] ?? '-'})[).:]\\s+\\S`, 'iu').test(
      option,
    ),
  );
  return lettered ? options.map(bare) : [...options];
}

/**
 * The numbers of the images that options name, where all of them name nothing but images ("Image-1 and Image-3"); null
 * where they say anything else.
 */
export function imagesNamed(options: readonly string[]): readonly (readonly number[])[] | null {
  const named = shownOptions(options).map((option) => {
    const rest = option
      .replaceAll(/\bimages?[\s-]*\d+/giu, '')
      .replaceAll(/\b(?:and|only|both)\b/giu, '')
      .replaceAll(/[\s,;&.{}()[\]]/gu, '');
    const numbers = [...option.matchAll(/\bimages?[\s-]*(\d+)/giu)].map(([, number]) => Number(number));
    return rest === '' && numbers.length > 0 ? [...new Set(numbers)].sort((a, b) => a - b) : null;
  });
  return named.every((numbers) => numbers !== null) ? named : null;
}
