import { GalleryVerticalEnd } from 'lucide-react';
import { LibraryScreen } from './LibraryScreen.tsx';
import { goCommand } from '../../ui/commands/globalCommands.ts';
import { places } from '../../ui/window/navigate.ts';
import type { Screen } from '../../ui/window/windowParts.ts';
import { OVERSEEING } from '../../ui/window/applicationState.ts';
import { libraryCommands } from './commands.ts';

/** Library, on the rail. */
export const library: Screen = {
  id: 'library',
  title: 'Library',
  help: 'library',
  icon: GalleryVerticalEnd,
  path: places.library,
  command: goCommand('library', 'Library', ['Alt+1']),
  roles: OVERSEEING,
  component: LibraryScreen,
  commands: Object.values(libraryCommands),
};
