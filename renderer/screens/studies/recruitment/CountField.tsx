import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { wholeNumber } from '../sections/section.ts';

/** A count that is always set: while somebody types, the field may be empty; afterwards it shows the count again. */
export function CountField({
  value,
  min,
  max,
  onChange,
  ...field
}: Pick<NumberInputProps, 'label' | 'description' | 'w'> & {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}) {
  const [typed, setTyped] = useState<number | string | null>(null);
  return (
    <NumberInput
      {...field}
      min={min}
      max={max}
      allowDecimal={false}
      value={typed ?? value}
      onChange={(next) => {
        setTyped(next);
        const number = wholeNumber(next);
        if (number !== null) onChange(Math.min(max, Math.max(min, number)));
      }}
      onBlur={() => {
        setTyped(null);
      }}
    />
  );
}
