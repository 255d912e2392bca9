import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, MessageSquareQuote } from 'lucide-react';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { VerdictUnit } from '../../../../shared/contract/verdicts.ts';
import { useCasebook, usePerson, useWritable } from '../../../ui/window/applicationState.ts';
import { verdictCommands } from '../commands.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { orpc } from '../../../client/index.ts';
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
import { chooseQueue, type QueueChoice, toFilter, unfiltered, useQueueChoice } from './queueState.ts';
import { causeTitle } from '../causes.ts';
import { useState } from 'react';
import { useVerdictQueue } from './useVerdictQueue.ts';
import classes from './Queue.module.css';

const EMPTY: Readonly<Record<QueueChoice['states'], string>> = {
  open: 'Nothing is left to decide.',
  decided: 'Nothing is decided yet.',
  agreed: 'Nobody has judged anything yet.',
};

/** The cases in which judges differ, and one of them. */
export function QueueView({ unit }: { readonly unit: VerdictUnit | null }) {
  const { path } = useCasebook();
  const { roles } = usePerson();
  const curates = roles.includes('curator');
  const choice = useQueueChoice(path);
  const change = (part: Partial<QueueChoice>): void => {
    chooseQueue(path, part);
  };
  const { criterion, between, cause, judge, respondent, text } = choice;
  const narrowed =
    text !== '' || [criterion, between, cause, judge, respondent].some((part) => part !== null);
  const [decidingAll, setDecidingAll] = useState(false);
  const writable = useWritable();
  const decides = roles.includes('adjudicator') && writable;
  const criteria = useQuery(orpc.judging.criteria.queryOptions()).data ?? [];
  const isChoice = criteria.some(({ id, verdict }) => id === choice.criterion && verdict.kind === 'choice');
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
  const undecided = counts.data.disputed + counts.data.conflict - counts.data.barred;
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
        choice.states === 'open' && (
          <div className={classes['foot']}>
            <Switch
              size="xs"
              label="Hide verdicts until I decide"
              checked={choice.unseen}
              onChange={(event) => {
                change({ unseen: event.currentTarget.checked });
              }}
            />
            {queue.total > 1 && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={!isChoice}
                title={
                  isChoice
                    ? undefined
                    : 'Choose a criterion first. Lists of key points are decided one by one.'
                }
                onClick={() => {
                  setDecidingAll(true);
                }}
              >
                Decide all {formatCount(queue.total)}…
              </Button>
            )}
            <DecideAllDialog
              opened={decidingAll}
              filter={toFilter(choice)}
              criterion={choice.criterion ?? ''}
              count={queue.total}
              onClose={() => {
                setDecidingAll(false);
              }}
            />
          </div>
        )
      }
      empty={EMPTY[choice.states]}
      onClear={
        narrowed
          ? () => {
              change(unfiltered);
            }
          : null
      }
      onOpen={(row) => {
        review.open(row.unit);
      }}
      shown={review.shown}
      row={QueueRow}
    >
      {unit === null ? (
        <EmptyState
          icon={undecided > 0 ? MessageSquareQuote : CircleCheck}
          title={
            undecided > 0
              ? `${counted(undecided, 'case')} to decide`
              : counts.data.decided > 0
                ? 'Everything is decided'
                : 'No judges differ'
          }
          actions={
            <>
              {rows.length > 0 && <Begin title="Open first case" onBegin={review.next} />}
              {curates && undecided === 0 && (
                <Button
                  variant="default"
                  onClick={() => {
                    goTo(places.assignJudging);
                  }}
                >
                  Assign judging…
                </Button>
              )}
            </>
          }
        >
          {undecided > 0
            ? 'Respondents and judges stay hidden until you decide.'
            : counts.data.decided > 0
              ? `${formatCount(counts.data.decided)} decided: ${counts.data.causes.map(({ cause, units }) => `${causeTitle(cause).toLowerCase()} ${formatCount(units)}`).join(', ')}. New disagreements appear here as verdicts arrive.`
              : 'Cases appear here when two judges, people or LLMs, judge the same answer differently.'}
        </EmptyState>
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
