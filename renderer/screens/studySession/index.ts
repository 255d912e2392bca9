import { NotebookPen } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { StudyAway } from './StudyAway.tsx';
import type { WindowParts } from '../../ui/window/windowParts.ts';

/** A participant's study session, loaded when it is first shown: with the canvas it is no small part of the window. */
const SittingScreen = lazy(async () => import('./SittingScreen.tsx'));

/** My studies, on the rail. */
export const studySession: Screen = {
  id: 'sittings',
  title: 'My studies',
  help: 'studies#take-part',
  icon: NotebookPen,
  path: places.sittings,
  command: goCommand('sittings', 'My studies', []),
  roles: ['participant'],
  component: SittingScreen,
};

/** The same in the whole window: what a participant has of it. */
export const studySessionWindow: WindowParts['studySession'] = {
  component: SittingScreen,
  isAt: (location) => location === places.sittings || location.startsWith(`${places.sittings}/`),
  Away: StudyAway,
};
