import type { FocusEvent } from 'react';
import { regionsOf } from '../../../shared/domain/document.ts';
import { type Command, type CommandScope, useCommands } from '../commands/commands.ts';
import { useDesk, useRegionLabels } from './context.ts';

/** From this number of labels on, some have no digit. */
const DIGITS = 9;

/** Whether the labels of boxes are more than the digits: then they are found by typing, too. */
export function useManyLabels(): boolean {
  return useRegionLabels().length > DIGITS;
}

/** What is typed into the menu of labels replaces the label that it shows. */
export const selectText = ({ currentTarget }: FocusEvent<HTMLInputElement>): void => currentTarget.select();

/**
 * Gives each label of boxes a command, so that typing in the palette finds it: of the selected boxes where there are any,
 * otherwise of the next one.
 */
export function useLabelCommands(scope: CommandScope, isOn: () => boolean): void {
  const { session, view, canvas, task } = useDesk();
  const labels = useRegionLabels();

  /** Whether a label that one box can have is another's already. */
  const isTaken = (label: string, selection: readonly string[]): boolean =>
    task.boxes?.oneEach === true &&
    regionsOf(session.store.getState().records).some(
      (region) => region.label === label && !selection.includes(region.id),
    );

  useCommands(
    scope,
    labels.map(({ id, name }): Command => ({
      id: `label.${id}`,
      title: `Label: ${name}`,
      group: 'Labels of boxes',
      scope,
      defaultKeys: [],
      enabled: isOn,
      run: () => {
        const { selection } = view.getState();
        if (selection.length > 0 && !isTaken(id, selection)) canvas.current?.setLabel(id);
        view.setState({ armed: id });
        canvas.current?.focus();
      },
    })),
  );
}
