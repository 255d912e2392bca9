import { readingsOf } from './inflections.ts';

/** Words that say nothing of what is seen: they occur in every text. */
const STOP_WORDS = new Set(
  `a about above across after again against all almost along already also although always am among an and another any
  anyone anything are around as at away back be because been before behind being below beneath beside between both but
  by can cannot could did do does doing done down during each either else enough even ever every everyone everything
  few for from front further get gets getting give given go goes going good had has have having he her here hers him
  his how however i if in into is it its itself just keep keeps kept large left less let like little long look looks
  made make makes making many may might more most much must my near nearby need needs neither never next no nor not
  nothing now of off often on once one only onto or other others our out outside over own part people person placed
  place places quite rather reads really right said same say saying says see seen several shall she should show showing shown shows side since
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
  const found: { readonly word: string; readonly readings: ReadonlySet<string> }[] = [];
  for (const { text: part, leaked } of markedLeaks(trap, text)) {
    if (!leaked) continue;
    const word = part.toLowerCase();
    const readings = readingsOf(word);
    // "wire" and "wires" are one leak.
    if (!found.some((each) => haveCommon(each.readings, readings))) found.push({ word, readings });
  }
  return found.map(({ word }) => word);
}

/** A stretch of a text; `leaked`: a word of the trap. */
interface MarkedPart {
  readonly text: string;
  readonly leaked: boolean;
}

/** The text in stretches that make it up, every word of the trap by itself. */
export function markedLeaks(trap: string, text: string): readonly MarkedPart[] {
  const secret = new Set(contentWords(trap).flatMap((word) => [...readingsOf(word)]));
  const parts: MarkedPart[] = [];
  let plain = '';
  for (const part of text.split(WORD)) {
    const word = part.toLowerCase();
    if (!isContent(word) || !haveCommon(readingsOf(word), secret)) {
      plain += part;
      continue;
    }
    if (plain !== '') parts.push({ text: plain, leaked: false });
    parts.push({ text: part, leaked: true });
    plain = '';
  }
  return plain === '' ? parts : [...parts, { text: plain, leaked: false }];
}

/** Words and what is between them, in turn. */
const WORD = /(?<word>[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?)/u;

const contentWords = (text: string): string[] => text.toLowerCase().split(WORD).filter(isContent);

function isContent(word: string): boolean {
  return /^\p{L}/u.test(word) && word.length >= SHORTEST && !STOP_WORDS.has(word.replace(/['’]s?$/u, ''));
}

function haveCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((reading) => b.has(reading));
}
