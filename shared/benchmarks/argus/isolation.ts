import { wordsOf } from '../health/textSimilarity.ts';

/** Words that say nothing of what is seen: they occur in every text. */
const STOP_WORDS = new Set(
  `a about above across after again against all almost along already also although always am among an and another any
  anyone anything are around as at away back be because been before behind being below beneath beside between both but
  by can cannot could did do does doing done down during each either else enough even ever every everyone everything
  few for from front further get gets getting give given go goes going good had has have having he her here hers him
  his how however i if in into is it its itself just keep keeps kept large left less let like little long look looks
  made make makes making many may might more most much must my near nearby need needs neither never next no nor not
  nothing now of off often on once one only onto or other others our out outside over own part people person placed
  place places quite rather really right same see seen several shall she should show showing shown shows side since
  small so some someone something soon still such take takes than that the their them then there these they thing
  things this those though three through time to together too toward towards two under until up upon us use used uses
  using very visible visibly want was way we well were what when where whether which while who whole whom whose why
  will with within without would yet you your`.split(/\s+/u),
);

/** Shorter words are too general to give anything away. */
const SHORTEST = 3;

/**
 * The words of a trap that occur in another text, in whatever inflection, as the text has them: a hint that the trap
 * is not isolated from it. English only. Word families ("combustion" and "combustible") are not recognised.
 */
export function leakedWords(trap: string, text: string): readonly string[] {
  const secret = new Set(contentWords(trap).map(stem));
  const leaked = contentWords(text).filter((word) => secret.has(stem(word)));
  return [...new Map(leaked.map((word) => [stem(word), word] as const).reverse()).values()].reverse();
}

function contentWords(text: string): string[] {
  return wordsOf(text).filter((word) => word.length >= SHORTEST && !STOP_WORDS.has(word));
}

/** A word without the endings of English inflection: plural, past, -ing, -ly, possessive. */
function stem(word: string): string {
  const plain = word.replace(/['’]s?$/u, '');
  const singular = plain
    .replace(/(?<=\p{L}{2})ies$/u, 'y')
    .replace(/(?<=(?:s|x|z|ch|sh|o))es$/u, '')
    .replace(/(?<=[^su])s$/u, '');
  const bare = singular
    .replace(/(?<=\p{L}{2})ied$/u, 'y')
    .replace(/(?<=[aeiouy]\p{L}*)(?:ing|ed)(?:ly)?$/u, '')
    .replace(/(?<=\p{L}{3})ly$/u, '');
  // "stopped" and "stop", "leaving" and "leave" meet without the doubled letter and the mute e.
  return bare
    .replace(/(?<letter>[bdfgkmnprtz])\k<letter>$/u, '$<letter>')
    .replace(/(?<=\p{L}{2})e$/u, '')
    .replace(/(?<=\p{L}{2})y$/u, 'i');
}
