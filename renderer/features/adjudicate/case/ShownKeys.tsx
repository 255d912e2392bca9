import { useCommands } from '../../../app/commands.ts';
import { adjudicateCommands } from '../../../app/keys/adjudicateCommands.ts';
import { deskCommands } from '../../../app/keys/deskCommands.ts';

/** The keys of a case that is looked at. */
export function ShownKeys({
  decided,
  fresh,
  onNext,
  onGuideline,
  onTakeBack,
  onReopen,
}: {
  /** There is a decision that this person may take back. */
  readonly decided: boolean;
  readonly fresh: boolean;
  readonly onNext: () => void;
  readonly onGuideline: () => void;
  readonly onTakeBack: () => void;
  readonly onReopen: () => void;
}) {
  useCommands('adjudicate', [
    { ...adjudicateCommands.decide, title: 'Next case', run: onNext },
    { ...adjudicateCommands.guideline, enabled: () => decided, run: onGuideline },
    { ...adjudicateCommands.reopen, enabled: () => decided, run: onReopen },
    {
      ...deskCommands.undo,
      title: 'Take the decision back',
      enabled: () => decided && fresh,
      run: onTakeBack,
    },
  ]);
  return null;
}
