import { useElementSize, useMergedRef } from '@mantine/hooks';
import { type MouseEvent, useEffect, useRef } from 'react';
import { formatCount } from '../../../shared/base/counts.ts';
import type { ItemRow } from '../../../shared/contract/items.ts';
import { type Command, useCommands } from '../../ui/commands/commands.ts';
import { libraryCommands } from './commands.ts';
import { handleKey } from '../../ui/commands/shortcuts.ts';
import { ItemCard } from './ItemCard.tsx';
import { ItemLine } from './ItemLine.tsx';
import { isSelected, type Selection } from './selection.ts';
import { columnTemplate, type TableColumn } from './tableColumns.ts';
import { useScaledRows } from './useScaledRows.ts';
import { useSteadyScroll } from './useSteadyScroll.ts';
import type { ItemPages } from '../../ui/items/useItemPages.ts';
import classes from './items.module.css';

const CARD_GAP = 8;
const SIDE_PADDING = 24;
const LINE_HEIGHT = 36;

export interface ItemListProps {
  readonly pages: ItemPages;
  readonly view: 'grid' | 'table';
  /** Least width of a card, in pixels. */
  readonly cardWidth: number;
  /** The columns of the table. */
  readonly columns: readonly TableColumn[];
  readonly selection: Selection;
  /** Where the keyboard's cursor is. */
  readonly cursor: number;
  readonly onMove: (index: number, extend: boolean) => void;
  readonly onPick: (row: ItemRow, index: number, how: 'only' | 'toggle' | 'extend') => void;
  readonly onOpen: (row: ItemRow, index: number) => void;
}

/** Items as cards or lines, however many: only what is on the screen exists. */
export function ItemList(props: ItemListProps) {
  const { pages, view, cardWidth, columns, selection, cursor, onMove, onPick, onOpen } = props;
  const viewport = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, width, height } = useElementSize();
  const mergedRef = useMergedRef(viewport, sizeRef);

  const perRow =
    view === 'table'
      ? 1
      : Math.max(1, Math.floor((width - SIDE_PADDING + CARD_GAP) / (cardWidth + CARD_GAP)));
  const actualWidth = (width - SIDE_PADDING - (perRow - 1) * CARD_GAP) / perRow;
  // The picture is 4:3 of the card's inner width; id and title take two lines below.
  const rowHeight = view === 'table' ? LINE_HEIGHT : Math.round(((actualWidth - 10) * 3) / 4) + 52 + CARD_GAP;
  const rowCount = Math.ceil(pages.total / perRow);
  const virtual = useScaledRows(viewport, height, width === 0 ? 0 : rowCount, rowHeight);
  const { rows, trackHeight } = virtual;

  const first = (rows[0]?.index ?? 0) * perRow;
  const last = Math.min(((rows.at(-1)?.index ?? 0) + 1) * perRow, pages.total) - 1;
  const { show } = pages;
  useEffect(() => {
    show(first, Math.max(first, last));
  }, [show, first, last]);

  useSteadyScroll(virtual, { list: pages.shown, perRow, rowHeight, height }, cursor, width > 0 && height > 0);

  const template = columnTemplate(columns);
  const cursorRow = pages.rowAt(cursor);
  const step = (by: number, extend = false) => {
    const target = cursor + by;
    if (target < 0 || target >= pages.total) return;
    onMove(target, extend);
  };
  const jump = (to: number) => onMove(Math.max(0, Math.min(to, pages.total - 1)), false);
  const page = virtual.rowsPerPage * perRow;
  const isGrid = () => view === 'grid';
  const keyCommands: readonly Command[] = [
    { ...libraryCommands.left, enabled: isGrid, run: () => step(-1) },
    { ...libraryCommands.right, enabled: isGrid, run: () => step(1) },
    { ...libraryCommands.up, run: () => step(-perRow) },
    { ...libraryCommands.down, run: () => step(perRow) },
    { ...libraryCommands.extendLeft, enabled: isGrid, run: () => step(-1, true) },
    { ...libraryCommands.extendRight, enabled: isGrid, run: () => step(1, true) },
    { ...libraryCommands.extendUp, run: () => step(-perRow, true) },
    { ...libraryCommands.extendDown, run: () => step(perRow, true) },
    { ...libraryCommands.pageUp, run: () => jump(cursor - page) },
    { ...libraryCommands.pageDown, run: () => jump(cursor + page) },
    { ...libraryCommands.first, run: () => jump(0) },
    { ...libraryCommands.last, run: () => jump(pages.total - 1) },
    {
      ...libraryCommands.select,
      run: () => cursorRow !== undefined && (onPick(cursorRow, cursor, 'toggle'), true),
    },
    {
      ...libraryCommands.open,
      run: () => cursorRow !== undefined && (onOpen(cursorRow, cursor), true),
    },
  ];
  useCommands('library', keyCommands, { within: viewport });

  const handleClick = (event: MouseEvent<HTMLDivElement>) => {
    const found = rowUnder(event);
    if (found === null) return;
    const onMark = event.target instanceof Element && event.target.closest('[data-mark]') !== null;
    const how = event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey || onMark ? 'toggle' : 'only';
    onPick(found.row, found.index, how);
  };
  const rowUnder = (event: MouseEvent<HTMLDivElement>) => {
    const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
    const index = Number(option?.getAttribute('data-index') ?? Number.NaN);
    const row = pages.rowAt(index);
    return row === undefined ? null : { row, index };
  };

  return (
    <div
      ref={mergedRef}
      id="items"
      className={classes['viewport']}
      role="listbox"
      aria-label={`${formatCount(pages.total)} items`}
      aria-multiselectable
      aria-activedescendant={cursorRow === undefined ? undefined : `item-${cursorRow.id}`}
      tabIndex={0}
      // Asked here, so that the list's keys come before everybody else's.
      onKeyDown={(event) => handleKey(event.nativeEvent)}
      onClick={handleClick}
      onDoubleClick={(event) => {
        const found = rowUnder(event);
        if (found !== null) onOpen(found.row, found.index);
      }}
    >
      <div className={classes['track']} style={{ height: trackHeight }}>
        {rows.map(({ index: line, top }) => {
          const indexes = Array.from(
            { length: Math.min(perRow, pages.total - line * perRow) },
            (_, column) => line * perRow + column,
          );
          return (
            <div
              key={line}
              className={`${classes['row'] ?? ''} ${view === 'grid' ? (classes['gridRow'] ?? '') : ''}`}
              style={{
                transform: `translateY(${String(top)}px)`,
                height: rowHeight - (view === 'grid' ? CARD_GAP : 0),
                gridTemplateColumns: `repeat(${String(perRow)}, minmax(0, 1fr))`,
              }}
            >
              {indexes.map((index) => {
                const row = pages.rowAt(index);
                return (
                  <div
                    key={row?.id ?? index}
                    id={row === undefined ? undefined : `item-${row.id}`}
                    role="option"
                    aria-selected={row !== undefined && isSelected(selection, row.id)}
                    aria-setsize={pages.total}
                    aria-posinset={index + 1}
                    aria-label={row === undefined ? 'Loading' : undefined}
                    data-index={index}
                    data-cursor={index === cursor || undefined}
                    className={view === 'grid' ? classes['card'] : classes['line']}
                    style={view === 'table' ? { gridTemplateColumns: template } : undefined}
                  >
                    {row === undefined ? (
                      <span className={classes['skeleton']} />
                    ) : view === 'grid' ? (
                      <ItemCard row={row} />
                    ) : (
                      <ItemLine row={row} columns={columns} />
                    )}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
