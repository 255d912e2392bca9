import { ChartNoAxesCombined } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { resultsCommands } from './commands.ts';

/** Results, on the rail. */
export const results: Screen = {
  id: 'results',
  title: 'Results',
  help: 'results',
  icon: ChartNoAxesCombined,
  path: places.results,
  command: goCommand('results', 'Results', []),
  roles: ['curator'],
  component: lazy(async () => import('./ResultsScreen.tsx')),
  commands: Object.values(resultsCommands),
};
