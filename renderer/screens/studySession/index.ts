import { NotebookPen } from 'lucide-react';
import { lazy } from 'react';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen, WindowParts } from '../../ui/window/windowParts.ts';
import { StudyAway } from './StudyAway.tsx';

/** A participant's study session, loaded when it is first shown: with the canvas it is no small part of the window. */
const StudySessionScreen = lazy(async () => import('./StudySessionScreen.tsx'));

/** My studies, on the rail. */
export const studySession: Screen = {
  id: 'sittings',
  title: 'My studies',
  help: 'studies#take-part',
  icon: NotebookPen,
  path: places.studySessions,
  command: goCommand('sittings', 'My studies', []),
  roles: ['participant'],
  component: StudySessionScreen,
};

/** The same in the whole window: what a participant has of it. */
export const studySessionWindow: WindowParts['studySession'] = {
  component: StudySessionScreen,
  isAt: (location) => location === places.studySessions || location.startsWith(`${places.studySessions}/`),
  Away: StudyAway,
};
