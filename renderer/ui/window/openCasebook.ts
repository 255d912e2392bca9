import { client, failureOf, orpc } from '../../client/index.ts';
import { bridge } from '../../client/bridge.ts';
import { isLockedIn } from './lockedIn.ts';
import { offerRestoring } from './restoreOffer.ts';
import { toastFailure } from '../feedback/toast.tsx';
import { enterCasebook } from './applicationState.ts';
import { runCommand } from '../commands/commands.ts';
import { goTo } from './navigate.ts';
import { queryClient } from '../../client/queryClient.ts';

/** Opens a casebook by its path; says why where that fails. True: it is open. A participant's window stays as it is. */
export async function openCasebook(path: string): Promise<boolean> {
  const now = queryClient.getQueryData(orpc.application.state.queryKey())?.casebook ?? null;
  if (now !== null && now.packageFor === null && isLockedIn(now)) return false;
  try {
    await enterCasebook(await client.casebooks.open({ path }));
    // An item of the casebook before is none of this one.
    goTo('/');
    return true;
  } catch (error) {
    const failure = failureOf(error);
    if (failure.code === 'damaged') offerRestoring({ path, why: failure.message });
    else toastFailure('The casebook was not opened', error);
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
