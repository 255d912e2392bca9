import { Group, MultiSelect, Radio, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../../shared/base/counts.ts';
import { SeedField } from '../../../ui/form/SeedField.tsx';
import type { StudyItems } from '../../../../shared/contract/studies.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { orpc } from '../../../client/index.ts';
import classes from '../Studies.module.css';
import type { SectionProps } from './section.ts';
import { NumberField } from '../../../ui/form/NumberField.tsx';

const ACCEPTED: ItemFilter = { status: ['accepted'] };

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
  // As they were when the form was opened: neither changes under the hands of the person who sets the study up.
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
          label="How many"
          w={192}
          data={[
            { value: 'all', label: 'All' },
            { value: 'each', label: 'n per stratum' },
            { value: 'total', label: 'n in total' },
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
            <NumberField
              label="How many"
              w={96}
              min={1}
              isWhole
              value={sample.size}
              onChange={(value) => {
                if (value !== null) changeSample({ size: value });
              }}
            />
            <MultiSelect
              label={sample.how === 'each' ? 'Stratify by' : 'In proportion by'}
              miw={192}
              {...(sample.stratum === null && { placeholder: 'No strata' })}
              clearable
              maxValues={5}
              data={strata.map(({ name, title }) => ({ value: name, label: title }))}
              value={sample.stratum === null ? [] : [sample.stratum, ...(sample.crossed ?? [])]}
              onChange={([first, ...others]) => {
                const { crossed: _, ...rest } = sample;
                change({
                  items: {
                    ...items,
                    sample: {
                      ...rest,
                      stratum: first ?? null,
                      ...(others.length > 0 && { crossed: others }),
                    },
                  },
                });
              }}
            />
          </>
        )}
        <SeedField seed={seed} onChange={(next) => change({ seed: next })} />
      </Group>
      <p>The seed determines the sample, and each participant’s order and versions.</p>
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
    { title: 'Accepted', filter: ACCEPTED },
  ];
  const known = (filter: ItemFilter) =>
    plain.some((each) => JSON.stringify(each.filter) === JSON.stringify(filter));
  return [
    ...plain,
    ...(known(library) ? [] : [{ title: 'As filtered in the Library', filter: library }]),
    ...(known(before) || JSON.stringify(before) === JSON.stringify(library)
      ? []
      : [{ title: isNew ? 'The benchmark’s questions' : 'As chosen before', filter: before }]),
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
