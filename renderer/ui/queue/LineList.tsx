import type { ReactNode } from 'react';
import classes from './LineList.module.css';
import { useLines } from './useLines.ts';

/** Lines of any number that open something; only those in sight exist. */
export function LineList<Row>({
  label,
  count,
  height,
  rowAt,
  keyOf,
  current = null,
  line,
  page = false,
  onShown,
  onOpen,
  children,
}: {
  readonly label: string;
  readonly count: number;
  /** Of a line, in pixels. */
  readonly height: number;
  /** Undefined while it is read. */
  readonly rowAt: (index: number) => Row | undefined;
  readonly keyOf: (row: Row) => string;
  /** The place of the line that is open beside the list. */
  readonly current?: number | null;
  /** The class that lays out a line. */
  readonly line: string | undefined;
  /** Whether it is the screen’s own content and not beside it. */
  readonly page?: boolean;
  readonly onShown: (first: number, last: number) => void;
  readonly onOpen: (row: Row) => void;
  readonly children: (row: Row) => ReactNode;
}) {
  const { scroller, lines, length, button } = useLines<HTMLDivElement>({
    count,
    size: height,
    current,
    onShown,
  });
  return (
    <div ref={scroller} className={classes['list']} data-page={page || undefined}>
      <ol className={classes['lines']} style={{ height: length }} aria-label={label}>
        {lines.map(({ index, start }) => {
          const row = rowAt(index);
          const here = index === current;
          return (
            <li
              key={row === undefined ? index : keyOf(row)}
              className={classes['place']}
              style={{ transform: `translateY(${String(start)}px)`, height }}
            >
              <button
                type="button"
                className={`${classes['line'] ?? ''} ${line ?? ''}`}
                data-current={here || undefined}
                aria-current={here || undefined}
                disabled={row === undefined}
                onClick={() => {
                  if (row !== undefined) onOpen(row);
                }}
                {...button(index)}
              >
                {row === undefined ? 'Loading' : children(row)}
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
