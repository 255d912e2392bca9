import { NumberInput } from '@mantine/core';
import { useState } from 'react';

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
  const [draft, setDraft] = useState<{ readonly of: number; readonly text: number | string } | null>(null);
  const commit = () => {
    const text = draft?.text;
    setDraft(null);
    if (typeof text === 'number' && text !== value && text >= min && text <= max) onChange(text);
  };
  return (
    <NumberInput
      label={label}
      description={description}
      min={min}
      max={max}
      step={step}
      allowNegative={false}
      decimalScale={decimals}
      value={draft?.of === value ? draft.text : value}
      onChange={(text) => {
        setDraft({ of: value, text });
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
