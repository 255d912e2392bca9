import type { VerdictChoice } from '../../../../shared/benchmarks/verdictTitle.ts';
import { useCommands } from '../../../ui/commands/commands.ts';

/** The keys that come with a criterion: one for each thing that can be chosen. */
export function VerdictKeys({
  choices,
  enabled,
  onGive,
}: {
  readonly choices: readonly VerdictChoice[];
  readonly enabled: boolean;
  readonly onGive: (choice: VerdictChoice) => void;
}) {
  useCommands(
    'judge',
    choices.map((choice) => ({
      id: `judge.verdict.${choice.key}`,
      title: `Verdict: ${choice.title}`,
      group: 'Verdicts of this criterion',
      defaultKeys: [choice.key.toUpperCase()],
      scope: 'judge' as const,
      enabled: () => enabled,
      run: (event) => {
        // A key held down is one verdict, not one for every answer that follows.
        if (event?.repeat !== true) onGive(choice);
      },
    })),
  );
  return null;
}
