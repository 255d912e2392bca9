import { tinykeys } from 'tinykeys';
import type { CanvasHandle } from './canvasHandle.ts';

/**
 * Binds the default keys of the canvas to an element, for pages that have no key settings of their own. `labels`
 * are the ids that 1 to 9 stand for. Gives the function that unbinds.
 */
export function bindDefaultKeys(
  target: HTMLElement,
  handle: () => CanvasHandle | null,
  labels: () => readonly string[],
): () => void {
  const bindings: Record<string, (event: KeyboardEvent) => void> = {};

  /** A command that says whether it had anything to do: if not, the key keeps its ordinary meaning. */
  function bind(
    keys: readonly string[],
    command: (canvas: CanvasHandle, repeats: boolean) => boolean | void,
  ): void {
    for (const key of keys) {
      bindings[key] = (event) => {
        const canvas = handle();
        if (canvas !== null && command(canvas, event.repeat) !== false) event.preventDefault();
      };
    }
  }

  bind(['r', 'n'], (canvas) => canvas.draw());
  bind(['Shift+r', 'Shift+n'], (canvas) => canvas.drawKept());
  bind(['b'], (canvas) => canvas.startKeyboardBox());
  bind(['Enter'], (canvas) => canvas.confirm());
  bind(['Escape'], (canvas) => canvas.escape());
  bind(['Delete', 'Backspace'], (canvas) => canvas.deleteSelection());
  bind(['Tab'], (canvas) => canvas.selectNext());
  bind(['Shift+Tab'], (canvas) => canvas.selectPrevious());
  bind(['$mod+d'], (canvas) => canvas.duplicateSelection());
  bind(['$mod+a'], (canvas) => canvas.selectAll());
  bind(['h'], (canvas) => canvas.toggleHideSelection());
  bind(['Shift+h'], (canvas) => canvas.toggleHideAll());
  bind(['Shift+Digit1'], (canvas) => canvas.fit());
  bind(['Shift+Digit2'], (canvas) => canvas.actualSize());
  bind(['$mod+=', '$mod+Shift++', '$mod+NumpadAdd'], (canvas) => canvas.zoomIn());
  bind(['$mod+-', '$mod+NumpadSubtract'], (canvas) => canvas.zoomOut());
  const arrows = [
    ['ArrowLeft', -1, 0],
    ['ArrowRight', 1, 0],
    ['ArrowUp', 0, -1],
    ['ArrowDown', 0, 1],
  ] as const;
  for (const [key, dx, dy] of arrows) {
    bind([key], (canvas, repeats) => canvas.nudge(dx, dy, repeats));
    bind([`Shift+${key}`], (canvas, repeats) => canvas.nudge(dx * 10, dy * 10, repeats));
    bind([`Alt+${key}`], (canvas, repeats) => canvas.resizeBy(dx, dy, repeats));
    bind([`Alt+Shift+${key}`], (canvas, repeats) => canvas.resizeBy(dx * 10, dy * 10, repeats));
  }
  for (let digit = 1; digit <= 9; digit += 1) {
    bind([String(digit)], (canvas) => {
      const label = labels()[digit - 1];
      return label !== undefined && canvas.setLabel(label);
    });
  }
  // Unlike what is usual, keys that are held count: their steps grow.
  return tinykeys(target, bindings, { ignore: ({ isComposing }) => isComposing });
}
