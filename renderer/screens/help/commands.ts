import type { CommandDefinition } from '../../ui/commands/commands.ts';

/** What can be done in the guide. */
export const helpCommands = {
  leave: {
    id: 'help.leave',
    title: 'Close the guide',
    group: 'Guide',
    defaultKeys: ['Escape'],
    scope: 'help',
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
