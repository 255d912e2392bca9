import { Box, Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, CircleCheck, Inbox, ListX, PackageCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { AssignmentState } from '../../../shared/domain/status.ts';
import { useCasebook, useCurates } from '../../ui/window/applicationState.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { workCommands } from './commands.ts';
import { ownWork, useListContext } from '../../ui/window/listContext.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { useHubState } from '../../ui/hub/useHubState.ts';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { useItemPages } from '../../ui/items/useItemPages.ts';
import { assignmentLooks } from '../../ui/items/AssignmentBadge.tsx';
import { ListPage, ScreenHeader } from '../../ui/layout/ScreenPage.tsx';
import { OwnConflicts } from './OwnConflicts.tsx';
import { WorkList } from './WorkList.tsx';
import classes from './WorkScreen.module.css';

type WorkFilter = AssignmentState | 'all';

/** What somebody was given to answer, in their order, and the way on. */
export default function WorkScreen() {
  const mine = useQuery({ ...orpc.assignments.mine.queryOptions(), staleTime: 0 });
  const [shown, setShown] = useState<WorkFilter>('all');
  const filter = useMemo<ItemFilter>(
    () => (shown === 'all' ? ownWork.filter : { assignment: [shown] }),
    [shown],
  );
  const pages = useItemPages(filter, ownWork.sort);
  const total = sum(mine.data ?? []);
  const next = mine.data?.find((work) => work.next !== null)?.next ?? null;
  useCommands('screen', [
    {
      ...workCommands.next,
      enabled: () => next !== null,
      run: () => {
        if (next !== null) open(next);
      },
    },
  ]);
  const error = mine.error ?? pages.error;
  if (error !== null)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void mine.refetch();
          pages.refetch();
        }}
      />
    );
  if (mine.data === undefined || pages.loading) return <LoadingState label="Looking for your work" />;
  const given = total.open + total.submitted + total.skipped;
  if (given === 0) return <NothingGiven />;
  return (
    <ListPage>
      <ScreenHeader
        title="My work"
        description={<Overview {...total} />}
        actions={
          next === null ? (
            <Finished />
          ) : (
            <Button
              rightSection={<KeyCaps value="Enter" />}
              leftSection={<ArrowRight size={14} aria-hidden />}
              onClick={() => open(next)}
            >
              {total.submitted + total.skipped === 0 ? 'Answer first item' : 'Answer next item'}
            </Button>
          )
        }
      />
      <OwnConflicts onOpen={open} />
      <WorkProgress work={mine.data} />
      <Box flex="none" mb="sm">
        <SegmentedControl<WorkFilter>
          aria-label="Show"
          value={shown}
          onChange={setShown}
          data={[
            { value: 'all', label: `All ${formatCount(given)}` },
            ...AssignmentState.options.map((state) => ({
              value: state,
              label: `${assignmentLooks[state].title} ${formatCount(total[state])}`,
            })),
          ]}
        />
      </Box>
      {pages.total === 0 ? (
        <EmptyState icon={ListX} title={shown === 'all' ? 'No items' : NONE[shown]}>
          “All” shows the rest of your work.
        </EmptyState>
      ) : (
        <WorkList pages={pages} rounds={mine.data.length > 1} onOpen={open} />
      )}
    </ListPage>
  );
}

const NONE: Readonly<Record<AssignmentState, string>> = {
  open: 'Nothing is open',
  submitted: 'Nothing is submitted yet',
  skipped: 'Nothing was skipped',
};

function open(id: ItemId): void {
  useListContext.getState().setAtWork(true);
  goTo(places.desk(id));
}

/** In a package the work has to go back to where it came from, unless the team’s hub takes it. */
function Finished() {
  const isPackage = useCasebook().packageFor !== null;
  const { data, isPending } = useHubState(null, isPackage);
  if (!isPackage || isPending || data != null) return null;
  return (
    <Button leftSection={<PackageCheck size={14} aria-hidden />} onClick={() => goTo(places.team)}>
      Send it back…
    </Button>
  );
}

function NothingGiven() {
  const curates = useCurates();
  return (
    <EmptyState
      icon={Inbox}
      title="Nothing is assigned to you"
      actions={curates && <Button onClick={() => goTo(places.team)}>Assign items on the Team screen</Button>}
    >
      Items that a curator assigns to you appear here, in your order.
      {!curates && ' Ask a curator, or check again later.'}
    </EmptyState>
  );
}

/** How much is left to do, or that everything is done. */
function Overview({ open: toDo, submitted, skipped }: WorkCounts) {
  return toDo === 0 ? (
    <span className={classes['done']} role="status">
      <CircleCheck size={16} aria-hidden />
      All done: {formatCount(submitted)} submitted
      {skipped > 0 && `, ${formatCount(skipped)} skipped`}.
    </span>
  ) : (
    <span className={classes['given']}>
      {counted(toDo + submitted + skipped, 'item')}, {formatCount(toDo)} open. You see only your own answers;
      other annotators see only theirs.
    </span>
  );
}

interface WorkCounts {
  readonly open: number;
  readonly submitted: number;
  readonly skipped: number;
}

function sum(work: readonly WorkCounts[]): WorkCounts {
  return work.reduce<WorkCounts>(
    (all, each) => ({
      open: all.open + each.open,
      submitted: all.submitted + each.submitted,
      skipped: all.skipped + each.skipped,
    }),
    { open: 0, submitted: 0, skipped: 0 },
  );
}

interface Part extends WorkCounts {
  readonly task: string;
  readonly round: number;
}

/** How much of one's work is done, round by round. */
function WorkProgress({ work }: { readonly work: readonly Part[] }) {
  return (
    <ul className={classes['rounds']} aria-label="Progress">
      {work.map(({ task, round, open, submitted, skipped }) => {
        const given = open + submitted + skipped;
        const share = (count: number) => `${String((100 * count) / given)}%`;
        return (
          <li key={`${task} ${String(round)}`}>
            {work.length > 1 && <span className={classes['round']}>Round {round}</span>}
            <span className={classes['bar']} aria-hidden>
              <span className={classes['submitted']} style={{ width: share(submitted) }} />
              <span className={classes['skipped']} style={{ width: share(skipped) }} />
            </span>
            <span>
              {formatCount(submitted)} of {formatCount(given)} submitted
              {skipped > 0 && `, ${formatCount(skipped)} skipped`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
