import { normalized, wordsOf } from '../health/textSimilarity.ts';
import { LETTERS, placeOf, shownOptions } from './options.ts';
import type { Payload } from './schema.ts';

/** What can be said of an item without understanding it: a hint, never a verdict. */
export interface Hint {
  readonly kind:
    'telling-length' | 'option-in-question' | 'duplicate-options' | 'few-references' | 'concept-in-question';
  /** The field of the answer that it is about. */
  readonly field: string;
  readonly message: string;
}

/** Fewer references than these are too few (appendix D.1). */
const FEWEST_REFERENCES = 3;

/** The gold option's length over the median of the others', or the inverse, from which on it tells. */
const TELLING_RATIO = 1.6;
/** And by at least so many characters: of short options every one is much longer than another. */
const TELLING_CHARACTERS = 15;
/** An option's text within the question says something from so many characters on. */
const SHORTEST_REPEATED = 4;

/** The texts of an item that hints are about. */
export interface Texts {
  readonly question: string;
  readonly options: readonly string[];
  /** The gold option's place, null where it is not known. */
  readonly gold: number | null;
}

/** The automatic hints of one item. */
export function hintsOf(source: Payload): readonly Hint[] {
  const { question = '', options = [], answer = '', concept, references } = source;
  return [
    ...textHints({ question, options, gold: placeOf(answer, options) }),
    ...sourceHints({ question, concept: concept ?? '', references: references?.length ?? null }),
  ];
}

/** The hints that follow from question and options alone. */
export function textHints({ question, options: raw, gold }: Texts): readonly Hint[] {
  const options = shownOptions(raw);
  return [
    ...tellingLength(options, gold),
    ...repeatedInQuestion(question, options),
    ...duplicateOptions(options),
  ];
}

/** The hints that need to know what the item is made of. */
export function sourceHints(source: {
  readonly question: string;
  readonly concept: string;
  /** How many references there are; null where the item has no list of them. */
  readonly references: number | null;
}): readonly Hint[] {
  const count = source.references ?? 0;
  return [
    ...(count < FEWEST_REFERENCES
      ? [
          {
            kind: 'few-references',
            field: 'references',
            message: `${count === 0 ? 'No reference' : count === 1 ? 'One reference only' : 'Two references only'}: at least three are wanted.`,
          } as const,
        ]
      : []),
    ...conceptRevealed(source.question, source.concept),
  ];
}

/** The place of the one option that is longer than all others; null where several are. */
export function longestOption(raw: readonly string[]): number | null {
  const lengths = shownOptions(raw).map((option) => option.trim().length);
  const longest = Math.max(...lengths);
  const places = lengths.flatMap((length, place) => (length === longest ? [place] : []));
  return places.length === 1 ? (places[0] ?? null) : null;
}

function tellingLength(options: readonly string[], gold: number | null): readonly Hint[] {
  if (gold === null || options.some((option) => option.trim() === '')) return [];
  const lengths = options.map((option) => option.trim().length);
  const own = lengths[gold];
  if (own === undefined) return [];
  const others = lengths.filter((_, place) => place !== gold).sort((a, b) => a - b);
  const [shortest = 0, longest = 0] = [others[0], others.at(-1)];
  const longer = own >= TELLING_RATIO * longest && own - longest >= TELLING_CHARACTERS;
  const shorter = own * TELLING_RATIO <= shortest && shortest - own >= TELLING_CHARACTERS;
  if (!longer && !shorter) return [];
  return [
    {
      kind: 'telling-length',
      field: `option${LETTERS[gold] ?? 'A'}`,
      message: longer
        ? `The gold option is much longer than every other (${String(own)} characters, the next ${String(longest)}).`
        : `The gold option is much shorter than every other (${String(own)} characters, the next ${String(shortest)}).`,
    },
  ];
}

function repeatedInQuestion(question: string, options: readonly string[]): readonly Hint[] {
  const asked = ` ${normalized(question)} `;
  return options.flatMap((option, place): readonly Hint[] => {
    const words = normalized(option);
    return words.length >= SHORTEST_REPEATED && asked.includes(` ${words} `)
      ? [
          {
            kind: 'option-in-question',
            field: `option${LETTERS[place] ?? 'A'}`,
            message: `Option ${LETTERS[place] ?? '?'} stands in the question word for word.`,
          },
        ]
      : [];
  });
}

function duplicateOptions(options: readonly string[]): readonly Hint[] {
  const seen = new Map<string, number>();
  return options.flatMap((option, place): readonly Hint[] => {
    const words = normalized(option);
    if (words === '') return [];
    const first = seen.get(words);
    if (first === undefined) {
      seen.set(words, place);
      return [];
    }
    return [
      {
        kind: 'duplicate-options',
        field: `option${LETTERS[place] ?? 'A'}`,
        message: `Options ${LETTERS[first] ?? '?'} and ${LETTERS[place] ?? '?'} say the same.`,
      },
    ];
  });
}

/** The name as a whole, in either number: parts of it ("red" of "red fox") are words like others. */
function conceptRevealed(question: string, concept: string): readonly Hint[] {
  const name = singular(wordsOf(concept.replaceAll('_', ' ')));
  if (name === '' || !` ${singular(wordsOf(question))} `.includes(` ${name} `)) return [];
  return [
    {
      kind: 'concept-in-question',
      field: 'question',
      message: `The question names the concept, "${concept}".`,
    },
  ];
}

const singular = (words: readonly string[]): string =>
  words
    .map((word) =>
      word
        .replace(/['’]s?$/u, '')
        .replace(/(?<=\p{L}{2})ies$/u, 'y')
        .replace(/(?<=(?:s|x|z|ch|sh))es$/u, '')
        .replace(/(?<=\p{L}{2}[^su])s$/u, ''),
    )
    .join(' ');
