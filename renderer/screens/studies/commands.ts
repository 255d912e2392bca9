import type { CommandDefinition } from '../../ui/commands/commands.ts';

/** The commands of the Baseline screen. */
export const studyCommands = {
  create: study('create', 'New study…', ['N']),
  enrol: study('enrol', 'Enrol participants…', ['E']),
  tryOut: study('tryOut', 'Try the study out', ['T']),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

function study(name: string, title: string, defaultKeys: readonly string[]): CommandDefinition {
  return { id: `study.${name}`, title, group: 'Baseline', defaultKeys, scope: 'screen' };
}
