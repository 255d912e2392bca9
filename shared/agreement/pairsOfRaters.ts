import {
  type CategoryCoefficientName,
  CATEGORY_COEFFICIENTS,
  type CategoryQuestion,
} from './coefficients.ts';
import { chooseRaters } from './patterns.ts';
import type { Estimate } from './ratings.ts';

/** One cell of the matrix of pairs; raters are given by their places. */
export interface PairOfRaters {
  readonly first: number;
  readonly second: number;
  readonly estimate: Estimate;
}

/**
 * A coefficient for every pair of raters, each over the items that both rated or, as the coefficient has it, either.
 * Raters are counted among those with ratings, as `patternsOf` keeps them.
 */
export function pairsOfRaters(
  question: CategoryQuestion,
  name: CategoryCoefficientName,
): readonly PairOfRaters[] {
  const { raters } = question.patterns;
  const pairs: PairOfRaters[] = [];
  for (let first = 0; first < raters; first += 1) {
    for (let second = first + 1; second < raters; second += 1) {
      const patterns = chooseRaters(question.patterns, [first, second]);
      pairs.push({
        first,
        second,
        estimate: CATEGORY_COEFFICIENTS[name].prepare({ ...question, patterns }).estimate(),
      });
    }
  }
  return pairs;
}
