import type { Hint } from './hint.ts';
import { CHAIN_LETTERS, LETTERS, namedImages, placeOf, shownOptions } from './options.ts';
import type { McsBenchPayload } from './schema.ts';
import { saidIn } from './wordForms.ts';

/** Which option the golden chain and the evidence speak for. */

/** "option B", "the answer is (B)"; not "the answer: A round hole". */
const NAMED =
  /\b(?:option|answer|choice)(?: is)?:? \(?(?:([B-E])\b|(A)(?=\)|\W*$|[.;,:]|\s+(?:is|holds|remains|follows|fits|alone|because|since|and|or)\b))/giu;
/** "hence B.", "only B is left": a letter that nothing goes on after but the word that it holds. */
const CONCLUDED =
  /\b(?:hence|therefore|thus|so|only|select|choose|leaves|leaving)[,:]? \(?([A-E])(?=\)|[.;,]?\s*$|\s+(?:is|holds|remains|follows|fits|alone)\b)/giu;
/** A sentence with such a word may be about what an option is not. */
const DENYING =
  /\b(?:not|no|never|neither|nor|cannot|without|lacks?|unlike|rather|instead|than|exclud\w*|rul\w* out|eliminat\w*|fail\w*|contradict\w*|incorrect|wrong|false|differ\w*|whereas|but|while|although|reject\w*|distractors?)\b|n['’]t\b/iu;
const CONCLUDING = /\b(?:hence|therefore|thus|so|conclu\w+|answer|option|only|must|best|correct)\b/iu;
const SUPPORTING =
  /\b(?:support\w*|show\w*|confirm\w*|correct|right|answer|prove\w*|establish\w*|favou?rs?|points?|hence|therefore|thus)\b/iu;
/** Shorter options occur in sentences by chance. */
const SHORTEST_WORDS = 2;
const SHORTEST_TEXT = 10;

interface Item {
  readonly options: readonly string[];
  readonly gold: number;
}

/** The golden chain, or a probe's gold one, ends at another option than the gold one: by its letter or its text. */
export function chainHints({
  rc_breakdown: breakdown,
  rc_items: probes,
  ...source
}: McsBenchPayload): readonly Hint[] {
  const item = itemOf(source);
  if (item === null) return [];
  const hint = (chain: string | readonly string[], field: string, what: string): readonly Hint[] => {
    const other = endOf(chain, item);
    return other === null
      ? []
      : [
          {
            kind: 'chain-names-another-option',
            field,
            message: `${what} ends at option ${LETTERS[other] ?? '?'}; the gold option is ${LETTERS[item.gold] ?? '?'}.`,
          },
        ];
  };
  return [
    ...hint(breakdown ?? [], 'rc_breakdown', 'The golden chain'),
    ...(probes ?? []).flatMap(({ options, answer }, at) => {
      const gold = placeOf(answer, options, CHAIN_LETTERS);
      const chain = gold === null ? undefined : options[gold];
      return chain === undefined ? [] : hint(chain, 'rc_items', `The gold chain of probe ${String(at + 1)}`);
    }),
  ];
}

/** Evidence that supports another option by its letter, or says word for word what another option says of the image. */
export function evidenceHints(source: McsBenchPayload): readonly Hint[] {
  const item = itemOf(source);
  if (item === null) return [];
  const texts = (source.evidence ?? []).map((each) => ({
    text: typeof each === 'string' ? each : each.text,
    isSeen:
      typeof each !== 'string' && (each['kind'] === 'observation' || /^O\d+$/u.test(String(each['id']))),
  }));
  const supported = texts.map(({ text }) =>
    SUPPORTING.test(text) && !DENYING.test(text)
      ? otherThan(lettersIn(text, [NAMED, CONCLUDED]), item.gold)
      : null,
  );
  const isAboutOne = (source.images?.length ?? 1) <= 1 && !DENYING.test(source.question ?? '');
  const seen = isAboutOne
    ? texts.flatMap(({ text, isSeen }) => (isSeen && !DENYING.test(text) ? placesIn(text, item.options) : []))
    : [];
  const other = supported.find((place) => place !== null) ?? otherThan(seen, item.gold);
  if (other === null) return [];
  return [
    {
      kind: 'evidence-for-another-option',
      field: 'evidence',
      message: `The evidence speaks for option ${LETTERS[other] ?? '?'}; the gold option is ${LETTERS[item.gold] ?? '?'}.`,
    },
  ];
}

function itemOf({ options: raw = [], answer = '' }: McsBenchPayload): Item | null {
  const gold = placeOf(answer, raw);
  return gold === null ? null : { options: shownOptions(raw), gold };
}

/** The option other than the gold one at which the last step of a chain arrives. */
function endOf(chain: string | readonly string[], { options, gold }: Item): number | null {
  const last = (typeof chain === 'string' ? chain.split(/\n+|(?<=[.!?])\s+/u) : chain)
    .map((step) => step.trim())
    .findLast((step) => step !== '');
  if (last === undefined || DENYING.test(last)) return null;
  const byLetter = lettersIn(last, [NAMED, CONCLUDED]);
  if (byLetter.length > 0) return otherThan(byLetter, gold);
  return CONCLUDING.test(last) ? otherThan(placesIn(last, options), gold) : null;
}

const lettersIn = (text: string, patterns: readonly RegExp[]): readonly number[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .map(([, named, first]) => named ?? first ?? '')
      .map((letter) => LETTERS.findIndex((each) => each === letter.toUpperCase())),
  );

/** The options whose whole text occurs in another text. Names of images occur in many. */
function placesIn(text: string, options: readonly string[]): readonly number[] {
  if (namedImages(options) !== null) return [];
  const words = ` ${saidIn(text)} `;
  return options.flatMap((option, place) => {
    const said = saidIn(option);
    const isLong = said.length >= SHORTEST_TEXT && said.split(' ').length >= SHORTEST_WORDS;
    return isLong && words.includes(` ${said} `) ? [place] : [];
  });
}

/** The one option that is named where the gold one is not; null where the gold one is, or several or none are. */
function otherThan(places: readonly number[], gold: number): number | null {
  const distinct = [...new Set(places)];
  const [only, another] = distinct;
  return only === undefined || another !== undefined || only === gold ? null : only;
}
