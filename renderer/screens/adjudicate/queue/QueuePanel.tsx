import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { ItemId } from '../../../../shared/domain/ids.ts';
import { failureOf } from '../../../client/index.ts';
import { counted } from '../../../ui/format.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { BulkAccept } from './BulkAccept.tsx';
import { QueueFilters } from './QueueFilters.tsx';
import { QueueRow } from './QueueRow.tsx';
import { allOpen, type QueueChoice } from './queueState.ts';
import type { Queue } from './useQueue.ts';
import classes from './QueuePanel.module.css';

const ROW_HEIGHT = 76;

/** The cases, most disputed first, of any number; only what is in sight exists. */
export function QueuePanel({
  task,
  queue,
  choice,
  onChoose,
  current,
  onOpen,
  mayAccept,
}: {
  readonly task: string;
  readonly queue: Queue;
  readonly choice: QueueChoice;
  readonly onChoose: (change: Partial<QueueChoice>) => void;
  readonly current: ItemId | null;
  readonly onOpen: (id: ItemId) => void;
  readonly mayAccept: boolean;
}) {
  const { rows = [], total, more } = queue;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    getScrollElement: () => scroller.current,
    overscan: 6,
  });
  const shown = list.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 10) more();
  });
  const place = rows.findIndex(({ item }) => item.id === current);
  useEffect(() => {
    if (place >= 0) list.scrollToIndex(place, { align: 'auto' });
  }, [list, place]);

  const go = (from: HTMLElement, step: number): void => {
    const index = Number(from.dataset['index']) + step;
    if (index < 0 || index >= rows.length) return;
    list.scrollToIndex(index);
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-index="${String(index)}"]`)?.focus();
    });
  };

  const narrowed = choice.field !== null || choice.cause !== null || choice.unclaimed;
  return (
    <nav className={classes['panel']} aria-label="Cases">
      <QueueFilters task={task} choice={choice} onChoose={onChoose} />
      {queue.error !== null && (
        <Notice state="disputed" title="The queue could not be read">
          {failureOf(queue.error).message}{' '}
          <Button size="compact-xs" variant="default" onClick={queue.again}>
            Try again
          </Button>
        </Notice>
      )}
      <div ref={scroller} className={classes['list']} aria-busy={queue.rows === undefined}>
        {queue.rows !== undefined && rows.length === 0 && (
          <p className={classes['empty']}>
            {narrowed ? 'No case matches these filters.' : emptyText(choice.states)}
            {narrowed && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => {
                  onChoose({ ...allOpen, states: choice.states });
                }}
              >
                Clear the filters
              </Button>
            )}
          </p>
        )}
        <ol className={classes['rows']} style={{ height: list.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const entry = rows[index];
            if (entry === undefined) return null;
            const here = entry.item.id === current;
            return (
              <li
                key={entry.item.id}
                className={classes['place']}
                style={{ transform: `translateY(${String(start)}px)`, height: ROW_HEIGHT }}
              >
                <button
                  type="button"
                  className={classes['case']}
                  data-index={index}
                  data-current={here || undefined}
                  aria-current={here ? 'true' : undefined}
                  // One stop for Tab; arrows go on from there.
                  tabIndex={here || (place < 0 && index === 0) ? 0 : -1}
                  onClick={() => {
                    onOpen(entry.item.id);
                  }}
                  onKeyDown={(event) => {
                    if (event.ctrlKey || event.altKey || event.metaKey) return;
                    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
                    if (step === 0) return;
                    event.preventDefault();
                    go(event.currentTarget, step);
                  }}
                >
                  <QueueRow entry={entry} />
                </button>
              </li>
            );
          })}
        </ol>
      </div>
      <footer className={classes['foot']}>
        <span role="status">{counted(total, 'case')}</span>
        {mayAccept && <BulkAccept task={task} />}
      </footer>
    </nav>
  );
}

function emptyText(states: QueueChoice['states']): string {
  switch (states) {
    case 'open':
      return 'Nothing is left to decide.';
    case 'conflict':
      return 'No decisions stand against each other.';
    case 'decided':
      return 'Nothing is decided yet.';
    case 'unanimous':
      return 'No item is unanimous.';
  }
}
