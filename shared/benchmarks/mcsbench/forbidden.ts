import type { Hint } from './hint.ts';
import { LETTERS } from './options.ts';

/**
 * What the benchmark's generation prompt forbids (figure 18, strict constraints) and words alone give away: quantitative
 * measurements, and options that can be found by elimination.
 */

const NUMBER = String.raw`(?:\d+(?:[.,]\d+)?|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred))`;
const UNIT = String.raw`(?:(?:milli|centi|deci|kilo|micro|nano)?(?:met(?:re|er)|gram|gramme|lit(?:re|er))s?|[mcdkµμn]?m[²³]?|[mµμk]?g|m?l|inch(?:es)?|feet|foot|ft|yards?|miles?|ounces?|oz|pounds?|lbs?|degrees?|per\s?cent|percent|hz|khz|pixels?|px)\b|%|°\s?[CF]?\b|°|″`;
const MEASUREMENT = new RegExp(
  String.raw`(?<![\w.])${NUMBER}(?:\s*(?:[-–]|to)\s*${NUMBER})?\s*[-–]?\s*(?:${UNIT})`,
  'iu',
);

/** An option that is nothing but a word about the others: "All of the above.", "None", "Both A and C". */
const ABOUT_OTHERS =
  /^(?:(?:all|none|any|neither|both|some)(?:(?: of)?(?: the| these| those)?(?: above| previous| listed| given| other)?(?: options?| choices?| answers?| statements?| features?| ones)?)?(?: (?:is|are) (?:correct|true|right|present|visible)| apply| applies)?|(?:both |either |neither )?\(?[A-E]\)?(?:,? (?:and|or|nor|&) \(?[A-E]\)?)+)\s*\.?$/iu;
/** The same within more words: "None of the above features is visible". */
const OF_OTHERS =
  /\b(?:all|none|any|neither|both|some)(?: of)? (?:the )?(?:above|preceding|(?:other|listed|given) (?:options|choices|answers))\b|\b(?:all|none|neither|both)(?: of)? (?:the|these) (?:options|choices|answers)\b/iu;

/** The hints at what the prompt forbids in question and options. */
export function forbiddenHints(question: string, options: readonly string[]): readonly Hint[] {
  const measured = (text: string, field: string, what: string): readonly Hint[] => {
    const found = MEASUREMENT.exec(text)?.[0].trim();
    return found === undefined
      ? []
      : [{ kind: 'measurement', field, message: `${what} gives a measurement (“${found}”).` }];
  };
  return [
    ...measured(question, 'question', 'The question'),
    ...options.flatMap((option, place): readonly Hint[] => {
      const letter = LETTERS[place] ?? 'A';
      const text = option.trim();
      const isAboutOthers = ABOUT_OTHERS.test(text) || OF_OTHERS.test(text);
      return [
        ...measured(text, `option${letter}`, `Option ${letter}`),
        ...(isAboutOthers
          ? [
              {
                kind: 'all-or-none',
                field: `option${letter}`,
                message: `Option ${letter} is about the other options (“${text}”).`,
              } as const,
            ]
          : []),
      ];
    }),
  ];
}
