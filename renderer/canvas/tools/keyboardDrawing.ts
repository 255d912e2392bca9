import { clampToImage, growWithin, intersection, moveWithin } from '../../../shared/domain/geometry.ts';
import type { Box } from '../../../shared/domain/geometry.ts';
import type { Pane } from '../panes.ts';
import { readout, spoken } from '../text.ts';
import { visibleBox } from '../viewport.ts';
import type { Tool, ToolContext } from './tool.ts';

/** Draws a box without a pointer: it begins in the middle of the view, a fifth of it wide and high. */
export function createKeyboardDrawing(context: ToolContext, pane: Pane): Tool {
  const { words } = context;
  let box = startingBox(pane);

  function show(): void {
    context.hand.draft = { pane, box, style: context.draftStyle() };
    context.hand.measured = { pane, box };
    context.say(`${readout(box)}    ${words('canvasKeyboard')}`);
    context.redrawHand();
  }

  function startingBox(pane: Pane): Box {
    const whole = { x: 0, y: 0, width: pane.image.width, height: pane.image.height };
    const seen = intersection(visibleBox(pane.viewport, pane.rect), whole) ?? whole;
    const middle = {
      x: Math.round(seen.x + seen.width * 0.4),
      y: Math.round(seen.y + seen.height * 0.4),
      width: Math.max(1, Math.round(seen.width / 5)),
      height: Math.max(1, Math.round(seen.height / 5)),
    };
    return clampToImage(middle, pane.image);
  }

  return {
    name: 'keyboardDrawing',
    enter: () => {
      context.setCursor('default');
      context.announce(
        words('canvasKeyboardNew', { box: spoken(words, box), help: words('canvasKeyboard') }),
      );
      show();
    },
    exit: () => {
      context.hand.draft = null;
      context.hand.measured = null;
      context.say('');
      context.redrawHand();
    },
    nudge: (dx, dy) => {
      box = moveWithin(box, dx, dy, pane.image);
      context.announce(spoken(words, box));
      show();
      return true;
    },
    resizeBy: (dw, dh) => {
      box = growWithin(box, dw, dh, pane.image);
      context.announce(spoken(words, box));
      show();
      return true;
    },
    confirm: () => {
      const region = context.newRegion(pane, context.tidy(box, pane));
      context.finish();
      if (region !== null) context.keepDrawn(region, 'keyboard draw');
      return true;
    },
  };
}
