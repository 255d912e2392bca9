import { Notice } from '../Notice.tsx';
import { useApplicationState } from './applicationState.ts';

/** Says that the desktop program's Electron gets no security fixes any more; nothing while it does. */
export function OldElectron() {
  const electron = useApplicationState().data?.electron ?? null;
  if (electron?.isOld !== true) return null;
  return (
    <Notice state="pending" title="This version of Casebook is getting old">
      It runs on Electron {electron.version}, which is more than six months old and no longer gets security
      fixes. Install a newer Casebook; your casebooks stay as they are.
    </Notice>
  );
}
