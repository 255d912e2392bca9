import { useVirtualizer } from '@tanstack/react-virtual';
import { EyeOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ItemId } from '../../../shared/domain/ids.ts';
import { formatDateTime } from '../../ui/format.ts';
import { RowThumbnail } from '../../ui/items/RowThumbnail.tsx';
import type { ItemPages } from '../../ui/items/useItemPages.ts';
import { AssignmentBadge } from '../../ui/items/AssignmentBadge.tsx';
import classes from './WorkScreen.module.css';

const LINE_HEIGHT = 52;

/** One's assignments as lines, of any number; only what is in sight exists. */
export function WorkList({
  pages,
  rounds,
  onOpen,
}: {
  readonly pages: ItemPages;
  /** Whether there are several rounds to tell apart. */
  readonly rounds: boolean;
  readonly onOpen: (id: ItemId) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { total, rowAt, show } = pages;
  const list = useVirtualizer({
    count: total,
    estimateSize: () => LINE_HEIGHT,
    getScrollElement: () => scroller.current,
    overscan: 8,
  });
  const lines = list.getVirtualItems();
  const first = lines[0]?.index ?? 0;
  const last = lines.at(-1)?.index ?? 0;
  useEffect(() => {
    show(first, last);
  }, [show, first, last]);

  const go = (from: HTMLElement, step: number): void => {
    const index = Number(from.dataset['index']) + step;
    if (index < 0 || index >= total) return;
    list.scrollToIndex(index);
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-index="${String(index)}"]`)?.focus();
    });
  };

  return (
    <div ref={scroller} className={classes['list']} role="list" aria-label="Items">
      <div className={classes['track']} style={{ height: list.getTotalSize() }}>
        {lines.map(({ index, start }) => {
          const row = rowAt(index);
          return (
            <div
              key={index}
              role="listitem"
              className={classes['item']}
              style={{ transform: `translateY(${String(start)}px)`, height: LINE_HEIGHT }}
            >
              <button
                type="button"
                className={classes['line']}
                data-index={index}
                // One stop for Tab; arrows go on from there.
                tabIndex={index === first ? 0 : -1}
                disabled={row === undefined}
                onClick={() => {
                  if (row !== undefined) onOpen(row.id);
                }}
                onKeyDown={(event) => {
                  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
                  if (step === 0 || event.ctrlKey || event.altKey || event.metaKey) return;
                  event.preventDefault();
                  go(event.currentTarget, step);
                }}
              >
                {row === undefined ? (
                  'Loading'
                ) : (
                  <>
                    <span className={classes['picture']}>
                      <RowThumbnail row={row} />
                    </span>
                    <span className={classes['name']} title={row.externalId}>
                      {row.externalId}
                    </span>
                    {row.blind && (
                      <span title="Others’ answers stay hidden" className={classes['blind']}>
                        <EyeOff size={14} role="img" aria-label="Blind" />
                      </span>
                    )}
                    <span className={classes['round']}>
                      {rounds && row.assignment !== null && `Round ${String(row.assignment.round)}`}
                    </span>
                    <span className={classes['when']}>
                      {row.unsubmitted || row.assignment?.state !== 'open'
                        ? formatDateTime(row.updatedAt)
                        : ''}
                    </span>
                    <span className={classes['state']}>
                      {row.assignment !== null && (
                        <AssignmentBadge state={row.assignment.state} begun={row.unsubmitted} />
                      )}
                    </span>
                  </>
                )}
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}
