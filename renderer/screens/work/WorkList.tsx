import { EyeOff } from 'lucide-react';
import type { ItemId } from '../../../shared/base/ids.ts';
import { formatDateTime } from '../../ui/text/format.ts';
import { RowThumbnail } from '../../ui/items/RowThumbnail.tsx';
import type { ItemPages } from '../../ui/items/useItemPages.ts';
import { AssignmentBadge } from '../../ui/items/AssignmentBadge.tsx';
import { LineList } from '../../ui/queue/LineList.tsx';
import classes from './WorkScreen.module.css';

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
  return (
    <LineList
      label="Items"
      page
      count={pages.total}
      height={52}
      rowAt={pages.rowAt}
      keyOf={({ id }) => id}
      line={classes['line']}
      onShown={pages.show}
      onOpen={({ id }) => onOpen(id)}
    >
      {(row) => (
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
            {row.unsubmitted || row.assignment?.state !== 'open' ? formatDateTime(row.updatedAt) : ''}
          </span>
          <span className={classes['state']}>
            {row.assignment !== null && (
              <AssignmentBadge state={row.assignment.state} begun={row.unsubmitted} />
            )}
          </span>
        </>
      )}
    </LineList>
  );
}
