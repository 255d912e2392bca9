import { spotlight } from '@mantine/spotlight';
import { useLocation } from 'wouter';
import { findBenchmark } from '../../shared/benchmarks/registry.ts';
import { client } from '../client/index.ts';
import { choosePath } from '../ui/files/choosePath.ts';
import { confirm } from '../ui/dialogs/confirm.tsx';
import { formatBytes } from '../ui/text/format.ts';
import { toast, toastFailure } from '../ui/feedback/toast.tsx';
import {
  enterCasebook,
  saveSettings,
  useApplicationState,
  useCasebook,
  useCurates,
  useMachine,
  usePerson,
} from '../ui/window/applicationState.ts';
import { useCommands } from '../ui/commands/commands.ts';
import { copyDiagnostics } from '../ui/window/diagnostics.ts';
import { applicationCommands, casebookCommands } from '../ui/commands/globalCommands.ts';
import { showKeyHelp } from './KeyHelp.tsx';
import { isHelp, openHelp } from '../ui/window/help.ts';
import { goTo, places } from '../ui/window/navigate.ts';
import { useSaveState } from '../save/saveState.ts';
import { useWindowParts } from '../ui/window/windowParts.ts';
import { helpOf, screensFor } from './railScreens.ts';

/** Registers what is on offer whatever the window shows. */
export function useApplicationCommands(): void {
  const { settings, casebook = null } = useApplicationState().data ?? {};
  const [location] = useLocation();
  const parts = useWindowParts();
  const { log } = useMachine();
  useCommands('global', [
    {
      ...applicationCommands.palette,
      run: () => {
        spotlight.open();
      },
    },
    {
      ...applicationCommands.help,
      // The guide would take the question away from somebody who is answering it against time.
      enabled: () => !location.startsWith(`${places.studySessions}/`),
      run: () => {
        if (!isHelp(location)) openHelp(helpOf(parts, casebook, location), location);
      },
    },
    { ...applicationCommands.keys, run: showKeyHelp },
    {
      ...applicationCommands.theme,
      run: () => {
        const dark =
          document.documentElement.dataset['mantineColorScheme'] === 'dark' || settings?.theme === 'dark';
        saveSettings({ theme: dark ? 'light' : 'dark' }).catch((error: unknown) => {
          toastFailure('The theme was not saved', error);
        });
      },
    },
    {
      ...applicationCommands.diagnostics,
      enabled: () => log,
      run: () => {
        copyDiagnostics().then(
          () => {
            toast('Copied. Diagnostics contain no item texts.');
          },
          (error: unknown) => {
            toastFailure('Diagnostics could not be copied', error);
          },
        );
      },
    },
  ]);
}

/** Registers what is on offer while a casebook is open, whether or not it has a current user. */
export function useClosing(): void {
  useCommands('global', [{ ...casebookCommands.close, run: () => void closeCasebook() }]);
}

/** Registers what is on offer while an open casebook has a current user. */
export function useCasebookCommands(): void {
  const curates = useCurates();
  const { screens } = useWindowParts();
  const { roles } = usePerson();
  const { benchmark } = useCasebook();
  const known = findBenchmark(benchmark);
  useCommands('global', [
    ...screensFor(screens, roles, benchmark).map(({ command, path }) => ({
      ...command,
      run: () => goTo(path),
    })),
    ...screens.flatMap(({ ways = [] }) =>
      ways.map(({ command, path, of }) => ({
        ...command,
        enabled: () => curates && (of === undefined || (known !== undefined && of(known))),
        run: () => goTo(path),
      })),
    ),
    { ...casebookCommands.backup, enabled: () => curates, run: () => void saveCopy() },
  ]);
}

async function saveCopy(): Promise<void> {
  try {
    const folder = await choosePath({ kind: 'folder', title: 'Choose where to save the copy' });
    if (folder === null) return;
    const { path, bytes } = await client.casebooks.backup({ target: folder });
    toast(`A copy of ${formatBytes(bytes)} is at ${path}.`);
  } catch (error) {
    toastFailure('No copy was made', error);
  }
}

async function closeCasebook(): Promise<void> {
  const { failed, pending } = useSaveState.getState();
  const unsaved = failed !== null || pending > 0;
  const goAhead =
    !unsaved ||
    (await confirm({
      title: 'Some edits are not saved',
      message: 'Closing now loses the edits that are not on disk yet.',
      action: 'Close and lose edits',
      dangerous: true,
    }));
  if (!goAhead) return;
  try {
    await client.casebooks.close();
    goTo('/');
    await enterCasebook(null);
  } catch (error) {
    toastFailure('The casebook was not closed', error);
  }
}
