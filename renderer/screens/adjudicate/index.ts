import { Gavel } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { DisputeCount } from './DisputeCount.tsx';
import { adjudicateCommands } from './commands.ts';

/** Adjudicate, on the rail. */
export const adjudicate: Screen = {
  id: 'adjudicate',
  title: 'Adjudicate',
  help: 'adjudicate',
  icon: Gavel,
  path: places.adjudicate,
  command: goCommand('adjudicate', 'Adjudicate', ['Alt+7']),
  roles: ['adjudicator', 'curator'],
  more: ['/adjudicate/:itemId'],
  component: lazy(async () => import('./AdjudicateScreen.tsx')),
  waiting: DisputeCount,
  commands: Object.values(adjudicateCommands),
  // People who are here to decide and for nothing else.
  isHome: (roles) => roles.every((role) => role === 'adjudicator'),
};
