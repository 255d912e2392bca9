import { expect } from 'vitest';
import { seededRandom } from '../../shared/statistics/random.ts';
import { raschModel, type RaschModel } from '../../shared/statistics/rasch/rasch.ts';
import { type ResponseMatrix } from '../../shared/statistics/rasch/responseMatrix.ts';
import type { Outcome } from '../../shared/statistics/outcome.ts';

export type Answer = 0 | 1 | null;

/** With abilities of variance 1, as the programs compared with have them. */
export const fixedModel = (matrix: ResponseMatrix): ReturnType<typeof raschModel> =>
  raschModel(matrix, () => undefined, 'fixed');

export function defined<T>(outcome: Outcome<T>): T {
  if (!outcome.defined) throw new Error(outcome.reason);
  return outcome;
}

export const reasonOf = (outcome: Outcome<unknown>): string | null =>
  outcome.defined ? null : outcome.reason;

export const difficultiesOf = (model: RaschModel): number[] =>
  model.items.map(({ difficulty }) => defined(difficulty).value);

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The largest difference, after both sides are moved to a mean of nought where `centred`. */
export function apart(ours: readonly number[], theirs: readonly number[], centred = false): number {
  expect(ours).toHaveLength(theirs.length);
  const [a, b] = centred ? [mean(ours), mean(theirs)] : [0, 0];
  return Math.max(...ours.map((value, place) => Math.abs(value - a - ((theirs[place] ?? NaN) - b))));
}

/** Answers drawn by the model. */
export function drawn(
  people: number,
  items: number,
  seed: number,
): { readonly rows: Answer[][]; readonly abilities: number[]; readonly difficulties: number[] } {
  const random = seededRandom(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const abilities = Array.from({ length: people }, normal);
  const difficulties = Array.from({ length: items }, (_, item) => -2 + (4 * (item + 0.5)) / items);
  const rows = abilities.map((ability) =>
    difficulties.map((difficulty): Answer => (random() < 1 / (1 + Math.exp(difficulty - ability)) ? 1 : 0)),
  );
  return { rows, abilities, difficulties };
}
