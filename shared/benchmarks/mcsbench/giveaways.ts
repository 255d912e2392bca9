import { isJsonObject, isList, type Json } from '../../base/json.ts';
import { findMarkedAnswer, findToldAnswer } from '../health/answerTold.ts';
import { wreckedEncoding } from '../health/encoding.ts';
import { imageNames } from './codec.ts';
import type { Hint } from './hint.ts';
import { LETTERS, namedImages, shownOptions } from './options.ts';
import type { McsBenchPayload } from './schema.ts';
import { singularWords } from './wordForms.ts';

/** The question, or an option, says which option is the answer: "(Answer: B)", "(correct)". */
export function answerHints(question: string, options: readonly string[]): readonly Hint[] {
  const told = findToldAnswer(question);
  return [
    ...(told === null
      ? []
      : [
          {
            kind: 'answer-told',
            field: 'question',
            message: `The question tells the answer (“${told}”).`,
          } as const,
        ]),
    ...options.flatMap((option, place): readonly Hint[] => {
      const marked = findMarkedAnswer(option);
      const letter = LETTERS[place] ?? 'A';
      return marked === null
        ? []
        : [
            {
              kind: 'answer-told',
              field: `option${letter}`,
              message: `Option ${letter} says whether it is the answer (“${marked}”).`,
            },
          ];
    }),
  ];
}

const LETTERED = /^\s*\(?([A-E])(?:[):]|\.(?=\s+[\p{Lu}\d]))\s*\S/u;
/** The number of options that must begin with a letter before it counts as an option letter, not an initial. */
const FEWEST_LETTERED = 2;

/** Options that carry letters of their own that are not those of their places. */
export function letterHints(options: readonly string[]): readonly Hint[] {
  const own = options.map((option) => LETTERED.exec(option)?.[1]);
  if (own.filter((letter) => letter !== undefined).length < FEWEST_LETTERED) return [];
  return own.flatMap((letter, place): readonly Hint[] => {
    const wanted = LETTERS[place] ?? 'A';
    return letter === undefined || letter === wanted
      ? []
      : [
          {
            kind: 'letter-of-another-option',
            field: `option${wanted}`,
            message: `Option ${wanted} begins with the letter ${letter}.`,
          },
        ];
  });
}

/** Images that a text names ("Image-4") and that the item does not have. */
export function namedImageHints(source: McsBenchPayload): readonly Hint[] {
  const count = imageNames(source).length;
  // Several images may have been put together into one.
  const naming = (source.options ?? []).filter((option) => /\bimages?[\s-]*\d/iu.test(option));
  if (count === 0 || (count === 1 && naming.length > 2)) return [];
  const { question = '', options = [], descriptions, evidence, rc_breakdown: chain } = source;
  const texts: readonly (readonly [field: string, what: string, text: string])[] = [
    ['question', 'The question', question],
    ...options.map((text, place) => {
      const letter = LETTERS[place] ?? 'A';
      return [`option${letter}`, `Option ${letter}`, text] as const;
    }),
    ['descriptions', 'A description', JSON.stringify(descriptions ?? null)],
    [
      'evidence',
      'The evidence',
      (evidence ?? []).map((each) => (typeof each === 'string' ? each : each.text)).join('\n'),
    ],
    ['rc_breakdown', 'The golden chain', [chain ?? []].flat().join('\n')],
  ];
  return texts.flatMap(([field, what, text]): readonly Hint[] => {
    const lost = [...text.matchAll(/\bimage[\s-]?(\d{1,2})\b(?![.,]\d)/giu)]
      .map(([, number]) => Number(number))
      .filter((number) => number < 1 || number > count);
    return lost.length === 0
      ? []
      : [
          {
            kind: 'image-not-there',
            field,
            message: `${what} names ${[...new Set(lost)].map((number) => `Image-${String(number)}`).join(' and ')}; the item has ${count === 1 ? 'one image' : `${String(count)} images`}.`,
          },
        ];
  });
}

/** Shorter texts occur in file names by chance. */
const SHORTEST_NAME = 4;

/** The name of an image's file has the gold option in it, by its text or as "answer-b". */
export function fileNameHints(source: McsBenchPayload, gold: number | null): readonly Hint[] {
  if (gold === null) return [];
  const options = shownOptions(source.options ?? []);
  const texts = namedImages(options) === null ? options.map(singularWords) : options.map(() => ' ');
  return imageNames(source).flatMap((name): readonly Hint[] => {
    const stem = name.replace(/^.*[/\\]/u, '').replace(/\.[^.]+$/u, '');
    const words = singularWords(stem.replaceAll(/[^\p{L}\p{N}]+/gu, ' '));
    const letter =
      /(?:^|[^a-z])(?:answer|gold|correct|key|solution)[^a-z\d]?(?:is[^a-z\d]?)?([a-e])(?![a-z\d])/iu.exec(
        stem,
      )?.[1];
    const inIt = texts.flatMap((text, place) =>
      text.trim().length >= SHORTEST_NAME && words.includes(text) ? [place] : [],
    );
    const isTold = letter?.toUpperCase() === LETTERS[gold] || (inIt.length === 1 && inIt[0] === gold);
    return isTold
      ? [
          {
            kind: 'gold-in-file-name',
            field: 'images',
            message: `The file name ${name} holds the gold option.`,
          },
        ]
      : [];
  });
}

/** Texts whose characters were read in a wrong encoding ("isnâ€™t"), or left escaped ("&amp;"). */
export function encodingHints(source: McsBenchPayload): readonly Hint[] {
  const { question = '', options = [], rc_breakdown: chain, rc_items: probes } = source;
  const texts: readonly (readonly [field: string, what: string, text: string])[] = [
    ['question', 'The question', question],
    ...options.map((text, place) => {
      const letter = LETTERS[place] ?? 'A';
      return [`option${letter}`, `Option ${letter}`, text] as const;
    }),
    ['concept', 'The concept', source.concept ?? ''],
    ['definition', 'The definition', source.definition ?? ''],
    ['attributes', 'An attribute', textsIn(source.attributes ?? null)],
    ['confusing_concepts', 'A confusing concept', (source.confusing_concepts ?? []).join('\n')],
    ['descriptions', 'A description', textsIn(source.descriptions ?? null)],
    ['strategy', 'A strategy', textsIn(source.strategy ?? null)],
    [
      'evidence',
      'The evidence',
      (source.evidence ?? []).map((each) => (typeof each === 'string' ? each : each.text)).join('\n'),
    ],
    ['rc_breakdown', 'The golden chain', [chain ?? []].flat().join('\n')],
    ['rc_items', 'A chain', (probes ?? []).flatMap(({ options: chains }) => chains).join('\n')],
  ];
  return texts.flatMap(([field, what, text]): readonly Hint[] => {
    const found = wreckedEncoding(text);
    return found === null
      ? []
      : [
          {
            kind: 'wrecked-encoding',
            field,
            message: `${what} has characters of a wrong encoding (“${found}”).`,
          },
        ];
  });
}

/** All texts of a value, one a line. */
function textsIn(value: Json): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return '';
  const parts = isList(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return parts.map((part) => textsIn(part ?? null)).join('\n');
}
