import type { CommandDefinition } from './commands.ts';

/**
 * Makes the commands of one place: their ids begin with `prefix`, and all of them have the same group and scope.
 * A command with `whileTyping` works in text fields as well.
 */
export const commandsOf =
  (prefix: string, place: Pick<CommandDefinition, 'group' | 'scope' | 'benchmark'>) =>
  (name: string, title: string, defaultKeys: readonly string[], whileTyping?: true): CommandDefinition => ({
    id: `${prefix}.${name}`,
    title,
    ...place,
    defaultKeys,
    ...(whileTyping && { whileTyping }),
  });
