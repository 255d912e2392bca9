import type { JsonObject } from '../../../../../shared/base/json.ts';
import { OWNER, type SampleSource, type SampleStep } from '../../sample.ts';
import { drawThing } from './drawings.ts';
import { FAULTS, ITEMS, type SampleAuditItem } from './items.ts';
import { ANSWER_FILES, measured } from './measured.ts';

const TASK = 'validate';
const RATERS = ['rae', 'rob'] as const;

const id = (number: number): string => ITEMS[number - 1]?.id ?? '';
const span = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => id(from + at));

function itemOf(number: number): SampleAuditItem {
  const item = ITEMS[number - 1];
  if (item === undefined) throw new Error(`There is no item ${String(number)}.`);
  return item;
}

/** The whole form, filled in by somebody who finds nothing wrong. */
function sound({ gold, relation, operator, chains }: SampleAuditItem): JsonObject {
  const distractors = ['A', 'B', 'C', 'D', 'E'].filter((_, at) => at !== gold);
  return {
    verdict: 'accept',
    shortcut: 'no',
    goldCorrect: 'yes',
    goldOptimal: 'yes',
    ...Object.fromEntries(
      distractors.flatMap((letter) => [
        [`plausible${letter}`, 'yes'],
        [`incorrect${letter}`, 'yes'],
      ]),
    ),
    answerable: 'yes',
    clear: 'yes',
    quality: 4,
    factualCorrectness: 5,
    distractorCorrectness: 4,
    imageDependency: 4,
    selfContainedness: 5,
    relations: [relation],
    operator,
    ...(chains.length > 0 && { chainSufficient: 'yes', chainCorrect: 'yes', chainSound: 'yes' }),
    ...Object.fromEntries(chains.flatMap((place, probe) => faults(place, probe + 1))),
  };
}

const faults = (gold: number, probe: number): [string, string][] =>
  ['F', 'G', 'H', 'I', 'J']
    .filter((_, at) => at !== gold)
    .map((letter, at) => [`chain${String(probe)}${letter}`, FAULTS[at] ?? '']);

const reject = (reason: string): JsonObject => ({ verdict: 'reject', reason });
const toFix = (reason: string, texts: JsonObject): JsonObject => ({ verdict: 'fix', reason, ...texts });

/** What a rater finds otherwise than everybody else, by the item's number; null: never answered. */
type Findings = Readonly<Record<number, JsonObject | null>>;

const FIRST: Readonly<Record<string, Findings>> = {
  rae: {
    10: toFix('it can be answered without the image', {
      question: 'Whose purpose does the building shown share?',
    }),
    13: { operator: 'OP4' },
    14: toFix('a distractor is implausible', { optionB: 'Its stem is swollen' }),
    15: toFix('a distractor is implausible', { optionD: 'It was cast in one piece' }),
    18: reject('another option is as good'),
    20: reject('the question cannot be answered from the image'),
    21: reject('a distractor is correct too'),
  },
  rob: {
    3: { quality: 3, imageDependency: 3 },
    10: toFix('it can be answered without the image', {
      question: 'With which concept does the tower shown share its purpose?',
    }),
    14: toFix('a distractor is implausible', { optionB: 'Its stem is swollen' }),
    15: toFix('the question is unclear', { question: 'What speaks against calling the vessel a tankard?' }),
    17: { relations: ['PR5', 'PR6'] },
    18: { quality: 3 },
    20: reject('the question cannot be answered from the image'),
    22: null,
  },
};

const SWAPPED = { question: 'Which two images show something that holds a hot drink?' };
const SECOND: Readonly<Record<string, Findings>> = {
  rae: {
    7: toFix('a distractor is correct too', { optionC: 'Leaves that are rolled at the edge' }),
    18: reject('another option is as good'),
    19: reject('the evidence does not support the answer'),
    23: toFix('the question is unclear', SWAPPED),
    24: toFix('a distractor is implausible', {}),
  },
  rob: {
    3: { quality: 3, imageDependency: 3 },
    12: toFix('a distractor is correct too', { optionB: 'Bell' }),
    17: reject('another option is as good'),
    18: { quality: 3 },
    19: reject('the evidence does not support the answer'),
    23: toFix('the question is unclear', SWAPPED),
    24: toFix('a distractor is implausible', {}),
  },
};

function found(findings: Findings | undefined, number: number): JsonObject | null {
  const finding = findings?.[number];
  if (finding === null) return null;
  const isWhole = finding !== undefined && finding['verdict'] !== undefined;
  return { ...(isWhole ? {} : { ...sound(itemOf(number)), reason: '' }), ...finding };
}

const answers = (by: string, findings: Findings | undefined, numbers: readonly number[]): SampleStep[] =>
  numbers.flatMap((number): SampleStep[] => {
    const fields = found(findings, number);
    return fields === null ? [] : [{ do: 'answer', by, task: TASK, item: id(number), fields }];
  });

const roundOf = (
  round: number,
  findings: Readonly<Record<string, Findings>>,
  numbers: readonly number[],
): SampleStep[] => [
  { do: 'assign', task: TASK, items: numbers.map(id), people: RATERS, round },
  ...RATERS.flatMap((rater) => answers(rater, findings[rater], numbers)),
];

const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);
/** Those asked about twice: what waits, is to be fixed or was rejected after the first round is not. */
const AGAIN = upTo(24).filter((number) => ![10, 15, 20, 22].includes(number));

/** Two rounds with fixes between them, decisions, and work that is left. */
const VALIDATED: readonly SampleStep[] = [
  ...roundOf(1, FIRST, upTo(24)),
  {
    do: 'fix',
    by: OWNER,
    item: id(14),
    texts: { optionB: 'Its stem is swollen' },
    reason: 'a distractor is implausible',
  },
  {
    do: 'fix',
    by: OWNER,
    item: id(10),
    texts: { question: 'Whose purpose does the building shown share?' },
    reason: 'it can be answered without the image',
  },
  { do: 'status', items: [id(20)], status: 'rejected' },
  ...roundOf(2, SECOND, AGAIN),
  {
    do: 'decide',
    by: 'ada',
    task: TASK,
    item: id(7),
    fields: { ...sound(itemOf(7)), reason: '' },
    cause: 'rater_misread',
    note: 'Tulips have leaves without teeth, and so have the others: the option tells nothing apart.',
  },
  {
    do: 'decide',
    by: 'ada',
    task: TASK,
    item: id(12),
    fields: { ...sound(itemOf(12)), reason: '' },
    cause: 'guideline_gap',
    note: 'Plucked counts, not struck. The guideline should say so.',
  },
  {
    do: 'status',
    items: [1, 2, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14].map(id),
    status: 'accepted',
  },
  { do: 'assign', task: TASK, items: span(25, 26), people: [OWNER, 'rae'] },
  {
    do: 'answer',
    by: 'rae',
    task: TASK,
    item: id(25),
    fields: { shortcut: 'no', goldCorrect: 'yes', answerable: 'yes' },
    draft: true,
  },
];

const TALK: readonly SampleStep[] = [
  {
    do: 'comment',
    by: 'rob',
    item: id(5),
    text: 'Do we count harriers among the other hunters? They turn their faces forward, too.',
    reply: { by: OWNER, text: 'The list of neighbours has hawks only. Leave it.' },
  },
  { do: 'comment', by: 'rae', item: id(18), text: 'A raft fits as well once the mast is down.' },
  { do: 'tag', items: [id(3), id(17), id(18)], tag: 'discuss' },
  { do: 'tag', items: span(21, 28), tag: 'several images' },
  // An open study holds the texts of its items: those that wait for a fix stay out of it.
  {
    do: 'tag',
    items: upTo(28)
      .filter((number) => ![15, 23, 24].includes(number))
      .map(id),
    tag: 'pilot',
  },
  { do: 'split', shares: { validation: 1, test: 3 } },
  {
    do: 'guideline',
    task: TASK,
    field: 'operator',
    note: 'Where several operators fit, the order is OP6, OP5, OP4, OP2, OP3, OP1: take the first that fits.',
  },
  {
    do: 'guideline',
    task: TASK,
    field: 'goldOptimal',
    note: 'Optimal means that an expert would choose it if asked to choose one, not that the others are false.',
  },
  {
    do: 'guideline',
    task: TASK,
    field: 'verdict',
    round: 2,
    note: 'Stricter than before: accept only what you would publish as it is. What you are unsure of needs a fix.',
  },
];

/** Twenty-eight questions about drawn things: two rounds of validation, a study, two models and their judges. */
export const story: SampleSource = {
  tell: () => ({
    files: {
      'mcsbench.jsonl': ITEMS.map(({ payload }) => JSON.stringify(payload)).join('\n'),
      ...Object.fromEntries(
        ITEMS.flatMap(({ pictures }) =>
          pictures.map(([thing, look]) => [`images/${thing}-${String(look)}.png`, drawThing(thing, look)]),
        ),
      ),
      ...ANSWER_FILES,
    },
    steps: [
      {
        do: 'people',
        people: [
          { handle: 'rae', name: 'Rae Lindqvist', roles: ['annotator', 'reviewer'] },
          { handle: 'rob', name: 'Rob Okafor', roles: ['annotator', 'reviewer'] },
          { handle: 'ada', name: 'Ada Moreau', roles: ['adjudicator'] },
          { handle: 'jo', name: 'Jo Tanaka', roles: ['judge'] },
          { handle: 'kim', name: 'Kim Alvarez', roles: ['judge'] },
        ],
      },
      { do: 'import', source: 'mcsbench.jsonl', format: 'mcsbench' },
      ...VALIDATED,
      ...TALK,
      ...measured,
    ],
  }),
};
