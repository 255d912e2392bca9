import { Checkbox, Group, NumberInput } from '@mantine/core';
import { wholeNumber } from '../sections/section.ts';
import { CountField } from './CountField.tsx';
import type { FormPart } from './settingsForm.ts';

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
  const changeDevice = (changed: Partial<typeof device>) => {
    change({ device: { ...device, ...changed } });
  };
  const pixels = (value: number | string) => Math.min(10_000, Math.max(0, wholeNumber(value) ?? 0));
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
          onChange={(next) => {
            change({ silenceMinutes: next });
          }}
        />
        <NumberInput
          label="Failed checks allowed"
          description={checks === 0 ? 'The study has no checks' : 'Failing more excludes the participant'}
          w={224}
          min={0}
          max={50}
          allowDecimal={false}
          placeholder="any number"
          value={failedChecks ?? ''}
          onChange={(value) => {
            const number = wholeNumber(value);
            change({ failedChecks: number === null ? null : Math.min(50, Math.max(0, number)) });
          }}
        />
      </Group>
      <Group align="flex-start" gap="md">
        <NumberInput
          label="Minimum screen width (px)"
          w={192}
          min={0}
          max={10_000}
          allowDecimal={false}
          placeholder="any"
          value={device.width === 0 ? '' : device.width}
          onChange={(value) => {
            changeDevice({ width: pixels(value) });
          }}
        />
        <NumberInput
          label="Minimum screen height (px)"
          w={192}
          min={0}
          max={10_000}
          allowDecimal={false}
          placeholder="any"
          value={device.height === 0 ? '' : device.height}
          onChange={(value) => {
            changeDevice({ height: pixels(value) });
          }}
        />
        <Checkbox
          mt={28}
          label="Allow touch screens (phones and tablets)"
          checked={device.touch}
          onChange={(event) => {
            changeDevice({ touch: event.currentTarget.checked });
          }}
        />
      </Group>
    </section>
  );
}
