import type { CommandDefinition } from '../../ui/commands/commands.ts';

/** The commands of the Team screen. */
export const teamCommands = {
  assign: team('assign', 'Assign items…', ['A']),
  merge: team('merge', 'Merge packages or casebooks…', ['M']),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

function team(name: string, title: string, defaultKeys: readonly string[]): CommandDefinition {
  return { id: `team.${name}`, title, group: 'Team', defaultKeys, scope: 'screen' };
}
