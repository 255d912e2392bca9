import { useEffect } from 'react';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import type { DeskSession } from '../../save/document/session.ts';

/** How long going elsewhere waits for edits to reach the disk, in milliseconds. */
const PATIENCE = 2000;

/**
 * Whether the person may go elsewhere: at once when everything is on disk; otherwise they are told what is not,
 * and decide. Edits that stay unsaved are kept and tried again as long as the window is open.
 */
export async function mayLeave(session: DeskSession): Promise<boolean> {
  const saved = await Promise.race([
    session.store.flush(),
    new Promise<false>((resolve) => {
      setTimeout(() => resolve(false), PATIENCE);
    }),
  ]);
  const { failure, pending } = session.store.getState();
  if (saved || pending === 0) return true;
  return confirm({
    title: 'Some edits are not saved',
    message: `${failure?.message ?? 'The disk is not responding yet.'} This window keeps them and tries again. You lose them if you close it first.`,
    action: 'Leave anyway',
  });
}

/**
 * Holds back any way out of the Desk (a link, the address, Back) while edits cannot be saved, until the person
 * says so. The address stays what it is meanwhile.
 */
export function useLeaveGuard(session: DeskSession | null): void {
  useEffect(() => {
    if (session === null) return undefined;
    let granted = false;
    const guard = (event: HashChangeEvent): void => {
      const { failure, pending } = session.store.getState();
      if (granted || failure === null || pending === 0) return;
      // Capturing, on the window: before the router hears of it.
      event.stopImmediatePropagation();
      const { newURL } = event;
      window.history.replaceState(window.history.state, '', event.oldURL);
      void mayLeave(session).then((leave) => {
        if (!leave) return;
        granted = true;
        window.location.hash = new URL(newURL).hash;
      });
    };
    window.addEventListener('hashchange', guard, { capture: true });
    return () => window.removeEventListener('hashchange', guard, { capture: true });
  }, [session]);
}
