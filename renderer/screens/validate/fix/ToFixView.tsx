import { Button } from '@mantine/core';
import { ArrowRight, CircleCheck, MessageSquarePlus } from 'lucide-react';
import { counted } from '../../../../shared/base/counts.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { FixRow } from '../../../../shared/contract/validation.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { validateCommands } from '../commands.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { formatAgo, formatDateTime } from '../../../ui/text/format.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { LineList } from '../../../ui/queue/LineList.tsx';
import { UnreadNotice } from '../../../ui/queue/ReviewQueue.tsx';
import { ListPage, ScreenHeader } from '../../../ui/layout/ScreenPage.tsx';
import { useToFix } from './useToFix.ts';
import classes from './ToFix.module.css';

/** The items that wait to be fixed, of any number, the one that waits longest first. */
export function ToFixView({ benchmark }: { readonly benchmark: Benchmark }) {
  const { rows, total, error, again, more } = useToFix();
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

  return (
    <ListPage>
      <ScreenHeader
        level="h2"
        title="To fix"
        description={
          <span className={classes['waiting']} role="status">
            {counted(total, 'item waits', 'items wait')} for another wording, the longest first.
          </span>
        }
        actions={
          <Button
            leftSection={<ArrowRight size={14} aria-hidden />}
            rightSection={<KeyCaps value="F" />}
            onClick={begin}
          >
            Fix first item
          </Button>
        }
      />
      {error !== null && (
        <UnreadNotice title="The rest of the list could not be read" error={error} onRetry={again} />
      )}
      <LineList
        label="Items to fix"
        page
        count={rows.length}
        height={56}
        rowAt={(index) => rows[index]}
        keyOf={({ id }) => id}
        line={classes['line']}
        onShown={(_, last) => {
          if (last >= rows.length - 20) more();
        }}
        onOpen={({ id }) => goTo(places.fixItem(id))}
      >
        {(row) => <Line row={row} benchmark={benchmark} />}
      </LineList>
    </ListPage>
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
