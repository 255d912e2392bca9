import { useVirtualizer } from '@tanstack/react-virtual';
import { ImageOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ItemId } from '../../../../shared/domain/ids.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { AssignmentIcon } from '../../../ui/items/AssignmentBadge.tsx';
import { StatusIcon } from '../../../ui/StatusBadge.tsx';
import { RowThumbnail } from '../../../ui/items/RowThumbnail.tsx';
import { useItemPages } from '../../../ui/items/useItemPages.ts';
import { useQueue } from './useNeighbours.ts';
import classes from './QueueStrip.module.css';

const CARD_WIDTH = 84;

/** The list the person came from as a strip of thumbnails, of any length; only what is in sight exists. */
export function QueueStrip({
  itemId,
  position,
  onOpen,
}: {
  readonly itemId: ItemId;
  readonly position: number | null;
  readonly onOpen: (id: ItemId) => void;
}) {
  const { filter, sort } = useQueue();
  const atWork = useListContext((state) => state.atWork);
  const { total, rowAt, show } = useItemPages(filter, sort);
  const scroller = useRef<HTMLElement>(null);
  const strip = useVirtualizer({
    horizontal: true,
    count: total,
    estimateSize: () => CARD_WIDTH,
    getScrollElement: () => scroller.current,
    overscan: 6,
  });
  const cards = strip.getVirtualItems();
  const first = cards[0]?.index ?? 0;
  const last = cards.at(-1)?.index ?? 0;
  useEffect(() => {
    show(first, last);
  }, [show, first, last]);
  useEffect(() => {
    if (position !== null && position < total) strip.scrollToIndex(position, { align: 'center' });
  }, [strip, position, total]);

  const go = (from: HTMLElement, step: number): void => {
    const index = Number(from.dataset['index']) + step;
    if (index < 0 || index >= total) return;
    strip.scrollToIndex(index);
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-index="${String(index)}"]`)?.focus();
    });
  };

  return (
    <nav ref={scroller} className={classes['strip']} aria-label="Queue">
      <div className={classes['all']} style={{ width: strip.getTotalSize() }}>
        {cards.map(({ index, start }) => {
          const row = rowAt(index);
          const current = row?.id === itemId;
          return (
            <button
              key={index}
              type="button"
              className={classes['card']}
              style={{ transform: `translateX(${String(start)}px)`, width: CARD_WIDTH - 4 }}
              data-index={index}
              data-current={current || undefined}
              aria-current={current ? 'true' : undefined}
              // One stop for Tab; arrows go on from there.
              tabIndex={current || (position === null && index === first) ? 0 : -1}
              disabled={row === undefined}
              aria-label={
                row === undefined ? 'Loading' : `${row.externalId}, ${String(index + 1)} of ${String(total)}`
              }
              title={row?.externalId}
              onClick={() => {
                if (row !== undefined) onOpen(row.id);
              }}
              onKeyDown={(event) => {
                if (event.ctrlKey || event.altKey || event.metaKey) return;
                const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
                if (step === 0) return;
                event.preventDefault();
                go(event.currentTarget, step);
              }}
            >
              {row !== undefined && (
                <>
                  <span className={classes['picture']}>
                    {row.imageId === null ? (
                      <span className={classes['missing']}>
                        <ImageOff size={14} aria-hidden />
                        {row.externalId.split('/').at(-1)}
                      </span>
                    ) : (
                      <RowThumbnail row={row} />
                    )}
                  </span>
                  <span className={classes['status']}>
                    {atWork && row.assignment !== null ? (
                      <AssignmentIcon state={row.assignment.state} begun={row.unsubmitted} size={12} />
                    ) : (
                      <StatusIcon status={row.status} size={12} />
                    )}
                  </span>
                </>
              )}
            </button>
          );
        })}
      </div>
    </nav>
  );
}
