import { Button } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import { failureOf } from '../../client/index.ts';
import type { PagedList } from '../../client/pagedList.ts';
import { Notice } from '../feedback/Notice.tsx';
import { LineList } from './LineList.tsx';
import classes from './ReviewQueue.module.css';

/** Cases that wait for a decision, beside the one that is open. */
export function ReviewQueue<Row>({
  queue,
  height,
  keyOf,
  current,
  line,
  filters,
  foot,
  empty,
  onClear,
  onOpen,
  shown,
  children,
  row: Entry,
}: {
  readonly queue: PagedList<Row>;
  /** Of a line, in pixels. */
  readonly height: number;
  readonly keyOf: (row: Row) => string;
  /** The place in the list of the case that is open; null where none is, or it is not in the list. */
  readonly current: number | null;
  /** The class that lays out a line. */
  readonly line: string | undefined;
  readonly filters: ReactNode;
  /** What can be done with all of them. */
  readonly foot?: ReactNode;
  /** What to say where the list is empty. */
  readonly empty: string;
  /** Clears what narrows the list; null where nothing does. */
  readonly onClear: (() => void) | null;
  readonly onOpen: (row: Row) => void;
  /** Whether the list is shown beside the case. */
  readonly shown: boolean;
  /** The case, or what to say where none is open. */
  readonly children: ReactNode;
  /** Draws a line. */
  readonly row: ComponentType<{ readonly entry: Row }>;
}) {
  const { rows = [], total, error, again, more } = queue;
  return (
    <div className={classes['screen']}>
      {shown && (
        <nav className={classes['panel']} aria-label="Cases" aria-busy={queue.rows === undefined}>
          <div className={classes['filters']} role="search" aria-label="Filters of the queue">
            {filters}
          </div>
          {error !== null && (
            <UnreadNotice title="The queue could not be read" error={error} onRetry={again} />
          )}
          {queue.rows !== undefined && rows.length === 0 && (
            <div className={classes['empty']}>
              <span>{onClear === null ? empty : 'No cases match.'}</span>
              {onClear !== null && (
                <Button size="compact-sm" variant="default" onClick={onClear}>
                  Clear the filters
                </Button>
              )}
            </div>
          )}
          <LineList
            label="Queue"
            count={rows.length}
            height={height}
            rowAt={(index) => rows[index]}
            keyOf={keyOf}
            current={current}
            line={line}
            onShown={(_, last) => {
              if (last >= rows.length - 10) more();
            }}
            onOpen={onOpen}
          >
            {(entry) => <Entry entry={entry} />}
          </LineList>
          <footer className={classes['foot']}>
            <span role="status">{counted(total, 'case')}</span>
            {foot}
          </footer>
        </nav>
      )}
      <div className={classes['case']}>{children}</div>
    </div>
  );
}

/** Says above a list that it, or its rest, could not be read. */
export function UnreadNotice({
  title,
  error,
  onRetry,
}: {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  return (
    <Notice state="disputed" title={title}>
      {failureOf(error).message}{' '}
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
