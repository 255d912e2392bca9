import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { ItemId } from '../../../shared/base/ids.ts';
import { regionsOf } from '../../../shared/domain/document.ts';
import { itemsChanged, useCurates } from '../../ui/window/applicationState.ts';
import { useWorkPlace } from '../../ui/window/useWorkPlace.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { type Command, useCommands } from '../../ui/commands/commands.ts';
import { deskCommands } from '../../ui/commands/deskCommands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { failureOf } from '../../client/failure.ts';
import { toastFailure } from '../../ui/feedback/toast.tsx';
import { useDesk, useDeskState, useRegionLabels } from '../../ui/form/context.ts';
import { describeDiff } from '../../ui/form/describeDiff.ts';
import { chooseByDigit } from '../../ui/form/ChoiceField.tsx';
import { useGoToProblem } from '../../ui/form/useGoToProblem.ts';
import type { DeskDialogState } from './DeskDialogs.tsx';
import type { DeskActions } from './useDeskActions.ts';
import { askToReplace, atStake, showStatus } from './replacing.ts';
import { nextProblem, type ProblemVisit } from '../../../shared/benchmarks/problems.ts';
import { giveDigit } from '../../ui/form/useDigits.ts';
import { useLabelCommands } from '../../ui/form/useLabelCommands.ts';
import { useImagesLocked } from './useImagesLocked.ts';
import { announce } from '../../ui/form/view.ts';

interface DeskCommandOptions {
  readonly actions: DeskActions;
  /** Whether the item is answered here: one that is only shown has nothing to submit, and keys leave it as it is. */
  readonly isAnnotated: boolean;
  /** Another item is being opened: nobody may edit the one on screen any more. */
  readonly loading: boolean;
  readonly panel: RefObject<HTMLElement | null>;
  readonly panelShown: boolean;
  readonly togglePanel: () => void;
  readonly toggleQueue: () => void;
  readonly dialogs: DeskDialogState;
  /** Whether the current user can give the item another wording. */
  readonly mayFix: boolean;
}

/** Offers what can be done at the Desk by key, palette and help. */
export function useDeskCommands(options: DeskCommandOptions): void {
  const { actions, isAnnotated, panel, dialogs } = options;
  const { session, view, canvas, readOnly, problems, benchmark } = useDesk();
  const curates = useCurates();
  const workPlace = useWorkPlace();
  const locked = useImagesLocked();
  const isBlind = useDeskState(({ item }) => item.blind);
  const mode = useStore(view, (state) => state.mode);
  const goToProblem = useGoToProblem();
  const visited = useRef<ProblemVisit>({ problems: [], at: null });
  const { store } = session;
  const writable = (): boolean => isAnnotated && !readOnly && !options.loading;
  const mayReplace = (): boolean => writable() && !locked;

  // Lists show what was edited once the Desk is left.
  useEffect(() => () => void store.flush().then(itemsChanged), [store]);

  const step = useUndoSteps(actions.open);
  const digits = useDigitCommands(writable);

  useLabelCommands('desk', () => writable() && mode === 'boxes');

  const enter = (next: 'crop' | 'redact') => () => {
    view.setState({ mode: mode === next ? 'boxes' : next, selection: [] });
  };

  useCommands('desk', [
    { ...deskCommands.submit, enabled: writable, run: () => void actions.submit() },
    { ...deskCommands.next, run: actions.next },
    { ...deskCommands.previous, run: actions.previous },
    { ...deskCommands.skip, enabled: writable, run: () => dialogs.show('skip') },
    {
      ...deskCommands.undo,
      enabled: writable,
      run: () => {
        step('undo');
      },
    },
    {
      ...deskCommands.redo,
      enabled: writable,
      run: () => {
        step('redo');
      },
    },
    {
      ...deskCommands.focusForm,
      run: () => {
        if (!options.panelShown) options.togglePanel();
        requestAnimationFrame(() => focusFirstField(panel.current));
      },
    },
    {
      ...deskCommands.focusCanvas,
      enabled: () => isAnnotated,
      run: () => {
        canvas.current?.focus();
      },
    },
    {
      ...deskCommands.nextProblem,
      enabled: () => isAnnotated,
      run: () => {
        const problem = nextProblem(problems, visited.current);
        visited.current = { problems, at: problem };
        if (problem === null) announce(view, 'There are no problems.');
        else goToProblem(problem);
      },
    },
    {
      ...deskCommands.accept,
      enabled: () => writable() && curates && !isBlind,
      run: () => void actions.setStatus('accepted'),
    },
    { ...deskCommands.crop, enabled: mayReplace, run: enter('crop') },
    { ...deskCommands.redact, enabled: mayReplace, run: enter('redact') },
    {
      ...deskCommands.versions,
      enabled: () => isAnnotated && mode === 'boxes',
      run: () => dialogs.toggle('versions'),
    },
    { ...deskCommands.fix, enabled: () => writable() && options.mayFix, run: () => void actions.fix() },
    {
      ...deskCommands.editions,
      enabled: () => isAnnotated && mode === 'boxes' && !isBlind && benchmark.validation !== undefined,
      run: () => dialogs.toggle('editions'),
    },
    { ...deskCommands.comments, run: () => dialogs.toggle('comments') },
    { ...deskCommands.panel, run: options.togglePanel },
    { ...deskCommands.queue, run: options.toggleQueue },
    {
      ...deskCommands.library,
      run: () => goTo(useListContext.getState().atWork ? workPlace : places.library),
    },
    ...digits,
  ]);
}

function focusFirstField(panel: HTMLElement | null): void {
  const form = panel?.querySelector('[data-field]');
  const field =
    form?.querySelector<HTMLElement>('input:checked') ?? form?.querySelector<HTMLElement>('input, textarea');
  field?.focus();
}

/** Undoes the last step, or does it again; where nothing was done here, undoing leads to the item before. */
function useUndoSteps(open: (id: ItemId) => void): (kind: 'undo' | 'redo') => void {
  const { session, view, task, vocabulary } = useDesk();
  const { store } = session;
  const stepBackOrForth = async (kind: 'undo' | 'redo'): Promise<void> => {
    const what = atStake(session, task);
    const diff = await store[kind](false).catch(async (error: unknown) => {
      if (failureOf(error).code !== 'unconfirmed') throw error;
      return (await askToReplace(what)) ? store[kind](true) : null;
    });
    if (diff === null) return;
    const said = describeDiff(diff, task.fields(vocabulary)).join('; ');
    announce(view, `${kind === 'undo' ? 'Undone' : 'Redone'}: ${said}`);
    await showStatus(session, what);
  };

  return (kind) => {
    const { canUndo, canRedo } = store.getState();
    const before = useListContext.getState().kept.at(-1);
    if (kind === 'undo' && !canUndo && !canRedo && before !== undefined && before !== session.itemId) {
      // Nothing was done here yet: what can be undone is what was submitted before.
      announce(view, 'Nothing to undo here. Back to the item before.');
      open(before);
      return;
    }
    if (!(kind === 'undo' ? canUndo : canRedo)) {
      announce(view, kind === 'undo' ? 'There is nothing to undo.' : 'There is nothing to redo.');
      return;
    }
    session.marks.end();
    void stepBackOrForth(kind).catch((error: unknown) => {
      toastFailure(kind === 'undo' ? 'Nothing was undone' : 'Nothing was redone', error);
    });
  };
}

/** A digit chooses what has the focus, else the label of the selected boxes, else what a form takes it for. */
function useDigitCommands(writable: () => boolean): readonly Command[] {
  const { session, view, canvas, task } = useDesk();
  const labels = useRegionLabels();
  const mode = useStore(view, (state) => state.mode);
  /** Whether a label that one box can have is another's already. */
  const isTaken = (label: string, selection: readonly string[]): boolean =>
    task.boxes?.oneEach === true &&
    regionsOf(session.store.getState().records).some(
      (region) => region.label === label && !selection.includes(region.id),
    );

  const digit = (value: number) => (event?: KeyboardEvent) => {
    if (event?.target instanceof Element && chooseByDigit(event.target, value)) return true;
    const label = labels[value - 1];
    const { selection } = view.getState();
    if (mode === 'boxes' && selection.length > 0 && label !== undefined && !isTaken(label.id, selection))
      return canvas.current?.setLabel(label.id) ?? false;
    return giveDigit(value);
  };
  return ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((value): Command => ({
    ...deskCommands[`digit${value}`],
    enabled: writable,
    run: digit(value),
  }));
}
