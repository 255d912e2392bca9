import { harmless, useCommands } from '../../../ui/commands/commands.ts';
import { adjudicateCommands } from '../commands.ts';
import { deskCommands } from '../../../ui/commands/deskCommands.ts';

/** The keys of a case that is looked at. */
export function ShownKeys({
  decided,
  fresh,
  onOverrule,
  onNext,
  onGuideline,
  onUndo,
  onReopen,
}: {
  /** There is a decision that this person may take back. */
  readonly decided: boolean;
  readonly fresh: boolean;
  /** Null where there is nothing to overrule. */
  readonly onOverrule: (() => void) | null;
  readonly onNext: () => void;
  /** Null where this person may add none, or nothing is decided. */
  readonly onGuideline: (() => void) | null;
  readonly onUndo: () => void;
  readonly onReopen: () => void;
}) {
  useCommands('adjudicate', [
    {
      ...harmless(adjudicateCommands.decide),
      title: 'Next case',
      run: (event) => {
        // Held down since the decision, it does not run through the cases.
        if (event?.repeat !== true) onNext();
      },
    },
    { ...adjudicateCommands.guideline, enabled: () => onGuideline !== null, run: () => onGuideline?.() },
    {
      ...adjudicateCommands.overrule,
      enabled: () => onOverrule !== null,
      run: () => {
        onOverrule?.();
      },
    },
    { ...adjudicateCommands.reopen, enabled: () => decided, run: onReopen },
    {
      ...deskCommands.undo,
      title: 'Undo the decision',
      enabled: () => decided && fresh,
      run: onUndo,
    },
  ]);
  return null;
}
