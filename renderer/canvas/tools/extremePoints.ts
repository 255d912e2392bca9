import {
  type Box,
  boxFromCorners,
  clampToImage,
  imagePoint,
  type ImagePoint,
} from '../../../shared/base/geometry.ts';
import type { Pane } from '../panes.ts';
import { readout } from '../text.ts';
import { withinImage } from './drawing.ts';
import { createGrip } from './grip.ts';
import type { PointerInput, Tool, ToolContext } from './tool.ts';

/** How many points span a box: one on each of its sides. */
const POINTS = 4;

/**
 * Draws a box by four clicks on the thing itself: its topmost, bottommost, leftmost and rightmost point, in whatever
 * order. Armed for one box, or for many where it is kept (or Shift is held at the last click). Before the first click the
 * handles of the selected box can be dragged.
 */
export function createExtremePoints(context: ToolContext, kept: boolean, startByKeyboard: () => void): Tool {
  let points: ImagePoint[] = [];
  let pane: Pane | null = null;
  let pressed = false;
  const grip = createGrip(context);

  function show(next: ImagePoint | null): void {
    if (pane === null) return;
    const all = next === null ? points : [...points, next];
    const box = boxAround(all);
    context.hand.points = { pane, points: [...points] };
    context.hand.draft =
      all.length < 2 ? null : { pane, box: clampToImage(box, pane.image), style: context.draftStyle() };
    context.say(`${readout(box)}    ${remaining(points.length)}`);
    context.redrawHand();
  }

  function clear(): void {
    points = [];
    pane = null;
    pressed = false;
    grip.release();
    context.hand.points = null;
    context.hand.draft = null;
    context.redrawHand();
  }

  function keep(on: Pane, shift: boolean): void {
    const box = context.tidy(clampToImage(boxAround(points), on.image), on);
    const region = context.newRegion(on, box);
    clear();
    if (region !== null) context.keepDrawn(region, 'draw');
    if (kept || shift) context.say(remaining(0));
    else context.finish();
  }

  function press(input: PointerInput): void {
    if (pane === null && context.refuseDrawingOn(input.pane)) return;
    pressed = pointAt(input) !== null;
  }

  function pointAt(input: PointerInput): ImagePoint | null {
    if (pane !== null && input.pane !== pane) return null;
    if (pane === null && input.pane.image.undrawable !== undefined) return null;
    return withinImage(input.image, input.pane.image);
  }

  return {
    name: 'extremePoints',
    enter: () => {
      context.setCursor('crosshair');
      context.say(remaining(0));
    },
    exit: () => {
      clear();
      context.say('');
    },
    interrupt: () => {
      // The points set before stay.
      pressed = false;
      grip.release();
    },
    pointerDown: (input) => {
      if (pane === null && grip.press(input)) return;
      press(input);
    },
    pointerMove: (input) => {
      if (pane !== null) show(pointAt(input));
      else if (!grip.pull(input) && !pressed) grip.hover(input, remaining(0));
    },
    pointerUp: (input) => {
      // Not a drag: the point that is meant lies where a handle does.
      const on = grip.release();
      if (on !== null) press(on);
      const point = pointAt(input);
      if (!pressed || point === null) return;
      pressed = false;
      pane ??= input.pane;
      points = [...points, point];
      if (points.length < POINTS) {
        show(null);
        context.announce(remaining(points.length));
      } else keep(pane, input.shift);
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

/** The smallest box that holds all of the points. */
function boxAround(points: readonly ImagePoint[]): Box {
  const across = points.map(({ x }) => x);
  const down = points.map(({ y }) => y);
  return boxFromCorners(
    imagePoint(Math.min(...across), Math.min(...down)),
    imagePoint(Math.max(...across), Math.max(...down)),
  );
}

function remaining(set: number): string {
  const rest = POINTS - set;
  if (set === 0) return 'New box: click its topmost, bottommost, leftmost and rightmost points. Esc: stop.';
  return rest === 1 ? 'One more point.' : `${String(rest)} more points.`;
}
