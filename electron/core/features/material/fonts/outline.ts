import type { Box } from '../../../../../shared/domain/geometry.ts';

/** A point as [x, y]. */
export type Point = readonly [number, number];

/** A closed line of straight pieces and quadratic curves: from `start`, each piece to its last point. */
export interface Contour {
  readonly start: Point;
  readonly pieces: readonly (readonly [Point] | readonly [control: Point, end: Point])[];
}

export type Outline = Contour[];

/** The six numbers a, b, c, d, e, f that take (x, y) to (a x + c y + e, b x + d y + f). */
export type Affine = readonly [number, number, number, number, number, number];

/** The outline under an affine map. */
export function moved(outline: readonly Contour[], [a, b, c, d, e, f]: Affine): Outline {
  const map = ([x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];
  return outline.map(({ start, pieces }) => ({
    start: map(start),
    pieces: pieces.map((piece) =>
      piece.length === 1 ? ([map(piece[0])] as const) : ([map(piece[0]), map(piece[1])] as const),
    ),
  }));
}

/** The least box around the outline itself, not around the control points of its curves; null around nothing. */
export function boundsOf(outline: readonly Contour[]): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const take = ([x, y]: Point): void => {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  };
  for (const { start, pieces } of outline) {
    take(start);
    let from = start;
    for (const piece of pieces) {
      const end = piece.length === 1 ? piece[0] : piece[1];
      take(end);
      if (piece.length === 2)
        for (const t of turns(from, piece[0], end)) take(onCurve(from, piece[0], end, t));
      from = end;
    }
  }
  return right < left ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The outline as the `d` of an SVG path. */
export function svgPath(outline: readonly Contour[]): string {
  const at = ([x, y]: Point): string => `${x.toFixed(3)} ${y.toFixed(3)}`;
  return outline
    .map(
      ({ start, pieces }) =>
        `M${at(start)}${pieces
          .map((piece) => (piece.length === 1 ? `L${at(piece[0])}` : `Q${at(piece[0])} ${at(piece[1])}`))
          .join('')}Z`,
    )
    .join('');
}

/** Where along a quadratic curve x or y turns round: the derivative is 0 at t = (p0 - p1) / (p0 - 2 p1 + p2). */
function turns(from: Point, control: Point, end: Point): number[] {
  return [0, 1].flatMap((axis) => {
    const [p0, p1, p2] = [from[axis] ?? 0, control[axis] ?? 0, end[axis] ?? 0];
    const t = (p0 - p1) / (p0 - 2 * p1 + p2);
    return t > 0 && t < 1 ? [t] : [];
  });
}

function onCurve(from: Point, control: Point, end: Point, t: number): Point {
  const mixed = (axis: 0 | 1): number =>
    (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * control[axis] + t ** 2 * end[axis];
  return [mixed(0), mixed(1)];
}
