import { Button, Group, NumberInput, Radio, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import type { StudyItems } from '../../../../shared/contract/studies.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { orpc } from '../../../client/index.ts';
import { formatCount } from '../../../ui/format.ts';
import classes from '../Studies.module.css';
import type { SectionProps } from './section.ts';
import { wholeNumber } from './section.ts';

const LARGEST_SEED = 0xffff_ffff;
const ACCEPTED: ItemFilter = { status: ['accepted'] };

/** Few enough digits to be read out and noted down. */
const newSeed = () => Math.floor(Math.random() * 1_000_000);

/** Which items the study asks about. */
export function ItemsSection({
  settings,
  change,
  strata,
  isNew,
}: SectionProps & {
  readonly strata: readonly { readonly name: string; readonly title: string }[];
  /** Nothing has been chosen yet: what it starts with is what the benchmark asks about. */
  readonly isNew: boolean;
}) {
  const { items, seed } = settings;
  // As they were when the form was opened: neither changes under the hands of whoever sets the study up.
  const [before] = useState(items.filter);
  const [library] = useState(() => useListContext.getState().filter);
  const filters = choices(before, library, isNew);
  const chosen = filters.findIndex(({ filter }) => JSON.stringify(filter) === JSON.stringify(items.filter));
  const { sample } = items;
  const changeSample = (next: Partial<NonNullable<StudyItems['sample']>>) => {
    change({
      items: { ...items, sample: { stratum: null, how: 'each', size: 20, ...sample, ...next } },
    });
  };
  return (
    <section className={classes['section']} aria-label="Items">
      <h2>Items</h2>
      <Radio.Group
        aria-label="Which items"
        value={String(chosen)}
        onChange={(value) => {
          const filter = filters[Number(value)]?.filter;
          if (filter !== undefined) change({ items: { ...items, filter } });
        }}
      >
        <Stack gap="xs">
          {filters.map(({ title, filter }, index) => (
            <Radio key={title} value={String(index)} label={<Counted title={title} filter={filter} />} />
          ))}
        </Stack>
      </Radio.Group>
      <Group align="flex-end" gap="md">
        <Select
          label="Of these"
          w={192}
          data={[
            { value: 'all', label: 'All' },
            { value: 'each', label: 'So many of every kind' },
            { value: 'total', label: 'So many altogether' },
          ]}
          value={sample?.how ?? 'all'}
          allowDeselect={false}
          onChange={(how) => {
            if (how === 'each' || how === 'total') changeSample({ how });
            else change({ items: { ...items, sample: null } });
          }}
        />
        {sample !== null && (
          <>
            <NumberInput
              label="How many"
              w={96}
              min={1}
              allowDecimal={false}
              value={sample.size}
              onChange={(value) => {
                changeSample({ size: Math.max(1, wholeNumber(value) ?? 1) });
              }}
            />
            <Select
              label={sample.how === 'each' ? 'Kinds by' : 'In proportion by'}
              w={160}
              data={[
                { value: '', label: 'No kinds' },
                ...strata.map(({ name, title }) => ({ value: name, label: title })),
              ]}
              value={sample.stratum ?? ''}
              allowDeselect={false}
              onChange={(value) => {
                changeSample({ stratum: value === '' ? null : value });
              }}
            />
          </>
        )}
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <NumberInput
            label="Seed"
            w={104}
            min={0}
            max={LARGEST_SEED}
            allowDecimal={false}
            hideControls
            value={seed}
            onChange={(value) => {
              change({ seed: Math.min(LARGEST_SEED, Math.max(0, wholeNumber(value) ?? 0)) });
            }}
          />
          <Button
            variant="default"
            aria-label="Another seed"
            title="Another seed"
            onClick={() => {
              change({ seed: newSeed() });
            }}
          >
            <Dices size={14} aria-hidden />
          </Button>
        </Group>
      </Group>
      <p>The sample, every order and every version that a participant gets follow from the seed.</p>
    </section>
  );
}

function choices(
  before: ItemFilter,
  library: ItemFilter,
  isNew: boolean,
): readonly { readonly title: string; readonly filter: ItemFilter }[] {
  const plain = [
    { title: 'All', filter: {} },
    { title: 'Accepted ones', filter: ACCEPTED },
  ];
  const known = (filter: ItemFilter) =>
    plain.some((each) => JSON.stringify(each.filter) === JSON.stringify(filter));
  return [
    ...plain,
    ...(known(library) ? [] : [{ title: 'As filtered in the Library', filter: library }]),
    ...(known(before) || JSON.stringify(before) === JSON.stringify(library)
      ? []
      : [{ title: isNew ? 'What the benchmark asks' : 'As chosen before', filter: before }]),
  ];
}

function Counted({ title, filter }: { readonly title: string; readonly filter: ItemFilter }) {
  const { data } = useQuery(
    orpc.items.list.queryOptions({
      input: { filter, sort: { by: 'imported', descending: false }, offset: 0, limit: 1 },
    }),
  );
  return `${title} (${data === undefined ? '…' : formatCount(data.total)})`;
}
