import { useEffect, type RefObject } from 'react';
import type { CanvasHandle } from '../../canvas/index.ts';

/** Escape leads from anywhere in the form back to the image, unless it closes something that is open. */
export function useEscapeToImage(
  panel: RefObject<HTMLElement | null>,
  canvas: RefObject<CanvasHandle | null>,
): void {
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof HTMLElement)) return;
      if (panel.current?.contains(target) !== true || target.ariaExpanded === 'true') return;
      event.preventDefault();
      canvas.current?.focus();
    };
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('keydown', leave);
    };
  }, [panel, canvas]);
}
