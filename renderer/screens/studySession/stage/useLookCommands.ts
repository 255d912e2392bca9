import type { RefObject } from 'react';
import { useCommands, type Command, type CommandDefinition } from '../../../ui/commands/commands.ts';
import { canvasCommands } from '../../../ui/commands/deskCommands.ts';
import type { CanvasHandle } from '../../../canvas/index.ts';
import type { Stage } from './stage.ts';

/** Offers looking closely anywhere on the page, and what changes the answer while the image has the focus. */
export function useLookCommands(
  canvas: RefObject<CanvasHandle | null>,
  area: RefObject<HTMLElement | null>,
  stage: Stage,
  isLocked: boolean,
  onLoupe: () => void,
): void {
  const verb = (definition: CommandDefinition, run: (handle: CanvasHandle) => unknown): Command => ({
    ...definition,
    run: () => (canvas.current === null ? false : run(canvas.current)),
  });
  const draws = stage.isDrawn && !isLocked;
  const edit = (definition: CommandDefinition, run: (handle: CanvasHandle) => unknown): Command => ({
    ...verb(definition, run),
    enabled: () => draws,
  });
  const move = (definition: CommandDefinition, dx: number, dy: number): Command =>
    verb(definition, (handle) => handle.nudge(dx, dy));
  const size = (definition: CommandDefinition, dw: number, dh: number): Command =>
    edit(definition, (handle) => handle.resizeBy(dw, dh));
  /** Drawing goes on at the image: its keys must reach it. */
  const draw = (definition: CommandDefinition, run: (handle: CanvasHandle) => boolean): Command =>
    edit(definition, (handle) => {
      handle.focus();
      run(handle);
    });
  useCommands('canvas', [
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
    { ...canvasCommands.loupe, run: onLoupe },
    draw(canvasCommands.draw, (handle) => handle.draw()),
    draw(canvasCommands.drawKept, (handle) => handle.drawKept()),
    edit(canvasCommands.escape, (handle) => handle.escape()),
  ]);
  useCommands(
    'canvas',
    [
      edit(canvasCommands.keyboardBox, (handle) => handle.confirm() || handle.startKeyboardBox()),
      edit(canvasCommands.delete, (handle) => handle.deleteSelection()),
      edit(canvasCommands.next, (handle) => handle.selectNext()),
      edit(canvasCommands.previous, (handle) => handle.selectPrevious()),
      move(canvasCommands.nudgeLeft, -1, 0),
      move(canvasCommands.nudgeRight, 1, 0),
      move(canvasCommands.nudgeUp, 0, -1),
      move(canvasCommands.nudgeDown, 0, 1),
      move(canvasCommands.nudgeLeftFar, -10, 0),
      move(canvasCommands.nudgeRightFar, 10, 0),
      move(canvasCommands.nudgeUpFar, 0, -10),
      move(canvasCommands.nudgeDownFar, 0, 10),
      size(canvasCommands.narrower, -1, 0),
      size(canvasCommands.wider, 1, 0),
      size(canvasCommands.shorter, 0, -1),
      size(canvasCommands.taller, 0, 1),
      size(canvasCommands.narrowerFar, -10, 0),
      size(canvasCommands.widerFar, 10, 0),
      size(canvasCommands.shorterFar, 0, -10),
      size(canvasCommands.tallerFar, 0, 10),
    ],
    { within: area },
  );
  // Offered last, so asked first: an answer's own keys come before moving the view.
  useCommands('canvas', isLocked ? [] : stage.commands, { within: area });
}
