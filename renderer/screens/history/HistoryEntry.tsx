import { Button, Text } from '@mantine/core';
import { ChevronRight, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { HistoryEvent } from '../../../shared/contract/history.ts';
import { casebookChanged, useMayCurate } from '../../ui/window/applicationState.ts';
import { places } from '../../ui/window/navigate.ts';
import { client } from '../../client/index.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkProgress } from '../../ui/work/WorkProgress.tsx';
import { WordDiff } from '../../ui/text/WordDiff.tsx';
import { KIND_TITLES } from './kinds.ts';
import classes from './HistoryScreen.module.css';

const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });

/**
 * One entry of the log, with what it changed and a way back where there is one.
 * @param ofItem whether the page is about one item, whose name its title says
 */
export function HistoryEntry({ event, ofItem }: { readonly event: HistoryEvent; readonly ofItem: boolean }) {
  const [open, setOpen] = useState(false);
  const { state, start, cancel } = useStreamedWork<{ readonly changed: number }>();
  const writable = useMayCurate();
  const undo = async () => {
    const result = await start((signal) => client.history.undoOfMany({ id: event.id }, { signal }));
    // What was undone before it was stopped stays so.
    await casebookChanged();
    if (result !== null) toast(`${counted(result.changed, 'change')} undone.`);
  };
  return (
    <li className={classes['entry']}>
      <div className={classes['line']}>
        <time className={classes['time']} dateTime={new Date(event.at).toISOString()}>
          {time.format(event.at)}
        </time>
        <Text span inherit truncate flex="none" w={120} title={event.person}>
          {event.name}
        </Text>
        {event.changes.length > 0 ? (
          <button
            type="button"
            className={classes['summary']}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight size={14} aria-hidden className={open ? classes['turned'] : undefined} />
            {event.summary}
          </button>
        ) : (
          <span className={classes['summary']}>
            <span className={classes['noChevron']} />
            {event.summary}
          </span>
        )}
        {event.itemId !== null && !ofItem && (
          <Link
            className={classes['item']}
            href={places.historyOf(event.itemId)}
            title="History of this item"
          >
            {event.externalId ?? 'item'}
          </Link>
        )}
        {event.undoable && writable && (
          <Button
            variant="default"
            loading={state.status === 'running'}
            leftSection={<Undo2 size={14} aria-hidden />}
            aria-label={`Undo: ${KIND_TITLES[event.kind] ?? event.kind}, ${event.summary}`}
            onClick={() => void undo()}
          >
            Undo
          </Button>
        )}
      </div>
      <WorkProgress
        state={state}
        onCancel={cancel}
        cancelled="Items that were undone until then stay undone."
      />
      {open && (
        <dl className={classes['changes']}>
          {event.changes.slice(0, 100).map(({ field, from, to }, index) => (
            <div key={`${field} ${String(index)}`}>
              <dt>{field}</dt>
              <dd>
                {from !== null && to !== null ? (
                  <WordDiff from={from} to={to} label={`${field}: before and after`} />
                ) : (
                  <>
                    <del>{from ?? 'nothing'}</del> → <ins>{to ?? 'nothing'}</ins>
                  </>
                )}
              </dd>
            </div>
          ))}
          {event.changes.length > 100 && (
            <div>
              <dt />
              <dd>and {formatCount(event.changes.length - 100)} more</dd>
            </div>
          )}
        </dl>
      )}
    </li>
  );
}
