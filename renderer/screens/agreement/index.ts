import { Scale } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { agreementCommands } from './commands.ts';

/** Agreement, on the rail. */
export const agreement: Screen = {
  id: 'agreement',
  title: 'Agreement',
  help: 'agreement',
  icon: Scale,
  path: places.agreement,
  command: goCommand('agreement', 'Agreement', ['Alt+6']),
  roles: ['curator'],
  component: lazy(async () => import('./AgreementScreen.tsx')),
  commands: Object.values(agreementCommands),
};
