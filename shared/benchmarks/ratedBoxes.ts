import type { LabelledBox } from '../agreement/boxes/matching.ts';
import type { RatedBox } from './fieldRating.ts';

/** Raters' boxes as they are matched: one number for each image and category, the same for all raters. */
export function labelledBoxes(raters: readonly (readonly RatedBox[])[]): LabelledBox[][] {
  const places = new Map<string, number>();
  return raters.map((boxes) =>
    boxes.map(({ region, category }) => {
      const place = JSON.stringify([region.imageId, category]);
      const label = places.get(place) ?? places.size;
      places.set(place, label);
      const { x, y, width, height } = region;
      return { x, y, width, height, label };
    }),
  );
}

/** Whether all raters drew the same boxes to the letter, in whatever order. */
export function isSameForAll(raters: readonly (readonly RatedBox[])[]): boolean {
  const [first, ...others] = raters.map((boxes) => boxes.map(placeOf).sort().join(' '));
  return others.every((other) => other === first);
}

const placeOf = ({ region: { imageId, x, y, width, height }, category }: RatedBox): string =>
  JSON.stringify([imageId, category, x, y, width, height]);
