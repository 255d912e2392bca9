import { benchmarkParts } from './benchmarks/registry.ts';
import { adjudicate } from './screens/adjudicate/index.ts';
import { agreement } from './screens/agreement/index.ts';
import { ArrivalWindow } from './screens/arrival/index.ts';
import { chooseNameCommands } from './screens/chooseName/commands.ts';
import { ChooseNameScreen } from './screens/chooseName/ChooseNameScreen.tsx';
import { DeskPlace } from './screens/desk/index.tsx';
import { helpCommands } from './screens/help/commands.ts';
import { HelpScreen } from './screens/help/index.ts';
import { health } from './screens/health/index.ts';
import { history } from './screens/history/index.ts';
import { imageGeneration } from './screens/imageGeneration/index.ts';
import { importExportCommands } from './screens/importExport/commands.ts';
import { DropTarget } from './screens/importExport/DropTarget.tsx';
import { ImportExportDialogs } from './screens/importExport/ImportExportDialogs.tsx';
import { judge } from './screens/judge/index.ts';
import { library } from './screens/library/index.ts';
import { RestoreDialog } from './screens/restore/RestoreDialog.tsx';
import { results } from './screens/results/index.ts';
import { settings } from './screens/settings/index.ts';
import { studies } from './screens/studies/index.ts';
import { studySession, studySessionWindow } from './screens/studySession/index.ts';
import { team } from './screens/team/index.ts';
import { validate } from './screens/validate/index.ts';
import { verdicts } from './screens/verdicts/index.ts';
import { JoinTeamDialog } from './screens/welcome/JoinTeamDialog.tsx';
import { NewCasebookDialog } from './screens/welcome/NewCasebookDialog.tsx';
import { WelcomeScreen } from './screens/welcome/WelcomeScreen.tsx';
import { work } from './screens/work/index.ts';
import { canvasCommands, deskCommands } from './ui/commands/deskCommands.ts';
import { applicationCommands, casebookCommands } from './ui/commands/globalCommands.ts';
import type { Screen, WindowParts } from './ui/window/windowParts.ts';

/** The screens on the rail, from top to bottom. A new screen is a line here. */
const screens: readonly Screen[] = [
  library,
  imageGeneration,
  work,
  studySession,
  studies,
  judge,
  validate,
  agreement,
  adjudicate,
  verdicts,
  results,
  health,
  history,
  team,
  settings,
];

function Dialogs() {
  return (
    <>
      <NewCasebookDialog />
      <JoinTeamDialog />
      <RestoreDialog />
    </>
  );
}

/** The window put together: the only place that knows every screen and every benchmark. */
export const windowParts: WindowParts = {
  screens,
  places: [{ path: '/desk/:itemId', help: 'annotate#the-desk', component: DeskPlace }],
  Welcome: WelcomeScreen,
  ChooseName: ChooseNameScreen,
  studySession: studySessionWindow,
  Arrival: ArrivalWindow,
  Guide: HelpScreen,
  DropTarget,
  Dialogs,
  CasebookDialogs: ImportExportDialogs,
  commands: [
    ...Object.values(applicationCommands),
    ...Object.values(casebookCommands),
    ...screens.map(({ command }) => command),
    ...Object.values(importExportCommands),
    ...screens.flatMap(({ commands = [] }) => commands),
    ...Object.values(chooseNameCommands),
    ...Object.values(helpCommands),
    ...Object.values(deskCommands),
    ...Object.values(canvasCommands),
    ...Object.values(benchmarkParts).flatMap(({ commands }) => commands),
  ],
  keepsImagesBack: (benchmark) => benchmarkParts[benchmark]?.desk.keepsImagesBack === true,
};
