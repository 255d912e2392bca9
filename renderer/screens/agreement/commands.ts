import type { CommandDefinition } from '../../ui/commands/commands.ts';

/** The commands of the Agreement screen. */
export const agreementCommands = {
  choices: agreement('choices', 'Show or hide the choices', ['F']),
  compute: agreement('compute', 'Compute the figures again', []),
  close: agreement('close', 'Close the items behind a figure', ['Escape']),
  nextItem: agreement('nextItem', 'Boxes of the next item', ['Ctrl+ArrowRight', 'PageDown']),
  previousItem: agreement('previousItem', 'Boxes of the previous item', ['Ctrl+ArrowLeft', 'PageUp']),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

function agreement(name: string, title: string, defaultKeys: readonly string[]): CommandDefinition {
  return { id: `agreement.${name}`, title, group: 'Agreement', defaultKeys, scope: 'screen' };
}
