import type { CommandDefinition } from '../../ui/commands/commands.ts';

/** The commands of one's own work. */
export const workCommands = {
  next: {
    id: 'work.next',
    title: 'Go on with the next open item',
    group: 'My work',
    defaultKeys: ['Enter'],
    scope: 'screen',
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
