import { TASKS } from '../../shared/benchmarks/mcsbench/families.ts';
import type { Json, JsonObject } from '../../shared/base/json.ts';

/** A sound item, on photographs that `putPhotographs` copies. */
export function mcsBenchItem(): JsonObject {
  return {
    id: 'mcs-0001',
    task: 'C-C Discr.',
    level: 'L2',
    domain: 'Plants',
    concept: 'ornamental onion',
    definition: 'A bulbous plant of the genus Allium grown for its flowers.',
    attributes: { flower: ['tepals', 'stamens'], leaf: ['blade'] },
    confusing_concepts: ['garlic', 'agapanthus', 'sea thrift'],
    image: 'allium-oreophilum.jpg',
    question: 'Which single attribute best distinguishes the plant shown from its nearest neighbours?',
    options: [
      'Tepals joined into a long tube',
      'An umbel of broad, open tepals',
      'Bracts that form a papery cup',
      'Leaves in two opposite ranks',
      'Anthers far outside the tepals',
    ],
    answer: 'B',
    strategy: [
      'Confusing attribute',
      null,
      'Partial match',
      'Wrong part of the plant',
      'Plausible but absent feature',
    ],
    references: [
      'https://powo.science.kew.org/',
      { title: 'Flora of Turkey 8', url: 'https://example.org/flora' },
      'Allium: a review',
    ],
    evidence: [
      { id: 'O1', kind: 'observation', text: 'The tepals are broad and spread open.' },
      {
        id: 'E1',
        kind: 'fact',
        text: 'A. oreophilum has campanulate flowers in a lax umbel.',
        references: [1],
      },
    ],
    rc_breakdown: [
      'O1: the tepals are broad and open.',
      'E1: the neighbours have narrow or joined tepals.',
      'Only option B holds of the plant and of none of them.',
    ],
    rc_items: [0, 1, 2].map((number) => probe(number)),
  };
}

/** The gold chain of probe n is its n-th, and ends at the gold option. */
function probe(number: number, option = 'B'): JsonObject {
  const faulty = [
    `O1: the tepals are joined; hence option ${option}.`,
    `E1 says so of sea thrift; hence option ${option}.`,
    `The plant has open tepals; hence option ${option}.`,
    'If it is an onion it has open tepals; it has open tepals, so it is an onion.',
  ];
  const gold = `O1: the tepals are broad and open. E1: the neighbours have narrow or joined tepals. Only ${option} is left.`;
  return {
    question: 'Which reasoning chain correctly justifies the answer?',
    options: faulty.toSpliced(number, 0, gold),
    answer: 'FGH'[number] ?? 'F',
    error_type: ['fabrication', 'misattribution', 'incomplete_comparison', 'affirming_the_consequent'],
  };
}

/** An answer to every question about chains of an item of three, whichever of them are gold. */
export function answeredChains(): JsonObject {
  return {
    chainSufficient: 'yes',
    chainCorrect: 'yes',
    chainSound: 'yes',
    ...Object.fromEntries(
      [1, 2, 3].flatMap((probe) =>
        ['F', 'G', 'H', 'I', 'J'].map((letter) => [`chain${String(probe)}${letter}`, 'fabrication']),
      ),
    ),
  };
}

/** The sound item and one of several images. */
export function mcsBenchItems(): JsonObject[] {
  return [
    mcsBenchItem(),
    {
      id: 'mcs-0002',
      task: 'MI-Discr.',
      domain: 'Animals',
      concept: 'house cat',
      images: [
        { file: 'locomotion-house-cat.jpg', source: 'WikiCommons', licence: 'CC0', redistributable: true },
        {
          file: 'allium-oreophilum.jpg',
          source: 'ImageNet-21K',
          synset: 'n02121620',
          redistributable: false,
        },
        'french-alpine-landscape.jpg',
      ],
      question: 'Which of the images show an animal with all four limbs off the ground?',
      options: ['Image-1', 'Image-2', 'Image-3', 'Image-1 and Image-3', 'Image-2, Image-3'],
      answer: 'Image-1',
      strategy: 'Set confusion',
      references: ['a', 'b', 'c'],
    },
  ];
}

/** Faults that automatic hints find, by the kind of hint; each is the whole change to a sound item. */
export const FAULTS: Readonly<Record<string, JsonObject>> = {
  'telling-length': {
    options: [
      'Tepals joined into a long tube',
      'An umbel of broad, open tepals that are as long as the stamens and spread so far that the centre is seen',
      'Bracts that form a papery cup',
      'Leaves in two opposite ranks',
      'Anthers far outside the tepals',
    ],
  },
  'option-in-question': {
    question: 'Is it the bracts that form a papery cup, or what else, that distinguishes the plant shown?',
  },
  'duplicate-options': {
    options: [
      'Tepals joined into a long tube',
      'An umbel of broad, open tepals',
      'Bracts that form a papery cup',
      'Leaves in two opposite ranks',
      'tepals joined into a long tube.',
    ],
  },
  'few-references': { references: ['https://powo.science.kew.org/', 'Flora of Turkey 8'] },
  'concept-in-question': {
    question: 'Which single attribute best distinguishes ornamental onions from their nearest neighbours?',
  },
};

const NOUNS = ['petals', 'sepals', 'stamens', 'anthers', 'bracts', 'leaves', 'stems'] as const;
const WORDS = ['broad', 'narrow', 'joined', 'papery', 'hairy', 'glossy', 'toothed', 'ribbed'] as const;

/** Sound items over the seven tasks, all texts different, the gold option dealt out evenly. */
export function generatedItems(count: number): JsonObject[] {
  return Array.from({ length: count }, (_, number): JsonObject => {
    const task = TASKS[number % TASKS.length];
    const options = Array.from({ length: 5 }, (_unused, place): Json => {
      const word = WORDS[(number + place) % WORDS.length] ?? '';
      return `The ${word} ${NOUNS[(number * 3 + place * 2) % NOUNS.length] ?? ''} of ${String(100 + ((number * 7 + place) % 900))}`;
    });
    const answer = 'ABCDE'[(number * 2 + Math.floor(number / 5)) % 5] ?? 'A';
    return {
      id: `generated-${String(number)}`,
      task: task?.name ?? '',
      domain: ['Plants', 'Animals', 'Tools'][number % 3] ?? '',
      concept: `concept ${String.fromCodePoint(97 + (number % 26))}${String(number)}x`,
      image: `images/${String(number)}.jpg`,
      question: `What tells specimen ${String(number)} of series ${String(number * 31)} from the ${String(number * 17)} others?`,
      options,
      answer,
      strategy: 'Partial match',
      references: ['one', 'two', 'three'],
      ...(task?.overlaid === true && { rc_items: [0, 1, 2].map((each) => probe(each, answer)) }),
    };
  });
}
