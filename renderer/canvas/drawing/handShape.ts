import type { Box, ImagePoint } from '../../../shared/base/geometry.ts';
import { HANDLE_SIDE, placeHandles } from '../handles.ts';
import type { CanvasModel } from '../model.ts';
import type { Pane, Panes } from '../panes.ts';
import { type BoxStyle, marksOf } from '../restScene.ts';
import { pixels } from '../text.ts';
import type { CanvasRegion } from '../types.ts';
import type { Hand } from '../tools/tool.ts';
import { boxOf } from '../tools/moving.ts';
import { onDevicePixels, type Rectangle } from '../viewport.ts';
import { DASH, HAND_WIDTH, REST_WIDTH, strokeWidths } from './strokes.ts';
import { TAG_FONT, TAG_HEIGHT, tagShift, type TagSprites, tagTop } from './tags.ts';

/** How far the arms of a point's cross reach, in CSS pixels. */
const POINT_ARM = 5;

/** A box in CSS pixels of the canvas, on whole device pixels. */
export function onCanvas(box: Box, pane: Pane, pixelRatio: number): Rectangle {
  const { scale, x, y } = onDevicePixels(pane.viewport, pixelRatio);
  const left = Math.round((box.x * scale + x) * pixelRatio) / pixelRatio;
  const top = Math.round((box.y * scale + y) * pixelRatio) / pixelRatio;
  const right = Math.round(((box.x + box.width) * scale + x) * pixelRatio) / pixelRatio;
  const bottom = Math.round(((box.y + box.height) * scale + y) * pixelRatio) / pixelRatio;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export interface HandView {
  readonly panes: Panes;
  readonly model: CanvasModel;
  readonly hand: Hand;
  /** Handles can be dragged; otherwise a selection is marked at its corners only. */
  readonly editable: boolean;
}

/** Draws everything in hand above the boxes at rest: the selection, the box being drawn, the rubber band. */
export function drawHand(
  context: CanvasRenderingContext2D,
  view: HandView,
  sprites: TagSprites,
  pixelRatio: number,
): void {
  const { panes, model, hand } = view;
  const painter = new Painter(context, sprites, pixelRatio);
  const selected = model.selectedRegions();
  for (const pane of panes.list) {
    // Not laid out yet: there is nothing to see.
    if (pane.rect.width <= 1) continue;
    context.save();
    context.beginPath();
    context.rect(pane.rect.x, pane.rect.y, pane.rect.width, pane.rect.height);
    context.clip();
    const hovered = hand.hover === null ? undefined : model.region(hand.hover);
    if (hovered !== undefined && hovered.imageId === pane.image.id && !model.selected.has(hovered.id)) {
      painter.hover(hovered, pane, model.styleOf(hovered), marksOf(hovered));
    }
    drawSelection(painter, view, selected, pane, pixelRatio);
    drawGesture(painter, hand, pane, pixelRatio);
    context.restore();
  }
}

/** Draws the selected boxes of a pane at their current places; of hidden boxes, only the corners. */
function drawSelection(
  painter: Painter,
  { model, hand, editable }: HandView,
  selected: readonly CanvasRegion[],
  pane: Pane,
  pixelRatio: number,
): void {
  for (const region of selected) {
    if (region.imageId !== pane.image.id) continue;
    const rect = onCanvas(hand.lifted.get(region.id) ?? boxOf(region), pane, pixelRatio);
    if (model.isHidden(region)) {
      painter.corners(rect);
      continue;
    }
    const style = model.styleOf(region);
    painter.box(rect, style, HAND_WIDTH);
    painter.tag(rect, pane, style, marksOf(region));
    painter.marks(rect, editable && selected.length === 1 && region.locked !== true);
  }
}

/** Draws what the current gesture shows on a pane. */
function drawGesture(painter: Painter, hand: Hand, pane: Pane, pixelRatio: number): void {
  if (hand.draft?.pane === pane) {
    const rect = onCanvas(hand.draft.box, pane, pixelRatio);
    painter.box(rect, hand.draft.style, HAND_WIDTH);
    painter.tag(rect, pane, hand.draft.style, 0);
  }
  if (hand.points?.pane === pane) painter.points(hand.points.points, pane);
  if (hand.rubberBand?.pane === pane) painter.rubberBand(onCanvas(hand.rubberBand.box, pane, pixelRatio));
  if (hand.measured?.pane === pane) painter.measure(hand.measured.box, pane);
}

/** The strokes of the hand layer, in CSS pixels. */
class Painter {
  readonly #context: CanvasRenderingContext2D;
  readonly #sprites: TagSprites;
  readonly #pixelRatio: number;

  constructor(context: CanvasRenderingContext2D, sprites: TagSprites, pixelRatio: number) {
    this.#context = context;
    this.#sprites = sprites;
    this.#pixelRatio = pixelRatio;
  }

  box(rect: Rectangle, style: BoxStyle, width: number): void {
    const { line, halo, offset } = strokeWidths(width, this.#pixelRatio);
    const half = offset / this.#pixelRatio;
    this.#stroke(rect, half, halo / this.#pixelRatio, style.halo, []);
    this.#stroke(rect, half, line / this.#pixelRatio, style.color, style.dashed ? [...DASH] : []);
  }

  hover(region: Box, pane: Pane, style: BoxStyle, marks: number): void {
    const rect = onCanvas(region, pane, this.#pixelRatio);
    this.#context.fillStyle = 'rgba(255, 255, 255, 0.12)';
    this.#context.fillRect(rect.x, rect.y, rect.width, rect.height);
    this.box(rect, style, REST_WIDTH);
    this.tag(rect, pane, style, marks);
  }

  tag(rect: Rectangle, pane: Pane, style: BoxStyle, marks: number): void {
    const sprite = this.#sprites.get(style.name, style.color, marks, this.#pixelRatio);
    const shift = tagShift(style.tagPlace);
    const x =
      shift +
      Math.min(Math.max(rect.x - 1, pane.rect.x), rect.x + Math.max(0, rect.width - sprite.width - shift));
    // A little higher than at rest, clear of the handles.
    const above = tagTop(rect.y - 6, pane.rect.y);
    const y = above < rect.y - 6 ? above : Math.max(rect.y + 6, pane.rect.y);
    this.#context.drawImage(sprite.bitmap, this.#whole(x), this.#whole(y), sprite.width, sprite.height);
  }

  /** Marks a selected box: with its handles where it can be resized, else with a square in each corner. */
  marks(rect: Rectangle, withHandles: boolean): void {
    const side = withHandles ? HANDLE_SIDE : HANDLE_SIDE - 3;
    for (const placed of withHandles ? placeHandles(rect) : cornersOf(rect)) {
      const x = this.#whole(placed.x - side / 2);
      const y = this.#whole(placed.y - side / 2);
      this.#context.fillStyle = '#1a1a1a';
      this.#context.fillRect(x, y, side, side);
      this.#context.fillStyle = '#ffffff';
      this.#context.fillRect(x + 1, y + 1, side - 2, side - 2);
    }
  }

  /** A selected box that is hidden: only its corners, so that one knows where it is and sees what it covers. */
  corners(rect: Rectangle): void {
    const arm = Math.min(8, rect.width / 3, rect.height / 3);
    for (const [width, color] of [
      [3, 'rgba(0, 0, 0, 0.6)'],
      [1, '#ffffff'],
    ] as const) {
      this.#context.lineWidth = width;
      this.#context.strokeStyle = color;
      this.#context.beginPath();
      for (const [x, dx] of [
        [rect.x, arm],
        [rect.x + rect.width, -arm],
      ] as const) {
        for (const [y, dy] of [
          [rect.y, arm],
          [rect.y + rect.height, -arm],
        ] as const) {
          this.#context.moveTo(x + dx, y);
          this.#context.lineTo(x, y);
          this.#context.lineTo(x, y + dy);
        }
      }
      this.#context.stroke();
    }
  }

  /** The points that a box is to be spanned by, as crosses. */
  points(points: readonly ImagePoint[], pane: Pane): void {
    const { scale, x, y } = onDevicePixels(pane.viewport, this.#pixelRatio);
    const context = this.#context;
    context.setLineDash([]);
    for (const [width, color] of [
      [4, '#1a1a1a'],
      [2, '#ffffff'],
    ] as const) {
      context.lineWidth = width;
      context.strokeStyle = color;
      context.beginPath();
      for (const point of points) {
        const across = this.#whole(point.x * scale + x);
        const down = this.#whole(point.y * scale + y);
        context.moveTo(across - POINT_ARM, down);
        context.lineTo(across + POINT_ARM, down);
        context.moveTo(across, down - POINT_ARM);
        context.lineTo(across, down + POINT_ARM);
      }
      context.stroke();
    }
  }

  rubberBand(rect: Rectangle): void {
    this.#context.fillStyle = 'rgba(86, 180, 233, 0.15)';
    this.#context.fillRect(rect.x, rect.y, rect.width, rect.height);
    const half = strokeWidths(1, this.#pixelRatio).offset / this.#pixelRatio;
    this.#stroke(rect, half, 1, 'rgba(0, 0, 0, 0.8)', []);
    this.#stroke(rect, half, 1, '#ffffff', [4, 4]);
  }

  /** The size beside the box: below its right corner, or inside where there is no room. */
  measure(box: Box, pane: Pane): void {
    const context = this.#context;
    const rect = onCanvas(box, pane, this.#pixelRatio);
    const text = `${pixels(box.width)} × ${pixels(box.height)}`;
    context.font = TAG_FONT;
    const width = context.measureText(text).width + 8;
    const right = pane.rect.x + pane.rect.width;
    const bottom = pane.rect.y + pane.rect.height;
    const x = Math.min(Math.max(rect.x + rect.width - width, pane.rect.x), right - width);
    const below = rect.y + rect.height + 8;
    const y = below + TAG_HEIGHT <= bottom ? below : Math.min(rect.y + rect.height, bottom) - TAG_HEIGHT - 8;
    context.fillStyle = 'rgba(0, 0, 0, 0.8)';
    context.fillRect(this.#whole(x), this.#whole(y), width, TAG_HEIGHT);
    context.fillStyle = '#ffffff';
    context.textBaseline = 'middle';
    context.fillText(text, this.#whole(x) + 4, this.#whole(y) + TAG_HEIGHT / 2 + 0.5);
  }

  #stroke(rect: Rectangle, half: number, width: number, color: string, dash: number[]): void {
    const context = this.#context;
    context.lineWidth = width;
    context.strokeStyle = color;
    context.setLineDash(dash);
    context.strokeRect(rect.x + half, rect.y + half, Math.max(1, rect.width), Math.max(1, rect.height));
    context.setLineDash([]);
  }

  #whole(value: number): number {
    return Math.round(value * this.#pixelRatio) / this.#pixelRatio;
  }
}

function cornersOf({ x, y, width, height }: Rectangle): { readonly x: number; readonly y: number }[] {
  return [x, x + width].flatMap((across) => [y, y + height].map((down) => ({ x: across, y: down })));
}
