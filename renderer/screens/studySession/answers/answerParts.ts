import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import { useCommands } from '../../../ui/commands/commands.ts';

/** What every answer field gets. */
export interface AnswerFieldProps {
  readonly answer: StepAnswer | null;
  readonly onAnswer: (answer: StepAnswer | null) => void;
  /** The answer is being locked, or is locked. */
  readonly isLocked: boolean;
  /** Id of the element that says what is asked. */
  readonly labelledBy: string;
  /** The language of the question and its options, where it may differ from the page's. */
  readonly language?: string | undefined;
}

/** An option with the key that chooses it. */
export interface KeyedOption {
  readonly id: string;
  readonly text: string;
  readonly key: string | null;
}

/**
 * Lets options be chosen by their keys from anywhere on the page. The keys are printed beside the options and are the
 * same for every participant, whatever keys the machine's user has chosen for their own work.
 */
export function useOptionKeys(
  options: readonly KeyedOption[],
  isLocked: boolean,
  onKey: (id: string) => void,
): void {
  useCommands(
    'screen',
    options.flatMap(({ id, text, key }) =>
      key === null
        ? []
        : [
            {
              id: `sitting.option.${key}`,
              title: text,
              group: 'Study session',
              defaultKeys: [key],
              scope: 'screen' as const,
              keyOnly: true,
              enabled: () => !isLocked,
              run: (event?: KeyboardEvent) => {
                // A key that is held down is one press.
                if (event?.repeat !== true) onKey(id);
              },
            },
          ],
    ),
  );
}
