import { CONDITIONS, type ImageCondition } from '../queries/entities.ts';
import { CELL_TEXTS } from '../queries/querySetFile.ts';
import { combineFigures, difference, meanFigure, type SetFigure } from './figure.ts';

/** An answer to a query set, as it counts. */
export interface ScoredChoice {
  readonly gender: 'male' | 'female' | null;
  readonly family: ImageCondition;
  /** The right cell, as the prompts write it; null in image matching. */
  readonly cell: string | null;
  readonly isRight: boolean;
}

/**
 * The figures of answers to sets of one kind in one domain (sections 3.3 and 5 of the paper): accuracy on originals, ID
 * and OOD variants; how much less it is on variants than on originals; accuracy by the cell of the right answer and its
 * spread, the greatest less the least; accuracy on male less that on female entities.
 */
export function choiceFigures(choices: readonly ScoredChoice[]): readonly SetFigure[] {
  const accuracy = (of: string | null, counts: (choice: ScoredChoice) => boolean): SetFigure =>
    meanFigure(
      'accuracy',
      of,
      choices.filter(counts).map(({ isRight }) => (isRight ? 1 : 0)),
      of === null ? 'Nothing is answered.' : `Nothing with ${of} is answered.`,
    );
  const byFamily = (family: ImageCondition): SetFigure =>
    accuracy(family, (choice) => choice.family === family);
  const variants = accuracy('variants', ({ family }) => family !== 'Org');
  const families = CONDITIONS.map(byFamily);
  const drop = (of: string | null, variant: SetFigure): SetFigure =>
    combineFigures('drop', of, [byFamily('Org'), variant], difference);
  const ofGender = (gender: 'male' | 'female', family: ImageCondition | null): SetFigure =>
    accuracy(gender, (choice) => choice.gender === gender && (family === null || choice.family === family));
  return [
    accuracy(null, () => true),
    ...families,
    drop(null, variants),
    drop('ID', byFamily('ID')),
    drop('OOD', byFamily('OOD')),
    ...(choices.some(({ cell }) => cell !== null)
      ? [null, ...CONDITIONS].flatMap((family) => cellFigures(choices, family))
      : []),
    ...(choices.some(({ gender }) => gender !== null)
      ? [null, ...CONDITIONS].map((family) =>
          combineFigures(
            'gender_gap',
            family,
            [ofGender('male', family), ofGender('female', family)],
            difference,
          ),
        )
      : []),
  ];
}

function cellFigures(choices: readonly ScoredChoice[], family: ImageCondition | null): readonly SetFigure[] {
  const counted = family === null ? choices : choices.filter((choice) => choice.family === family);
  const cells = CELL_TEXTS.map((cell) =>
    meanFigure(
      'cell_accuracy',
      family === null ? cell : `${family} ${cell}`,
      counted.filter((choice) => choice.cell === cell).map(({ isRight }) => (isRight ? 1 : 0)),
      `Nothing with the original in ${cell} is answered.`,
    ),
  );
  const values = cells.map(({ value }) => value);
  const known = values.filter((value) => value !== null);
  const missing = cells.find(({ value }) => value === null);
  return [
    ...cells,
    {
      metric: 'cell_spread',
      of: family,
      value: missing === undefined ? Math.max(...known) - Math.min(...known) : null,
      undefined: missing?.undefined ?? null,
      n: counted.length,
    },
  ];
}
