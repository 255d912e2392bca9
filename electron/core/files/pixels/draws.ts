/*
 * Random values of the shapes that transformations need, each from a stream of numbers in [0, 1).
 */

export type Random = () => number;

/** A number between two others, every one as likely as the next. */
export function uniform(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

/** A whole number between two others, both included. */
export function wholeNumber(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** Standard normal values, two from each point that falls into the unit circle (Marsaglia and Bray 1964). */
export function normalDraws(random: Random): Random {
  let spare: number | null = null;
  return () => {
    if (spare !== null) {
      const held = spare;
      spare = null;
      return held;
    }
    for (;;) {
      const x = 2 * random() - 1;
      const y = 2 * random() - 1;
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(square)) / square);
      spare = y * factor;
      return x * factor;
    }
  };
}

/** Poisson values of a mean below a few hundred, by inversion of the distribution function. */
export function poissonDraws(random: Random, mean: number): Random {
  const cumulative: number[] = [];
  let term = Math.exp(-mean);
  let sum = term;
  for (let count = 1; sum < 1 - 1e-12 && count < 20 * mean + 100; count += 1) {
    cumulative.push(sum);
    term *= mean / count;
    sum += term;
  }
  const table = Float64Array.from(cumulative);
  return () => {
    const value = random();
    let low = 0;
    let high = table.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((table[middle] ?? 1) <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
