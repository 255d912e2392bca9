import { useLayoutEffect } from 'react';

/** Gives the focus back to what had it before it was hidden: a hidden element loses it. */
export function useKeptFocus(isHidden: boolean): void {
  useLayoutEffect(() => {
    if (!isHidden) return undefined;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isHidden]);
}
