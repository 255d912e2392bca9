import { z } from 'zod';
import type { Box } from '../../../../../../shared/base/geometry.ts';

const [x, y, x1, y1, x2, y2] = [z.number(), z.number(), z.number(), z.number(), z.number(), z.number()];

/** A step of an outline as SVG knows them: move, line, quadratic curve, cubic curve, close. */
const Step = z.discriminatedUnion('type', [
  z.object({ type: z.literal('M'), x, y }),
  z.object({ type: z.literal('L'), x, y }),
  z.object({ type: z.literal('Q'), x1, y1, x, y }),
  z.object({ type: z.literal('C'), x1, y1, x2, y2, x, y }),
  z.object({ type: z.literal('Z') }),
]);
type Step = z.infer<typeof Step>;

export const Outline = z.array(Step);
export type Outline = z.infer<typeof Outline>;

/** The six numbers a, b, c, d, e, f that take (x, y) to (a x + c y + e, b x + d y + f). */
export type Affine = readonly [number, number, number, number, number, number];

type Point = readonly [number, number];

/** The outline under an affine map. */
export function transformOutline(outline: Outline, [a, b, c, d, e, f]: Affine): Outline {
  const across = (px: number, py: number): number => a * px + c * py + e;
  const down = (px: number, py: number): number => b * px + d * py + f;
  return outline.map((step): Step => {
    if (step.type === 'Z') return step;
    const end = { x: across(step.x, step.y), y: down(step.x, step.y) };
    if (step.type === 'M' || step.type === 'L') return { type: step.type, ...end };
    const first = { x1: across(step.x1, step.y1), y1: down(step.x1, step.y1) };
    if (step.type === 'Q') return { type: 'Q', ...first, ...end };
    return { type: 'C', ...first, x2: across(step.x2, step.y2), y2: down(step.x2, step.y2), ...end };
  });
}

/**
 * The smallest box around the outline, not around the control points of its curves; null for an empty outline. The
 * library's own loses the turns of quadratic curves to cancellation: rotated letters come out up to a twelfth of the em
 * square too small.
 */
export function boundsOf(outline: Outline): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let from: Point = [0, 0];
  for (const step of outline) {
    if (step.type === 'Z') continue;
    const end: Point = [step.x, step.y];
    // A point that nothing is drawn from has no ink.
    const points = step.type === 'M' ? [] : curve(from, step, end);
    for (const [px, py] of points) {
      left = Math.min(left, px);
      right = Math.max(right, px);
      top = Math.min(top, py);
      bottom = Math.max(bottom, py);
    }
    from = end;
  }
  return right < left ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The outline as the `d` of an SVG path. (The library keeps every fraction it ever rounded in memory.) */
export function svgPath(outline: Outline): string {
  const at = (px: number, py: number): string => `${px.toFixed(3)} ${py.toFixed(3)}`;
  return outline
    .map((step) => {
      switch (step.type) {
        case 'M':
        case 'L':
          return `${step.type}${at(step.x, step.y)}`;
        case 'Q':
          return `Q${at(step.x1, step.y1)} ${at(step.x, step.y)}`;
        case 'C':
          return `C${at(step.x1, step.y1)} ${at(step.x2, step.y2)} ${at(step.x, step.y)}`;
        case 'Z':
          return 'Z';
      }
    })
    .join('');
}

/** Both ends of a piece and where its x or y turns round. */
function curve(from: Point, step: Exclude<Step, { type: 'M' | 'Z' }>, end: Point): Point[] {
  if (step.type === 'L') return [from, end];
  const first: Point = [step.x1, step.y1];
  const second: Point | null = step.type === 'C' ? [step.x2, step.y2] : null;
  const turns = ([0, 1] as const).flatMap((axis) =>
    second === null
      ? quadraticTurns(from[axis], first[axis], end[axis])
      : cubicTurns(from[axis], first[axis], second[axis], end[axis]),
  );
  const onCurve = (axis: 0 | 1, t: number): number =>
    second === null
      ? (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * first[axis] + t ** 2 * end[axis]
      : (1 - t) ** 3 * from[axis] +
        3 * t * (1 - t) ** 2 * first[axis] +
        3 * t ** 2 * (1 - t) * second[axis] +
        t ** 3 * end[axis];
  return [from, end, ...turns.map((t): Point => [onCurve(0, t), onCurve(1, t)])];
}

const within = (t: number): boolean => t > 0 && t < 1;

/** Where the derivative of a quadratic curve is 0: t = (p0 - p1) / (p0 - 2 p1 + p2). */
function quadraticTurns(p0: number, p1: number, p2: number): number[] {
  return [(p0 - p1) / (p0 - 2 * p1 + p2)].filter(within);
}

/**
 * Where the derivative of a cubic curve is 0: a t^2 + b t + c, each root in the form that loses no digits, also where
 * a is next to nothing.
 */
function cubicTurns(p0: number, p1: number, p2: number, p3: number): number[] {
  const a = p3 - 3 * p2 + 3 * p1 - p0;
  const b = 2 * (p2 - 2 * p1 + p0);
  const c = p1 - p0;
  const square = b * b - 4 * a * c;
  if (square < 0) return [];
  const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(square)) / 2;
  return [q / a, c / q].filter(within);
}
