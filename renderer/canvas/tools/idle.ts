import { fitsBox } from '../../../shared/foreign/foreignPart.ts';
import { carriedTitle } from '../../../shared/foreign/foreignWords.ts';
import { handleCursor } from '../handles.ts';
import { pixels } from '../text.ts';
import { createDrawing } from './drawing.ts';
import { createMoving } from './moving.ts';
import { createPanning } from './panning.ts';
import { dragEffect, selectionAfterClick } from './pressRules.ts';
import { createResizing } from './resizing.ts';
import { createSelecting } from './selecting.ts';
import { isDrag, type PointerInput, type Tool, type ToolContext } from './tool.ts';
import type { Pane } from '../panes.ts';
import type { CanvasRegion } from '../types.ts';

/** Two clicks nearer than this mean the same spot, so that the second goes one deeper, in CSS pixels. */
const SAME_SPOT = 6;

/** Nothing in hand: points, selects, and hands over to moving, resizing or the rubber band once a drag begins. */
export class IdleTool implements Tool {
  readonly name = 'idle';
  readonly #context: ToolContext;
  #pressed: PointerInput | null = null;
  #isPressedOnBox = false;
  /** A drag from here moves the selection. */
  #isPressedOnMovable = false;
  /** Where the last click selected something: clicking there again goes through the boxes underneath. */
  #lastClick: PointerInput | null = null;
  #beforeLastClick: readonly string[] = [];
  /** The press itself selected, so its release must not select again. */
  #hasPressSelected = false;
  /** What is dragged stays where it is, which has been said and is to be read until the button is released. */
  #isRefused = false;

  constructor(context: ToolContext) {
    this.#context = context;
  }

  enter(): void {
    this.#context.setCursor('default');
  }

  exit(): void {
    this.#pressed = null;
    this.#context.hand.hover = null;
  }

  cancel(): void {
    this.#isRefused = false;
    this.#pressed = null;
  }

  interrupt(): void {
    if (this.#pressed !== null && this.#hasPressSelected) this.#context.select(this.#beforeLastClick);
    this.cancel();
  }

  pointerDown(input: PointerInput): void {
    const context = this.#context;
    const grabbed = context.handleAt(input.pane, input.screen);
    if (grabbed === null || input.shift) {
      this.#press(input);
      return;
    }
    const { region, handle } = grabbed;
    context.switchTo(createResizing(context, input, region, handle, () => context.finish()));
  }

  pointerMove(input: PointerInput): void {
    if (this.#isRefused) return;
    if (this.#pressed === null) this.#hover(input);
    else if (isDrag(this.#pressed, input)) this.#beginDrag(this.#pressed, input);
  }

  pointerUp(input: PointerInput): void {
    this.#isRefused = false;
    if (this.#pressed === null) return;
    this.#pressed = null;
    this.#click(input);
  }

  pointerLeave(): void {
    this.#context.say('');
    this.#setHover(null);
  }

  doubleClick(): void {
    // Its second click has gone one box deeper or cleared the selection, which was not what was meant.
    this.#context.select(this.#beforeLastClick);
    this.#context.fit();
  }

  #setHover(id: string | null): void {
    if (id === this.#context.hand.hover) return;
    this.#context.hand.hover = id;
    this.#context.redrawHand();
  }

  #hover(input: PointerInput): void {
    const context = this.#context;
    const stack = context.stackAt(input.pane, input.image);
    const [top] = stack;
    this.#setHover(top?.id ?? null);
    context.setCursor(this.#cursorOver(input, stack));
    context.say(isInside(input) ? readoutAt(input, top) : '');
  }

  #cursorOver({ pane, screen }: PointerInput, stack: readonly CanvasRegion[]): string {
    const context = this.#context;
    const handle = context.handleAt(pane, screen);
    if (handle !== null) return handleCursor(handle.handle);
    if (stack.some((region) => this.#isMovable(region, pane))) return 'move';
    if (context.dragDraws(pane)) return 'crosshair';
    if (stack.length > 0) return 'pointer';
    return context.dragPans ? 'grab' : 'default';
  }

  #isMovable({ id, locked }: CanvasRegion, pane: Pane): boolean {
    const context = this.#context;
    if (context.readOnly || locked === true || !context.selection.includes(id)) return false;
    // Anybody who draws one box after the other has not chosen the last one to be moved: a click would do that.
    return id !== context.drawn || !context.dragDraws(pane);
  }

  #press(input: PointerInput): void {
    const context = this.#context;
    this.#pressed = input;
    this.#hasPressSelected = false;
    const stack = context.stackAt(input.pane, input.image);
    this.#isPressedOnBox = stack.length > 0;
    this.#isPressedOnMovable = stack.some((region) => this.#isMovable(region, input.pane));
    if (input.shift || stack.some((region) => context.selection.includes(region.id))) return;
    const [smallest] = stack;
    if (smallest === undefined) return;
    this.#beforeLastClick = context.selection;
    context.select([smallest.id]);
    this.#hasPressSelected = true;
  }

  #click(input: PointerInput): void {
    const context = this.#context;
    const stack = context.stackAt(input.pane, input.image);
    const isOnBox = stack.length > 0;
    const again = this.#lastClick !== null && distance(this.#lastClick, input) <= SAME_SPOT;
    this.#lastClick = isOnBox ? input : null;
    if (isOnBox && this.#hasPressSelected) return;
    const before = context.selection;
    this.#beforeLastClick = before;
    const after = selectionAfterClick(stack, before, { shift: input.shift, again });
    if (isOnBox || after.length < before.length) context.select(after);
  }

  #beginDrag(from: PointerInput, now: PointerInput): void {
    const context = this.#context;
    this.#pressed = null;
    const effect = dragEffect(
      {
        isOnBox: this.#isPressedOnBox,
        isOnMovable: this.#isPressedOnMovable,
        shift: from.shift,
        touch: from.touch,
      },
      {
        dragDraws: context.dragDraws(from.pane),
        dragPans: context.dragPans,
        readOnly: context.readOnly,
        hasChangeable: context.changeableRegions().length > 0,
      },
    );
    if (effect === 'none') return;
    if (effect === 'refuse') {
      this.#isRefused = true;
      context.setCursor('not-allowed');
      context.refuseLocked();
      return;
    }
    // Pressing on the box had selected it already, which was not what was meant.
    if ((effect === 'draw' || effect === 'pan') && this.#hasPressSelected)
      context.select(this.#beforeLastClick);
    context.switchTo(toolFor(effect, context, from));
    if (effect === 'draw') context.startWith(from);
    context.hand.hover = null;
    this.#lastClick = null;
    context.continueWith(now);
  }
}

/** The tool that does what a drag does. */
function toolFor(effect: 'draw' | 'pan' | 'select' | 'move', context: ToolContext, from: PointerInput): Tool {
  switch (effect) {
    case 'draw':
      return createDrawing(context, false, () => undefined);
    case 'pan':
      return createPanning(context, from, () => context.finish());
    case 'select':
      return createSelecting(context, from);
    case 'move':
      return createMoving(context, from);
  }
}

const isInside = ({ image: { x, y }, pane }: PointerInput): boolean =>
  x >= 0 && y >= 0 && x <= pane.image.width && y <= pane.image.height;

/** The spot pointed at in words, with what a file says of the box there. */
function readoutAt({ image }: PointerInput, top: CanvasRegion | undefined): string {
  const place = `x ${pixels(Math.floor(image.x))}  y ${pixels(Math.floor(image.y))}`;
  const carried = top?.foreign === undefined ? null : carriedTitle(top.foreign, fitsBox(top.foreign, top));
  return carried === null ? place : `${place}  ${carried}`;
}

function distance(a: PointerInput, b: PointerInput): number {
  return Math.hypot(a.screen.x - b.screen.x, a.screen.y - b.screen.y);
}
