import { fitsBox } from '../../../shared/foreign/foreignPart.ts';
import { carriedTitle } from '../../../shared/foreign/foreignWords.ts';
import { handleCursor } from '../handles.ts';
import { pixels } from '../text.ts';
import { createDrawing } from './drawing.ts';
import { createMoving } from './moving.ts';
import { createPanning } from './panning.ts';
import { createResizing } from './resizing.ts';
import { createSelecting } from './selecting.ts';
import { isDrag } from './tool.ts';
import type { Pane } from '../panes.ts';
import type { CanvasRegion } from '../types.ts';
import type { PointerInput, Tool, ToolContext } from './tool.ts';

/** Two clicks nearer than this mean the same spot, so that the second goes one deeper, in CSS pixels. */
const SAME_SPOT = 6;

/** Nothing in hand: points, selects, and hands over to moving, resizing or the rubber band once a drag begins. */
export function createIdle(context: ToolContext): Tool {
  let pressed: PointerInput | null = null;
  let pressedOnBox = false;
  /** A drag from here moves the selection. */
  let pressedOnMovable = false;
  /** Where the last click selected something: clicking there again goes through the boxes underneath. */
  let lastClick: PointerInput | null = null;
  let beforeLastClick: readonly string[] = [];
  /** The press itself selected, so its release must not select again. */
  let selectedByPress = false;
  /** What is dragged stays where it is, which has been said and is to be read until the button is released. */
  let refused = false;

  function hover(input: PointerInput): void {
    const handle = context.handleAt(input.pane, input.screen);
    const stack = context.stackAt(input.pane, input.image);
    const [top] = stack;
    const id = top?.id ?? null;
    if (id !== context.hand.hover) {
      context.hand.hover = id;
      context.redrawHand();
    }
    if (handle !== null) context.setCursor(handleCursor(handle.handle));
    else if (stack.some((region) => isMovable(region, input.pane))) context.setCursor('move');
    else if (context.dragDraws(input.pane)) context.setCursor('crosshair');
    else context.setCursor(top !== undefined ? 'pointer' : context.dragPans ? 'grab' : 'default');
    const { image } = input.pane;
    const inside =
      input.image.x >= 0 &&
      input.image.y >= 0 &&
      input.image.x <= image.width &&
      input.image.y <= image.height;
    const carried = top?.foreign === undefined ? null : carriedTitle(top.foreign, fitsBox(top.foreign, top));
    const place = `x ${pixels(Math.floor(input.image.x))}  y ${pixels(Math.floor(input.image.y))}`;
    context.say(inside ? (carried === null ? place : `${place}  ${carried}`) : '');
  }

  function isMovable({ id, locked }: CanvasRegion, pane: Pane): boolean {
    if (context.readOnly || locked === true || !context.selection.includes(id)) return false;
    // Anybody who draws one box after the other has not chosen the last one to be moved: a click would do that.
    return id !== context.drawn || !context.dragDraws(pane);
  }

  function press(input: PointerInput): void {
    pressed = input;
    selectedByPress = false;
    const stack = context.stackAt(input.pane, input.image);
    pressedOnBox = stack.length > 0;
    pressedOnMovable = stack.some((region) => isMovable(region, input.pane));
    if (input.shift || stack.some((region) => context.selection.includes(region.id))) return;
    const [smallest] = stack;
    if (smallest === undefined) return;
    beforeLastClick = context.selection;
    context.select([smallest.id]);
    selectedByPress = true;
  }

  function click(input: PointerInput): void {
    const stack = context.stackAt(input.pane, input.image);
    const [smallest] = stack;
    if (smallest === undefined) {
      beforeLastClick = context.selection;
      if (!input.shift && context.selection.length > 0) context.select([]);
      lastClick = null;
      return;
    }
    const again = lastClick !== null && distance(lastClick, input) <= SAME_SPOT;
    lastClick = input;
    if (selectedByPress) return;
    beforeLastClick = context.selection;
    if (input.shift) {
      const without = context.selection.filter((id) => id !== smallest.id);
      context.select(without.length < context.selection.length ? without : [...without, smallest.id]);
      return;
    }
    const at = stack.findIndex((region) => context.selection.includes(region.id));
    const next = again && context.selection.length === 1 ? stack[(at + 1) % stack.length] : smallest;
    if (next !== undefined) context.select([next.id]);
  }

  function beginDrag(from: PointerInput, now: PointerInput): void {
    pressed = null;
    // What is to be drawn may begin within a box, as letters do in a word; one that was chosen is moved.
    if (!pressedOnMovable && context.dragDraws(from.pane)) {
      if (selectedByPress) context.select(beforeLastClick);
      context.switchTo(createDrawing(context, false, () => undefined));
      context.startWith(from);
    } else if (movesImage(from)) {
      // Pressing on the box had selected it already, which was not what was meant.
      if (selectedByPress) context.select(beforeLastClick);
      context.switchTo(createPanning(context, from, () => context.finish()));
    } else if (!pressedOnBox || from.shift) {
      context.switchTo(createSelecting(context, from));
    } else if (context.readOnly) {
      return;
    } else if (context.changeableRegions().length > 0) {
      context.switchTo(createMoving(context, from));
    } else {
      refused = true;
      context.setCursor('not-allowed');
      context.refuseLocked();
      return;
    }
    context.hand.hover = null;
    lastClick = null;
    context.continueWith(now);
  }

  /** Whether a drag moves the image: with a finger everywhere but on a box that was chosen before. */
  function movesImage({ touch }: PointerInput): boolean {
    if (touch && !pressedOnMovable) return true;
    return context.dragPans && (!pressedOnBox || context.changeableRegions().length === 0);
  }

  return {
    name: 'idle',
    enter: () => context.setCursor('default'),
    exit: () => {
      pressed = null;
      context.hand.hover = null;
    },
    cancel: () => {
      refused = false;
      pressed = null;
    },
    interrupt: () => {
      if (pressed !== null && selectedByPress) context.select(beforeLastClick);
      refused = false;
      pressed = null;
    },
    pointerDown: (input) => {
      const grabbed = context.handleAt(input.pane, input.screen);
      if (grabbed !== null && !input.shift) {
        context.switchTo(
          createResizing(context, input, grabbed.region, grabbed.handle, () => context.finish()),
        );
        return;
      }
      press(input);
    },
    pointerMove: (input) => {
      if (refused) return;
      if (pressed === null) hover(input);
      else if (isDrag(pressed, input)) beginDrag(pressed, input);
    },
    pointerUp: (input) => {
      refused = false;
      if (pressed === null) return;
      pressed = null;
      click(input);
    },
    pointerLeave: () => {
      context.say('');
      if (context.hand.hover === null) return;
      context.hand.hover = null;
      context.redrawHand();
    },
    doubleClick: () => {
      // Its second click has gone one box deeper or cleared the selection, which was not what was meant.
      context.select(beforeLastClick);
      context.fit();
    },
  };
}

function distance(a: PointerInput, b: PointerInput): number {
  return Math.hypot(a.screen.x - b.screen.x, a.screen.y - b.screen.y);
}
