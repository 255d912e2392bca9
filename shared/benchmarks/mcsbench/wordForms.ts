import { wordsOf } from '../health/textSimilarity.ts';

/** Plurals that no rule makes. */
const IRREGULAR: Readonly<Record<string, string>> = {
  bacteria: 'bacterium',
  calves: 'calf',
  children: 'child',
  dice: 'die',
  elves: 'elf',
  feet: 'foot',
  geese: 'goose',
  genera: 'genus',
  halves: 'half',
  hooves: 'hoof',
  knives: 'knife',
  leaves: 'leaf',
  lice: 'louse',
  lives: 'life',
  loaves: 'loaf',
  men: 'man',
  mice: 'mouse',
  oxen: 'ox',
  people: 'person',
  phyla: 'phylum',
  scarves: 'scarf',
  sheaves: 'sheaf',
  shelves: 'shelf',
  teeth: 'tooth',
  thieves: 'thief',
  vertices: 'vertex',
  wives: 'wife',
  wolves: 'wolf',
  women: 'woman',
};

/** Those that end longer words as well (dormice, penknives); "lives" is not among them because of olives. */
const ENDINGS = ['children', 'feet', 'geese', 'knives', 'leaves', 'mice', 'oxen', 'teeth', 'wives', 'wolves'];

/**
 * What a word has in both numbers, whatever its accents: "foxes", "fox’s" and "fox" give the same, "cacti" and "cactus",
 * "geese" and "goose". It need not be a word itself.
 */
export function withoutNumber(word: string): string {
  const bare = word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replace(/['’]s?$/u, '');
  // The verb, not the deer.
  if (bare === 'does') return bare;
  const ending = IRREGULAR[bare] === undefined ? ENDINGS.find((each) => bare.endsWith(each)) : bare;
  const one =
    ending === undefined ? bare : bare.slice(0, bare.length - ending.length) + (IRREGULAR[ending] ?? ending);
  return (
    one
      .replace(/(?<=\p{L}{2})ies?$/u, 'y')
      // "horses" and "horse", "boxes" and "box", "potatoes" and "potato".
      .replace(/(?<=s|x|z|ch|sh|\p{L}{2}o)es?$/u, '')
      .replace(/(?<=\p{L}{2}[^su])s$/u, '')
      .replace(/(?<=\p{L}{3})ae$/u, 'a')
      .replace(/(?<=\p{L}{3})i$/u, 'us')
  );
}

/** The words of a text without their number, with a space around each. */
export const singularWords = (text: string): string =>
  ` ${wordsOf(text.replaceAll('_', ' ')).map(withoutNumber).join(' ')} `;

/** Words, numbers with their sign and point, and signs that make a difference. */
const SAID = /(?<![\p{L}\p{N}])[-+]?\d+(?:[.,]\d+)*|[\p{L}\p{M}\p{N}]+(?:'\p{L}+)?|[<>=≤≥≠±%°]/gu;

/**
 * What a text says, without regard to case and punctuation, but to everything that changes a figure: "5 mm" is neither
 * "-5 mm" nor "0.5 mm".
 */
export function saidIn(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'").replaceAll(/[−–]/gu, '-');
  // Signs alone are compared as they stand.
  return plain.match(SAID)?.join(' ') ?? text.trim();
}

const FIGURES: ReadonlyMap<string, string> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, number) => [word, String(number)]),
);

/** What a text says, as {@link saidIn} gives it, with numbers up to twenty as figures: "three petals" and "3 petals" are the same. */
export const saidWithDigits = (text: string): string =>
  saidIn(text)
    .split(' ')
    .map((word) => FIGURES.get(word) ?? word)
    .join(' ');
