import { Autocomplete, Button, Group, Modal, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { counted } from '../../../shared/base/counts.ts';
import { LARGEST_SEED } from '../../../shared/domain/randomDraws.ts';
import { orpc } from '../../client/index.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { NumberField } from '../../ui/form/NumberField.tsx';

/** What becomes of the chosen items: all in one split (null: in none), or divided by shares. */
export type SplitChange =
  | { readonly kind: 'set'; readonly split: string | null }
  | {
      readonly kind: 'divide';
      readonly shares: Readonly<Record<string, number>>;
      readonly seed: number;
      readonly stratify: string | null;
    };

/** Asks which split the chosen items go into. */
export function SplitDialog({
  opened,
  count,
  onClose,
  onChange,
}: {
  readonly opened: boolean;
  readonly count: number;
  readonly onClose: () => void;
  readonly onChange: (change: SplitChange) => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Split of ${counted(count, 'item')}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <SplitForm onChange={onChange} />
    </Modal>
  );
}

const USUAL = ['train', 'validation', 'test'] as const;
const SHARES = { train: 80, validation: 0, test: 20 };

function SplitForm({ onChange }: { readonly onChange: (change: SplitChange) => void }) {
  const { benchmark } = useCasebook();
  const [how, setHow] = useState('set');
  const [name, setName] = useState('');
  const [shares, setShares] = useState<Readonly<Record<string, number>>>(SHARES);
  const [seed, setSeed] = useState(1);
  const [stratify, setStratify] = useState<string | null>(null);
  const counts = useQuery(orpc.items.counts.queryOptions({ input: { filter: {} } })).data;
  const known = (counts?.split ?? []).flatMap(({ value }) => value ?? []);
  const given = Object.fromEntries(Object.entries(shares).filter(([, share]) => share > 0));
  const sum = Object.values(given).reduce((all, share) => all + share, 0);
  const facets = findBenchmark(benchmark)?.facets ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange(
          how === 'set'
            ? { kind: 'set', split: name.trim() === '' ? null : name.trim() }
            : { kind: 'divide', shares: given, seed, stratify },
        );
      }}
    >
      <Stack gap="md">
        <SegmentedControl
          aria-label="How items get their split"
          data={[
            { value: 'set', label: 'One split' },
            { value: 'divide', label: 'By shares' },
          ]}
          value={how}
          onChange={setHow}
        />
        {how === 'set' ? (
          <Autocomplete
            label="Split"
            description="Leave empty to take the items out of their split."
            data-autofocus
            data={[...new Set([...USUAL, ...known])]}
            value={name}
            onChange={setName}
            maxLength={64}
          />
        ) : (
          <>
            <Group grow align="flex-start">
              {USUAL.map((split) => (
                <NumberField
                  key={split}
                  label={`${split}, %`}
                  min={0}
                  max={100}
                  value={shares[split] ?? 0}
                  onChange={(value) => {
                    if (value !== null) setShares({ ...shares, [split]: value });
                  }}
                />
              ))}
            </Group>
            <Group grow align="flex-start">
              <NumberField
                label="Seed"
                min={0}
                max={LARGEST_SEED}
                isWhole
                value={seed}
                onChange={(value) => {
                  if (value !== null) setSeed(value);
                }}
              />
              <Select
                label="Stratify by"
                placeholder="nothing"
                clearable
                data={[
                  { value: 'label', label: 'Label' },
                  ...facets.map((facet) => ({ value: facet.name, label: facet.title })),
                ]}
                value={stratify}
                onChange={setStratify}
              />
            </Group>
            <Text size="sm" c="dimmed">
              Items that share an image or an entity stay in one split. The same seed gives the same splits.
            </Text>
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit" disabled={how === 'divide' && sum !== 100}>
            {how === 'set' ? 'Set split' : sum === 100 ? 'Divide items' : 'Shares must add up to 100 %'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
