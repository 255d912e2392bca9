import { ImageOff } from 'lucide-react';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { HARMLESS } from '../../../ui/commands/gateListener.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { AssignmentIcon } from '../../../ui/items/AssignmentBadge.tsx';
import { StatusIcon } from '../../../ui/items/StatusBadge.tsx';
import { RowThumbnail } from '../../../ui/items/RowThumbnail.tsx';
import { useItemPages } from '../../../ui/items/useItemPages.ts';
import { useLines } from '../../../ui/queue/useLines.ts';
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
  const { scroller, lines, length, button } = useLines<HTMLElement>({
    horizontal: true,
    count: total,
    size: CARD_WIDTH,
    current: position,
    onShown: show,
  });

  return (
    <nav ref={scroller} className={classes['strip']} aria-label="Queue" {...HARMLESS}>
      <div className={classes['all']} style={{ width: length }}>
        {lines.map(({ index, start }) => {
          const row = rowAt(index);
          const current = row?.id === itemId;
          return (
            <button
              key={index}
              type="button"
              className={classes['card']}
              style={{ transform: `translateX(${String(start)}px)`, width: CARD_WIDTH - 4 }}
              data-current={current || undefined}
              aria-current={current ? 'true' : undefined}
              disabled={row === undefined}
              aria-label={
                row === undefined ? 'Loading' : `${row.externalId}, ${String(index + 1)} of ${String(total)}`
              }
              title={row?.externalId}
              onClick={() => {
                if (row !== undefined) onOpen(row.id);
              }}
              {...button(index)}
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
