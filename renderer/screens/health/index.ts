import { Activity } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';

/** Health, on the rail. */
export const health: Screen = {
  id: 'health',
  title: 'Health',
  help: 'library#health',
  icon: Activity,
  path: places.health,
  command: goCommand('health', 'Health', ['Alt+2']),
  roles: ['curator'],
  component: lazy(async () => import('./HealthScreen.tsx')),
};
