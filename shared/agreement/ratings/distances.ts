import type { Patterns } from './patterns.ts';

/** How far categories are apart. */
export interface Metric {
  between(a: number, b: number): number;
  /** The sum of the distances from each category to all others, each times how often that other occurs. */
  towards(frequencies: Float64Array): Float64Array;
  /** The largest distance there is between two categories. */
  greatest(): number;
}

/** Categories are the same or not: distance 0 or 1. */
export function nominalMetric(): Metric {
  return {
    between: (a, b) => (a === b ? 0 : 1),
    towards: (frequencies) => {
      const total = sum(frequencies);
      return frequencies.map((frequency) => total - frequency);
    },
    greatest: () => 1,
  };
}

/** The absolute difference of the categories' positions. */
export function linearMetric(positions: Float64Array): Metric {
  const ascending = Int32Array.from(positions.keys()).sort(
    (a, b) => (positions[a] ?? 0) - (positions[b] ?? 0),
  );
  return {
    between: (a, b) => Math.abs((positions[a] ?? 0) - (positions[b] ?? 0)),
    towards: (frequencies) => {
      const result = new Float64Array(positions.length);
      // One way up and one way down: what lies behind comes nearer by nothing and farther by every step.
      for (const direction of [ascending, ascending.toReversed()]) {
        let [behind, distance, last] = [0, 0, positions[direction[0] ?? 0] ?? 0];
        for (const category of direction) {
          const position = positions[category] ?? 0;
          distance += behind * Math.abs(position - last);
          result[category] = (result[category] ?? 0) + distance;
          behind += frequencies[category] ?? 0;
          last = position;
        }
      }
      return result;
    },
    greatest: () => range(positions),
  };
}

/** The squared difference of the categories' positions. */
export function quadraticMetric(positions: Float64Array): Metric {
  return {
    between: (a, b) => ((positions[a] ?? 0) - (positions[b] ?? 0)) ** 2,
    towards: (frequencies) => {
      // Steiner: the squares around any point are those around the mean plus the distance from the mean.
      const total = sum(frequencies);
      if (total === 0) return new Float64Array(positions.length);
      let mean = 0;
      frequencies.forEach((frequency, category) => {
        mean += (frequency * (positions[category] ?? 0)) / total;
      });
      let squares = 0;
      frequencies.forEach((frequency, category) => {
        squares += frequency * ((positions[category] ?? 0) - mean) ** 2;
      });
      return positions.map((position) => total * (position - mean) ** 2 + squares);
    },
    greatest: () => range(positions) ** 2,
  };
}

/** The largest number of categories for which distances are kept rather than worked out each time. */
const LARGEST_KEPT = 2000;

/** Any symmetric distance that is 0 from a category to itself. */
export function metricOf(categories: number, distance: (a: number, b: number) => number): Metric {
  const kept = categories <= LARGEST_KEPT ? new Float64Array(categories * categories) : null;
  if (kept !== null) {
    for (let a = 0; a < categories; a += 1) {
      for (let b = 0; b < a; b += 1) {
        const d = distance(a, b);
        kept[a * categories + b] = d;
        kept[b * categories + a] = d;
      }
    }
  }
  const between = (a: number, b: number): number =>
    a === b ? 0 : kept === null ? distance(a, b) : (kept[a * categories + b] ?? 0);
  return {
    between,
    towards: (frequencies) => {
      const occurring = Int32Array.from(frequencies.keys()).filter(
        (category) => (frequencies[category] ?? 0) > 0,
      );
      const result = new Float64Array(categories);
      for (let category = 0; category < categories; category += 1) {
        let total = 0;
        for (const other of occurring) total += (frequencies[other] ?? 0) * between(category, other);
        result[category] = total;
      }
      return result;
    },
    greatest: () => {
      let greatest = 0;
      for (let a = 0; a < categories; a += 1) {
        for (let b = 0; b < a; b += 1) greatest = Math.max(greatest, between(a, b));
      }
      return greatest;
    },
  };
}

/** ((a - b) / (a + b))², for values with a meaningful zero (Krippendorff 2004, section 11.3.4). */
export function ratioMetric(values: Float64Array): Metric {
  return metricOf(values.length, (a, b) => {
    const [x, y] = [values[a] ?? 0, values[b] ?? 0];
    return x + y === 0 ? 0 : ((x - y) / (x + y)) ** 2;
  });
}

/** The positions 0, 1, 2 and so on of categories whose order is all that is known. */
export function ranks(categories: number): Float64Array {
  return Float64Array.from({ length: categories }, (_, category) => category);
}

/** For each pattern the sum of the distances over all ordered pairs of its ratings. */
export function distancesWithin({ count, tally }: Patterns, metric: Metric): Float64Array {
  const result = new Float64Array(count);
  for (let pattern = 0; pattern < count; pattern += 1) {
    const end = tally.start[pattern + 1] ?? 0;
    let total = 0;
    for (let a = tally.start[pattern] ?? 0; a < end; a += 1) {
      for (let b = a + 1; b < end; b += 1) {
        total +=
          (tally.count[a] ?? 0) *
          (tally.count[b] ?? 0) *
          metric.between(tally.category[a] ?? 0, tally.category[b] ?? 0);
      }
    }
    result[pattern] = 2 * total;
  }
  return result;
}

/** How far the smallest and the largest are apart. */
function range(positions: Float64Array): number {
  let [low, high] = [Infinity, -Infinity];
  for (const position of positions) {
    low = Math.min(low, position);
    high = Math.max(high, position);
  }
  return high > low ? high - low : 0;
}

export function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
