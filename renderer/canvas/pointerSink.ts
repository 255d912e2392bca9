import type { PointerSink } from './gestures.ts';
import type { CanvasFeedback } from './feedback.ts';
import type { Panes } from './panes.ts';
import { createPanning } from './tools/panning.ts';
import type { Tool, ToolContext } from './tools/tool.ts';
import { wheelFactor } from './viewport.ts';
import { type WheelHabit, WheelReader, wheelShift } from './wheel.ts';

/** What the pointer acts on. */
export interface PointerTarget extends ToolContext {
  readonly tool: Tool;
  readonly feedback: CanvasFeedback;
  readonly panes: Panes;
  /** The space bar is held: a press moves the image, whatever the tool. */
  panningReady: boolean;
  viewChanged(): void;
  /** Drops the gesture in hand; an armed tool stays armed. */
  interrupt(): void;
  /** What turning the wheel does. */
  readonly wheelHabit: WheelHabit;
}

/** Hands what the pointer does to the tool in force; wheel and panning mean the same in every tool. */
export function createPointerSink(engine: PointerTarget): PointerSink {
  const { feedback, panes } = engine;
  const wheels = new WheelReader();
  return {
    down: (input) => engine.tool.pointerDown?.(input),
    move: (input) => {
      feedback.pointer(input.pane, input.screen);
      engine.tool.pointerMove?.(input);
    },
    up: (input) => engine.tool.pointerUp?.(input),
    lost: () => engine.interrupt(),
    leave: () => {
      feedback.pointer(null, null);
      engine.tool.pointerLeave?.();
    },
    panFrom: (input) => engine.overlay((resume) => createPanning(engine, input, resume)),
    doubleClick: (input) => engine.tool.doubleClick?.(input),
    wheel: (pane, at, turn) => {
      panes.activate(pane);
      if (wheels.read(turn, engine.wheelHabit) === 'zooms')
        panes.zoom(pane, at, wheelFactor(turn.deltaY, turn.deltaMode, turn.ctrlKey));
      else {
        const { dx, dy } = wheelShift(turn);
        panes.pan(pane, dx, dy);
      }
      engine.viewChanged();
    },
    pinch: (pane, { from, to, factor }) => {
      panes.activate(pane);
      panes.zoom(pane, from, factor);
      panes.pan(pane, to.x - from.x, to.y - from.y);
      engine.viewChanged();
    },
    spaceHeld: (held) => {
      engine.panningReady = held;
    },
  };
}
