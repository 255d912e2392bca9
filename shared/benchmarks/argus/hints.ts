import { findToldAnswer } from '../health/answerTold.ts';
import { wreckedEncoding } from '../health/encoding.ts';
import { normalized } from '../health/textSimilarity.ts';
import type { AutomaticHint } from '../validation.ts';
import { TEXTS } from './codec.ts';
import { leakedWords } from './isolation.ts';
import type { ArgusAnswer } from './schema.ts';

/** Automatic findings about an item's texts: hints, never verdicts. */

type Texts = Pick<ArgusAnswer, (typeof TEXTS)[number]['field']>;

/** The texts that must keep quiet about the trap. */
const ISOLATED = ['scenario', 'basicQuestion', 'deceptiveQuestion'] as const;
const QUESTIONS = ['basicQuestion', 'deceptiveQuestion'] as const;
const titleOf = (field: string): string => TEXTS.find((each) => each.field === field)?.title ?? field;

/** All of them. */
export function hintsOf(texts: Texts): readonly AutomaticHint[] {
  return [...isolationHints(texts), ...pressureHints(texts), ...answerHints(texts), ...encodingHints(texts)];
}

/** Words of the trap in the texts that are to be isolated from it. */
export function isolationHints(texts: Texts): readonly AutomaticHint[] {
  return ISOLATED.flatMap((field): AutomaticHint[] => {
    const words = leakedWords(texts.trap, texts[field]).map((word) => `"${word}"`);
    return words.length === 0
      ? []
      : [
          {
            kind: 'not_isolated',
            field,
            message: `In the ${titleOf(field).toLowerCase()} and in the trap: ${words.join(', ')}.`,
          },
        ];
  });
}

/** A deceptive question that is the basic one. */
export function pressureHints({ basicQuestion, deceptiveQuestion }: Texts): readonly AutomaticHint[] {
  const basic = basicQuestion.trim();
  return basic === '' || basic !== deceptiveQuestion.trim()
    ? []
    : [
        {
          kind: 'no_pressure',
          field: 'deceptiveQuestion',
          message: 'The deceptive question equals the basic one: it adds no pressure.',
        },
      ];
}

/** A question that tells its own answer: "(Answer: …)", or the first sentence of the standard answer word for word. */
function answerHints(texts: Texts): readonly AutomaticHint[] {
  const [first = ''] = texts.standardAnswer.trim().split(/(?<=[.!?])\s+/u);
  const standard = normalized(first);
  return QUESTIONS.flatMap((field): AutomaticHint[] => {
    const told = findToldAnswer(texts[field]);
    const isRepeated = first.includes(' ') && ` ${normalized(texts[field])} `.includes(` ${standard} `);
    if (told === null && !isRepeated) return [];
    const how = told === null ? 'It repeats the standard answer.' : `“${told}”.`;
    return [
      { kind: 'answer_told', field, message: `The ${titleOf(field).toLowerCase()} tells the answer: ${how}` },
    ];
  });
}

/** Texts whose characters were read in a wrong encoding, or left escaped. */
function encodingHints(texts: Texts): readonly AutomaticHint[] {
  return TEXTS.flatMap(({ field, title }): AutomaticHint[] => {
    const found = wreckedEncoding(texts[field]);
    return found === null
      ? []
      : [
          {
            kind: 'wrecked_encoding',
            field,
            message: `The ${title.toLowerCase()} has characters of a wrong encoding (“${found}”).`,
          },
        ];
  });
}
