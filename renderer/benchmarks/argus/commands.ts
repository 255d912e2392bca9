import type { CommandDefinition } from '../../ui/commands/commands.ts';

/** The commands of the Argus Inspection form. */
export const argusCommands = {
  accept: form('accept', 'Verdict: accept', ['Y']),
  fix: form('fix', 'Verdict: fix', ['M']),
  reject: form('reject', 'Verdict: reject', ['X']),
  restYes: form('restYes', 'Answer what is open about the texts with yes', ['Alt+Y'], true),
  mend: form('mend', 'Mend the texts', ['W']),
  discardImages: form('discardImages', 'Discard all images', ['D']),
  compare: form('compare', 'All images side by side, or the chosen one', ['C']),
  logicCheck: form('logicCheck', 'Show what models said of the images', ['K']),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

function form(
  name: string,
  title: string,
  defaultKeys: readonly string[],
  whileTyping?: true,
): CommandDefinition {
  return {
    id: `argus.${name}`,
    title,
    group: 'Argus Inspection',
    defaultKeys,
    scope: 'desk',
    benchmark: 'argus',
    ...(whileTyping && { whileTyping }),
  };
}
