import { binomial } from './binomial.ts';

/** Writes into the weights how often each pattern is in one resample of the items. */
export type Resampler = (weights: Float64Array) => void;

/** A binomial draw takes about as long as drawing this many items. */
const ITEMS_PER_BINOMIAL = 16;

/**
 * Draws as many items as there are, with replacement. Where few patterns stand for many items, the patterns' counts
 * are drawn from their multinomial distribution instead, which is the distribution they have when items are drawn.
 */
export function resampler(
  patterns: { readonly weights: Float64Array; readonly patternOf: Int32Array },
  random: () => number,
): Resampler {
  const { weights, patternOf } = patterns;
  return weights.length * ITEMS_PER_BINOMIAL < patternOf.length
    ? byPatterns(weights, patternOf.length, random)
    : byItems(patternOf, random);
}

/** Draws the patterns' counts one after the other, each from what is left of the items. */
export function byPatterns(weights: Float64Array, items: number, random: () => number): Resampler {
  return (drawn) => {
    let [itemsLeft, weightLeft] = [items, items];
    weights.forEach((weight, pattern) => {
      const count = binomial(itemsLeft, weight / weightLeft, random);
      drawn[pattern] = count;
      itemsLeft -= count;
      weightLeft -= weight;
    });
  };
}

/** Draws item by item. */
export function byItems(patternOf: Int32Array, random: () => number): Resampler {
  return (drawn) => {
    drawn.fill(0);
    for (let draw = 0; draw < patternOf.length; draw += 1) {
      const pattern = patternOf[Math.floor(random() * patternOf.length)] ?? 0;
      drawn[pattern] = (drawn[pattern] ?? 0) + 1;
    }
  };
}
