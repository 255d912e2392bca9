import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, MessageSquareQuote } from 'lucide-react';
import { useState } from 'react';
import type { VerdictUnit } from '../../../../shared/contract/verdicts.ts';
import { useCasebook, usePerson } from '../../../ui/window/applicationState.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { verdictCommands } from '../commands.ts';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { orpc } from '../../../client/index.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { counted, formatCount } from '../../../ui/format.ts';
import { KeyCaps } from '../../../ui/KeyCaps.tsx';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { useFocusFirst } from '../../../ui/useFocusFirst.ts';
import { toast } from '../../../ui/toast.tsx';
import { usePanel } from '../../../ui/usePanel.ts';
import { CaseScreen } from '../case/CaseScreen.tsx';
import { QueuePanel } from './QueuePanel.tsx';
import { useQueueChoice } from './queueState.ts';
import { sameUnit, unitKey } from './sameUnit.ts';
import { useVerdictQueue } from './useVerdictQueue.ts';
import classes from './QueueView.module.css';

/** Below this the case would not have room beside the queue. */
const NARROW = '(max-width: 1180px)';

/** The cases in which judges differ, and one of them. */
export function QueueView({ unit }: { readonly unit: VerdictUnit | null }) {
  const { path } = useCasebook();
  const curates = usePerson().roles.includes('curator');
  const [choice, choose] = useQueueChoice(path);
  const queue = useVerdictQueue(choice);
  const counts = useQuery(orpc.verdicts.counts.queryOptions());
  const [queueShown, toggleQueue] = useFoldingQueue(unit);
  /** The case decided in this visit, and which one the core says comes next. */
  const [made, setMade] = useState<{ readonly unit: VerdictUnit; readonly next: VerdictUnit | null } | null>(
    null,
  );
  const rows = queue.rows ?? [];
  const place = rows.findIndex((row) => sameUnit(row.unit, unit));

  const open = (next: VerdictUnit): void => {
    if (sameUnit(next, unit)) return;
    setMade(null);
    goTo(places.verdictCase(next));
  };
  const leave = (): void => {
    setMade(null);
    goTo(places.verdicts);
  };
  const step = (by: number): void => {
    const decided = made !== null && sameUnit(made.unit, unit);
    const next =
      by > 0 && decided
        ? made.next
        : ((place < 0 ? (rows.find((row) => !row.barred) ?? rows[0]) : rows[place + by])?.unit ?? null);
    if (next !== null && !sameUnit(next, unit)) {
      open(next);
      return;
    }
    toast(by > 0 ? 'That was the last case in this list.' : 'This is the first case in this list.', {
      brief: true,
    });
    if (by > 0 && decided) leave();
  };

  useCommands('verdicts', [
    {
      ...verdictCommands.next,
      run: () => {
        step(1);
      },
    },
    {
      ...verdictCommands.previous,
      run: () => {
        step(-1);
      },
    },
    { ...verdictCommands.queue, run: toggleQueue },
    { ...verdictCommands.leave, enabled: () => unit !== null, run: leave },
    ...(unit === null
      ? [
          {
            ...verdictCommands.decide,
            title: 'Open the first case',
            run: () => {
              step(1);
            },
          },
        ]
      : []),
  ]);

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
    <div className={classes['screen']}>
      {queueShown && (
        <QueuePanel queue={queue} choice={choice} onChoose={choose} current={unit} onOpen={open} />
      )}
      {unit === null ? (
        <div className={classes['nothing']}>
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
                {rows.length > 0 && (
                  <Begin
                    title="Open first case"
                    onBegin={() => {
                      step(1);
                    }}
                  />
                )}
                {curates && undecided === 0 && (
                  <Button
                    variant="default"
                    onClick={() => {
                      goTo(places.verdictsPart('judging'));
                    }}
                  >
                    Assign judging
                  </Button>
                )}
              </>
            }
          >
            {undecided > 0
              ? 'Respondents and judges stay hidden until you decide.'
              : counts.data.decided > 0
                ? `${formatCount(counts.data.decided)} decided. New disagreements appear here as verdicts arrive.`
                : 'Cases appear here when two judges, people or LLMs, judge the same answer differently.'}
          </EmptyState>
        </div>
      ) : (
        <CaseScreen
          key={unitKey(unit)}
          unit={unit}
          fresh={made !== null && sameUnit(made.unit, unit)}
          onDecided={(next) => {
            setMade({ unit, next });
          }}
          onReopened={() => {
            setMade(null);
          }}
          onNext={() => {
            step(1);
          }}
          onLeave={leave}
        />
      )}
    </div>
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

/** Whether the queue is shown; in a narrow window it folds beside a case, and comes back for that one only. */
function useFoldingQueue(unit: VerdictUnit | null): readonly [shown: boolean, toggle: () => void] {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const [remembered, toggle] = usePanel('verdicts.queue');
  const [beside, setBeside] = useState<string | null>(null);
  if (unit === null) return [true, toggle];
  if (!narrow) return [remembered, toggle];
  const shown = beside === unitKey(unit);
  return [
    shown,
    () => {
      setBeside(shown ? null : unitKey(unit));
    },
  ];
}
