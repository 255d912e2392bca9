import { Button, Group } from '@mantine/core';
import { Dices } from 'lucide-react';
import { LARGEST_SEED } from '../../../shared/domain/randomDraws.ts';
import { NumberField } from './NumberField.tsx';

/** Few enough digits to be read out and noted down. */
export const newSeed = (): number => Math.floor(Math.random() * 1_000_000);

/** A seed, to be typed or drawn anew. */
export function SeedField({
  seed,
  onChange,
}: {
  readonly seed: number;
  readonly onChange: (seed: number) => void;
}) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberField
        label="Seed"
        w={104}
        min={0}
        max={LARGEST_SEED}
        isWhole
        value={seed}
        onChange={(value) => {
          if (value !== null) onChange(value);
        }}
      />
      <Button
        variant="default"
        aria-label="Another seed"
        title="Another seed"
        onClick={() => onChange(newSeed())}
      >
        <Dices size={14} aria-hidden />
      </Button>
    </Group>
  );
}
