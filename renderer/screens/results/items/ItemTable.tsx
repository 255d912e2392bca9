import { type NamedStatistic } from '../../../../shared/figures/itemTables.ts';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import '../../../ui/theme/styleVariables.ts';
import { figureText } from '../../../../shared/figures/exportTable.ts';
import { columnsOf, type SortKey, type StatisticSort } from './itemRows.ts';
import classes from './ItemTable.module.css';

const ROW_HEIGHT = 28;
const FIGURE = { factor: 1, digits: 2 } as const;

/**
 * Items with their figures, however many: only what is on the screen exists. Heads sort; arrows go from item to item;
 * an item opens, its box draws its curve.
 */
export function ItemTable({
  label,
  items,
  sort,
  chosen,
  onSort,
  onChoose,
  onOpen,
}: {
  readonly label: string;
  readonly items: readonly NamedStatistic[];
  readonly sort: StatisticSort;
  /** Keys of the items whose curves are drawn. */
  readonly chosen: ReadonlySet<string>;
  readonly onSort: (sort: StatisticSort) => void;
  readonly onChoose: (key: string) => void;
  readonly onOpen: (item: NamedStatistic) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState(0);
  const focusing = useRef(false);
  const lines = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    scrollMargin: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    overscan: 6,
  });
  useEffect(() => {
    if (!focusing.current) return;
    const button = frame.current?.querySelector<HTMLElement>(`[data-open="${String(cursor)}"]`);
    if (button === null || button === undefined) return;
    focusing.current = false;
    button.focus();
  });

  const move = (event: KeyboardEvent) => {
    const target = { ArrowUp: cursor - 1, ArrowDown: cursor + 1, Home: 0, End: items.length - 1 }[event.key];
    if (target === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.max(0, Math.min(target, items.length - 1));
    focusing.current = true;
    setCursor(next);
    lines.scrollToIndex(next);
  };
  const columns = columnsOf(items);
  const tabStop = cursor < items.length ? cursor : 0;
  const head = (key: SortKey, title: string, words: string) => (
    <span
      key={key}
      role="columnheader"
      aria-sort={sort.by !== key ? 'none' : sort.descending ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        aria-label={`${title}: sort by ${words}`}
        onClick={() => onSort({ by: key, descending: sort.by === key && !sort.descending })}
      >
        {title}
        {sort.by === key &&
          (sort.descending ? <ArrowDown size={12} aria-hidden /> : <ArrowUp size={12} aria-hidden />)}
      </button>
    </span>
  );

  return (
    <div
      ref={frame}
      className={classes['frame']}
      data-compared={columns.some(({ id }) => id === 'difference') || undefined}
      role="table"
      aria-label={label}
      aria-rowcount={items.length + 1}
    >
      <div className={classes['header']} role="row" aria-rowindex={1}>
        <span role="columnheader">
          <VisuallyHidden>Curve</VisuallyHidden>
        </span>
        {head('name', 'Item', 'name')}
        {columns.map(({ id, title, words }) => head(id, title, words))}
        <span role="columnheader">Tier</span>
        {head('filter', 'Filter', 'filter result')}
      </div>
      <div className={classes['body']} role="rowgroup" style={{ height: lines.getTotalSize() }}>
        {lines.getVirtualItems().map(({ index, start }) => {
          const row = items[index];
          if (row === undefined) return null;
          return (
            <ItemLine
              key={row.key}
              row={row}
              index={index}
              columns={columns}
              top={start - ROW_HEIGHT}
              isChosen={chosen.has(row.key)}
              tabIndex={index === tabStop ? 0 : -1}
              onKeyDown={move}
              onFocus={setCursor}
              onChoose={onChoose}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}

const NO_FIGURE = <span className={classes['none']}>–</span>;

/** A figure as the table writes it: counts are whole numbers. */
const shownFigure = (column: string, value: number | null): number | string | null =>
  value === null || column === 'answered' || column === 'right' ? value : figureText(value, FIGURE);

function ItemLine({
  row,
  index,
  columns,
  top,
  isChosen,
  tabIndex,
  onKeyDown,
  onFocus,
  onChoose,
  onOpen,
}: {
  readonly row: NamedStatistic;
  readonly index: number;
  readonly columns: ReturnType<typeof columnsOf>;
  /** In pixels from the first line. */
  readonly top: number;
  /** Whether its curve is drawn. */
  readonly isChosen: boolean;
  readonly tabIndex: 0 | -1;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (index: number) => void;
  readonly onChoose: (key: string) => void;
  readonly onOpen: (item: NamedStatistic) => void;
}) {
  const { key, name, item } = row;
  const verdict = item.problems.length === 0 ? 'kept' : item.problems.join('; ');
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes['row']}
      data-chosen={isChosen || undefined}
      style={{ transform: `translateY(${String(top)}px)` }}
    >
      <span role="cell">
        <Checkbox
          size="xs"
          tabIndex={tabIndex}
          onKeyDown={onKeyDown}
          aria-label={`Curve of ${name}`}
          checked={isChosen}
          disabled={item.difficulty.value === null}
          onFocus={() => onFocus(index)}
          onChange={() => onChoose(key)}
        />
      </span>
      <span role="cell" className={classes['cell']}>
        <button
          type="button"
          className={classes['open']}
          data-open={index}
          tabIndex={tabIndex}
          onKeyDown={onKeyDown}
          title={name}
          aria-label={`${name}, show in Library`}
          onFocus={() => onFocus(index)}
          onClick={() => onOpen(row)}
        >
          {name}
        </button>
      </span>
      {columns.map(({ id, of }) => (
        <span key={id} role="cell" className={classes['number']}>
          {shownFigure(id, of(item)) ?? NO_FIGURE}
        </span>
      ))}
      <span role="cell">{item.tier ?? NO_FIGURE}</span>
      <span role="cell" className={classes['cell']} title={verdict}>
        {verdict}
      </span>
    </div>
  );
}
