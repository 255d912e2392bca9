import { client } from '../client/index.ts';
import { bridge } from '../client/bridge.ts';
import { toastFailure } from '../ui/toast.tsx';
import { enterCasebook } from './applicationState.ts';
import { runCommand } from './commands.ts';
import { goTo } from './navigate.ts';

/** Opens a casebook by its path; says why where that fails. True: it is open. */
export async function openCasebook(path: string): Promise<boolean> {
  try {
    await enterCasebook(await client.projects.open({ path }));
    // An item of the casebook before is none of this one.
    goTo('/');
    return true;
  } catch (error) {
    toastFailure('The casebook was not opened', error);
    return false;
  }
}

/** Follows what the desktop shell asks of the window. Gives the function that stops it. */
export function followShell(): () => void {
  const shell = bridge();
  const stopMenu = shell?.onMenuCommand((id) => {
    runCommand(id);
  });
  const stopOpening = shell?.onOpenCasebook((path) => void openCasebook(path));
  return () => {
    stopMenu?.();
    stopOpening?.();
  };
}
