/** The shape of the score's surface: steepness p, weight of y q, offset r. */
export interface Exponents {
  readonly p: number;
  readonly q: number;
  readonly r: number;
}

/**
 * f(x, y) = 1 / (1 + exp(-p (x + q y - r))), in (0, 1) (equation 1 of the paper): how well a trap was found and
 * analysed (x) and how far the choice is that of the standard answer (y), each 1 to 4.
 */
export function surface(x: number, y: number, { p, q, r }: Exponents): number {
  return 1 / (1 + Math.exp(-p * (x + q * y - r)));
}
