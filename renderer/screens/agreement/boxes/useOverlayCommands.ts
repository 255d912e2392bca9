import type { RefObject } from 'react';
import { useCommands, type Command, type CommandDefinition } from '../../../ui/commands/commands.ts';
import { canvasCommands } from '../../../ui/commands/deskCommands.ts';
import type { CanvasHandle } from '../../../canvas/index.ts';

/** Offers what can be done with boxes that are only looked at; keys that move things work at the image alone. */
export function useOverlayCommands(
  canvas: RefObject<CanvasHandle | null>,
  area: RefObject<HTMLElement | null>,
  { onLoupe, onEscape }: { readonly onLoupe: () => void; readonly onEscape: () => void },
): void {
  const verb = (definition: CommandDefinition, run: (handle: CanvasHandle) => unknown): Command => ({
    ...definition,
    run: () => (canvas.current === null ? false : run(canvas.current)),
  });
  const pan = (definition: CommandDefinition, dx: number, dy: number) =>
    verb(definition, (handle) => handle.nudge(dx, dy));
  useCommands('canvas', [
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
    { ...canvasCommands.loupe, run: onLoupe },
    {
      ...canvasCommands.escape,
      run: () => {
        if (canvas.current?.escape() !== true) onEscape();
      },
    },
  ]);
  useCommands(
    'canvas',
    [
      verb(canvasCommands.next, (handle) => handle.selectNext()),
      verb(canvasCommands.previous, (handle) => handle.selectPrevious()),
      verb(canvasCommands.selectAll, (handle) => handle.selectAll()),
      pan(canvasCommands.nudgeLeft, -1, 0),
      pan(canvasCommands.nudgeRight, 1, 0),
      pan(canvasCommands.nudgeUp, 0, -1),
      pan(canvasCommands.nudgeDown, 0, 1),
    ],
    { within: area },
  );
}
