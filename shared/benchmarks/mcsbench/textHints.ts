import type { Hint } from './hint.ts';
import { LETTERS } from './options.ts';
import { saidIn } from './wordForms.ts';

/** Hints at what letters and characters give away, whatever the words mean. */

/** Two options this long that differ by one character look the same. */
const LONG_ENOUGH = 12;
/** Without a width (zero-width spaces and joiners, soft hyphens, byte order marks) or turning the direction of text. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/u;

/** Pairs of options that say nearly the same: the same words in another order, or one character apart in a long text. */
export function nearDuplicates(options: readonly string[]): readonly Hint[] {
  const said = options.map(saidIn);
  const inOrder = said.map((words) => words.split(' ').toSorted().join(' '));
  return said.flatMap((words, place): readonly Hint[] => {
    const first = said.slice(0, place).findIndex((other, at) => {
      if (words === '' || other === words) return false;
      // What is matched to numbered images differs in nothing but its order.
      if (inOrder[at] === inOrder[place]) return words.includes(' ') && !/\d/u.test(words);
      return Math.min(words.length, other.length) >= LONG_ENOUGH && isOneApart(other, words);
    });
    if (first < 0) return [];
    return [
      {
        kind: 'near-duplicate-options',
        field: `option${LETTERS[place] ?? 'A'}`,
        message: `Options ${LETTERS[first] ?? '?'} and ${LETTERS[place] ?? '?'} are nearly the same.`,
      },
    ];
  });
}

/** Whether one letter put in, left out or changed makes one text of the other. Figures mean something: they are no slip. */
function isOneApart(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const rest = long.length === short.length ? short.slice(start + 1) : short.slice(start);
  return rest === long.slice(start + 1) && !/[\d.<>+-]/u.test(`${short[start] ?? ''}${long[start] ?? ''}`);
}

/** The gold option alone is written in capitals, or begins with one, or does not. */
export function capitalHints(options: readonly string[], gold: number | null): readonly Hint[] {
  const own = gold === null ? undefined : options[gold];
  if (gold === null || own === undefined) return [];
  const others = options.filter((_, place) => place !== gold);
  const differs = (isSo: (text: string) => boolean): boolean => isSo(own) && !others.some(isSo);
  const shouted = differs((text) => /\p{Lu}{2}/u.test(text) && text === text.toUpperCase());
  const begins =
    differs((text) => /^\p{Lu}/u.test(text.trim())) && others.every((text) => /^\p{Ll}/u.test(text.trim()));
  const small =
    differs((text) => /^\p{Ll}/u.test(text.trim())) && others.every((text) => /^\p{Lu}/u.test(text.trim()));
  if (!shouted && !begins && !small) return [];
  return [
    {
      kind: 'gold-in-capitals',
      field: `option${LETTERS[gold] ?? 'A'}`,
      message: small
        ? 'The gold option alone begins with a small letter.'
        : `The gold option alone ${shouted ? 'is written in capitals' : 'begins with a capital letter'}.`,
    },
  ];
}

/** Characters that nobody sees and that a program reads: they can mark the gold option or turn a text round. */
export function invisibleCharacters(question: string, options: readonly string[]): readonly Hint[] {
  const hint = (text: string, field: string, what: string): readonly Hint[] => {
    const found = INVISIBLE.exec(text)?.[0].codePointAt(0);
    if (found === undefined) return [];
    const code = `U+${found.toString(16).toUpperCase().padStart(4, '0')}`;
    return [
      { kind: 'invisible-characters', field, message: `${what} has an invisible character (${code}).` },
    ];
  };
  return [
    ...hint(question, 'question', 'The question'),
    ...options.flatMap((option, place) =>
      hint(option, `option${LETTERS[place] ?? 'A'}`, `Option ${LETTERS[place] ?? '?'}`),
    ),
  ];
}
