import { saveSettings, useApplicationState } from '../window/applicationState.ts';
import { toastFailure } from '../feedback/toast.tsx';

/** Whether a part of the screen is shown; remembered on this machine. */
export function usePanel(id: string): readonly [shown: boolean, toggle: () => void] {
  const panels = useApplicationState().data?.settings.panels ?? {};
  const shown = panels[id] ?? true;
  return [
    shown,
    () => {
      saveSettings({ panels: { ...panels, [id]: !shown } }).catch((error: unknown) => {
        toastFailure('The panel layout could not be saved', error);
      });
    },
  ];
}
