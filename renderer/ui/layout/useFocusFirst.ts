import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Gives the focus to what a screen begins with, once: the link that led there would take Enter for itself. Anybody who is
 * in a field already stays there.
 */
export function useFocusFirst<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  // As soon as it can be seen: Enter may be pressed at once.
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (active === null || active === document.body || active.matches('a, button'))
      element.current?.focus({ preventScroll: true });
  }, []);
  return element;
}
