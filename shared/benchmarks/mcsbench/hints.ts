import { canonicalJson, Json } from '../../base/json.ts';
import { repeatedChains } from './chainFaults.ts';
import { forbiddenHints } from './forbidden.ts';
import { citationHints, namedEvidenceHints } from './citations.ts';
import { answerHints, encodingHints, fileNameHints, letterHints, namedImageHints } from './giveaways.ts';
import type { Hint } from './hint.ts';
import { LETTERS, namedImages, placeOf, shownOptions } from './options.ts';
import type { ChainItem, McsBenchPayload } from './schema.ts';
import { chainHints, evidenceHints } from './spokenFor.ts';
import { strategyHints } from './strategy.ts';
import { capitalHints, invisibleCharacters, nearDuplicates } from './textHints.ts';
import { saidIn, saidWithDigits, singularWords } from './wordForms.ts';

/** Fewer references than these are too few (appendix D.1). */
const FEWEST_REFERENCES = 3;

/** The gold option's length over the median of the others', or the inverse, from which on it tells. */
const TELLING_RATIO = 1.6;
/** And by at least this many characters: of short options every one is much longer than another. */
const TELLING_CHARACTERS = 15;
/** An option's text within the question says something from this many characters on. */
const SHORTEST_REPEATED = 4;

/** The texts of an item that hints are about. */
export interface HintTexts {
  readonly question: string;
  readonly options: readonly string[];
  /** The gold option's place, null where it is not known. */
  readonly gold: number | null;
}

/** The automatic hints of one item. */
export function hintsOf(source: McsBenchPayload): readonly Hint[] {
  const { question = '', options = [], answer = '', concept, references } = source;
  const gold = placeOf(answer, options);
  return [
    ...textHints({ question, options, gold }),
    ...sourceHints({ question, options, concept: concept ?? '', references: references ?? [] }),
    ...chainHints(source),
    ...repeatHints(source.rc_items ?? []),
    ...evidenceHints(source),
    ...namedEvidenceHints(source),
    ...citationHints(source),
    ...strategyHints(source.strategy, gold),
    ...namedImageHints(source),
    ...fileNameHints(source, gold),
    ...encodingHints(source),
  ];
}

/** The hints that follow from question and options alone. */
export function textHints({ question, options: raw, gold }: HintTexts): readonly Hint[] {
  const options = shownOptions(raw);
  const named = namedImages(options);
  // How long the name of an image is says nothing, nor that the question speaks of it.
  const hidden = [...invisibleCharacters(question, raw), ...answerHints(question, raw), ...letterHints(raw)];
  if (named !== null) return [...hidden, ...duplicateOptions(named.map((numbers) => numbers.join(' ')))];
  return [
    ...tellingLength(options, gold),
    ...repeatedInQuestion(question, options),
    ...duplicateOptions(options.map(saidWithDigits)),
    ...nearDuplicates(options),
    ...capitalHints(options, gold),
    ...hidden,
    ...forbiddenHints(question, options),
  ];
}

/** Probes that ask about the same chains: an item's figures would count one of them twice. */
function repeatHints(probes: readonly Pick<ChainItem, 'options'>[]): readonly Hint[] {
  return repeatedChains(probes).map(({ place, first }) => ({
    kind: 'repeated-chains',
    field: 'rc_items',
    message: `Probe ${String(place + 1)} has the chains of probe ${String(first + 1)}.`,
  }));
}

/** The hints that need to know what the item is made of. */
function sourceHints(source: {
  readonly question: string;
  readonly options: readonly string[];
  readonly concept: string;
  readonly references: NonNullable<McsBenchPayload['references']>;
}): readonly Hint[] {
  const count = distinctReferences(source.references);
  return [
    ...(count < FEWEST_REFERENCES
      ? [
          {
            kind: 'few-references',
            field: 'references',
            isOfSet: true,
            message: `${count === 0 ? 'No reference' : count === 1 ? 'One reference only' : 'Two references only'}: at least three are required.`,
          } as const,
        ]
      : []),
    ...conceptRevealed(source.question, shownOptions(source.options), source.concept),
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
  const asked = ` ${saidIn(question)} `;
  return options.flatMap((option, place): readonly Hint[] => {
    const words = saidIn(option);
    return words.length >= SHORTEST_REPEATED && asked.includes(` ${words} `)
      ? [
          {
            kind: 'option-in-question',
            field: `option${LETTERS[place] ?? 'A'}`,
            message: `Option ${LETTERS[place] ?? '?'} appears word for word in the question.`,
          },
        ]
      : [];
  });
}

/** @param said what each option says, the same for options that say the same */
function duplicateOptions(said: readonly string[]): readonly Hint[] {
  const seen = new Map<string, number>();
  return said.flatMap((words, place): readonly Hint[] => {
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

/**
 * The name as a whole, in either number: parts of it ("red" of "red fox") are words like others, and so is what is in
 * brackets behind it to tell it from its namesakes.
 */
function conceptRevealed(question: string, options: readonly string[], concept: string): readonly Hint[] {
  const names = [concept, concept.replaceAll(/\([^)]*\)/gu, ' ')]
    .map(singularWords)
    .filter((name) => name.trim() !== '');
  const isNamedIn = (text: string): boolean => {
    const words = singularWords(text);
    return names.some((name) => words.includes(name));
  };
  return [
    ...(isNamedIn(question)
      ? [
          {
            kind: 'concept-in-question',
            field: 'question',
            isOfSet: true,
            message: `The question names the concept, "${concept}".`,
          } as const,
        ]
      : []),
    ...options.flatMap((option, place): readonly Hint[] => {
      const letter = LETTERS[place] ?? 'A';
      return isNamedIn(option)
        ? [
            {
              kind: 'concept-in-option',
              field: `option${letter}`,
              isOfSet: true,
              message: `Option ${letter} names the concept, "${concept}".`,
            },
          ]
        : [];
    }),
  ];
}

/** How many different references a list holds; empty ones are none. */
function distinctReferences(references: NonNullable<McsBenchPayload['references']>): number {
  const said = references.map((each) =>
    typeof each === 'string' ? each.trim().toLowerCase() : canonicalJson(Json.parse(each)),
  );
  return new Set(said.filter((each) => each !== '' && each !== '{}')).size;
}
