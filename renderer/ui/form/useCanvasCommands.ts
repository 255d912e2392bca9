import type { RefObject } from 'react';
import { useStore } from 'zustand';
import type { Command, CommandDefinition } from '../commands/commands.ts';
import { useCommands } from '../commands/commands.ts';
import { canvasCommands } from '../commands/deskCommands.ts';
import type { CanvasHandle } from '../../canvas/index.ts';
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
  const changing = !readOnly || mode !== 'boxes';
  const verb = (definition: CommandDefinition, run: (handle: CanvasHandle) => unknown): Command => ({
    ...definition,
    enabled: () => isDrawnOn,
    run: () => (canvas.current === null ? false : run(canvas.current)),
  });
  const edit = (definition: CommandDefinition, run: (handle: CanvasHandle) => unknown): Command => ({
    ...verb(definition, run),
    enabled: () => isDrawnOn && changing,
  });
  /** Drawing goes on at the image: its keys must reach it. */
  const atImage = (run: (handle: CanvasHandle) => boolean) => (handle: CanvasHandle) => {
    handle.focus();
    run(handle);
  };

  useCommands('canvas', [
    edit(
      canvasCommands.draw,
      atImage((handle) => handle.draw()),
    ),
    edit(
      canvasCommands.drawKept,
      atImage((handle) => handle.drawKept()),
    ),
    edit(
      canvasCommands.points,
      atImage((handle) => handle.drawByPoints(false)),
    ),
    edit(
      canvasCommands.pointsKept,
      atImage((handle) => handle.drawByPoints(true)),
    ),
    edit(canvasCommands.delete, (handle) => handle.deleteSelection()),
    edit(canvasCommands.duplicate, (handle) => handle.duplicateSelection()),
    verb(canvasCommands.hide, (handle) => handle.toggleHideSelection()),
    verb(canvasCommands.hideAll, (handle) => {
      handle.toggleHideAll();
    }),
    verb(canvasCommands.zoomIn, (handle) => {
      handle.zoomIn();
    }),
    verb(canvasCommands.zoomOut, (handle) => {
      handle.zoomOut();
    }),
    verb(canvasCommands.fit, (handle) => {
      handle.fit();
    }),
    verb(canvasCommands.actualSize, (handle) => {
      handle.actualSize();
    }),
    { ...canvasCommands.loupe, enabled: () => isDrawnOn, run: onToggleLoupe },
    verb(canvasCommands.escape, (handle) => handle.escape()),
  ]);

  useCommands(
    'canvas',
    [
      edit(canvasCommands.keyboardBox, (handle) => handle.confirm() || handle.startKeyboardBox()),
      verb(canvasCommands.selectAll, (handle) => handle.selectAll()),
      verb(canvasCommands.next, (handle) => handle.selectNext()),
      verb(canvasCommands.previous, (handle) => handle.selectPrevious()),
      verb(canvasCommands.nudgeLeft, (handle) => handle.nudge(-1, 0)),
      verb(canvasCommands.nudgeRight, (handle) => handle.nudge(1, 0)),
      verb(canvasCommands.nudgeUp, (handle) => handle.nudge(0, -1)),
      verb(canvasCommands.nudgeDown, (handle) => handle.nudge(0, 1)),
      verb(canvasCommands.nudgeLeftFar, (handle) => handle.nudge(-10, 0)),
      verb(canvasCommands.nudgeRightFar, (handle) => handle.nudge(10, 0)),
      verb(canvasCommands.nudgeUpFar, (handle) => handle.nudge(0, -10)),
      verb(canvasCommands.nudgeDownFar, (handle) => handle.nudge(0, 10)),
      edit(canvasCommands.narrower, (handle) => handle.resizeBy(-1, 0)),
      edit(canvasCommands.wider, (handle) => handle.resizeBy(1, 0)),
      edit(canvasCommands.shorter, (handle) => handle.resizeBy(0, -1)),
      edit(canvasCommands.taller, (handle) => handle.resizeBy(0, 1)),
      edit(canvasCommands.narrowerFar, (handle) => handle.resizeBy(-10, 0)),
      edit(canvasCommands.widerFar, (handle) => handle.resizeBy(10, 0)),
      edit(canvasCommands.shorterFar, (handle) => handle.resizeBy(0, -10)),
      edit(canvasCommands.tallerFar, (handle) => handle.resizeBy(0, 10)),
    ],
    { within: area },
  );
}
