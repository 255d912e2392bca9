import { DisjointSets } from '../../base/disjointSets.ts';
import { type Box, intersectionOverUnion } from '../../base/geometry.ts';
import { assign } from './assignment.ts';

/** A box with the category it counts under. */
export interface LabelledBox extends Box {
  readonly label: number;
}

/** Two raters' boxes set against each other; numbers are places in the two lists. */
export interface BoxMatching {
  readonly pairs: readonly MatchedPair[];
  /** Boxes of the first that overlap none of the second's left for them, and the reverse. */
  readonly firstUnmatched: readonly number[];
  readonly secondUnmatched: readonly number[];
}

export interface MatchedPair {
  readonly first: number;
  readonly second: number;
  readonly intersectionOverUnion: number;
}

/**
 * Matches two raters' boxes of one image one to one, with the greatest total intersection over union. Only overlapping
 * boxes with the same label match. Swapping the raters gives as many pairs with the same overlaps, even if several
 * matchings are best.
 */
export function matchBoxes(first: readonly LabelledBox[], second: readonly LabelledBox[]): BoxMatching {
  const overlaps = overlapsOf(first, second);
  // Boxes that no chain of overlaps connects cannot compete for a partner: each cluster is matched by itself.
  const clusters = new DisjointSets(first.length + second.length);
  for (const { first: a, second: b } of overlaps) clusters.unite(a, first.length + b);
  const byCluster = new Map<number, MatchedPair[]>();
  for (const overlap of overlaps) {
    const cluster = clusters.find(overlap.first);
    const list = byCluster.get(cluster);
    if (list === undefined) byCluster.set(cluster, [overlap]);
    else list.push(overlap);
  }
  const pairs = [...byCluster.values()].flatMap(matchCluster).sort((a, b) => a.first - b.first);
  const firstMatched = new Set(pairs.map((pair) => pair.first));
  const secondMatched = new Set(pairs.map((pair) => pair.second));
  return {
    pairs,
    firstUnmatched: [...first.keys()].filter((at) => !firstMatched.has(at)),
    secondUnmatched: [...second.keys()].filter((at) => !secondMatched.has(at)),
  };
}

function overlapsOf(first: readonly LabelledBox[], second: readonly LabelledBox[]): MatchedPair[] {
  const overlaps: MatchedPair[] = [];
  for (const [at, a] of first.entries()) {
    for (const [other, b] of second.entries()) {
      // Asked first because most boxes of a full image lie far apart.
      if (a.label !== b.label || a.x + a.width <= b.x || b.x + b.width <= a.x) continue;
      const overlap = intersectionOverUnion(a, b);
      if (overlap > 0) overlaps.push({ first: at, second: other, intersectionOverUnion: overlap });
    }
  }
  return overlaps;
}

function matchCluster(overlaps: readonly MatchedPair[]): readonly MatchedPair[] {
  if (overlaps.length === 1) return overlaps;
  const rows = [...new Set(overlaps.map((overlap) => overlap.first))];
  // In the order of the list, as the rows are: exchanged, the two raters give the same table turned.
  const columns = [...new Set(overlaps.map((overlap) => overlap.second))].sort((a, b) => a - b);
  const rowOf = new Map(rows.map((first, row) => [first, row]));
  const columnOf = new Map(columns.map((second, column) => [second, column]));
  const gains = new Float64Array(rows.length * columns.length);
  for (const { first, second, intersectionOverUnion } of overlaps) {
    gains[(rowOf.get(first) ?? 0) * columns.length + (columnOf.get(second) ?? 0)] = intersectionOverUnion;
  }
  const gain = (row: number, column: number): number => gains[row * columns.length + column] ?? 0;
  const assigned = assign(rows.length, columns.length, gain);
  return rows.flatMap((first, row) => {
    const column = assigned[row] ?? -1;
    const second = columns[column];
    return second === undefined ? [] : [{ first, second, intersectionOverUnion: gain(row, column) }];
  });
}
