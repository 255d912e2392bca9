import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

/** A line that is in sight: its place in the list, and how far from the beginning it is drawn. */
interface Line {
  readonly index: number;
  readonly start: number;
}

/** Lines of a list of any number; only those in sight exist. */
interface Lines<T extends HTMLElement> {
  /** For the element that scrolls. */
  readonly scroller: RefObject<T | null>;
  readonly lines: readonly Line[];
  /** How long all of them are together. */
  readonly length: number;
  /** For the button of a line: one is a stop for Tab, the arrows, Home and End go on from there. */
  readonly button: (index: number) => {
    readonly 'data-index': number;
    readonly tabIndex: 0 | -1;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

/** Draws only the visible part of a list of buttons, and keeps the current one in sight. */
export function useLines<T extends HTMLElement>({
  count,
  size,
  current,
  horizontal = false,
  onShown,
}: {
  readonly count: number;
  /** Of a line, in pixels. */
  readonly size: number;
  /** The place of the current line; null where there is none. */
  readonly current: number | null;
  /** From left to right instead of from top to bottom; the current one stays in the middle. */
  readonly horizontal?: boolean;
  /** Says which lines are in sight, so that they are read. */
  readonly onShown: (first: number, last: number) => void;
}): Lines<T> {
  const scroller = useRef<T>(null);
  const list = useVirtualizer({
    horizontal,
    count,
    estimateSize: () => size,
    getScrollElement: () => scroller.current,
    overscan: 8,
  });
  const lines = list.getVirtualItems();
  const first = lines[0]?.index ?? 0;
  const last = lines.at(-1)?.index ?? 0;
  useEffect(() => {
    onShown(first, last);
  });
  const place = current !== null && current < count ? current : null;
  useEffect(() => {
    if (place !== null) list.scrollToIndex(place, { align: horizontal ? 'center' : 'auto' });
  }, [list, place, horizontal]);

  const stop = place !== null && place >= first && place <= last ? place : first;
  const [back, onwards] = horizontal ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  return {
    scroller,
    lines,
    length: list.getTotalSize(),
    button: (index) => ({
      'data-index': index,
      tabIndex: index === stop ? 0 : -1,
      onKeyDown: (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const to = { [back]: index - 1, [onwards]: index + 1, Home: 0, End: count - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        if (to === index || to < 0 || to >= count) return;
        list.scrollToIndex(to);
        requestAnimationFrame(() => {
          scroller.current?.querySelector<HTMLElement>(`[data-index="${String(to)}"]`)?.focus();
        });
      },
    }),
  };
}
