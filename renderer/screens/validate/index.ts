import { ClipboardCheck } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { OVERSEEING } from '../../ui/window/applicationState.ts';
import { FixCount } from './FixCount.tsx';
import { validateCommands } from './commands.ts';

/** Validate, on the rail. */
export const validate: Screen = {
  id: 'validate',
  title: 'Validate',
  help: 'validate',
  icon: ClipboardCheck,
  path: places.validate,
  command: goCommand('validate', 'Validate', []),
  roles: OVERSEEING,
  of: ({ validation }) => validation !== undefined,
  more: ['/validate/:part', '/validate/fix/:itemId/:proposal?'],
  component: lazy(async () => import('./ValidateScreen.tsx')),
  waiting: FixCount,
  commands: Object.values(validateCommands),
  // People who are here to validate and look after nothing else.
  isHome: (roles, benchmark) =>
    benchmark?.validation !== undefined && roles.includes('reviewer') && !roles.includes('curator'),
};
