import { MessageSquareQuote } from 'lucide-react';
import { lazy } from 'react';
import { globalCommand, goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { VerdictCount } from './VerdictCount.tsx';
import { verdictCommands } from './commands.ts';
import { judgeRunCommands } from './llm/commands.ts';
import type { CommandDefinition } from '../../ui/commands/commands.ts';

const llmJudge: CommandDefinition = globalCommand('go.llmJudge', 'LLM judge', 'Go to', []);

/** Verdicts, on the rail. */
export const verdicts: Screen = {
  id: 'verdicts',
  title: 'Verdicts',
  help: 'judges#verdicts',
  icon: MessageSquareQuote,
  path: places.verdicts,
  command: goCommand('verdicts', 'Verdicts', ['Alt+0']),
  roles: ['adjudicator', 'curator'],
  more: ['/verdicts/case/:response/:criterion/:subject?', '/verdicts/:part/:action?'],
  component: lazy(async () => import('./VerdictsScreen.tsx')),
  waiting: VerdictCount,
  commands: [...Object.values(verdictCommands), ...Object.values(judgeRunCommands), llmJudge],
  ways: [{ command: llmJudge, path: places.verdictsPart('llm') }],
};
