/**
 * How an image looks, for comparing it with another: its luminance on this many by this many points, whatever its shape,
 * row by row, transparent parts white.
 */
export const LOOK_SIDE = 64;
export type ImageLook = Uint8Array;

/**
 * Two looks with at least this correlation are the same picture. Photographs saved again, smaller, in grey, a little
 * brighter or marked reach 0.83, mostly 0.99; different words with the same perceptual hash stay below 0.7.
 */
export const SAME_LOOK = 0.8;

/** Less than this standard deviation of luminance (0 to 255) is an even surface, which nothing correlates with. */
const EVEN = 2;
/** Even surfaces are the same up to this difference of their luminance. */
const SAME_LUMINANCE = 8;

/**
 * Whether two looks are of the same picture: Pearson's correlation of their points is at least {@link SAME_LOOK}. Of two
 * even surfaces, whether they are about as bright.
 */
export function looksAlike(a: ImageLook, b: ImageLook): boolean {
  const [first, second] = [momentsOf(a), momentsOf(b)];
  if (first.deviation < EVEN || second.deviation < EVEN)
    return (
      first.deviation < EVEN &&
      second.deviation < EVEN &&
      Math.abs(first.mean - second.mean) <= SAME_LUMINANCE
    );
  let products = 0;
  for (const [at, value] of a.entries()) products += value * (b[at] ?? 0);
  const covariance = products / a.length - first.mean * second.mean;
  return covariance >= SAME_LOOK * first.deviation * second.deviation;
}

interface Moments {
  readonly mean: number;
  readonly deviation: number;
}

/** Looks are compared with many others. */
const known = new WeakMap<ImageLook, Moments>();

function momentsOf(look: ImageLook): Moments {
  const before = known.get(look);
  if (before !== undefined) return before;
  let [sum, squares] = [0, 0];
  for (const value of look) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / look.length;
  const moments = { mean, deviation: Math.sqrt(Math.max(0, squares / look.length - mean * mean)) };
  known.set(look, moments);
  return moments;
}
