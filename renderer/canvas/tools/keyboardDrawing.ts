import { type Box, growWithin, intersection, moveWithin } from '../../../shared/base/geometry.ts';
import type { Pane } from '../panes.ts';
import { placingStep } from '../steps.ts';
import { readout, spoken } from '../text.ts';
import { visibleBox } from '../viewport.ts';
import type { Tool, ToolContext } from './tool.ts';

/** How much of the image the box begins with, in each direction. */
const SHARE_OF_IMAGE = 0.2;
/** How much of the view it covers at most, so that its corners are in sight on a zoomed image. */
const SHARE_OF_VIEW = 0.8;

/**
 * Draws a box without a pointer: it begins in the middle of what is in sight, a fifth of the image wide and high, or
 * smaller where so much of the image is not in sight.
 */
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
    const view = visibleBox(pane.viewport, pane.rect);
    const seen = intersection(view, whole) ?? whole;
    const width = Math.max(1, Math.round(Math.min(whole.width * SHARE_OF_IMAGE, view.width * SHARE_OF_VIEW)));
    const height = Math.max(
      1,
      Math.round(Math.min(whole.height * SHARE_OF_IMAGE, view.height * SHARE_OF_VIEW)),
    );
    const corner = {
      x: Math.round(seen.x + (seen.width - width) / 2),
      y: Math.round(seen.y + (seen.height - height) / 2),
    };
    return moveWithin({ ...corner, width, height }, 0, 0, pane.image);
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
    // It is not in the pointer's hand.
    interrupt: () => undefined,
    nudge: (dx, dy) => {
      box = moveWithin(box, placingStep(dx, pane.image), placingStep(dy, pane.image), pane.image);
      context.announce(spoken(words, box));
      show();
      return true;
    },
    resizeBy: (dw, dh) => {
      box = growWithin(box, placingStep(dw, pane.image), placingStep(dh, pane.image), pane.image);
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
