import { ClipboardList } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { studyCommands } from './commands.ts';

/** Baseline, on the rail. */
export const studies: Screen = {
  id: 'studies',
  title: 'Baseline',
  help: 'studies',
  icon: ClipboardList,
  path: places.studies,
  command: goCommand('studies', 'Baseline', []),
  roles: ['curator'],
  more: ['/studies/:study', '/studies/:study/:part'],
  component: lazy(async () => import('./StudiesScreen.tsx')),
  commands: Object.values(studyCommands),
};
