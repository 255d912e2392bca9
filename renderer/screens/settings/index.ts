import { Settings } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';

/** Settings, on the rail. */
export const settings: Screen = {
  id: 'settings',
  title: 'Settings',
  help: 'settings',
  icon: Settings,
  path: places.settings,
  command: goCommand('settings', 'Settings', ['Alt+5', 'Ctrl+,']),
  more: ['/settings/:section'],
  component: lazy(async () => import('./SettingsScreen.tsx')),
};
