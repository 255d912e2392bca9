import { type Box, moveWithin, sameBox } from '../../../shared/base/geometry.ts';
import { readout } from '../text.ts';
import type { CanvasRegion } from '../types.ts';
import type { PointerInput, Tool, ToolContext } from './tool.ts';

/** Drags the selected boxes of one image together, locked ones left where they are; none leaves it, and their places to each other stay. */
export function createMoving(context: ToolContext, from: PointerInput): Tool {
  const { pane } = from;
  const mark = context.changeableRegions().filter((region) => region.imageId === pane.image.id);

  function moved(region: CanvasRegion, dx: number, dy: number): Box {
    if (dx === 0 && dy === 0) return boxOf(region);
    const box = moveWithin(boxOf(region), dx, dy, pane.image);
    // Tidied by its corner alone: a box that is only moved keeps its size to the last digit.
    const { x, y } = context.tidy(box, pane);
    return moveWithin({ ...box, x, y }, 0, 0, pane.image);
  }

  function shift(input: PointerInput): void {
    const [dx, dy] = allowed(mark, input.image.x - from.image.x, input.image.y - from.image.y, pane.image);
    for (const region of mark) {
      context.hand.lifted.set(region.id, moved(region, dx, dy));
    }
    const [first] = mark;
    const box = first === undefined ? undefined : context.hand.lifted.get(first.id);
    if (box !== undefined) {
      context.hand.measured = { pane, box };
      context.say(readout(box));
    }
    context.redrawHand();
  }

  return {
    name: 'moving',
    enter: () => context.setCursor('grabbing'),
    exit: () => {
      context.hand.lifted.clear();
      context.hand.measured = null;
      context.say('');
    },
    pointerMove: shift,
    pointerUp: (input) => {
      shift(input);
      const updated = mark.flatMap((region) => {
        const box = context.hand.lifted.get(region.id);
        return box === undefined || sameBox(box, region) ? [] : [{ ...region, ...box }];
      });
      if (updated.length > 0) context.commit({ added: [], updated, removed: [] }, 'move');
      context.finish();
    },
  };
}

/** How far all of the boxes can go together before the first of them meets the image's edge. */
export function allowed(
  boxes: readonly Box[],
  dx: number,
  dy: number,
  image: { readonly width: number; readonly height: number },
): [number, number] {
  let [left, right, up, down] = [-Infinity, Infinity, -Infinity, Infinity];
  for (const box of boxes) {
    left = Math.max(left, -box.x);
    right = Math.min(right, image.width - box.x - box.width);
    up = Math.max(up, -box.y);
    down = Math.min(down, image.height - box.y - box.height);
  }
  return [
    Math.min(Math.max(dx, Math.min(0, left)), Math.max(0, right)),
    Math.min(Math.max(dy, Math.min(0, up)), Math.max(0, down)),
  ];
}

/** The box of a region without the rest of it. */
export function boxOf(region: CanvasRegion): Box {
  return { x: region.x, y: region.y, width: region.width, height: region.height };
}
