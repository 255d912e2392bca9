import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import '../../theme/styleVariables.ts';
import {
  cellLabel,
  type CellTarget,
  footnoteOf,
  footnotes,
  type TableCell,
  type TableRow,
  withCommonNote,
} from './tableModel.ts';
import classes from './FigureTable.module.css';

/** Where an arrow key leads from a cell. */
const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Figures in rows and columns; those with items behind them are buttons. One of them takes the focus from outside,
 * arrows go on to the others.
 */
export function FigureTable<Cell>({
  label,
  corner,
  columns,
  rows: given,
  opened,
  onOpen,
  lastStays = false,
}: {
  /** Names the table to screen readers. */
  readonly label: string;
  /** Heads the rows’ own heads. */
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow<Cell>[];
  readonly opened: CellTarget<Cell> | null;
  readonly onOpen: (opened: CellTarget<Cell>) => void;
  /** The last column, an average, stays in sight where the table is wider than its frame. */
  readonly lastStays?: boolean;
}) {
  const rows = useMemo(() => withCommonNote(given), [given]);
  const table = useRef<HTMLTableElement>(null);
  const { ref: frame, width: room } = useElementSize();
  const { ref: body, width: needed } = useElementSize<HTMLTableSectionElement>();
  const [cursor, setCursor] = useState<readonly [row: number, column: number]>([0, 0]);
  const isButton = (row: number, column: number) => rows[row]?.cells[column]?.opens !== undefined;
  const [cursorRow, cursorColumn] = isButton(...cursor) ? cursor : firstButton(rows);
  const letters = footnotes(rows);
  const current = opened === null ? null : JSON.stringify(opened.cell);

  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    let [row, column] = [cursorRow + step[0], cursorColumn + step[1]];
    while (rows[row]?.cells[column] !== undefined && !isButton(row, column)) {
      row += step[0];
      column += step[1];
    }
    if (!isButton(row, column)) return;
    event.preventDefault();
    setCursor([row, column]);
    table.current?.querySelector<HTMLElement>(`[data-place="${String(row)},${String(column)}"]`)?.focus();
  };

  return (
    <div
      ref={frame}
      className={classes['frame']}
      // Where no figure takes the focus, the frame does: whatever scrolls can be scrolled by keyboard.
      {...(needed > room + 1 &&
        !isButton(cursorRow, cursorColumn) && {
          tabIndex: 0,
          role: 'group',
          'aria-label': `${label}, scrolls`,
        })}
    >
      <table
        ref={table}
        className={classes['table']}
        aria-label={label}
        data-last-stays={(lastStays && needed > room + 1) || undefined}
      >
        <thead>
          <tr>
            <th scope="col" className={classes['corner']}>
              {corner}
            </th>
            {columns.map((column, index) => (
              // Raters and categories can share a name.
              <th key={`${column} ${String(index)}`} scope="col" title={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, rowIndex) => (
            <tr key={row.key}>
              <th scope="row" title={row.head}>
                {row.head}
              </th>
              {row.cells.map((cell, columnIndex) => {
                const { opens } = cell;
                const column = columns[columnIndex] ?? '';
                const place = `${String(rowIndex)},${String(columnIndex)}`;
                const footnote = footnoteOf(cell);
                const letter = footnote === undefined ? undefined : letters.get(footnote);
                return (
                  <td
                    key={place}
                    data-heat={cell.heat === undefined ? undefined : ''}
                    data-words={cell.isWords || undefined}
                    data-agreeing={cell.agreeing || undefined}
                    title={footnote}
                    style={cell.heat === undefined ? undefined : { '--heat': `${String(cell.heat * 44)}%` }}
                  >
                    {opens === undefined ? (
                      <span className={classes['plain']} data-main={cell.main}>
                        <CellText cell={cell} letter={letter} />
                      </span>
                    ) : (
                      <button
                        type="button"
                        className={classes['button']}
                        data-place={place}
                        tabIndex={rowIndex === cursorRow && columnIndex === cursorColumn ? 0 : -1}
                        aria-label={cellLabel(row, column, cell)}
                        aria-pressed={JSON.stringify(opens.cell) === current}
                        onFocus={() => setCursor([rowIndex, columnIndex])}
                        onKeyDown={move}
                        onClick={() => onOpen(opens)}
                      >
                        <CellText cell={cell} letter={undefined} />
                      </button>
                    )}
                    {/* The button's label says the note itself: the letter is for the eye, and no part of its name. */}
                    {opens !== undefined && letter !== undefined && (
                      <sup className={classes['mark']}>{letter}</sup>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {letters.size > 0 && (
        <ul className={classes['notes']} aria-label={`Notes on ${label}`}>
          {[...letters].map(([reason, letter]) => (
            <li key={reason}>
              <sup>{letter}</sup> {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function CellText<Cell>({
  cell,
  letter,
}: {
  readonly cell: TableCell<Cell>;
  readonly letter: string | undefined;
}) {
  const mark = letter !== undefined && <sup>{letter}</sup>;
  const [, interval = '', rest = cell.detail] = /^(\[[^\]]*\])(.*)$/u.exec(cell.detail ?? '') ?? [];
  // A figure stays unchanged; notes about it are where its interval would be.
  const isOnDetail = cell.reason === undefined && cell.detail !== undefined;
  return (
    <>
      <span data-undefined={cell.reason === undefined ? undefined : ''}>
        {cell.text}
        {!isOnDetail && mark}
      </span>
      {/* A blank between them for screen readers. */}
      {cell.detail !== undefined && ' '}
      {cell.detail !== undefined && (
        <span className={classes['detail']}>
          {/* Where a column is narrow, what is said of the interval goes below it. */}
          {interval !== '' && <span className={classes['interval']}>{interval}</span>}
          {rest}
          {isOnDetail && mark}
        </span>
      )}
    </>
  );
}

/** The first cell with items behind it, row by row. */
function firstButton<Cell>(rows: readonly TableRow<Cell>[]): readonly [row: number, column: number] {
  for (const [row, { cells }] of rows.entries()) {
    const column = cells.findIndex(({ opens }) => opens !== undefined);
    if (column >= 0) return [row, column];
  }
  return [0, 0];
}
