import { Input, SegmentedControl, Stack } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { TypedNumber } from './typedNumber.ts';
import { LARGEST_SEED } from '../../../shared/domain/randomDraws.ts';
import { useWritable } from '../../ui/window/applicationState.ts';
import { PathField } from '../../ui/files/PathField.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';

interface TypedProps {
  readonly value: TypedNumber;
  readonly onChange: (value: TypedNumber) => void;
}

/** A field for a whole number, from 1 unless `min` says otherwise. It keeps text that is not a number yet. */
export function CountField({
  value,
  onChange,
  ...shown
}: TypedProps &
  Pick<
    ComponentProps<typeof NumberField>,
    'label' | 'description' | 'min' | 'max' | 'optional' | 'placeholder'
  >) {
  return (
    <NumberField
      min={1}
      {...shown}
      isWhole
      value={typeof value === 'number' ? value : null}
      onChange={(number) => onChange(number ?? '')}
      onRefuse={onChange}
    />
  );
}

/** What everything that is left to chance follows from. */
export const SeedField = (props: TypedProps) => (
  <CountField label="Seed" description="Same seed, same result." min={0} max={LARGEST_SEED} {...props} />
);

/** Where what is made goes. */
export interface Target {
  readonly kind: 'casebook' | 'folder';
  readonly folder: string;
}

/** Where what is made goes: into the open casebook where it can be written to, or into a folder. */
export function TargetField({
  value,
  onChange,
  added,
  folder,
}: {
  readonly value: Target;
  readonly onChange: (target: Target) => void;
  /** What becomes of it in the casebook, in a sentence. */
  readonly added: string;
  /** What becomes of it in a folder. */
  readonly folder: string;
}) {
  const writable = useWritable();
  const kind = writable ? value.kind : 'folder';
  return (
    <Stack gap="sm">
      <Input.Wrapper
        label="Destination"
        description={kind === 'casebook' ? added : folder}
        labelElement="div"
      >
        <div>
          <SegmentedControl
            mt="xs"
            aria-label="Destination"
            data={[
              { value: 'casebook' as const, label: 'This casebook', disabled: !writable },
              { value: 'folder' as const, label: 'A folder' },
            ]}
            value={kind}
            onChange={(next) => onChange({ ...value, kind: next })}
          />
        </div>
      </Input.Wrapper>
      {kind === 'folder' && (
        <PathField
          label="Folder"
          value={value.folder}
          onChange={(path) => onChange({ ...value, folder: path })}
          requests={[{ kind: 'folder', title: 'Choose a folder' }]}
          required
        />
      )}
    </Stack>
  );
}
