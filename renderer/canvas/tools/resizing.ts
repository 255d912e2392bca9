import { type Handle, resizeByHandle, sameBox } from '../../../shared/base/geometry.ts';
import { handleCursor } from '../handles.ts';
import { readout } from '../text.ts';
import type { CanvasRegion } from '../types.ts';
import { boxOf } from './moving.ts';
import type { PointerInput, Tool, ToolContext } from './tool.ts';

/** Drags one handle of one box; `done` leads on, whether the box has changed or not. */
export function createResizing(
  context: ToolContext,
  from: PointerInput,
  region: CanvasRegion,
  handle: Handle,
  done: () => void,
): Tool {
  const { pane } = from;

  function stretch(input: PointerInput): void {
    const dx = input.image.x - from.image.x;
    const dy = input.image.y - from.image.y;
    const box =
      dx === 0 && dy === 0
        ? boxOf(region)
        : context.tidy(resizeByHandle(boxOf(region), handle, dx, dy, pane.image), pane);
    context.hand.lifted.set(region.id, box);
    context.hand.measured = { pane, box };
    context.say(readout(box));
    context.redrawHand();
  }

  return {
    name: 'resizing',
    enter: () => context.setCursor(handleCursor(handle)),
    exit: () => {
      context.hand.lifted.clear();
      context.hand.measured = null;
      context.say('');
    },
    cancel: done,
    pointerMove: stretch,
    pointerUp: (input) => {
      stretch(input);
      const box = context.hand.lifted.get(region.id);
      if (box !== undefined && !sameBox(box, region)) {
        context.commit({ added: [], updated: [{ ...region, ...box }], removed: [] }, 'resize');
      }
      done();
    },
  };
}
