import type { RefObject } from 'react';
import type { CanvasHandle } from '../../../canvas/index.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { canvasCommands } from '../../../ui/commands/deskCommands.ts';
import { useCanvasVerbs } from '../../../ui/images/useCanvasVerbs.ts';
import type { Stage } from './stage.ts';

/** Offers looking closely anywhere on the page, and what changes the answer while the image has the focus. */
export function useLookCommands(
  canvas: RefObject<CanvasHandle | null>,
  area: RefObject<HTMLElement | null>,
  stage: Stage,
  isLocked: boolean,
  onLoupe: () => void,
): void {
  const draws = stage.isDrawn && !isLocked;
  const verbs = useCanvasVerbs(canvas, { changes: draws });
  const whereDrawn = { enabled: () => draws };
  useCommands('canvas', [
    ...verbs.look,
    { ...canvasCommands.loupe, run: onLoupe },
    ...verbs.draw,
    { ...verbs.leaveTool, ...whereDrawn },
  ]);
  useCommands(
    'canvas',
    [
      verbs.drawByKeyboard,
      verbs.remove,
      ...verbs.select.map((each) => ({ ...each, ...whereDrawn })),
      ...verbs.move,
      ...verbs.resize,
    ],
    { within: area },
  );
  // Offered last, so asked first: an answer's own keys come before moving the view.
  useCommands('canvas', isLocked ? [] : stage.commands, { within: area });
}
