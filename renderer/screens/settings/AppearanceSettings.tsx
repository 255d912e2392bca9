import { Checkbox, Input, SegmentedControl, Stack } from '@mantine/core';
import type { ApplicationSettings } from '../../../shared/contract/application.ts';
import { saveSettings, useApplicationState } from '../../ui/window/applicationState.ts';
import { toastFailure } from '../../ui/feedback/toast.tsx';

const THEMES: readonly { readonly value: ApplicationSettings['theme']; readonly label: string }[] = [
  { value: 'system', label: 'Same as system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const WHEELS: readonly { readonly value: ApplicationSettings['wheel']; readonly label: string }[] = [
  { value: 'recognised', label: 'A wheel zooms, a trackpad moves' },
  { value: 'zooms', label: 'Both zoom' },
  { value: 'pans', label: 'Both move the image' },
];

/** How the window looks and how the Desk behaves, on this machine. */
export function AppearanceSettings() {
  const settings = useApplicationState().data?.settings;
  if (settings === undefined) return null;
  const save = (change: Partial<ApplicationSettings>) => {
    saveSettings(change).catch((error: unknown) => {
      toastFailure('The setting was not saved', error);
    });
  };
  return (
    <Stack gap="lg">
      <Input.Wrapper label="Theme" labelElement="div">
        <div>
          <SegmentedControl
            aria-label="Theme"
            data={[...THEMES]}
            value={settings.theme}
            onChange={(theme) => save({ theme })}
          />
        </div>
      </Input.Wrapper>
      <Checkbox
        label="Keep zoom and position between items of the same size"
        checked={settings.keepZoom}
        onChange={(event) => save({ keepZoom: event.currentTarget.checked })}
      />
      <Checkbox
        label="Snap boxes to whole pixels"
        description="Otherwise boxes have sub-pixel corners."
        checked={settings.snapToPixels}
        onChange={(event) => save({ snapToPixels: event.currentTarget.checked })}
      />
      <Input.Wrapper
        label="Wheel and trackpad"
        labelElement="div"
        description="With Ctrl, and by pinching, they always zoom."
      >
        <div>
          <SegmentedControl
            mt={4}
            aria-label="Wheel and trackpad"
            data={[...WHEELS]}
            value={settings.wheel}
            onChange={(wheel) => save({ wheel })}
          />
        </div>
      </Input.Wrapper>
    </Stack>
  );
}
