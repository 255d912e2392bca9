import type { CanvasEngine } from './engine.ts';
import type { PointerSink } from './pointer.ts';
import { createPanning } from './tools/panning.ts';

/** Hands what the pointer does to the tool in force; wheel and panning mean the same in every tool. */
export function createPointerSink(engine: CanvasEngine): PointerSink {
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
