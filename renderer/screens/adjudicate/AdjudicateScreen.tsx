import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Gavel, Lock, Users } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useParams } from 'wouter';
import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import type { Task } from '../../../shared/benchmarks/task.ts';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { ItemId } from '../../../shared/base/ids.ts';
import { useCasebook, usePerson, useWritable } from '../../ui/window/applicationState.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { adjudicateCommands } from './commands.ts';
import { canvasCommands } from '../../ui/commands/deskCommands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { orpc } from '../../client/index.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { ScreenTitle } from '../../ui/layout/PartsScreen.tsx';
import { useReviewQueue } from '../../ui/queue/useReviewQueue.ts';
import { CaseScreen } from './case/CaseScreen.tsx';
import { CaseQueue } from './queue/CaseQueue.tsx';
import { queueOutlook } from './queue/queueOutlook.ts';
import { chooseQueue, useQueueChoice } from './queue/queueState.ts';
import { useQueue } from './queue/useQueue.ts';

/** Deciding where raters differ: the queue of disagreements, and one of them. */
export default function AdjudicateScreen() {
  const casebook = useCasebook();
  return (
    <>
      <ScreenTitle>Adjudicate</ScreenTitle>
      <Allowed id={casebook.benchmark} />
    </>
  );
}

function Allowed({ id }: { readonly id: string }) {
  const { roles } = usePerson();
  const benchmark = findBenchmark(id);
  const task = benchmark?.tasks[0];
  if (benchmark === undefined || task === undefined)
    return (
      <EmptyState icon={Gavel} title="Nothing to decide">
        This version of Casebook does not know the benchmark “{id}”.
      </EmptyState>
    );
  if (!roles.includes('adjudicator') && !roles.includes('curator'))
    return (
      <EmptyState icon={Lock} title="Adjudicators decide here">
        An adjudicator decides where raters differ. A curator assigns that role on the Team screen.
      </EmptyState>
    );
  return <Adjudicate benchmark={benchmark} task={task} />;
}

function Adjudicate({ benchmark, task }: { readonly benchmark: Benchmark; readonly task: Task }) {
  const { path } = useCasebook();
  const { roles } = usePerson();
  const writable = useWritable();
  const named = ItemId.safeParse(useParams()['itemId']);
  const itemId = named.success ? named.data : null;
  const choice = useQueueChoice(path);
  const queue = useQueue(task.id, choice);
  const counts = useQuery(orpc.adjudications.counts.queryOptions({ input: { task: task.id } }));
  const rows = queue.rows ?? [];
  const mayDecide = writable && roles.includes('adjudicator');

  const review = useReviewQueue({
    scope: 'adjudicate',
    commands: adjudicateCommands,
    panel: 'adjudicate.queue',
    cases: rows.map(({ item, barred }) => ({ case: item.id, barred })),
    current: itemId,
    keyOf: (id: ItemId) => id,
    onGo: (to) => {
      goTo(to === null ? places.adjudicate : places.adjudicateItem(to));
    },
  });
  // Under the canvas, which is asked first: once it has nothing to leave, its key leaves the case.
  useCommands('screen', [
    {
      ...canvasCommands.escape,
      title: 'Leave the tool, then the selection, then the case',
      // The palette has it from the canvas, and leaving the case beside it.
      keyOnly: true,
      enabled: () => itemId !== null,
      run: (event) => {
        if (!backToAnswers(event?.target ?? null)) review.leave();
      },
    },
  ]);
  useEscapeFromText(itemId !== null);

  if (counts.error !== null && counts.data === undefined)
    return (
      <ErrorState
        title="The queue could not be read"
        error={counts.error}
        onRetry={() => void counts.refetch()}
      />
    );
  if (counts.data === undefined) return <LoadingState label="Loading the cases" />;
  const rated = Object.values(counts.data.states).some((count) => count > 0);
  if (!rated && itemId === null) return <NobodyRated />;

  return (
    <CaseQueue
      task={task.id}
      queue={queue}
      choice={choice}
      onChoose={(change) => chooseQueue(path, change)}
      review={review}
      mayAccept={mayDecide}
    >
      {itemId === null ? (
        <QueueOutlook
          counts={counts.data}
          action={
            rows.length > 0 && (
              <Button rightSection={<KeyCaps value="Ctrl+Enter" />} onClick={review.next}>
                {choice.states === 'open' ? 'Open most disputed case' : 'Open first case'}
              </Button>
            )
          }
        />
      ) : (
        <CaseScreen
          key={itemId}
          benchmark={benchmark}
          task={task}
          itemId={itemId}
          fresh={review.fresh}
          onDecided={review.decided}
          onNext={review.next}
          onLeave={review.leave}
        />
      )}
    </CaseQueue>
  );
}

function NobodyRated() {
  return (
    <EmptyState
      icon={Users}
      title="Nobody has rated yet"
      actions={<Button onClick={() => goTo(places.team)}>Assign items in Team</Button>}
    >
      Assign the same items to two or more people. Items whose answers differ appear here, most disputed
      first.
    </EmptyState>
  );
}

/** Shown while no case is open: how much there is to decide. */
function QueueOutlook({
  counts,
  action,
}: {
  readonly counts: Parameters<typeof queueOutlook>[0];
  readonly action: ReactNode;
}) {
  const { isDone, title, text } = queueOutlook(counts);
  return (
    <EmptyState icon={isDone ? CircleCheck : Gavel} title={title} actions={action}>
      {text}
    </EmptyState>
  );
}

/** Gives the focus from a control back to the current line; false where it was in none. */
function backToAnswers(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.matches('input, textarea')) return false;
  const line = document.querySelector<HTMLElement>('tr[data-focused]');
  if (line === null) target.blur();
  else line.focus();
  return true;
}

/** Single keys are off while one types; Escape leaves a text all the same, unless something nearer has a use for it. */
function useEscapeFromText(on: boolean): void {
  useEffect(() => {
    if (!on) return undefined;
    const listen = ({ key, defaultPrevented, target }: KeyboardEvent): void => {
      if (key !== 'Escape' || defaultPrevented || !(target instanceof HTMLElement)) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null) return;
      if (target.ariaExpanded !== 'true') backToAnswers(target);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [on]);
}
