import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { type CommandDefinition, type CommandScope, harmless, useCommands } from '../commands/commands.ts';
import { toast } from '../feedback/toast.tsx';
import { usePanel } from '../layout/usePanel.ts';

/** Below this a case has no room beside the queue. */
const NARROW = '(max-width: 1180px)';

/** A case as a queue lists it. */
interface QueuedCase<Case> {
  readonly case: Case;
  /** Somebody else has to decide it. */
  readonly barred: boolean;
}

/** Walking along a queue of cases: which one is open, the one before and after, and the list that folds beside it. */
export interface ReviewQueueState<Case> {
  /** The place of the open case in the list; null where none is open, or it is not in the list. */
  readonly place: number | null;
  /** Whether the list is shown beside the case. */
  readonly shown: boolean;
  /** Whether the open case was decided in this visit. */
  readonly fresh: boolean;
  readonly open: (next: Case) => void;
  readonly leave: () => void;
  /** The next case; where none is open, the first that may be decided. */
  readonly next: () => void;
  /** The open case was decided; says which one the core wants decided next. */
  readonly decided: (next: Case | null) => void;
  readonly reopened: () => void;
}

/** The state of a queue with its keys: next, previous, first, leave, show or hide the list. */
export function useReviewQueue<Case>({
  scope,
  commands,
  panel,
  cases,
  current,
  keyOf,
  onGo,
}: {
  readonly scope: CommandScope;
  readonly commands: Readonly<Record<'next' | 'previous' | 'queue' | 'leave' | 'decide', CommandDefinition>>;
  /** The name under which this machine remembers whether the list is shown. */
  readonly panel: string;
  readonly cases: readonly QueuedCase<Case>[];
  readonly current: Case | null;
  /** A name for a case that no other has. */
  readonly keyOf: (each: Case) => string;
  /** Opens a case; null: the queue without one. */
  readonly onGo: (to: Case | null) => void;
}): ReviewQueueState<Case> {
  const key = current === null ? null : keyOf(current);
  const [shown, toggle] = useFoldingPanel(panel, key);
  /** The case decided in this visit, and which one the core says comes next. */
  const [made, setMade] = useState<{ readonly key: string; readonly next: Case | null } | null>(null);
  const place = cases.findIndex((each) => keyOf(each.case) === key);
  const fresh = made !== null && made.key === key;

  const open = (next: Case): void => {
    if (keyOf(next) === key) return;
    setMade(null);
    onGo(next);
  };
  const leave = (): void => {
    setMade(null);
    onGo(null);
  };
  const step = (by: 1 | -1): void => {
    const beside = place < 0 ? (cases.find(({ barred }) => !barred) ?? cases[0]) : cases[place + by];
    const to = by > 0 && fresh ? made.next : (beside?.case ?? null);
    if (to !== null && keyOf(to) !== key) {
      open(to);
      return;
    }
    toast(by > 0 ? 'That was the last case in this list.' : 'This is the first case in this list.', {
      brief: true,
    });
    if (by > 0 && fresh) leave();
  };
  const next = (): void => step(1);

  useCommands(scope, [
    { ...harmless(commands.next), run: next },
    {
      ...harmless(commands.previous),
      run: () => {
        step(-1);
      },
    },
    { ...harmless(commands.queue), run: toggle },
    { ...harmless(commands.leave), enabled: () => current !== null, run: leave },
    ...(current === null ? [{ ...commands.decide, title: 'Open the first case', run: next }] : []),
  ]);

  return {
    place: place < 0 ? null : place,
    shown,
    fresh,
    open,
    leave,
    next,
    decided: (to) => {
      if (key !== null) setMade({ key, next: to });
    },
    reopened: () => {
      setMade(null);
    },
  };
}

/**
 * Whether the list is shown: always where no case is open; in a narrow window it folds when a case is opened and
 * comes back for this case only.
 */
function useFoldingPanel(panel: string, key: string | null): readonly [shown: boolean, toggle: () => void] {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;
  const [remembered, toggle] = usePanel(panel);
  /** The case beside which it was asked for. */
  const [beside, setBeside] = useState<string | null>(null);
  if (key === null) return [true, toggle];
  if (!narrow) return [remembered, toggle];
  const shown = beside === key;
  return [
    shown,
    () => {
      setBeside(shown ? null : key);
    },
  ];
}
