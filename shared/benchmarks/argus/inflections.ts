import { COMPARED, plainForms } from './irregularForms.ts';

/** Words that end as if inflected and are not. */
const PLAIN = new Set(
  `anything ceiling during early evening everything family fly hundred lens morning news nothing only priest series
  something species spring string thing wedding`.split(/\s+/u),
);

/**
 * The words that an English word can be an inflected form of, itself included: plural, possessive, past, participle,
 * -ing, -ly, comparative, superlative, irregular forms. Some are no words ("leav" for "leaves"): harmless, since two
 * words match only if they share one.
 */
export function readingsOf(inflected: string): ReadonlySet<string> {
  const word = inflected.toLowerCase().replace(/['’]s?$/u, '');
  const readings = new Set([word, ...plainForms(word)]);
  if (PLAIN.has(word)) return readings;
  const add = (plain: string): void => {
    if (plain.length >= 3 && /[aeiouy]/u.test(plain)) readings.add(plain);
  };
  for (const plain of [...singulars(word), ...verbs(word), ...adverbs(word), ...compared(word)]) add(plain);
  return readings;
}

/** Without the ending, undefined where the word ends otherwise. */
function without(word: string, ending: string): string | undefined {
  return word.endsWith(ending) && word.length > ending.length ? word.slice(0, -ending.length) : undefined;
}

function* singulars(word: string): Generator<string> {
  const men = without(word, 'men');
  if (men !== undefined) yield `${men}man`;
  if (!word.endsWith('s') || /(?:ss|us|is)$/u.test(word)) return;
  yield word.slice(0, -1);
  const y = without(word, 'ies');
  if (y !== undefined) yield `${y}y`;
  const es = without(word, 'es');
  if (es !== undefined && /(?:s|x|z|ch|sh|o)$/u.test(es)) {
    yield es;
    // "quizzes"; "crises" is of "crisis".
    if (es.endsWith('zz')) yield es.slice(0, -1);
    if (es.endsWith('s')) yield `${es.slice(0, -1)}sis`;
  }
  const ves = without(word, 'ves');
  if (ves !== undefined) yield* [`${ves}f`, `${ves}fe`];
  const ices = without(word, 'ices');
  if (ices !== undefined) yield* [`${ices}ex`, `${ices}ix`];
}

function* verbs(word: string): Generator<string> {
  const ied = without(word, 'ied');
  if (ied !== undefined) yield* [`${ied}y`, `${ied}ie`];
  const ying = without(word, 'ying');
  if (ying !== undefined) yield `${ying}ie`;
  const stem = without(word, 'ed') ?? without(word, 'ing');
  if (stem !== undefined) yield* beforeEnding(stem);
}

/** What "-ed", "-ing", "-er" and "-est" were put after: with a mute e, with its last letter once, or as it is. */
function* beforeEnding(stem: string): Generator<string> {
  yield `${stem}e`;
  const single = /(?<letter>[bdfgklmnprstvz])\k<letter>$/u.test(stem) ? stem.slice(0, -1) : null;
  if (single !== null) yield single;
  if (stem.endsWith('ck')) yield stem.slice(0, -1);
  // "hoped" is not of "hop", whose last letter would be doubled.
  if (!/^[^aeiou]*[aeiou][^aeiouwxy]$/u.test(stem)) yield stem;
}

function* adverbs(word: string): Generator<string> {
  const stem = without(word, 'ly');
  if (stem === undefined) return;
  yield stem;
  yield `${stem}le`;
  if (stem.endsWith('l')) yield `${stem}l`;
  if (stem.endsWith('i')) yield `${stem.slice(0, -1)}y`;
  if (stem.endsWith('al')) yield stem.slice(0, -2);
  // "leakingly" as "leaking".
  yield* verbs(stem);
}

function* compared(word: string): Generator<string> {
  const stem = without(word, 'er') ?? without(word, 'est');
  if (stem === undefined) return;
  if (stem.endsWith('i')) yield `${stem.slice(0, -1)}y`;
  for (const plain of beforeEnding(stem)) if (COMPARED.has(plain)) yield plain;
  if (COMPARED.has(stem)) yield stem;
}
