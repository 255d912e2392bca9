import { Activity, GalleryVerticalEnd, History, Scale, Settings, Users, type LucideIcon } from 'lucide-react';
import { lazy, type ComponentType } from 'react';
import { LibraryScreen } from '../features/library/LibraryScreen.tsx';
import type { CommandDefinition } from './commands.ts';
import { screenCommands } from './keys/globalCommands.ts';
import { places } from './navigate.ts';

export interface Screen {
  readonly id: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly path: string;
  /** Goes there. */
  readonly command: CommandDefinition;
  /** Further paths that show the same screen. */
  readonly more?: readonly string[];
  readonly component: ComponentType;
}

const AgreementScreen = lazy(async () => import('../features/agreement/AgreementScreen.tsx'));
const HealthScreen = lazy(async () => import('../features/health/HealthScreen.tsx'));
const HistoryScreen = lazy(async () => import('../features/history/HistoryScreen.tsx'));
const TeamScreen = lazy(async () => import('../features/team/TeamScreen.tsx'));
const SettingsScreen = lazy(async () => import('../features/settings/SettingsScreen.tsx'));

/** The screens on the rail, from top to bottom. A new screen is a line here. */
export const screens: readonly Screen[] = [
  {
    id: 'library',
    title: 'Library',
    icon: GalleryVerticalEnd,
    path: places.library,
    command: screenCommands.library,
    component: LibraryScreen,
  },
  {
    id: 'agreement',
    title: 'Agreement',
    icon: Scale,
    path: places.agreement,
    command: screenCommands.agreement,
    component: AgreementScreen,
  },
  {
    id: 'health',
    title: 'Health',
    icon: Activity,
    path: places.health,
    command: screenCommands.health,
    component: HealthScreen,
  },
  {
    id: 'history',
    title: 'History',
    icon: History,
    path: places.history,
    command: screenCommands.history,
    more: ['/history/:itemId'],
    component: HistoryScreen,
  },
  {
    id: 'team',
    title: 'Team',
    icon: Users,
    path: places.team,
    command: screenCommands.team,
    component: TeamScreen,
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: Settings,
    path: places.settings,
    command: screenCommands.settings,
    more: ['/settings/:section'],
    component: SettingsScreen,
  },
];
