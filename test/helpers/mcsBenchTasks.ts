import type { Json, JsonObject } from '../../shared/base/json.ts';

/** The names of photographs that `putPhotographs` copies. */
export const PHOTOS = ['locomotion-house-cat', 'allium-oreophilum', 'french-alpine-landscape'] as const;
const [CAT, ONION, ALPS] = [
  'locomotion-house-cat.jpg',
  'allium-oreophilum.jpg',
  'french-alpine-landscape.jpg',
];

/** Three chains that justify an answer without a word of options' letters; the gold one of probe n is its n-th. */
function chains(about: string): JsonObject[] {
  const faulty = [
    `O1: nothing is seen of ${about}; hence the answer.`,
    `E1 says so of another than ${about}; hence the answer.`,
    `What is asked holds of ${about}, hence the answer.`,
    `If it were ${about}, it would be so; it is so, so it is ${about}.`,
  ];
  const gold = `O1: ${about} is seen. E1: its neighbours lack what is asked. Only the answer is left.`;
  return [0, 1, 2].map((number) => ({
    question: 'Which reasoning chain correctly justifies the answer?',
    options: faulty.toSpliced(number, 0, gold),
    answer: 'FGH'[number] ?? 'F',
    error_type: ['fabrication', 'misattribution', 'incomplete_comparison', 'affirming_the_consequent'],
  }));
}

const five = (word: string): Json[] =>
  ['first', 'second', 'third', 'fourth', 'fifth'].map((n) => `The ${n} ${word}`);

/** An item of each of the seven tasks, and a second one of matching, in the two ways in which an item says it. */
export function itemsOfAllTasks(): JsonObject[] {
  const single = (id: string, task: string, answer: string, more: JsonObject = {}): JsonObject => ({
    id,
    task,
    domain: 'Plants',
    concept: id,
    image: CAT,
    question: `What of ${id} is right?`,
    options: five(`word on ${id}`),
    answer,
    references: ['a', 'b', 'c'],
    ...more,
  });
  return [
    single('ca-align', 'C-A Align.', 'B'),
    single('ca-discr', 'C-A Discr.', 'C', { image: ONION }),
    single('cc-align', 'C-C Align.', 'D', { rc_items: chains('the alliance') }),
    single('cc-discr', 'C-C Discr.', 'A', { rc_items: chains('the difference') }),
    single('hypo', 'Hypo. Reas. (Counterfactual)', 'E', { rc_items: chains('the change') }),
    {
      ...single('mi-discr', 'MI-Discr.', 'D', { rc_items: chains('the pair') }),
      image: null,
      images: [CAT, ONION, ALPS],
      question: 'Which images show something that lives?',
      options: ['Image-1', 'Image-2', 'Image-2 and Image-3', 'Image-1 and Image-2', 'Image-3'],
    },
    {
      ...single('mi-match', 'MI-Match.', 'B', { rc_items: chains('the assignment') }),
      image: null,
      images: [CAT, ONION, ALPS],
      question: 'Which description belongs to which image?',
      descriptions: ['Umbels of open tepals', 'Ridges under snow', 'All four limbs off the ground'],
      options: [
        'Image-1: a; Image-2: b; Image-3: c',
        'Image-1: c; Image-2: a; Image-3: b',
        'Image-1: b; Image-2: a; Image-3: c',
        'Image-1: c; Image-2: b; Image-3: a',
        'Image-1: a; Image-2: c; Image-3: b',
      ],
      matching: { 'Image-1': 'c', 'Image-2': 'a', 'Image-3': 'b' },
    },
    {
      ...single('mi-match-key', 'MI-Match.', 'C'),
      image: null,
      images: [CAT, ONION, ALPS],
      question: 'Which statement is true of which image?',
      descriptions: { s1: 'It walks', s2: 'It flowers', s3: 'It was photographed', s4: 'It is a landscape' },
      options: five('arrangement'),
      matching: { 'Image-1': ['s1', 's3'], 'Image-2': 's2', 'Image-3': 's4' },
    },
  ];
}
