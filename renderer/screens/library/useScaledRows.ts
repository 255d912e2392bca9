import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback } from 'react';
import { useLatest } from '../../ui/commands/commands.ts';

/**
 * The tallest element that every browser engine still lays out exactly (Firefox gives up at 17.8 million pixels,
 * Chromium at 33.5). Longer lists scroll a shortened track: one pixel of it is then more than one of the list.
 */
const LONGEST_TRACK = 15_000_000;

export interface ScaledRow {
  readonly index: number;
  /** Where to draw it, in pixels from the top of the track. */
  readonly top: number;
}

export interface ScaledRows {
  readonly rows: readonly ScaledRow[];
  readonly trackHeight: number;
  /** Scrolls to a row; `nearest`: as little as needed to have it on the screen whole. */
  readonly reveal: (row: number, align: 'start' | 'center' | 'nearest') => void;
  /** The first and the last row that are on the screen whole, as it is scrolled now. */
  readonly visible: () => readonly [first: number, last: number];
  /** How many whole rows fit the screen; at least one. */
  readonly rowsPerPage: number;
}

/** Rows of one height (in pixels); only those on the screen, and a few around, are drawn. */
export function useScaledRows(
  viewport: RefObject<HTMLElement | null>,
  viewportHeight: number,
  count: number,
  rowHeight: number,
): ScaledRows {
  const full = count * rowHeight;
  const trackHeight = Math.min(full, LONGEST_TRACK);
  const scale =
    full <= LONGEST_TRACK ? 1 : (full - viewportHeight) / Math.max(LONGEST_TRACK - viewportHeight, 1);
  const latestScale = useLatest(scale);

  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => viewport.current,
    estimateSize: () => rowHeight,
    overscan: 3,
    // A new row height makes the measurements that the virtualizer keeps worthless.
    getItemKey: useCallback((index: number) => `${String(rowHeight)} ${String(index)}`, [rowHeight]),
    // Asked once, when the element is there, and heard for as long as it is.
    observeElementOffset: (instance, report) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        report(offset * latestScale.current, isScrolling);
      }),
  });

  const scrolled = () => (viewport.current?.scrollTop ?? 0) * scale;
  const reveal: ScaledRows['reveal'] = (row, align) => {
    const top = row * rowHeight;
    const lowest = top + rowHeight - viewportHeight;
    const current = scrolled();
    const up = top < current;
    const wanted = {
      start: top,
      center: (top + lowest) / 2,
      nearest: up ? top : Math.max(lowest, current),
    }[align];
    // Whole pixels of the track, on the side on which the row is whole.
    const track = up ? Math.floor(wanted / scale) : Math.ceil(wanted / scale);
    if (viewport.current !== null && wanted !== current) viewport.current.scrollTop = track;
  };

  const offset = virtualizer.scrollOffset ?? 0;
  const shift = offset - offset / scale;
  return {
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, top: start - shift })),
    trackHeight,
    reveal,
    visible: () => {
      const top = scrolled();
      // The screen's own sizes are rounded: a pixel's difference hides nothing.
      return [Math.ceil((top - 1) / rowHeight), Math.floor((top + viewportHeight + 1) / rowHeight) - 1];
    },
    rowsPerPage: Math.max(1, Math.floor(viewportHeight / rowHeight)),
  };
}
