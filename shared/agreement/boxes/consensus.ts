import { type Box, intersectionOverUnion, sameBox } from '../../base/geometry.ts';
import type { LabelledBox } from './matching.ts';

/** What several raters' boxes of one item have in common. */
export interface BoxConsensus {
  /** Boxes that are about the same thing: of each rater the place of one box in that rater's list. */
  readonly groups: readonly (readonly number[])[];
  /** Boxes in no group: not every rater drew them, or it is not clear which belong together. */
  readonly left: number;
  /** Mean intersection over union of all pairs within a group, averaged over the groups; null without a group. */
  readonly meanIntersectionOverUnion: number | null;
}

/**
 * Groups raters' boxes by mutual nearest neighbours (Gowda and Krishna 1978). A group has one box of each rater, all
 * with one label, and every two of them overlap each other the most, by the threshold or more. If two boxes overlap
 * equally, none is nearest. The order of raters and boxes does not matter.
 */
export function consensusOf(raters: readonly (readonly LabelledBox[])[], threshold: number): BoxConsensus {
  const nearest = raters.map((own) =>
    raters.map((others) => own.map((box) => nearestOf(box, others, threshold))),
  );
  const drawn = raters.reduce((sum, boxes) => sum + boxes.length, 0);
  const groups = (raters[0] ?? []).flatMap((_, box): (readonly number[])[] => {
    const members = raters.map((_boxes, rater) => (rater === 0 ? box : nearest[0]?.[rater]?.[box]));
    const found = members.flatMap((member) => member ?? []);
    const isMutual =
      found.length === raters.length &&
      found.every((one, rater) =>
        found.every((other, another) => rater === another || nearest[rater]?.[another]?.[one] === other),
      );
    return isMutual ? [found] : [];
  });
  const overlaps = groups.map((group) =>
    meanOf(
      pairsOf(group.flatMap((place, rater) => raters[rater]?.[place] ?? [])).map(([one, other]) =>
        intersectionOverUnion(one, other),
      ),
    ),
  );
  return {
    groups,
    left: drawn - groups.length * raters.length,
    meanIntersectionOverUnion: groups.length === 0 ? null : meanOf(overlaps),
  };
}

/**
 * The box whose left, top, right and bottom edges are the medians of the boxes' edges; with an even number of boxes the
 * mean of the two in the middle. One rater's slip moves it little. The box itself where all are the same.
 */
export function medianBox(boxes: readonly Box[]): Box {
  const [first] = boxes;
  if (first !== undefined && boxes.every((box) => sameBox(box, first))) {
    const { x, y, width, height } = first;
    return { x, y, width, height };
  }
  const left = medianOf(boxes.map(({ x }) => x));
  const top = medianOf(boxes.map(({ y }) => y));
  const right = medianOf(boxes.map(({ x, width }) => x + width));
  const bottom = medianOf(boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The place of the box that overlaps the most; null where none reaches the threshold or several overlap as much. */
function nearestOf(box: LabelledBox, others: readonly LabelledBox[], threshold: number): number | null {
  let [most, place, isShared]: [number, number | null, boolean] = [0, null, false];
  for (const [at, other] of others.entries()) {
    // Asked first because most boxes of a full image lie far apart.
    if (box.label !== other.label || box.x + box.width <= other.x || other.x + other.width <= box.x) continue;
    const overlap = intersectionOverUnion(box, other);
    if (overlap <= 0 || overlap < threshold || overlap < most) continue;
    isShared = overlap === most;
    [most, place] = [overlap, at];
  }
  return isShared ? null : place;
}

function pairsOf<T>(values: readonly T[]): (readonly [T, T])[] {
  return values.flatMap((one, at) => values.slice(at + 1).map((other) => [one, other] as const));
}

/** Summed from the least to the greatest: sums of fractions depend on their order. */
function meanOf(values: readonly number[]): number {
  const sum = values.toSorted((a, b) => a - b).reduce((total, value) => total + value, 0);
  return sum / values.length;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}
