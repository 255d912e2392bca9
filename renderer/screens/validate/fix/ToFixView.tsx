import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowRight, CircleCheck, MessageSquarePlus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { FixRow } from '../../../../shared/contract/validation.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { validateCommands } from '../commands.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { failureOf } from '../../../client/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { counted, formatAgo, formatDateTime } from '../../../ui/format.ts';
import { KeyCaps } from '../../../ui/KeyCaps.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useToFix } from './useToFix.ts';
import classes from './ToFix.module.css';

const LINE_HEIGHT = 56;

/** The items that wait to be fixed, of any number, the one that waits longest first. */
export function ToFixView({ benchmark }: { readonly benchmark: Benchmark }) {
  const { rows, total, error, again, more } = useToFix();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows?.length ?? 0,
    estimateSize: () => LINE_HEIGHT,
    getScrollElement: () => scroller.current,
    overscan: 8,
  });
  const lines = list.getVirtualItems();
  const first = lines[0]?.index ?? 0;
  const last = lines.at(-1)?.index ?? 0;
  const known = rows?.length ?? 0;
  useEffect(() => {
    if (last >= known - 20) more();
  });
  const [longest] = rows ?? [];
  const begin = () => {
    if (longest !== undefined) goTo(places.fixItem(longest.id));
  };
  useCommands('validate', [
    { ...validateCommands.fixFirst, enabled: () => longest !== undefined, run: begin },
  ]);
  if (error !== null && rows === undefined) return <ErrorState error={error} onRetry={again} />;
  if (rows === undefined) return <LoadingState label="Loading the items to fix" />;
  if (longest === undefined)
    return (
      <EmptyState icon={CircleCheck} title="Nothing to fix">
        Items appear here once all reviewers say “fix”. Where reviewers differ, an adjudicator decides first.
      </EmptyState>
    );

  const go = (from: HTMLElement, to: number): void => {
    const index = Math.max(0, Math.min(rows.length - 1, to));
    if (index === Number(from.dataset['index'])) return;
    list.scrollToIndex(index);
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-index="${String(index)}"]`)?.focus();
    });
  };

  return (
    <div className={classes['screen']}>
      <header className={classes['header']}>
        <div>
          <h2>To fix</h2>
          <p role="status">
            {counted(total, 'item waits', 'items wait')} for another wording, the longest first.
          </p>
        </div>
        <Button
          leftSection={<ArrowRight size={14} aria-hidden />}
          rightSection={<KeyCaps value="F" />}
          onClick={begin}
        >
          Fix first item
        </Button>
      </header>
      {error !== null && (
        <Notice state="disputed" title="The rest of the list could not be read">
          {failureOf(error).message}{' '}
          <Button size="compact-xs" variant="default" onClick={again}>
            Try again
          </Button>
        </Notice>
      )}
      <div ref={scroller} className={classes['list']} role="list" aria-label="Items to fix">
        <div className={classes['track']} style={{ height: list.getTotalSize() }}>
          {lines.map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <div
                key={row.id}
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
                  onClick={() => {
                    goTo(places.fixItem(row.id));
                  }}
                  onKeyDown={(event) => {
                    if (event.ctrlKey || event.altKey || event.metaKey) return;
                    const to = {
                      ArrowDown: index + 1,
                      ArrowUp: index - 1,
                      Home: 0,
                      End: rows.length - 1,
                    }[event.key];
                    if (to === undefined) return;
                    event.preventDefault();
                    go(event.currentTarget, to);
                  }}
                >
                  <Line row={row} benchmark={benchmark} />
                </button>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Line({ row, benchmark }: { readonly row: FixRow; readonly benchmark: Benchmark }) {
  const facets = benchmark.facets.flatMap(({ name }) => {
    const value = row.facets[name];
    return value === undefined || value === '' ? [] : [value];
  });
  return (
    <>
      <span className={classes['words']}>
        <span className={classes['top']}>
          <strong>{row.externalId}</strong>
          <span className={classes['title']}>{row.title}</span>
        </span>
        <span className={classes['reason']}>
          {row.reason === '' ? <em>No reason given.</em> : row.reason}
        </span>
      </span>
      <span className={classes['proposal']}>
        {row.hasProposal && (
          <>
            <MessageSquarePlus size={14} aria-hidden /> Proposal
          </>
        )}
      </span>
      <span className={classes['facets']} title={facets.join(', ')}>
        {facets.join(', ')}
      </span>
      <span className={classes['edition']}>{row.edition > 1 && `Edition ${String(row.edition)}`}</span>
      <span className={classes['since']} title={formatDateTime(row.since)}>
        {formatAgo(row.since)}
      </span>
    </>
  );
}
