import type { ImageNote, StepAnswer } from '../../domain/baseline.ts';
import { intersectionOverUnion } from '../../base/geometry.ts';
import type { Baseline } from '../baseline.ts';
import { boxOf } from './codec.ts';
import { attributeName } from './labels.ts';
import { LETTERS } from './queries/imageMatching.ts';
import type { Query } from './queries/query.ts';

/** How much two boxes must overlap (intersection over union) for practice to call an attribute found. */
const FOUND = 0.5;
const UNKNOWN = '(not known)';
/** What the image to compare with is called. */
export const SUPPORT = 'Support';

/** What to say about an image known only by its name. */
export const noteOf = (title: string): ImageNote => ({ title, option: null, boxes: [], points: [] });

type Outcome = Omit<ReturnType<Baseline['feedback']>[number], 'step'>;

/**
 * What practice tells of an answer.
 * @param support what the step said of the support image of a question of localisation
 */
export function outcomeOf(query: Query, answer: StepAnswer, support: ImageNote): Outcome {
  switch (query.kind) {
    case 'matching':
      return matchingOutcome(query, answer);
    case 'grid':
      return gridOutcome(query, answer);
    case 'localisation':
      return placesOutcome(query, answer, support);
  }
}

function matchingOutcome(
  { answer: expected }: Extract<Query, { kind: 'matching' }>,
  answer: StepAnswer,
): Outcome {
  if (expected === undefined) return { correct: null, expected: UNKNOWN };
  const chosen = answer.kind === 'choice' ? answer.option : null;
  const titleOf = (letter: string): string =>
    [letter, ...(letter === expected ? ['expected'] : []), ...(letter === chosen ? ['yours'] : [])].join(
      ', ',
    );
  return {
    correct: chosen === expected,
    expected: `Candidate ${expected}`,
    notes: [noteOf(SUPPORT), ...LETTERS.map((letter) => noteOf(titleOf(letter)))],
  };
}

const CORNERS = [
  ['top left', 'top right'],
  ['bottom left', 'bottom right'],
] as const;

function gridOutcome({ answer: expected }: Extract<Query, { kind: 'grid' }>, answer: StepAnswer): Outcome {
  if (expected === undefined) return { correct: null, expected: UNKNOWN };
  const [row, column] = expected;
  return {
    correct: answer.kind === 'cell' && answer.row === row + 1 && answer.column === column + 1,
    expected: `row ${String(row + 1)}, column ${String(column + 1)} (${CORNERS[row][column]})`,
  };
}

function placesOutcome(
  { attributes, boxes = {} }: Extract<Query, { kind: 'localisation' }>,
  answer: StepAnswer,
  support: ImageNote,
): Outcome {
  const places = attributes.map((attribute) => {
    const gold = boxes[attribute];
    return {
      name: attributeName(attribute),
      expected: gold === undefined ? null : boxOf(gold),
      drawn: (answer.kind === 'boxes' && answer.boxes.find(({ label }) => label === attribute)) || null,
    };
  });
  const told = places.map(({ name, expected, drawn }) => {
    if (expected === null) return { isFound: null, text: `${name}: ${UNKNOWN}` };
    if (drawn === null)
      return { isFound: false, text: `${name}: no box was drawn, which counts as an overlap of 0` };
    const overlap = intersectionOverUnion(drawn, expected);
    const isFound = overlap >= FOUND;
    return { isFound, text: `${name}: overlap ${overlap.toFixed(2)}, ${isFound ? 'found' : 'too little'}` };
  });
  return {
    correct: told.some(({ isFound }) => isFound === null)
      ? null
      : told.every(({ isFound }) => isFound === true),
    expected: `${told.map(({ text }) => text).join('\n')}\n\n${RULE}`,
    notes: [
      {
        ...noteOf('Expected and drawn'),
        boxes: places.flatMap(({ name, expected, drawn }) => [
          ...(expected === null ? [] : [{ ...expected, label: `${name}, expected` }]),
          ...(drawn === null ? [] : [{ ...drawn, label: `${name}, yours` }]),
        ]),
      },
      support,
    ],
  };
}

const RULE = `The overlap is the area that your box shares with the expected one, divided by the area that the two cover together: 1 is the very same box, 0 is beside it. Here an answer counts as right when each overlap is at least ${String(FOUND)}.`;
