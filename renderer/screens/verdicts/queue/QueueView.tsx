import { Button, Group, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, MessageSquareQuote } from 'lucide-react';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { VerdictUnit } from '../../../../shared/contract/verdicts.ts';
import { useCasebook, usePerson, useWritable } from '../../../ui/window/applicationState.ts';
import { verdictCommands } from '../commands.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { type Client, orpc } from '../../../client/index.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { useFocusFirst } from '../../../ui/layout/useFocusFirst.ts';
import { CaseScreen } from '../case/CaseScreen.tsx';
import { ReviewQueue } from '../../../ui/queue/ReviewQueue.tsx';
import { useReviewQueue } from '../../../ui/queue/useReviewQueue.ts';
import { QueueFilters } from './QueueFilters.tsx';
import { QueueRow } from './QueueRow.tsx';
import { DecideAllDialog } from './DecideAllDialog.tsx';
import {
  chooseQueue,
  isNarrowed,
  toFilter,
  unfiltered,
  useQueueChoice,
  type VerdictQueueChoice,
} from './queueState.ts';
import { causeTitle } from '../causes.ts';
import { useState } from 'react';
import { useVerdictQueue } from './useVerdictQueue.ts';
import classes from './Queue.module.css';

const EMPTY: Readonly<Record<VerdictQueueChoice['states'], string>> = {
  open: 'Nothing is left to decide.',
  decided: 'Nothing is decided yet.',
  agreed: 'Nobody has judged anything yet.',
};

/** The cases in which judges differ, and one of them. */
export function QueueView({ unit }: { readonly unit: VerdictUnit | null }) {
  const { path } = useCasebook();
  const { roles } = usePerson();
  const choice = useQueueChoice(path);
  const change = (part: Partial<VerdictQueueChoice>): void => chooseQueue(path, part);
  const writable = useWritable();
  const decides = roles.includes('adjudicator') && writable;
  const queue = useVerdictQueue(choice);
  const counts = useQuery(orpc.verdicts.counts.queryOptions());
  const rows = queue.rows ?? [];
  const review = useReviewQueue({
    scope: 'verdicts',
    commands: verdictCommands,
    panel: 'verdicts.queue',
    cases: rows.map(({ unit, barred }) => ({ case: unit, barred })),
    current: unit,
    keyOf: unitKey,
    onGo: (to) => {
      goTo(to === null ? places.verdicts : places.verdictCase(to));
    },
  });

  if (counts.error !== null && counts.data === undefined)
    return (
      <ErrorState
        title="The queue could not be read"
        error={counts.error}
        onRetry={() => void counts.refetch()}
      />
    );
  if (counts.data === undefined || queue.rows === undefined)
    return queue.error !== null ? (
      <ErrorState title="The queue could not be read" error={queue.error} onRetry={queue.again} />
    ) : (
      <LoadingState label="Loading the cases" />
    );
  return (
    <ReviewQueue
      queue={queue}
      height={104}
      keyOf={(row) => unitKey(row.unit)}
      current={review.place}
      line={classes['case']}
      filters={<QueueFilters choice={choice} onChoose={change} />}
      foot={
        decides &&
        choice.states === 'open' && <QueueFoot choice={choice} count={queue.total} onChoose={change} />
      }
      empty={EMPTY[choice.states]}
      onClear={
        isNarrowed(choice)
          ? () => {
              change(unfiltered);
            }
          : null
      }
      onOpen={(row) => review.open(row.unit)}
      shown={review.shown}
      row={QueueRow}
    >
      {unit === null ? (
        <QueueState counts={counts.data} onBegin={rows.length > 0 ? review.next : null} />
      ) : (
        <CaseScreen
          key={unitKey(unit)}
          unit={unit}
          hidesVerdicts={choice.unseen}
          fresh={review.fresh}
          onDecided={review.decided}
          onReopened={review.reopened}
          onNext={review.next}
          onLeave={review.leave}
        />
      )}
    </ReviewQueue>
  );
}

/** What the adjudicator can do with the open cases: hide verdicts, and decide all alike. */
function QueueFoot({
  choice,
  count,
  onChoose,
}: {
  readonly choice: VerdictQueueChoice;
  /** How many cases there are. */
  readonly count: number;
  readonly onChoose: (part: Partial<VerdictQueueChoice>) => void;
}) {
  const [decidingAll, setDecidingAll] = useState(false);
  const criteria = useQuery(orpc.judging.criteria.queryOptions()).data ?? [];
  const isChoice = criteria.some(({ id, verdict }) => id === choice.criterion && verdict.kind === 'choice');
  return (
    <Group gap="sm" justify="space-between">
      <Switch
        size="xs"
        label="Hide verdicts until I decide"
        checked={choice.unseen}
        onChange={(event) => onChoose({ unseen: event.currentTarget.checked })}
      />
      {count > 1 && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!isChoice}
          title={
            isChoice ? undefined : 'Choose a criterion first. Lists of key points are decided one by one.'
          }
          onClick={() => setDecidingAll(true)}
        >
          Decide all {formatCount(count)}…
        </Button>
      )}
      <DecideAllDialog
        opened={decidingAll}
        filter={toFilter(choice)}
        criterion={choice.criterion ?? ''}
        count={count}
        onClose={() => setDecidingAll(false)}
      />
    </Group>
  );
}

/** How many cases wait, and the way to the first; or what has been decided. */
function QueueState({
  counts: { disputed, conflict, barred, decided, causes },
  onBegin,
}: {
  readonly counts: Awaited<ReturnType<Client['verdicts']['counts']>>;
  /** Null: the queue shows no case. */
  readonly onBegin: (() => void) | null;
}) {
  const { roles } = usePerson();
  const undecided = disputed + conflict - barred;
  const begin = onBegin !== null && <Begin title="Open first case" onBegin={onBegin} />;
  if (undecided > 0)
    return (
      <EmptyState icon={MessageSquareQuote} title={`${counted(undecided, 'case')} to decide`} actions={begin}>
        Respondents and judges stay hidden until you decide.
      </EmptyState>
    );
  const byCause = causes
    .map(({ cause, units }) => `${causeTitle(cause).toLowerCase()} ${formatCount(units)}`)
    .join(', ');
  return (
    <EmptyState
      icon={CircleCheck}
      title={decided > 0 ? 'Everything is decided' : 'No judges differ'}
      actions={
        <>
          {begin}
          {roles.includes('curator') && (
            <Button variant="default" onClick={() => goTo(places.assignJudging)}>
              Assign judging…
            </Button>
          )}
        </>
      }
    >
      {decided > 0
        ? `${formatCount(decided)} decided: ${byCause}. New disagreements appear here as verdicts arrive.`
        : 'Cases appear here when two judges, people or LLMs, judge the same answer differently.'}
    </EmptyState>
  );
}

function Begin({ title, onBegin }: { readonly title: string; readonly onBegin: () => void }) {
  const button = useFocusFirst<HTMLButtonElement>();
  return (
    <Button ref={button} rightSection={<KeyCaps value="Enter" />} onClick={onBegin}>
      {title}
    </Button>
  );
}

/** A name for a case that no other has. */
function unitKey({ response, criterion, subject }: VerdictUnit): string {
  return JSON.stringify([response, criterion, subject]);
}
