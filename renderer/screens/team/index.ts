import { Users } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { teamCommands } from './commands.ts';
import { TeamCount } from './TeamCount.tsx';

/** Team, on the rail. */
export const team: Screen = {
  id: 'team',
  title: 'Team',
  help: 'team',
  icon: Users,
  path: places.team,
  waiting: TeamCount,
  command: goCommand('team', 'Team', ['Alt+4']),
  component: lazy(async () => import('./TeamScreen.tsx')),
  commands: Object.values(teamCommands),
};
