import type { Json } from '../../shared/base/json.ts';

/** The parts of a generated item that a fault changes. */
export interface Draft {
  readonly concept: string;
  readonly plural: string;
  /** The question about something called so: "this plant". */
  readonly ask: (subject: string) => string;
  readonly thing: string;
  readonly options: readonly string[];
  /** The place of the gold option. */
  readonly gold: number;
  readonly references: readonly Json[];
}

type Change = Readonly<Partial<Record<'concept' | 'question' | 'options' | 'answer' | 'references', Json>>>;

/** A fault with what it amounts to: a hint that has to be found, or something that only people can see. */
export interface Fault {
  /** The automatic hints; empty where there is nothing to be found without understanding. */
  readonly hints: readonly string[];
  /** What a reviewer should find. */
  readonly people?: 'wrong-gold' | 'implausible-distractor';
  /** Items whose options are sets of images have no texts to change. */
  readonly needsTexts: boolean;
  readonly change: (draft: Draft) => Change;
}

const LETTERS = 'ABCDE';
const other = ({ gold }: Draft, by = 1): number => (gold + by) % 5;
const withOption = (draft: Draft, place: number, text: string): Change => ({
  options: draft.options.with(place, text),
});
const at = (draft: Draft, place: number): string => draft.options[place] ?? '';

const leaked = (subject: (draft: Draft) => string): Fault => ({
  hints: ['concept-in-question'],
  needsTexts: false,
  change: (draft) => ({ question: draft.ask(subject(draft)) }),
});
const fewReferences = (references: (draft: Draft) => Json, more: readonly string[] = []): Fault => ({
  hints: ['few-references', ...more],
  needsTexts: false,
  change: (draft) => ({ references: references(draft) }),
});
const text = (hint: string, change: (draft: Draft) => Change): Fault => ({
  hints: [hint],
  needsTexts: true,
  change,
});

const capitalised = (words: string): string =>
  words.replaceAll(/\b\p{L}/gu, (letter) => letter.toUpperCase());

/** What is planted, in turn. */
export const FAULTS: readonly Fault[] = [
  {
    // Chain and strategies still say which option was meant.
    hints: ['chain-names-another-option', 'no-strategy', 'strategy-on-gold'],
    people: 'wrong-gold',
    needsTexts: false,
    change: (draft) => ({ answer: LETTERS[other(draft)] ?? 'A' }),
  },
  {
    hints: [],
    people: 'implausible-distractor',
    needsTexts: true,
    change: (draft) => withOption(draft, other(draft, 2), 'Printed price tag made of foil'),
  },
  leaked(({ concept }) => `the ${concept}`),
  leaked(({ plural }) => `these ${plural}`),
  leaked(({ concept }) => `the ${concept}’s body`),
  leaked(({ plural }) => capitalised(plural)),
  leaked(({ concept }) => `a ${concept.replaceAll(' ', '-')}`),
  text('telling-length', (draft) =>
    withOption(
      draft,
      draft.gold,
      `${at(draft, draft.gold)}, which runs on over the whole of it and back again`,
    ),
  ),
  text('telling-length', (draft) => withOption(draft, draft.gold, 'Bare rim')),
  text('option-in-question', (draft) => ({
    question: `${draft.ask(`this ${draft.thing}`).slice(0, -1)}: ${at(draft, draft.gold)}, or something else?`,
  })),
  text('option-in-question', (draft) => ({
    question: `Leaving aside “${at(draft, other(draft)).toUpperCase()}”: ${draft.ask(`this ${draft.thing}`)}`,
  })),
  text('duplicate-options', (draft) => withOption(draft, other(draft), at(draft, draft.gold))),
  text('duplicate-options', (draft) =>
    withOption(draft, other(draft, 2), ` ${at(draft, other(draft, 3)).toLowerCase().replaceAll(' ', '  ')}.`),
  ),
  // The evidence cites the first one.
  fewReferences(() => [], ['reference-not-there']),
  fewReferences(({ references }) => references.slice(0, 2)),
  fewReferences(({ references: [first = null, second = null] }) => [first, second, first]),
  fewReferences(() => null, ['reference-not-there']),
  {
    hints: ['concept-in-question', 'few-references'],
    needsTexts: false,
    change: ({ ask, plural }) => ({
      question: ask(`some ${plural}`),
      references: ['', 'A field guide', ' '],
    }),
  },
];

const sound = (change: (draft: Draft) => Change): Fault => ({ hints: [], needsTexts: true, change });
const measured = (change: (draft: Draft) => Change): Fault => ({ ...sound(change), hints: ['measurement'] });

const THREE_REFERENCES: readonly Json[] = [
  'A flora',
  { title: 'A flora', url: 'https://example.org/2' },
  { url: 'https://example.org/3' },
];

/** What looks like a fault and is none: anybody who finds something here has invented it. */
export const DECOYS: readonly Fault[] = [
  // A part of the concept's name is a word like others.
  sound(({ ask, concept, thing }) => ({ question: ask(`this ${concept.split(' ')[0] ?? ''} ${thing}`) })),
  sound(({ ask, concept, thing }) => ({
    question: ask(`this ${thing}, no ${concept.split(' ').at(-1) ?? ''},`),
  })),
  // The longest by far is a distractor.
  sound((draft) =>
    withOption(draft, other(draft), `${at(draft, other(draft))}, which runs on over the whole of it`),
  ),
  // Short options differ by much and say nothing by it.
  sound((draft) => ({
    options: ['Blunt', 'Forked', 'Keeled', 'Hooked', 'Ribbed'].with(draft.gold, 'Lobed all over'),
  })),
  // Signs, points and parts of numbers mean something: no two are the same. That they are measurements is the fault.
  measured(() => ({ options: ['-5 mm', '5 mm', '1.5 mm', '15 mm', '> 15 mm'] })),
  measured(({ ask, thing }) => ({
    question: `With 11.2 mm to the division: ${ask(`this ${thing}`)}`,
    options: ['2 mm', '1.2 mm', '1 mm', '11 mm', '0.2 mm'],
  })),
  // An option within a longer word is not repeated.
  sound(({ ask, thing }) => ({
    question: `In your considered opinion: ${ask(`this ${thing}`)}`,
    options: ['Pinion', 'Side', 'Cons', 'Opin', 'Consider'],
  })),
  // Three references are enough, whatever their shape.
  sound(() => ({ references: THREE_REFERENCES })),
];
