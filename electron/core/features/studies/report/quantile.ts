/**
 * A quantile of values, on a straight line between the two that it falls between (type 7 of Hyndman and Fan 1996, as R,
 * NumPy and spreadsheets give it): the one in the middle, or the mean of the two there, is the median. NaN for none.
 */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (low === undefined || high === undefined) return Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}
