import { useState } from 'react';
import { NumberField } from '../form/NumberField.tsx';

/** A number that counts once one is done typing it: what follows from it takes a while. */
export function LateNumber({
  label,
  description,
  value,
  min,
  max,
  step = 1,
  decimals = 0,
  onChange,
}: {
  readonly label: string;
  readonly description?: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly decimals?: number;
  readonly onChange: (value: number) => void;
}) {
  const [draft, setDraft] = useState<{ readonly of: number; readonly number: number } | null>(null);
  const shown = draft?.of === value ? draft.number : value;
  const commit = () => {
    setDraft(null);
    if (shown !== value) onChange(shown);
  };
  return (
    <NumberField
      label={label}
      {...(description !== undefined && { description })}
      min={min}
      max={max}
      step={step}
      isWhole={decimals === 0}
      value={shown}
      onChange={(number) => {
        if (number !== null) setDraft({ of: value, number });
      }}
      onBlur={commit}
      onEnter={commit}
    />
  );
}
