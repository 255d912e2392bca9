import { Checkbox, Group } from '@mantine/core';
import { CountField } from './CountField.tsx';
import type { FormPart } from './settingsForm.ts';
import { NumberField } from '../../../ui/form/NumberField.tsx';

/** Who gets a place, and who loses it again. */
export function AdmissionPart({
  settings,
  change,
  checks,
}: FormPart & {
  /** How many attention checks the study has. */
  readonly checks: number;
}) {
  const { silenceMinutes, device, failedChecks } = settings;
  const changeDevice = (changed: Partial<typeof device>) => change({ device: { ...device, ...changed } });
  return (
    <section aria-label="Places and devices">
      <h3>Places and devices</h3>
      <Group align="flex-start" gap="md">
        <CountField
          label="Minutes of silence"
          description="Then the place is free again"
          w={192}
          min={1}
          max={1440}
          value={silenceMinutes}
          onChange={(next) => change({ silenceMinutes: next })}
        />
        <NumberField
          label="Failed checks allowed"
          description={checks === 0 ? 'The study has no checks' : 'Failing more excludes the participant'}
          w={224}
          min={0}
          max={50}
          isWhole
          optional
          placeholder="any number"
          value={failedChecks}
          onChange={(value) => change({ failedChecks: value })}
        />
      </Group>
      <Group align="flex-start" gap="md">
        <NumberField
          label="Minimum screen width (px)"
          w={192}
          min={0}
          max={10_000}
          isWhole
          optional
          placeholder="any"
          value={device.width === 0 ? null : device.width}
          onChange={(value) => changeDevice({ width: value ?? 0 })}
        />
        <NumberField
          label="Minimum screen height (px)"
          w={192}
          min={0}
          max={10_000}
          isWhole
          optional
          placeholder="any"
          value={device.height === 0 ? null : device.height}
          onChange={(value) => changeDevice({ height: value ?? 0 })}
        />
        <Checkbox
          mt={28}
          label="Allow touch screens (phones and tablets)"
          checked={device.touch}
          onChange={(event) => changeDevice({ touch: event.currentTarget.checked })}
        />
      </Group>
    </section>
  );
}
