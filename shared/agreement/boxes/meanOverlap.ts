import { type Box, intersectionOverUnion } from '../../base/geometry.ts';

/** A box with what it is of, under the name that answers have for it. */
export interface NamedBox extends Box {
  readonly label: string;
}

/** What two people's boxes of one image come to: a mean of several images is the ratio of the sums. */
export interface Overlap {
  /** The summed intersection over union of the pairs. */
  readonly overlap: number;
  /** The pairs, and the boxes that are in none, which overlap by 0. */
  readonly boxes: number;
}

/**
 * Pairs two people's boxes of the same label, where a label has several those first that overlap the most (in continuous
 * coordinates). A box that finds no partner counts with an overlap of 0. Symmetrical; two who drew nothing come to no boxes.
 */
export function overlapOf(first: readonly NamedBox[], second: readonly NamedBox[]): Overlap {
  const candidates = first
    .flatMap((a, at) =>
      second.flatMap((b, other) => {
        const share = a.label === b.label ? intersectionOverUnion(a, b) : 0;
        return share > 0 ? [{ at, other, share, key: keyOf(a, b) }] : [];
      }),
    )
    .sort((a, b) => b.share - a.share || (a.key < b.key ? -1 : 1));
  const [taken, gone] = [new Set<number>(), new Set<number>()];
  let overlap = 0;
  for (const { at, other, share } of candidates) {
    if (taken.has(at) || gone.has(other)) continue;
    taken.add(at);
    gone.add(other);
    overlap += share;
  }
  return { overlap, boxes: first.length + second.length - taken.size };
}

/** The same from either side: which of two that overlap as much comes first must not hang on who is asked first. */
function keyOf(a: Box, b: Box): string {
  const [one, other] = [a, b].map(({ x, y, width, height }) => JSON.stringify([x, y, width, height]));
  return (one ?? '') < (other ?? '') ? `${one ?? ''}${other ?? ''}` : `${other ?? ''}${one ?? ''}`;
}
