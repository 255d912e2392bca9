import type { CommandDefinition } from '../../ui/commands/commands.ts';

/** The commands of the Results screen. */
export const resultsCommands = {
  choices: results('choices', 'Show or hide the choices', ['C']),
  compute: results('compute', 'Compute the figures again', []),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

function results(name: string, title: string, defaultKeys: readonly string[]): CommandDefinition {
  return { id: `results.${name}`, title, group: 'Results', defaultKeys, scope: 'screen' };
}
