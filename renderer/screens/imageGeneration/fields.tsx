import { Input, SegmentedControl, Stack } from '@mantine/core';
import { LARGEST_SEED } from '../../../shared/domain/randomDraws.ts';
import { useWritable } from '../../ui/window/applicationState.ts';
import { PathField } from '../../ui/files/PathField.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';

/** What a number field holds: nothing, or what is being typed, as long as it is no number. */
export type Typed = number | string;

/** The number of a field; null while it holds none that will do. */
export function wholeOf(typed: Typed, least: number, most: number): number | null {
  if (typeof typed !== 'number' || !Number.isInteger(typed)) return null;
  return typed >= least && typed <= most ? typed : null;
}

/** The seed of a field; null while it holds none. */
export const seedOf = (typed: Typed): number | null => wholeOf(typed, 0, LARGEST_SEED);

/** What everything that is left to chance follows from. */
export function SeedField({
  value,
  onChange,
}: {
  readonly value: Typed;
  readonly onChange: (value: Typed) => void;
}) {
  return (
    <NumberField
      label="Seed"
      description="Same seed, same result."
      min={0}
      max={LARGEST_SEED}
      isWhole
      value={typeof value === 'number' ? value : null}
      onChange={(seed) => {
        onChange(seed ?? '');
      }}
      onRefuse={onChange}
    />
  );
}

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
            onChange={(next) => {
              onChange({ ...value, kind: next });
            }}
          />
        </div>
      </Input.Wrapper>
      {kind === 'folder' && (
        <PathField
          label="Folder"
          value={value.folder}
          onChange={(path) => {
            onChange({ ...value, folder: path });
          }}
          requests={[{ kind: 'folder', title: 'Choose a folder' }]}
          required
        />
      )}
    </Stack>
  );
}
