import type { CommandDefinition } from './commands.ts';

const APPLICATION = 'Casebook';

/** What is on offer whatever the window shows. */
export const applicationCommands = {
  palette: globalCommand('app.palette', 'Find a command', APPLICATION, ['Ctrl+K'], true),
  help: globalCommand('app.help', 'Help for this screen', APPLICATION, ['F1']),
  keys: globalCommand('app.keys', 'Keyboard shortcuts', APPLICATION, ['?', 'Shift+F1']),
  create: globalCommand('casebook.new', 'New casebook…', APPLICATION, ['Ctrl+N']),
  open: globalCommand('casebook.open', 'Open a casebook…', APPLICATION, ['Ctrl+O']),
  openPackage: globalCommand('casebook.openPackage', 'Open a package…', APPLICATION, []),
  joinTeam: globalCommand('casebook.joinTeam', 'Join a team…', APPLICATION, []),
  theme: globalCommand('app.theme', 'Switch between light and dark', APPLICATION, []),
  diagnostics: globalCommand('app.diagnostics', 'Copy diagnostics', APPLICATION, []),
};

/** What is on offer while a casebook is open. */
export const casebookCommands = {
  close: globalCommand('casebook.close', 'Close the casebook', APPLICATION, []),
  backup: globalCommand('casebook.backup', 'Save a copy of the casebook…', APPLICATION, []),
};

/** The command that goes to a screen. */
export function goCommand(screen: string, title: string, defaultKeys: readonly string[]): CommandDefinition {
  return globalCommand(`go.${screen}`, title, 'Go to', defaultKeys, true);
}

/** A command on offer whatever screen is on. */
export function globalCommand(
  id: string,
  title: string,
  group: string,
  defaultKeys: readonly string[],
  whileTyping?: true,
): CommandDefinition {
  return { id, title, group, defaultKeys, scope: 'global', ...(whileTyping && { whileTyping }) };
}
