import type { Size } from '../../shared/base/geometry.ts';
import { FIT_MARGIN, fitScale, type Rectangle } from './viewport.ts';

/** Height of the line above an image that has a title, in CSS pixels. */
const TITLE_HEIGHT = 32;
/** Between two images, in CSS pixels. */
const GAP = 8;

/** The place of an image below its title. */
export function belowTitle({ x, y, width, height }: Rectangle): Rectangle {
  return { x, y: y + TITLE_HEIGHT, width, height: Math.max(1, height - TITLE_HEIGHT) };
}

/** The canvas in two, with the others in `columns` columns. */
interface Division {
  readonly lead: Rectangle;
  readonly rest: Rectangle;
  readonly columns: number;
}

/**
 * The first image beside or above the others, `larger` times as large as each of them where the room allows it: the
 * arrangement in which they are seen largest. `place`: where in a part of the canvas its image lies. Parts are no larger
 * than their images need, so that the controls above an image are near it.
 */
export function layoutFirstLarger(
  [first, ...others]: readonly Size[],
  canvas: Size,
  larger: number,
  place: (part: Rectangle) => Rectangle,
): Rectangle[] {
  if (first === undefined) return [];
  const whole = { x: 0, y: 0, ...canvas };
  if (others.length === 0) return [whole];
  const shown = (image: Size, part: Rectangle): number =>
    fitScale(image, place(part)) * Math.max(image.width, image.height);
  const sideIn = ({ lead, rest, columns }: Division): number => {
    const parts = gridOf(others.length, columns, rest);
    const sides = others.map((image, index) => shown(image, parts[index] ?? rest));
    return Math.min(shown(first, lead) / larger, ...sides);
  };
  const { division } = divisions(canvas, others.length).reduce<{ division: Division; side: number }>(
    (best, division) => {
      const side = sideIn(division);
      return side > best.side ? { division, side } : best;
    },
    { division: { lead: whole, rest: whole, columns: 1 }, side: -1 },
  );
  const { lead, rest, columns } = division;
  const needed = (image: Size, part: Rectangle): Size => {
    const scale = fitScale(image, place(part));
    const above = part.height - place(part).height;
    return {
      width: Math.min(part.width, image.width * scale + 2 * FIT_MARGIN),
      height: Math.min(part.height, image.height * scale + 2 * FIT_MARGIN + above),
    };
  };
  const parts = gridOf(others.length, columns, rest);
  const needs = others.map((image, index) => needed(image, parts[index] ?? rest));
  const across = Math.max(...needs.map(({ width }) => width));
  const down = Math.max(...needs.map(({ height }) => height));
  const rows = Math.ceil(others.length / columns);
  const tight = centredIn(rest, {
    width: columns * across + (columns - 1) * GAP,
    height: rows * down + (rows - 1) * GAP,
  });
  return [centredIn(lead, needed(first, lead)), ...gridOf(others.length, columns, tight)];
}

/** Every way to divide the canvas, by whole percents: the first at the left or above. */
function divisions({ width, height }: Size, others: number): readonly Division[] {
  const percents = Array.from({ length: 71 }, (_, index) => (15 + index) / 100);
  return Array.from({ length: others }, (_, index) => index + 1).flatMap((columns) =>
    percents.flatMap((share): Division[] => {
      const across = Math.round((width - GAP) * share);
      const down = Math.round((height - GAP) * share);
      return [
        {
          lead: { x: 0, y: 0, width: across, height },
          rest: { x: across + GAP, y: 0, width: width - GAP - across, height },
          columns,
        },
        {
          lead: { x: 0, y: 0, width, height: down },
          rest: { x: 0, y: down + GAP, width, height: height - GAP - down },
          columns,
        },
      ];
    }),
  );
}

const centredIn = (part: Rectangle, { width, height }: Size): Rectangle => ({
  x: Math.round(part.x + (part.width - width) / 2),
  y: Math.round(part.y + (part.height - height) / 2),
  width,
  height,
});

/** Parts of a rectangle in rows of some length, left to right. */
function gridOf(count: number, columns: number, { x, y, width, height }: Rectangle): Rectangle[] {
  const rows = Math.ceil(count / columns);
  const partWidth = Math.max(1, (width - GAP * (columns - 1)) / columns);
  const partHeight = Math.max(1, (height - GAP * (rows - 1)) / rows);
  return Array.from({ length: count }, (_, index) => ({
    x: x + (index % columns) * (partWidth + GAP),
    y: y + Math.floor(index / columns) * (partHeight + GAP),
    width: partWidth,
    height: partHeight,
  }));
}
