import type { TextInputProps } from '@mantine/core';
import { NumberField } from '../../../ui/form/NumberField.tsx';

/** A count that is always set. */
export function CountField({
  value,
  min,
  max,
  onChange,
  ...field
}: Pick<TextInputProps, 'label' | 'description' | 'w'> & {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}) {
  return (
    <NumberField
      {...field}
      min={min}
      max={max}
      isWhole
      value={value}
      onChange={(next) => {
        if (next !== null) onChange(next);
      }}
    />
  );
}
