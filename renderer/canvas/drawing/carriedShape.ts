import type { Size } from '../../../shared/base/geometry.ts';
import type { ForeignSets } from '../../../shared/foreign/foreignPart.ts';
import type { ForeignPoint, ForeignShape } from '../../../shared/foreign/foreignShape.ts';
import { viewCarried } from '../foreignViews.ts';
import { haloFor, UNKNOWN_COLOR } from '../palette.ts';
import type { BoxStyle } from '../restScene.ts';
import { onDevicePixels, visibleBox } from '../viewport.ts';
import type { RestView } from './restShape.ts';

/** Of the outlines and of a keypoint's dot, in CSS pixels: thinner than a box, which can be changed. */
const LINE = 1;
const HALO = 3;
const DOT = 3;
const DASHES = [4, 2];
const FILL = 0.14;
/** A box that was moved away from its shapes shows them faintly. */
const FADED = 0.45;
/** Smaller on the screen than this, in device pixels, a shape says no more than its box. */
const SMALLEST = 4;
/** Points of an outline that are nearer than this, in device pixels, are drawn as one. */
const NEAR = 1.5;

/** Above this number of visible shapes only plain lines are drawn. */
const CROWD = 400;

/** Where image pixels lie on the sheet, in device pixels. */
interface ShapePlace {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Draws what the boxes in view came with (outlines, keypoints, rotated boxes, parts) in the colours of their boxes. Points
 * that fall on one pixel are drawn once, so that however fine an outline is, it costs what is seen of it.
 */
export function drawCarried(
  context: CanvasRenderingContext2D,
  { scene, viewport: view, rect }: RestView,
  image: Size,
  sets: ForeignSets,
  pixelRatio: number,
): void {
  const carried = scene.carriedIn(visibleBox(view, rect));
  if (carried.length === 0) return;
  const viewport = onDevicePixels(view, pixelRatio);
  const place = {
    scale: viewport.scale * pixelRatio,
    x: viewport.x * pixelRatio,
    y: viewport.y * pixelRatio,
  };
  context.lineJoin = 'round';
  const seen = carried.flatMap(({ part, style, fits }) => {
    const [, , width, height] = part.box;
    if (Math.max(width, height) * place.scale < SMALLEST) return [];
    return [{ shapes: viewCarried(part, image, sets).shapes, style, fits }];
  });
  if (seen.length > CROWD) drawCrowd(context, seen, place, pixelRatio);
  else for (const each of seen) drawShapes(context, each.shapes, each, place, pixelRatio);
  context.globalAlpha = 1;
  context.setLineDash([]);
}

/** What drawing needs of a sheet. */
type Sheet = Pick<
  CanvasRenderingContext2D,
  | 'arc'
  | 'beginPath'
  | 'closePath'
  | 'fill'
  | 'fillStyle'
  | 'globalAlpha'
  | 'lineTo'
  | 'lineWidth'
  | 'moveTo'
  | 'rect'
  | 'setLineDash'
  | 'stroke'
  | 'strokeStyle'
>;

/** The shapes of one box, with how it looks and whether they fit it. */
interface BoxShapes {
  readonly shapes: readonly ForeignShape[];
  readonly style: Pick<BoxStyle, 'color' | 'halo'>;
  readonly fits: boolean;
}

/** Draws the shapes of very many boxes: one line for all that have one colour, which costs a tenth of drawing each. */
export function drawCrowd(
  context: Sheet,
  seen: readonly BoxShapes[],
  place: ShapePlace,
  pixelRatio: number,
): void {
  const byLook = Map.groupBy(seen, ({ style, fits }) => (fits ? style.color : ''));
  context.setLineDash([]);
  context.lineWidth = LINE * pixelRatio;
  for (const [color, alike] of byLook) {
    context.globalAlpha = color === '' ? FADED : 1;
    context.strokeStyle = color === '' ? UNKNOWN_COLOR : color;
    context.beginPath();
    for (const { shapes } of alike) {
      for (const shape of shapes) {
        traceLines(context, shape, place);
        if (shape.kind !== 'keypoints') continue;
        for (const { at } of shape.points)
          context.rect(at[0] * place.scale + place.x, at[1] * place.scale + place.y, pixelRatio, pixelRatio);
      }
    }
    context.stroke();
  }
}

/** Draws the shapes of one box in the colour of it, or faintly where they no longer fit. */
export function drawShapes(
  context: Sheet,
  shapes: readonly ForeignShape[],
  { style, fits }: Omit<BoxShapes, 'shapes'>,
  place: ShapePlace,
  pixelRatio: number,
): void {
  const color = fits ? style.color : UNKNOWN_COLOR;
  const alpha = fits ? 1 : FADED;
  for (const shape of shapes) {
    context.beginPath();
    traceLines(context, shape, place);
    if (fits && (shape.kind === 'polygon' || shape.kind === 'mask')) {
      context.globalAlpha = FILL;
      context.fillStyle = color;
      context.fill('evenodd');
    }
    context.globalAlpha = alpha;
    context.setLineDash([]);
    context.lineWidth = HALO * pixelRatio;
    context.strokeStyle = fits ? style.halo : haloFor(color);
    context.stroke();
    // Dashed and thinner than a box, since it cannot be changed.
    context.setLineDash(DASHES.map((length) => length * pixelRatio));
    context.lineWidth = LINE * pixelRatio;
    context.strokeStyle = color;
    context.stroke();
    if (shape.kind === 'keypoints') drawDots(context, shape, color, place, pixelRatio);
  }
}

function traceLines(context: Sheet, shape: ForeignShape, place: ShapePlace): void {
  switch (shape.kind) {
    case 'polygon':
    case 'mask':
    case 'rotation':
      for (const ring of shape.rings) traceRing(context, ring, place);
      return;
    case 'keypoints':
      for (const [from, to] of shape.lines) {
        const [a, b] = [shape.points[from], shape.points[to]];
        if (a === undefined || b === undefined) continue;
        context.moveTo(a.at[0] * place.scale + place.x, a.at[1] * place.scale + place.y);
        context.lineTo(b.at[0] * place.scale + place.x, b.at[1] * place.scale + place.y);
      }
      return;
    case 'parts':
      for (const { x, y, width, height } of shape.boxes) {
        context.rect(
          x * place.scale + place.x,
          y * place.scale + place.y,
          width * place.scale,
          height * place.scale,
        );
      }
  }
}

function traceRing(context: Sheet, ring: readonly ForeignPoint[], place: ShapePlace): void {
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  let isFirst = true;
  for (const [pointX, pointY] of ring) {
    const x = pointX * place.scale + place.x;
    const y = pointY * place.scale + place.y;
    if (Math.abs(x - lastX) < NEAR && Math.abs(y - lastY) < NEAR) continue;
    if (isFirst) context.moveTo(x, y);
    else context.lineTo(x, y);
    isFirst = false;
    lastX = x;
    lastY = y;
  }
  if (!isFirst) context.closePath();
}

/** Visible keypoints are filled, hidden ones are rings. */
function drawDots(
  context: Sheet,
  { points }: Extract<ForeignShape, { kind: 'keypoints' }>,
  color: string,
  place: ShapePlace,
  pixelRatio: number,
): void {
  context.setLineDash([]);
  for (const { at, isVisible } of points) {
    context.beginPath();
    context.arc(
      at[0] * place.scale + place.x,
      at[1] * place.scale + place.y,
      DOT * pixelRatio,
      0,
      2 * Math.PI,
    );
    if (isVisible) {
      context.fillStyle = color;
      context.fill();
      context.strokeStyle = haloFor(color);
    } else {
      context.strokeStyle = color;
    }
    context.lineWidth = LINE * pixelRatio;
    context.stroke();
  }
}
