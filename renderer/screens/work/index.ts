import { ListChecks } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { workCommands } from './commands.ts';

/** My work, on the rail. */
export const work: Screen = {
  id: 'work',
  title: 'My work',
  help: 'annotate#my-work',
  icon: ListChecks,
  path: places.work,
  command: goCommand('work', 'My work', ['Alt+8']),
  roles: ['annotator'],
  component: lazy(async () => import('./WorkScreen.tsx')),
  commands: Object.values(workCommands),
};
