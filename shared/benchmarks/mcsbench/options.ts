/** The letters of a base item's options, and of a reasoning-chain item's. */
export const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;
export type OptionLetter = (typeof LETTERS)[number];
export const CHAIN_LETTERS = ['F', 'G', 'H', 'I', 'J'] as const;
export type ChainLetter = (typeof CHAIN_LETTERS)[number];

/**
 * The place of the option that an answer in words names: a key as {@link placeOf} reads it, in any case and with marks
 * ("**Option B**", "red."); the last "answer: B"; \boxed{B}; or "B. …" at the beginning, without a contradiction. Null
 * if it is unclear or names two: never guessed.
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
 * The place of the option that an answer in words settles on: a key as {@link placeOf} reads it, whatever its case and
 * marks ("**Option B**", "red."); "answer: B" (the last one said), \boxed{B}; or "B. …" at its beginning, where nothing
 * contradicts it. Null where it cannot be told, or two are named: it is never guessed.
 */
export function placeInWords(
  words: string,
  options: readonly string[],
  letters: readonly string[] = LETTERS,
): number | null {
  const key = placeOf(words, options, letters) ?? placeOf(unmarked(words), options, letters);
  if (key !== null) return key;
  const same = options.flatMap((option, place) => (loose(bare(option)) === loose(words) ? [place] : []));
  const [only, another] = same;
  if (only !== undefined) return another === undefined ? only : null;
  const said = [...words.matchAll(SAID)].at(-1);
  if (said !== undefined) return letterIn(said[1] ?? said[2], letters);
  const begun = /^[\s*"'“`]*\(?([A-J])\)?\**[).:](?:\s+|\**$)([^]*)$/iu.exec(words);
  const place = letterIn(begun?.[1], letters);
  return place === null || contradicts(begun?.[2] ?? '', place, options, letters) ? null : place;
}

/** A letter is one where nothing goes on after it: "the answer is a bird" and "A or B" name none. */
const ALONE = String.raw`(?![\w'’])(?!\s*(?:[,/&]|and|or)\s*\**\(?[A-J]\b)(?=\W*(?:$|\n)|\s*[.,;:)\]*"'”\x60}–—<]|\s+(?:because|since|as)\b)`;
const SAID = new RegExp(
  String.raw`\banswer["'”*]*(?:\s+is)?\s*[:=>]?[\s*"'“]*(?:(?:option|choice)\s+)?\(?([A-J])${ALONE}|\\boxed\{\s*(?:\\text\{)?\(?([A-J])\)?\}`,
  'giu',
);

/** Whether what follows a letter takes it back: it is denied, another option's text, or another letter is named as well. */
function contradicts(
  rest: string,
  place: number,
  options: readonly string[],
  letters: readonly string[],
): boolean {
  if (/^(?:is\s+|are\s+|was\s+)?(?:not\b|wrong|incorrect|false|implausible)/iu.test(rest.trim())) return true;
  const isOther = (option: string, at: number): boolean =>
    at !== place && loose(bare(option)) === loose(rest);
  if (options.some(isOther)) return true;
  const others = [...rest.matchAll(/(?:^|[\s*(])\(?([A-J])[).:](?=\s)/gu)].map(([, letter]) =>
    letterIn(letter, letters),
  );
  return others.some((other) => other !== null && other !== place);
}

/** Without the marks and the word in front that models put around a key. */
const unmarked = (words: string): string =>
  words
    .trim()
    .replaceAll(/^[*_`"'“]+|[*_`"'”]+$/gu, '')
    .replace(/^(?:option|choice)\s+(?=\(?[A-J]\)?[.:]?$)/iu, '');

/** A text in its plainest form: without case, full stop and marks. */
const loose = (text: string): string =>
  text
    .replaceAll(/^[*_`"'“\s]+|[*_`"'”.\s]+$/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .toLowerCase();

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
export function namedImages(options: readonly string[]): readonly (readonly number[])[] | null {
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
