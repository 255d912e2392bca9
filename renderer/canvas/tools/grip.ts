import { handleCursor } from '../handles.ts';
import { createResizing } from './resizing.ts';
import { isDrag, type PointerInput, type ToolContext } from './tool.ts';

/** The handles of the selected box while a drawing tool is in force. */
export interface Grip {
  /** Takes note of a press that lies on a handle; false where it does not, or Shift is held. */
  press(input: PointerInput): boolean;
  /** Resizes once the press on a handle is a drag, the drawing tool to be in force again afterwards; says whether it does. */
  pull(input: PointerInput): boolean;
  /** Lets go, and gives the press that was no drag; null where none was on a handle. */
  release(): PointerInput | null;
  /** Shows by the cursor and the line under the image what a press would do here; `armed`: said where it draws. */
  hover(input: PointerInput, armed: string): void;
}

export function createGrip(context: ToolContext): Grip {
  let held: PointerInput | null = null;

  function handleUnder({ pane, screen, shift }: PointerInput): ReturnType<ToolContext['handleAt']> {
    return shift ? null : context.handleAt(pane, screen);
  }

  return {
    press(input) {
      held = handleUnder(input) === null ? null : input;
      return held !== null;
    },
    pull(input) {
      const from = held;
      if (from === null) return false;
      if (!isDrag(from, input)) return true;
      held = null;
      const grabbed = handleUnder(from);
      if (grabbed === null) return false;
      context.overlay((resume) => createResizing(context, from, grabbed.region, grabbed.handle, resume));
      context.continueWith(input);
      return true;
    },
    release() {
      const pressed = held;
      held = null;
      return pressed;
    },
    hover(input, armed) {
      const grabbed = handleUnder(input);
      const { undrawable } = input.pane.image;
      if (grabbed !== null) context.setCursor(handleCursor(grabbed.handle));
      else context.setCursor(undrawable === undefined ? 'crosshair' : 'not-allowed');
      context.say(grabbed === null ? (undrawable ?? armed) : context.words('canvasResizes'));
    },
  };
}
