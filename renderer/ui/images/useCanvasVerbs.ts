import type { RefObject } from 'react';
import type { CanvasHandle } from '../../canvas/index.ts';
import type { Command, CommandDefinition } from '../commands/commands.ts';
import { canvasCommands } from '../commands/deskCommands.ts';

type Run = (handle: CanvasHandle, repeats: boolean) => unknown;

/** What can be done at a canvas, in groups; each screen offers its own choice. */
interface CanvasVerbs {
  /** Zoom, fit, actual size: anywhere on the screen. */
  readonly look: readonly Command[];
  readonly hide: readonly Command[];
  readonly draw: readonly Command[];
  readonly drawByPoints: readonly Command[];
  readonly remove: Command;
  readonly duplicate: Command;
  readonly leaveTool: Command;
  /** The rest works only while the focus is in the image. */
  readonly select: readonly Command[];
  readonly selectAll: Command;
  readonly drawByKeyboard: Command;
  /** Moves the selected boxes, or the view where none can be moved. */
  readonly move: readonly Command[];
  /** The same where boxes are only looked at. */
  readonly pan: readonly Command[];
  readonly resize: readonly Command[];
}

/** The verbs of a canvas. Those that change boxes are on only where it `changes` them. */
export function useCanvasVerbs(
  canvas: RefObject<CanvasHandle | null>,
  {
    isOn = true,
    changes = false,
  }: {
    /** Whether there is a canvas now. */
    readonly isOn?: boolean;
    readonly changes?: boolean;
  } = {},
): CanvasVerbs {
  const verb = (definition: CommandDefinition, run: Run): Command => ({
    ...definition,
    enabled: () => isOn,
    run: (event) => (canvas.current === null ? false : run(canvas.current, event?.repeat === true)),
  });
  const edit = (definition: CommandDefinition, run: Run): Command => ({
    ...verb(definition, run),
    enabled: () => isOn && changes,
  });
  /** Drawing goes on at the image: its keys must reach it. */
  const draw = (definition: CommandDefinition, run: Run): Command =>
    edit(definition, (handle, repeats) => {
      handle.focus();
      run(handle, repeats);
    });
  const move = (definition: CommandDefinition, dx: number, dy: number): Command =>
    verb(definition, (handle, repeats) => handle.nudge(dx, dy, repeats));
  const pan = (definition: CommandDefinition, title: string, dx: number, dy: number): Command =>
    move({ ...definition, title, group: 'While the image has focus' }, dx, dy);
  const resize = (definition: CommandDefinition, dw: number, dh: number): Command =>
    edit(definition, (handle, repeats) => handle.resizeBy(dw, dh, repeats));
  return {
    look: [
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
    ],
    hide: [
      verb(canvasCommands.hide, (handle) => handle.toggleHideSelection()),
      verb(canvasCommands.hideAll, (handle) => {
        handle.toggleHideAll();
      }),
    ],
    draw: [
      draw(canvasCommands.draw, (handle) => handle.draw()),
      draw(canvasCommands.drawKept, (handle) => handle.drawKept()),
    ],
    drawByPoints: [
      draw(canvasCommands.points, (handle) => handle.drawByPoints(false)),
      draw(canvasCommands.pointsKept, (handle) => handle.drawByPoints(true)),
    ],
    remove: edit(canvasCommands.delete, (handle) => handle.deleteSelection()),
    duplicate: edit(canvasCommands.duplicate, (handle) => handle.duplicateSelection()),
    leaveTool: verb(canvasCommands.escape, (handle) => handle.escape()),
    select: [
      verb(canvasCommands.next, (handle) => handle.selectNext()),
      verb(canvasCommands.previous, (handle) => handle.selectPrevious()),
    ],
    selectAll: verb(canvasCommands.selectAll, (handle) => handle.selectAll()),
    drawByKeyboard: edit(
      canvasCommands.keyboardBox,
      (handle) => handle.confirm() || handle.startKeyboardBox(),
    ),
    move: [
      move(canvasCommands.nudgeLeft, -1, 0),
      move(canvasCommands.nudgeRight, 1, 0),
      move(canvasCommands.nudgeUp, 0, -1),
      move(canvasCommands.nudgeDown, 0, 1),
      move(canvasCommands.nudgeLeftFar, -10, 0),
      move(canvasCommands.nudgeRightFar, 10, 0),
      move(canvasCommands.nudgeUpFar, 0, -10),
      move(canvasCommands.nudgeDownFar, 0, 10),
    ],
    pan: [
      pan(canvasCommands.nudgeLeft, 'Pan left', -1, 0),
      pan(canvasCommands.nudgeRight, 'Pan right', 1, 0),
      pan(canvasCommands.nudgeUp, 'Pan up', 0, -1),
      pan(canvasCommands.nudgeDown, 'Pan down', 0, 1),
    ],
    resize: [
      resize(canvasCommands.narrower, -1, 0),
      resize(canvasCommands.wider, 1, 0),
      resize(canvasCommands.shorter, 0, -1),
      resize(canvasCommands.taller, 0, 1),
      resize(canvasCommands.narrowerFar, -10, 0),
      resize(canvasCommands.widerFar, 10, 0),
      resize(canvasCommands.shorterFar, 0, -10),
      resize(canvasCommands.tallerFar, 0, 10),
    ],
  };
}
