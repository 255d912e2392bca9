import type { Json } from '../../../../shared/base/json.ts';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { CAUSES } from '../causes.ts';
import type { CaseDraft } from './caseDraft.ts';

/** A key for each verdict, and one for each cause. */
export function DecisionKeys({
  values,
  onChange,
}: {
  readonly values: readonly { readonly value: Json; readonly title: string; readonly key: string }[];
  readonly onChange: (change: Partial<CaseDraft>) => void;
}) {
  useCommands('verdicts', [
    ...values.map(({ value, title, key }): Command => ({
      id: `verdicts.value.${key}`,
      title: `Verdict: ${title}`,
      group: 'Verdicts of this criterion',
      defaultKeys: [key.toUpperCase()],
      scope: 'verdicts',
      run: () => {
        onChange({ value });
      },
    })),
    ...CAUSES.map(({ value, command }): Command => ({
      ...command,
      run: () => {
        onChange({ cause: value });
      },
    })),
  ]);
  return null;
}
