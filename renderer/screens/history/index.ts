import { History } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { OVERSEEING } from '../../ui/window/applicationState.ts';

/** History, on the rail. */
export const history: Screen = {
  id: 'history',
  title: 'History',
  help: 'library#history',
  icon: History,
  path: places.history,
  command: goCommand('history', 'History', ['Alt+3']),
  roles: OVERSEEING,
  more: ['/history/:itemId'],
  component: lazy(async () => import('./HistoryScreen.tsx')),
};
