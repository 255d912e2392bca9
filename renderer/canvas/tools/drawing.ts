import {
  type Box,
  boxFromCorners,
  clampToImage,
  imagePoint,
  type ImagePoint,
  type Size,
} from '../../../shared/base/geometry.ts';
import { readout } from '../text.ts';
import { createGrip } from './grip.ts';
import { isDrag, type PointerInput, type Tool, type ToolContext } from './tool.ts';

/**
 * Draws a box by a drag or by two clicks. Armed for one box, or for many if it is kept (or Shift is held at the end). A
 * box may begin inside others; only a drag on a handle of the selected box resizes it, unless Shift is held.
 */
export function createDrawing(context: ToolContext, kept: boolean, startByKeyboard: () => void): Tool {
  let first: PointerInput | null = null;
  /** The first corner was set by a click, so the next press sets the second. */
  let waiting = false;
  const grip = createGrip(context);
  const armed = (): string => context.words('canvasArmed');

  function boxTo(from: PointerInput, input: PointerInput): Box {
    const corners = boxFromCorners(
      withinImage(from.image, from.pane.image),
      withinImage(input.image, from.pane.image),
    );
    return context.tidy(clampToImage(corners, from.pane.image), from.pane);
  }

  function show(from: PointerInput, input: PointerInput): void {
    const box = boxTo(from, input);
    context.hand.draft = { pane: from.pane, box, style: context.draftStyle() };
    context.hand.measured = { pane: from.pane, box };
    context.say(readout(box));
    context.redrawHand();
  }

  function begin(input: PointerInput): void {
    if (first === null && context.refuseDrawingOn(input.pane)) return;
    first ??= input;
    show(first, input);
  }

  function clear(): void {
    first = null;
    waiting = false;
    grip.release();
    context.hand.draft = null;
    context.hand.measured = null;
    context.redrawHand();
  }

  function keep(from: PointerInput, input: PointerInput): void {
    const region = context.newRegion(from.pane, boxTo(from, input));
    clear();
    if (region !== null) context.keepDrawn(region, 'draw');
    if (kept || input.shift) context.say(armed());
    else context.finish();
  }

  return {
    name: 'drawing',
    enter: () => {
      context.setCursor('crosshair');
      context.say(armed());
    },
    exit: () => {
      clear();
      context.say('');
    },
    interrupt: () => {
      // The first of two clicks was finished, and stays.
      if (!waiting) clear();
    },
    pointerDown: (input) => {
      if (first === null && grip.press(input)) return;
      begin(input);
    },
    pointerMove: (input) => {
      if (first !== null) show(first, input);
      else if (!grip.pull(input)) grip.hover(input, armed());
    },
    pointerUp: (input) => {
      // Not a drag, or it would be resizing by now: the corner of the next box is where a handle lies.
      const on = grip.release();
      if (on !== null) begin(on);
      if (first === null) return;
      if (waiting || isDrag(first, input)) keep(first, input);
      else waiting = true;
    },
    confirm: () => {
      startByKeyboard();
      return true;
    },
    nudge: () => {
      startByKeyboard();
      return true;
    },
  };
}

/** The nearest point that is in the image. */
export function withinImage(point: ImagePoint, image: Size): ImagePoint {
  return imagePoint(
    Math.min(Math.max(point.x, 0), image.width),
    Math.min(Math.max(point.y, 0), image.height),
  );
}
