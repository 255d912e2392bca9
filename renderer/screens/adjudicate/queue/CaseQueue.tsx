import type { ReactNode } from 'react';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { ReviewQueue } from '../../../ui/queue/ReviewQueue.tsx';
import type { ReviewQueueState } from '../../../ui/queue/useReviewQueue.ts';
import { BulkAccept } from './BulkAccept.tsx';
import { QueueFilters } from './QueueFilters.tsx';
import { QueueRow } from './QueueRow.tsx';
import { allOpen, type QueueChoice } from './queueState.ts';
import type { PagedCases } from './useQueue.ts';
import classes from './Queue.module.css';

const EMPTY: Readonly<Record<QueueChoice['states'], string>> = {
  open: 'Nothing is left to decide.',
  conflict: 'No decisions conflict.',
  decided: 'Nothing is decided yet.',
  unanimous: 'No item is unanimous.',
};

/** The cases, most disputed first, beside the one that is open. */
export function CaseQueue({
  task,
  queue,
  choice,
  onChoose,
  review,
  mayAccept,
  children,
}: {
  readonly task: string;
  readonly queue: PagedCases;
  readonly choice: QueueChoice;
  readonly onChoose: (change: Partial<QueueChoice>) => void;
  readonly review: ReviewQueueState<ItemId>;
  readonly mayAccept: boolean;
  readonly children: ReactNode;
}) {
  const narrowed =
    choice.field !== null || choice.cause !== null || choice.earlierGold !== null || choice.unclaimed;
  return (
    <ReviewQueue
      queue={queue}
      height={76}
      keyOf={({ item }) => item.id}
      current={review.place}
      line={classes['case']}
      filters={<QueueFilters task={task} choice={choice} onChoose={onChoose} />}
      foot={mayAccept && <BulkAccept task={task} />}
      empty={EMPTY[choice.states]}
      onClear={
        narrowed
          ? () => {
              onChoose({ ...allOpen, states: choice.states });
            }
          : null
      }
      onOpen={({ item }) => review.open(item.id)}
      shown={review.shown}
      row={QueueRow}
    >
      {children}
    </ReviewQueue>
  );
}
