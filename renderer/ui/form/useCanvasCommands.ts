import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { useCommands } from '../commands/commands.ts';
import { canvasCommands } from '../commands/deskCommands.ts';
import { useCanvasVerbs } from '../images/useCanvasVerbs.ts';
import { useDesk } from './context.ts';

/**
 * Offers the verbs of the canvas: most anywhere at the Desk, those that move things only while it has the focus.
 * @param isDrawnOn whether there is a canvas; without one there is nothing to offer
 */
export function useCanvasCommands(
  area: RefObject<HTMLElement | null>,
  isDrawnOn: boolean,
  onToggleLoupe: () => void,
): void {
  const { canvas, readOnly, view } = useDesk();
  const mode = useStore(view, (state) => state.mode);
  const verbs = useCanvasVerbs(canvas, { isOn: isDrawnOn, changes: !readOnly || mode !== 'boxes' });
  useCommands('canvas', [
    ...verbs.draw,
    ...verbs.drawByPoints,
    verbs.remove,
    verbs.duplicate,
    ...verbs.hide,
    ...verbs.look,
    { ...canvasCommands.loupe, enabled: () => isDrawnOn, run: onToggleLoupe },
    verbs.leaveTool,
  ]);
  useCommands(
    'canvas',
    [verbs.drawByKeyboard, verbs.selectAll, ...verbs.select, ...verbs.move, ...verbs.resize],
    { within: area },
  );
}
