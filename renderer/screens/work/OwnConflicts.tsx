import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ItemId } from '../../../shared/base/ids.ts';
import type { OwnConflict } from '../../../shared/contract/merging.ts';
import type { ConflictSide } from '../../../shared/domain/conflictSides.ts';
import { counted } from '../../../shared/base/counts.ts';
import { orpc } from '../../client/index.ts';
import { formatDateTime } from '../../ui/text/format.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import classes from './WorkScreen.module.css';

/** Tells somebody that they answered the same items differently in two places, and what to do; nothing where they did not. */
export function OwnConflicts({ onOpen }: { readonly onOpen: (id: ItemId) => void }) {
  const { data } = useQuery(orpc.merging.ownConflicts.queryOptions());
  if (data === undefined || data.length === 0) return null;
  return (
    <div className={classes['conflicts']}>
      <Notice
        state="pending"
        title={`You answered ${counted(data.length, 'item')} differently in two places`}
      >
        <p>
          Nothing is lost. A curator chooses between the two answers. To choose yourself, open the item and
          submit the answer that you mean.
        </p>
        <ul>
          {data.map((conflict) => (
            <li key={conflict.id}>
              {lineOf(conflict)}{' '}
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Open ${conflict.item}`}
                onClick={() => onOpen(conflict.itemId)}
              >
                Open
              </Button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function lineOf({ item, ours, theirs }: OwnConflict): string {
  return `${item}: ${placeAndTime(ours)}, and ${placeAndTime(theirs)}.`;
}

function placeAndTime({ device, submittedAt, counts }: ConflictSide): string {
  const time = submittedAt === null ? 'at an unknown time' : formatDateTime(submittedAt);
  const place = device === null ? time : `${time} on ${device}`;
  return counts ? `${place} (counts for now)` : place;
}
