import { Stamp } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { JudgeCount } from './JudgeCount.tsx';
import { judgeCommands } from './commands.ts';

/** Judge, on the rail. */
export const judge: Screen = {
  id: 'judge',
  title: 'Judge',
  help: 'judges#judge-answers',
  icon: Stamp,
  path: places.judge,
  command: goCommand('judge', 'Judge', ['Alt+9']),
  roles: ['judge'],
  more: ['/judge/:judging/:criterion'],
  component: lazy(async () => import('./JudgeScreen.tsx')),
  waiting: JudgeCount,
  commands: Object.values(judgeCommands),
};
