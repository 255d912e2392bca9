import { spotlight } from '@mantine/spotlight';
import { useLocation } from 'wouter';
import { findBenchmark } from '../../shared/benchmarks/registry.ts';
import { client } from '../client/index.ts';
import { openTransfer } from '../features/transfer/transferDialogs.ts';
import { openCasebookByDialog, openPackageByDialog } from '../features/welcome/openCasebookByDialog.ts';
import { choosePath } from '../ui/choosePath.ts';
import { confirm } from '../ui/confirm.tsx';
import { formatBytes } from '../ui/format.ts';
import { toast, toastFailure } from '../ui/toast.tsx';
import {
  enterCasebook,
  saveSettings,
  useApplicationState,
  useCasebook,
  useCurates,
  useMachine,
  usePerson,
  useWritable,
} from './applicationState.ts';
import { useCommands } from './commands.ts';
import { copyDiagnostics } from './diagnostics.ts';
import { applicationCommands, casebookCommands, materialCommands } from './keys/globalCommands.ts';
import { helpBeforeScreens, isHelp, openHelp } from './help.ts';
import { showKeyHelp } from './KeyHelp.tsx';
import { goTo, places } from './navigate.ts';
import { useSaveState } from './saveState.ts';
import { helpOf, screensFor } from './screens.tsx';

/** Registers what is on offer whatever the window shows. */
export function useApplicationCommands(): void {
  const { settings, casebook = null } = useApplicationState().data ?? {};
  const [location] = useLocation();
  const { folders, log } = useMachine();
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
      enabled: () => !location.startsWith(`${places.sittings}/`),
      run: () => {
        if (!isHelp(location)) openHelp(helpBeforeScreens(casebook) ?? helpOf(location), location);
      },
    },
    { ...applicationCommands.keys, run: showKeyHelp },
    { ...applicationCommands.open, enabled: () => folders, run: openCasebookByDialog },
    { ...applicationCommands.openPackage, enabled: () => folders, run: openPackageByDialog },
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
            toast('Diagnostics are in the clipboard. They hold no item texts.');
          },
          (error: unknown) => {
            toastFailure('Diagnostics were not copied', error);
          },
        );
      },
    },
  ]);
}

/** Registers what is on offer while a casebook is open, whether or not somebody sits at it. */
export function useClosing(): void {
  useCommands('global', [{ ...casebookCommands.close, run: () => void closeCasebook() }]);
}

/** Registers what is on offer while somebody sits at an open casebook. */
export function useCasebookCommands(): void {
  const isWritable = useWritable();
  const curates = useCurates();
  const { roles } = usePerson();
  const { benchmark } = useCasebook();
  const writable = () => isWritable && curates;
  const known = findBenchmark(benchmark);
  const makes = () => curates && known?.material !== undefined;
  useCommands('global', [
    ...screensFor(roles, benchmark).map(({ command, path }) => ({
      ...command,
      run: () => {
        goTo(path);
      },
    })),
    {
      ...casebookCommands.import,
      enabled: writable,
      run: () => {
        openTransfer({ kind: 'import' });
      },
    },
    {
      ...casebookCommands.export,
      enabled: () => curates,
      run: () => {
        openTransfer({ kind: 'export' });
      },
    },
    {
      ...casebookCommands.attach,
      enabled: writable,
      run: () => {
        openTransfer({ kind: 'attach' });
      },
    },
    {
      ...materialCommands.words,
      enabled: makes,
      run: () => {
        goTo(places.material);
      },
    },
    {
      ...materialCommands.variants,
      enabled: makes,
      run: () => {
        goTo(places.materialPart('variants'));
      },
    },
    {
      ...materialCommands.questions,
      enabled: () => curates && known?.querySets !== undefined,
      run: () => {
        goTo(places.materialPart('questions'));
      },
    },
    {
      ...casebookCommands.llmJudge,
      enabled: () => curates,
      run: () => {
        goTo(places.verdictsPart('llm'));
      },
    },
    { ...casebookCommands.backup, enabled: () => curates, run: () => void saveCopy() },
  ]);
}

async function saveCopy(): Promise<void> {
  try {
    const folder = await choosePath({ kind: 'folder', title: 'Where should the copy go?' });
    if (folder === null) return;
    const { path, bytes } = await client.projects.backup({ target: folder });
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
      message: 'Closing now loses the edits that did not reach the disk yet.',
      action: 'Close and lose them',
      dangerous: true,
    }));
  if (!goAhead) return;
  try {
    await client.projects.close();
    goTo('/');
    await enterCasebook(null);
  } catch (error) {
    toastFailure('The casebook was not closed', error);
  }
}
