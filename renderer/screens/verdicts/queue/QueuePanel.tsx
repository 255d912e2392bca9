import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { VerdictEntry, VerdictUnit } from '../../../../shared/contract/verdicts.ts';
import { failureOf } from '../../../client/index.ts';
import { counted } from '../../../ui/format.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { causeTitle } from '../causes.ts';
import { BETWEEN, VerdictBadge } from '../VerdictBadge.tsx';
import { QueueFilters } from './QueueFilters.tsx';
import { allOpen, type QueueChoice } from './queueState.ts';
import { sameUnit, unitKey } from './sameUnit.ts';
import type { VerdictQueue } from './useVerdictQueue.ts';
import classes from './QueuePanel.module.css';

const ROW_HEIGHT = 104;

/** Up to this many characters an answer leaves its second line to the question. */
const SHORT_ANSWER = 32;

/** The cases, of any number; only what is in sight exists. */
export function QueuePanel({
  queue,
  choice,
  onChoose,
  current,
  onOpen,
}: {
  readonly queue: VerdictQueue;
  readonly choice: QueueChoice;
  readonly onChoose: (change: Partial<QueueChoice>) => void;
  readonly current: VerdictUnit | null;
  readonly onOpen: (unit: VerdictUnit) => void;
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
  const first = shown[0]?.index ?? 0;
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 10) more();
  });
  const place = rows.findIndex(({ unit }) => sameUnit(unit, current));
  useEffect(() => {
    if (place >= 0) list.scrollToIndex(place, { align: 'auto' });
  }, [list, place]);
  const stop = place >= first && place <= last ? place : first;

  const go = (from: HTMLElement, step: number): void => {
    const index = Number(from.dataset['index']) + step;
    if (index < 0 || index >= rows.length) return;
    list.scrollToIndex(index);
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-index="${String(index)}"]`)?.focus();
    });
  };
  const narrowed = choice.criterion !== null || choice.between !== null || choice.cause !== null;

  return (
    <nav className={classes['panel']} aria-label="Cases">
      <QueueFilters choice={choice} onChoose={onChoose} />
      {queue.error !== null && (
        <Notice state="disputed" title="The queue could not be read">
          {failureOf(queue.error).message}{' '}
          <Button size="compact-xs" variant="default" onClick={queue.again}>
            Try again
          </Button>
        </Notice>
      )}
      <div ref={scroller} className={classes['list']}>
        {queue.rows !== undefined && rows.length === 0 && (
          <div className={classes['empty']}>
            <span>{narrowed ? 'No case is like that.' : EMPTY[choice.states]}</span>
            {narrowed && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => {
                  onChoose({ ...allOpen, states: choice.states });
                }}
              >
                Clear the filters
              </Button>
            )}
          </div>
        )}
        <ol className={classes['rows']} style={{ height: list.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const entry = rows[index];
            if (entry === undefined) return null;
            const here = sameUnit(entry.unit, current);
            return (
              <li
                key={unitKey(entry.unit)}
                className={classes['place']}
                style={{ transform: `translateY(${String(start)}px)`, height: ROW_HEIGHT }}
              >
                <button
                  type="button"
                  className={classes['case']}
                  data-index={index}
                  data-current={here || undefined}
                  aria-current={here || undefined}
                  tabIndex={index === stop ? 0 : -1}
                  onClick={() => {
                    onOpen(entry.unit);
                  }}
                  onKeyDown={(event) => {
                    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
                    if (step === 0) return;
                    event.preventDefault();
                    go(event.currentTarget, step);
                  }}
                >
                  <Row entry={entry} />
                </button>
              </li>
            );
          })}
        </ol>
      </div>
      <footer className={classes['foot']}>
        <span role="status">{counted(total, 'case')}</span>
      </footer>
    </nav>
  );
}

const EMPTY: Readonly<Record<QueueChoice['states'], string>> = {
  open: 'Nothing is left to decide.',
  decided: 'Nothing is decided yet.',
  agreed: 'Nobody has judged anything yet.',
};

function Row({ entry }: { readonly entry: VerdictEntry }) {
  const { title, question, answer, state, judges, between, decision, youJudged } = entry;
  const short = answer.length <= SHORT_ANSWER;
  return (
    <>
      <span className={classes['line']}>
        <span className={classes['name']}>{title}</span>
        {/* What is open is disputed unless it says otherwise. */}
        {state !== 'disputed' && <VerdictBadge state={state} />}
      </span>
      <span className={classes['question']} data-lines={short ? 2 : 1}>
        {question}
      </span>
      <span className={classes['answer']} data-lines={short ? 1 : 2}>
        {answer === '' ? 'No answer was given.' : `“${answer}”`}
      </span>
      <span className={classes['about']}>
        {counted(judges, 'judge')}
        {between !== null &&
          between.length > 0 &&
          `, between ${between.map((each) => BETWEEN[each]).join(', ')}`}
        {decision !== null && `, ${causeTitle(decision.cause).toLowerCase()}`}
        {youJudged && <strong>. You judged this answer</strong>}
      </span>
    </>
  );
}
