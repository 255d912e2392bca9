import type { Size } from '../../../shared/domain/geometry.ts';
import type { ForeignSets } from '../../../shared/foreign/foreignPart.ts';
import type { ForeignPoint, ForeignShape } from '../../../shared/foreign/foreignView.ts';
import { viewCarried } from '../foreignViews.ts';
import { haloFor, UNKNOWN_COLOR } from '../palette.ts';
import type { BoxStyle } from '../restScene.ts';
import { onDevicePixels, visibleBox } from '../viewport.ts';
import type { RestView } from './restShape.ts';

/** Of the outlines and of a keypoint's dot, in CSS pixels: thinner than a box, which can be changed. */
const LINE = 1;
const HALO = 3;
const DOT = 3;
const DASHES = [3, 3];
const FILL = 0.14;
/** A box that was moved away from its shapes shows them faintly. */
const FADED = 0.45;
/** Smaller on the screen than this, in device pixels, a shape says no more than its box. */
const SMALLEST = 4;

/** Where image pixels lie on the sheet, in device pixels. */
interface Place {
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
  for (const each of carried) {
    const [, , width, height] = each.part.box;
    if (Math.max(width, height) * place.scale < SMALLEST) continue;
    const { shapes } = viewCarried(each.part, image, sets);
    if (shapes.length > 0) drawShapes(context, shapes, each, place, pixelRatio);
  }
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

/** Draws the shapes of one box in the colour of it, or faintly where they no longer fit. */
export function drawShapes(
  context: Sheet,
  shapes: readonly ForeignShape[],
  { style, fits }: { readonly style: Pick<BoxStyle, 'color' | 'halo'>; readonly fits: boolean },
  place: Place,
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

function traceLines(context: Sheet, shape: ForeignShape, place: Place): void {
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

function traceRing(context: Sheet, ring: readonly ForeignPoint[], place: Place): void {
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  let isFirst = true;
  for (const [pointX, pointY] of ring) {
    const x = pointX * place.scale + place.x;
    const y = pointY * place.scale + place.y;
    if (Math.abs(x - lastX) < 1 && Math.abs(y - lastY) < 1) continue;
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
  place: Place,
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
