import type { ScreenPoint } from '../../../shared/base/geometry.ts';
import type { PointerInput, Tool, ToolContext } from './tool.ts';

/**
 * Drags the image under the window. It lies over whatever tool was in force, which goes on where it was: one can
 * pan between the two clicks of a box.
 */
export function createPanning(context: ToolContext, from: PointerInput, resume: () => void): Tool {
  let last: ScreenPoint = from.screen;
  return {
    name: 'panning',
    enter: () => context.setCursor('grabbing'),
    cancel: resume,
    pointerMove: (input) => {
      context.pan(from.pane, input.screen.x - last.x, input.screen.y - last.y);
      last = input.screen;
    },
    pointerUp: resume,
  };
}
