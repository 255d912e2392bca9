import { boxFromCorners } from '../../../shared/base/geometry.ts';
import { boxes } from '../text.ts';
import type { PointerInput, Tool, ToolContext } from './tool.ts';

/** The rubber band: selects the boxes that lie wholly in it, added to the selection with Shift. */
export function createSelecting(context: ToolContext, from: PointerInput): Tool {
  const mark = context.selection;
  const { pane } = from;

  return {
    name: 'selecting',
    enter: () => context.setCursor('crosshair'),
    exit: () => {
      context.hand.rubberBand = null;
      context.say('');
    },
    cancel: () => context.select(mark),
    pointerMove: (input) => {
      const box = boxFromCorners(from.image, input.image);
      context.hand.rubberBand = { pane, box };
      context.say(boxes(context.words, context.within(pane, box).length));
      context.redrawHand();
    },
    pointerUp: (input) => {
      const found = context.within(pane, boxFromCorners(from.image, input.image)).map((region) => region.id);
      context.select(from.shift ? [...new Set([...mark, ...found])] : found);
      context.finish();
    },
  };
}
