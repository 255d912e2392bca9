import type { Json } from '../../../../shared/domain/json.ts';
import { useCommands } from '../../../ui/commands/commands.ts';

/** The keys that come with a criterion: one for each of its verdicts. */
export function VerdictKeys({
  values,
  enabled,
  onGive,
}: {
  readonly values: readonly { readonly value: Json; readonly title: string; readonly key: string }[];
  readonly enabled: boolean;
  readonly onGive: (value: Json) => void;
}) {
  useCommands(
    'judge',
    values.map(({ value, title, key }) => ({
      id: `judge.verdict.${key}`,
      title: `Verdict: ${title}`,
      group: 'Verdicts of this criterion',
      defaultKeys: [key.toUpperCase()],
      scope: 'judge' as const,
      enabled: () => enabled,
      run: (event) => {
        // A key held down is one verdict, not one for every answer that follows.
        if (event?.repeat !== true) onGive(value);
      },
    })),
  );
  return null;
}
