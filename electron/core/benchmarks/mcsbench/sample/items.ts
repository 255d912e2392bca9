import type { Json, JsonObject } from '../../../../../shared/base/json.ts';
import { CONCEPTS, MATCHES, QUESTIONS, SETS, type ThingQuestion } from './questions.ts';

/** An item of the sample, with what its story needs to know of it. */
export interface SampleAuditItem {
  readonly id: string;
  readonly payload: JsonObject;
  /** The place of the gold option. */
  readonly gold: number;
  readonly options: readonly string[];
  /** For an item of one picture: what is seen in it. */
  readonly seen: string | null;
  readonly relation: string;
  readonly operator: string;
  /** By probe, the place of the gold chain; none where it has no chains. */
  readonly chains: readonly number[];
  /** The pictures that fit, by number, or the picture of each description. */
  readonly fits: readonly number[];
  readonly pictures: readonly (readonly [thing: string, look: number])[];
}

const LETTERS = 'ABCDE';
const CHAIN_LETTERS = 'FGHIJ';
/** The faults of the chains that every probe has beside its gold one, in this order. */
export const FAULTS = [
  'fabrication',
  'misattribution',
  'incomplete_comparison',
  'affirming_the_consequent',
] as const;

/** Tasks whose items carry chains. */
const OVERLAID = new Set(['C-C Discr.', 'Hypo. Reas.']);

const fileOf = (thing: string, look: number): string => `images/${thing}-${String(look)}.png`;
const numbered = (number: number): string => `mcs-${String(number).padStart(3, '0')}`;

function ofOnePicture(question: ThingQuestion, at: number): SampleAuditItem {
  const [gold, ...others] = question.options;
  const place = (at * 2 + 1) % 5;
  const options = others.toSpliced(place, 0, gold);
  const [concept = '', domain = '', definition = '', near = ''] = CONCEPTS[question.thing] ?? [];
  const chains = OVERLAID.has(question.task) ? [at % 5, (at + 2) % 5, (at + 4) % 5] : [];
  return {
    id: numbered(at + 1),
    gold: place,
    options,
    seen: question.seen,
    relation: question.relation,
    operator: question.operator,
    chains,
    fits: [],
    pictures: [[question.thing, question.look]],
    payload: {
      id: numbered(at + 1),
      task: question.task,
      ...(question.task === 'Hypo. Reas.' && { variant: 'counterfactual' }),
      domain,
      concept,
      definition,
      confusing_concepts: near.split(', '),
      image: fileOf(question.thing, question.look),
      question: question.question,
      options,
      answer: LETTERS[place] ?? '',
      strategy: options.map((_, index): Json => (index === place ? null : (STRATEGIES[index % 4] ?? null))),
      references: references(concept),
      evidence: [
        { id: 'O1', kind: 'observation', text: question.seen },
        { id: 'E1', kind: 'fact', text: question.known, references: [1] },
      ],
      ...(chains.length > 0 && {
        rc_breakdown: [`O1: ${question.seen}`, `E1: ${question.known}`, `What is left is: ${gold}.`],
        rc_items: chains.map((chain, probe) => probeOf(question, chain, probe)),
      }),
      audit: audits(at),
    },
  };
}

const STRATEGIES = ['Confusing attribute', 'Partial match', 'Wrong part', 'Plausible but absent feature'];

const references = (concept: string): Json => [
  { title: `Encyclopedia, entry "${concept}"`, url: 'https://example.org/encyclopedia' },
  { title: `Dictionary, entry "${concept}"`, url: 'https://example.org/dictionary' },
  { title: 'Field notes of the authors', url: 'https://example.org/notes' },
];

/** One probe: which chain justifies the answer? Its gold chain is put at a place. */
function probeOf({ seen, known, options }: ThingQuestion, place: number, probe: number): JsonObject {
  const [gold, first, second] = options;
  const wording = [
    `O1: ${seen} E1: ${known} Of all options only this one follows: ${gold}.`,
    `It is seen that: ${seen} It is known that: ${known} Both together leave one answer: ${gold}.`,
    `From O1 (${seen}) and E1 (${known}) it follows: ${gold}. Nothing else fits both.`,
  ];
  const faulty = [
    `O1: The picture plainly shows this: ${first}. So the answer is: ${gold}.`,
    `E1 was said of something else than what is shown, and yet it decides: ${gold}.`,
    `O1: ${seen} Compared with one neighbour alone (${second}), that is enough: ${gold}.`,
    `Were it so, one would see it. One sees it, so it has to be so: ${gold}.`,
  ];
  return {
    question: 'Which reasoning chain justifies the answer?',
    options: faulty.toSpliced(place, 0, wording[probe] ?? ''),
    answer: CHAIN_LETTERS[place] ?? '',
    error_type: [...FAULTS],
  };
}

/** Two auditors looked at all but a few; of two items they thought little. */
function audits(at: number): Json {
  if (at % 9 === 7) return [];
  const isPoor = at === 14 || at === 19;
  return ['auditor-1', 'auditor-2'].map((auditor, number) => ({
    auditor,
    quality: isPoor ? 2 : 4 + ((at + number) % 2),
    factual_correctness: 5,
    distractor_correctness: isPoor ? 2 : 4 + ((at + number * 2) % 2),
    image_dependency: 3 + ((at + number) % 3),
    self_containedness: 5,
    hallucination: false,
    verdict: isPoor && number === 0 ? 'discard' : 'keep',
    shortcut: { solved: at === 9 ? 3 : at % 2, of: 4 },
  }));
}

function several(id: string, at: number, pictures: SampleAuditItem['pictures']) {
  return {
    id,
    seen: null,
    relation: 'PR6',
    operator: 'OP4',
    chains: [],
    pictures,
    common: {
      domain: 'Sets',
      images: pictures.map(([thing, look]) => fileOf(thing, look)),
      references: references('sets of images'),
      audit: audits(at),
    },
  };
}

/** Which images fit: two of four. */
function ofSeveral(at: number): SampleAuditItem {
  const set = SETS[at];
  if (set === undefined) throw new Error('There is no such set.');
  const [fit = '', fits = ''] = set.fits;
  const [other = '', others = ''] = set.others;
  const order =
    [
      [fit, other, others, fits],
      [other, fit, fits, others],
      [fit, fits, other, others],
      [other, fit, others, fits],
    ][at] ?? [];
  const right = order.flatMap((thing, place) => (set.fits.includes(thing) ? [place + 1] : []));
  const wrong = [
    [1, 2],
    [1, 3],
    [2, 3],
    [2, 4],
    [3, 4],
    [1, 4],
  ]
    .filter((pair) => pair.join() !== right.join())
    .slice(0, 4);
  const place = (at * 3 + 2) % 5;
  const options = wrong
    .toSpliced(place, 0, right)
    .map((pair) => pair.map((n) => `Image-${String(n)}`).join(' and '));
  const { common, ...rest } = several(
    numbered(QUESTIONS.length + at + 1),
    at + 20,
    order.map((thing) => [thing, 4 + at] as const),
  );
  return {
    ...rest,
    gold: place,
    options,
    fits: right,
    payload: {
      id: rest.id,
      task: 'MI-Discr.',
      ...common,
      question: set.question,
      options,
      answer: LETTERS[place] ?? '',
      strategy: 'Set confusion',
    },
  };
}

const ORDERS = [
  [1, 2, 3],
  [1, 3, 2],
  [2, 1, 3],
  [2, 3, 1],
  [3, 1, 2],
  [3, 2, 1],
];

/** Which description belongs to which image: three of each. */
function ofMatches(at: number): SampleAuditItem {
  const pairs = MATCHES[at] ?? [];
  // Description a belongs to the image of the first number, and so on.
  const right = ORDERS[at + 1] ?? [];
  const pictures = right.map((_, place) => [pairs[right.indexOf(place + 1)]?.[0] ?? '', 8 + at] as const);
  const place = (at * 2 + 3) % 5;
  const orders = ORDERS.filter((order) => order !== right)
    .slice(0, 4)
    .toSpliced(place, 0, right);
  const options = orders.map((order) =>
    order
      .map((image, text) => [image, 'abc'[text]] as const)
      .sort(([a], [b]) => a - b)
      .map(([image, text]) => `Image-${String(image)}: ${text ?? ''}`)
      .join('; '),
  );
  const { common, ...rest } = several(numbered(QUESTIONS.length + SETS.length + at + 1), at + 24, pictures);
  return {
    ...rest,
    gold: place,
    options,
    fits: right,
    payload: {
      id: rest.id,
      task: 'MI-Match.',
      ...common,
      question: 'Which description belongs to which image?',
      descriptions: pairs.map(([, text]) => text),
      options,
      answer: LETTERS[place] ?? '',
      strategy: 'Swapped descriptions',
    },
  };
}

/** All items, in the order in which they were generated. */
export const ITEMS: readonly SampleAuditItem[] = [
  ...QUESTIONS.map((question, at) => ofOnePicture(question, at)),
  ...SETS.map((_, at) => ofSeveral(at)),
  ...MATCHES.map((_, at) => ofMatches(at)),
];
