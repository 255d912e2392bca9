import { useLayoutEffect, useRef } from 'react';
import type { ScaledRows } from './useScaledRows.ts';

export interface ListLayout {
  /** What is listed: another object is another list. */
  readonly list: object;
  readonly perRow: number;
  readonly rowHeight: number;
  readonly height: number;
}

interface ScrollPlace extends ListLayout {
  readonly cursor: number;
  readonly firstVisible: number;
  readonly cursorVisible: boolean;
}

/**
 * Keeps one's place: the cursor stays in sight when it moves; when the cards or the window change their size, what
 * was on the screen stays on it; another list starts at its cursor. `ready`: the sizes are known.
 */
export function useSteadyScroll(rows: ScaledRows, layout: ListLayout, cursor: number, ready: boolean): void {
  const last = useRef<ScrollPlace | null>(null);
  useLayoutEffect(() => {
    if (!ready) return;
    const { list, perRow, rowHeight, height } = layout;
    const row = Math.floor(cursor / perRow);
    const before = last.current;
    if (before?.list !== list) rows.reveal(row, 'center');
    else if (before.perRow !== perRow || before.rowHeight !== rowHeight || before.height !== height) {
      rows.reveal(Math.floor(before.firstVisible / perRow), 'start');
      if (before.cursorVisible || before.cursor !== cursor) rows.reveal(row, 'nearest');
    } else if (before.cursor !== cursor) rows.reveal(row, 'nearest');

    const [first, lastRow] = rows.visible();
    last.current = {
      ...layout,
      cursor,
      firstVisible: first * perRow,
      cursorVisible: first <= row && row <= lastRow,
    };
  });
}
