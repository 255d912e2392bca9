import { chanceOf, type Posterior } from './likelihood.ts';
import type { Quadrature } from './quadrature.ts';
import { answerOf, MISSING, type ResponseMatrix } from './responseMatrix.ts';

/**
 * The standard errors of the difficulties, from the inverse of the observed information (Louis 1982): of each item the
 * expected `p (1 - p)` of those who answered, less, for each pair of items, the posterior covariance of their chances
 * in each respondent. Null where the information cannot be inverted.
 */
export function standardErrors(
  matrix: ResponseMatrix,
  { points }: Quadrature,
  posterior: Posterior,
  difficulties: Float64Array,
): Float64Array | null {
  const { respondents, items } = matrix;
  const count = points.length;
  const chances = new Float64Array(items * count);
  for (let item = 0; item < items; item += 1)
    for (let at = 0; at < count; at += 1)
      chances[item * count + at] = chanceOf((points[at] ?? 0) - (difficulties[item] ?? 0));
  const information = new Float64Array(items * items);
  for (const { members, answered } of patternsOf(matrix)) {
    const together = new Float64Array(count);
    for (const respondent of members)
      for (let at = 0; at < count; at += 1)
        together[at] = (together[at] ?? 0) + (posterior[respondent * count + at] ?? 0);
    const means = members.map((respondent) =>
      Float64Array.from(answered, (item) => {
        let mean = 0;
        for (let at = 0; at < count; at += 1)
          mean += (posterior[respondent * count + at] ?? 0) * (chances[item * count + at] ?? 0);
        return mean;
      }),
    );
    const weighted = new Float64Array(count);
    // What is known of one respondent's ability leaves few points: the others add nothing.
    const first = together.findIndex((weight) => weight > NEGLIGIBLE);
    const last = together.findLastIndex((weight) => weight > NEGLIGIBLE);
    answered.forEach((item, place) => {
      let expected = 0;
      for (let at = first; at <= last; at += 1) {
        weighted[at] = (together[at] ?? 0) * (chances[item * count + at] ?? 0);
        expected += (weighted[at] ?? 0) * (1 - (chances[item * count + at] ?? 0));
      }
      information[item * items + item] = (information[item * items + item] ?? 0) + expected;
      for (let other = 0; other <= place; other += 1) {
        const column = answered[other] ?? 0;
        let covariance = sumOfProducts(
          weighted,
          chances.subarray(column * count, (column + 1) * count),
          first,
          last,
        );
        for (const ofOne of means) covariance -= (ofOne[place] ?? 0) * (ofOne[other] ?? 0);
        information[item * items + column] = (information[item * items + column] ?? 0) - covariance;
      }
    });
  }
  return rootsOfInverseDiagonal(information, items, respondents);
}

/** The dot product. */
function sumOfProducts(a: Float64Array, b: Float64Array, first: number, last: number): number {
  let sum = 0;
  for (let at = first; at <= last; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** Weights of points below this are rounding. */
const NEGLIGIBLE = 1e-12;

/** Respondents who answered the same items, together; items ascending. */
function patternsOf(
  matrix: ResponseMatrix,
): readonly { readonly members: readonly number[]; readonly answered: readonly number[] }[] {
  const patterns = new Map<string, { readonly members: number[]; readonly answered: readonly number[] }>();
  for (let respondent = 0; respondent < matrix.respondents; respondent += 1) {
    const answered: number[] = [];
    for (let item = 0; item < matrix.items; item += 1)
      if (answerOf(matrix, respondent, item) !== MISSING) answered.push(item);
    const key = answered.join(' ');
    const known = patterns.get(key);
    if (known === undefined) patterns.set(key, { members: [respondent], answered });
    else known.members.push(respondent);
  }
  return [...patterns.values()];
}

/** By Cholesky's decomposition; null where the matrix is not positive definite. Its lower half is given and overwritten. */
function rootsOfInverseDiagonal(matrix: Float64Array, size: number, scale: number): Float64Array | null {
  return decompose(matrix, size, scale) ? normsOfInverse(matrix, size) : null;
}

/** Cholesky's decomposition of a symmetric matrix, row by row, in its place; false where it has none. */
function decompose(matrix: Float64Array, size: number, scale: number): boolean {
  for (let row = 0; row < size; row += 1) {
    const own = matrix.subarray(row * size, row * size + row + 1);
    for (let column = 0; column <= row; column += 1) {
      const other = matrix.subarray(column * size, column * size + column + 1);
      let sum = own[column] ?? 0;
      for (let k = 0; k < column; k += 1) sum -= (own[k] ?? 0) * (other[k] ?? 0);
      if (row > column) own[column] = sum / (other[column] ?? 0);
      else if (sum > scale * 1e-12) own[column] = Math.sqrt(sum);
      else return false;
    }
  }
  return true;
}

/** The norms of the columns of a lower triangle's inverse, which is made column by column. */
function normsOfInverse(matrix: Float64Array, size: number): Float64Array {
  const roots = new Float64Array(size);
  const column = new Float64Array(size);
  for (let unit = 0; unit < size; unit += 1) {
    let squares = 0;
    for (let row = unit; row < size; row += 1) {
      const own = matrix.subarray(row * size, row * size + row + 1);
      let sum = row === unit ? 1 : 0;
      for (let k = unit; k < row; k += 1) sum -= (own[k] ?? 0) * (column[k] ?? 0);
      column[row] = sum / (own[row] ?? 0);
      squares += (column[row] ?? 0) ** 2;
    }
    roots[unit] = Math.sqrt(squares);
  }
  return roots;
}
