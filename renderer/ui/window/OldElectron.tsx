import { Notice } from '../feedback/Notice.tsx';
import { useApplicationState } from './applicationState.ts';

/** Says that the desktop program's Electron gets no security fixes any more; nothing while it does. */
export function OldElectron() {
  const electron = useApplicationState().data?.electron ?? null;
  if (electron?.isOld !== true) return null;
  return (
    <Notice state="pending" title="Casebook is out of date">
      It runs on Electron {electron.version}, which is over six months old and no longer gets security fixes.
      Install a newer Casebook; your casebooks stay unchanged.
    </Notice>
  );
}
