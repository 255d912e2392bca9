import type { PointerSink } from './pointer.ts';
import type { Feedback } from './feedback.ts';
import type { Panes } from './panes.ts';
import { createPanning } from './tools/panning.ts';
import type { Tool, ToolContext } from './tools/tool.ts';

/** What the pointer acts on. */
export interface PointerTarget extends ToolContext {
  readonly tool: Tool;
  readonly feedback: Feedback;
  readonly panes: Panes;
  /** The space bar is held: a press moves the image, whatever the tool. */
  panningReady: boolean;
  viewChanged(): void;
  cancel(): void;
}

/** Hands what the pointer does to the tool in force; wheel and panning mean the same in every tool. */
export function createPointerSink(engine: PointerTarget): PointerSink {
  const { feedback, panes } = engine;
  return {
    down: (input) => engine.tool.pointerDown?.(input),
    move: (input) => {
      feedback.pointer(input.pane, input.screen);
      engine.tool.pointerMove?.(input);
    },
    up: (input) => engine.tool.pointerUp?.(input),
    lost: () => engine.cancel(),
    leave: () => {
      feedback.pointer(null, null);
      engine.tool.pointerLeave?.();
    },
    panFrom: (input) => engine.overlay((resume) => createPanning(engine, input, resume)),
    doubleClick: (input) => engine.tool.doubleClick?.(input),
    wheel: (pane, at, factor) => {
      panes.activate(pane);
      panes.zoom(pane, at, factor);
      engine.viewChanged();
    },
    spaceHeld: (held) => {
      engine.panningReady = held;
    },
  };
}
