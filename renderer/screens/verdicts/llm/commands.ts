import type { CommandDefinition } from '../../../ui/commands/commands.ts';

const GROUP = 'LLM judge';

/** What is on offer on the page of LLM judges. */
export const judgeRunCommands = {
  preview: command('judgeRuns.preview', 'Dry run: show what would be sent', ['D']),
  start: command('judgeRuns.start', 'Start the LLM judge', []),
};

function command(id: string, title: string, defaultKeys: readonly string[]): CommandDefinition {
  return { id, title, group: GROUP, defaultKeys, scope: 'screen' };
}
