import type { RefObject } from 'react';
import type { DocumentDiff } from '../../../../shared/domain/document.ts';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { adjudicateCommands } from '../commands.ts';
import { deskCommands } from '../../../ui/commands/deskCommands.ts';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import { useDesk, useRegionLabels } from '../../../ui/form/context.ts';
import { describeDiff } from '../../../ui/form/describeDiff.ts';
import { useLabelCommands } from '../../../ui/form/useLabelCommands.ts';
import { chooseByDigit } from '../../../ui/form/ChoiceField.tsx';
import { boxField } from '../decision/origins.ts';
import { stepBack, stepForward, type Steps, wayOf } from '../decision/steps.ts';
import { useCase } from './caseContext.ts';
import { useAcceptActions } from './useAcceptActions.ts';

/** Whole answers that have a key of their own. */
const WHOLE = [
  ['A', adjudicateCommands.acceptAllA],
  ['B', adjudicateCommands.acceptAllB],
  ['C', adjudicateCommands.acceptAllC],
  ['D', adjudicateCommands.acceptAllD],
  ['E', adjudicateCommands.acceptAllE],
  ['F', adjudicateCommands.acceptAllF],
  ['G', adjudicateCommands.acceptAllG],
] as const;

/** The keys with which a case is decided. */
export function DecidingKeys({
  stage,
  bar,
  onDecide,
  onSteps,
  onWrite,
  announce,
}: {
  readonly stage: RefObject<HTMLElement | null>;
  readonly bar: RefObject<HTMLElement | null>;
  readonly onDecide: () => void;
  /** Takes note of a step back or forward. */
  readonly onSteps: (to: (steps: Steps) => Steps) => void;
  readonly onWrite: (path: string) => void;
  readonly announce: (text: string) => void;
}) {
  const { session, task, vocabulary, canvas } = useDesk();
  const { kase, rows, view, work } = useCase();
  const labels = useRegionLabels();
  const accepting = useAcceptActions();
  const { store } = session;

  const rowInHand = () => {
    const { focus } = view.getState();
    return [...rows.disputed, ...rows.different, ...rows.agreed].find(({ id }) => id === focus);
  };
  const step = (kind: 'undo' | 'redo'): void => {
    const [move, back] = kind === 'undo' ? [stepBack, stepForward] : [stepForward, stepBack];
    const way = wayOf(kind, store.getState(), work?.steps);
    if (way === 'none') {
      announce(kind === 'undo' ? 'There is nothing to undo.' : 'There is nothing to redo.');
      return;
    }
    onSteps(move);
    if (way === 'choice') {
      announce(kind === 'undo' ? 'Last choice undone' : 'Last choice redone');
      return;
    }
    session.marks.end();
    store[kind]().then(
      (diff: DocumentDiff) => {
        const what = describeDiff(diff, task.fields(vocabulary)).join('; ');
        announce(`${kind === 'undo' ? 'Undone' : 'Redone'}: ${what}`);
      },
      (error: unknown) => {
        onSteps(back);
        toastFailure(kind === 'undo' ? 'Nothing was undone' : 'Nothing was redone', error);
      },
    );
  };
  /** Gives the selected boxes a label, where the key was pressed on the image. */
  const setLabelOnStage = (target: Node, label: string | undefined): boolean =>
    label !== undefined &&
    stage.current?.contains(target) === true &&
    canvas.current?.setLabel(label) === true;
  const digits = ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((value): Command => ({
    ...adjudicateCommands[`accept${value}`],
    run: (event) => {
      const target = event?.target;
      if (target instanceof Element && chooseByDigit(target, value)) return true;
      if (target instanceof Node && setLabelOnStage(target, labels[value - 1]?.id)) return true;
      const row = rowInHand();
      const column = kase.columns[value - 1]?.column;
      if (row === undefined || column === undefined || accepting === null) return false;
      if (!accepting.accept(row, column)) announce(`${column} has no box here.`);
      return true;
    },
  }));

  useLabelCommands('adjudicate', () => true);
  useCommands('adjudicate', [
    { ...adjudicateCommands.decide, title: 'Decide', run: onDecide },
    {
      ...adjudicateCommands.mean,
      run: () => {
        const row = rowInHand();
        return row !== undefined && accepting?.mean(row) === true;
      },
    },
    {
      ...adjudicateCommands.write,
      run: () => {
        const row = rowInHand();
        onWrite(
          row?.kind === 'part'
            ? row.name
            : row?.kind === 'field'
              ? row.field.name
              : (boxField(task, vocabulary)?.name ?? ''),
        );
      },
    },
    {
      ...adjudicateCommands.cause,
      run: () => {
        const choices = bar.current;
        const checked = choices?.querySelector<HTMLElement>('input[type="radio"]:checked');
        (checked ?? choices?.querySelector<HTMLElement>('input[type="radio"]'))?.focus();
      },
    },
    ...digits,
    ...WHOLE.map(([column, definition]): Command => ({
      ...definition,
      enabled: () => kase.columns.some((each) => each.column === column),
      run: () => accepting?.all(column),
    })),
  ]);
  useCommands('desk', [
    {
      ...deskCommands.undo,
      run: () => {
        step('undo');
      },
    },
    {
      ...deskCommands.redo,
      run: () => {
        step('redo');
      },
    },
  ]);
  return null;
}
