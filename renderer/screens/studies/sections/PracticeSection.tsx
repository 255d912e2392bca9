import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemFilter, ItemRow } from '../../../../shared/contract/items.ts';
import { ItemId } from '../../../../shared/domain/ids.ts';
import { orpc } from '../../../client/index.ts';
import classes from '../Studies.module.css';
import type { SectionProps } from './section.ts';

const MOST = 50;
const imported = { by: 'imported', descending: false } as const;

/** Items with feedback before the others. `among`: the items that the benchmark asks about. */
export function PracticeSection({ settings, change, among }: SectionProps & { readonly among: ItemFilter }) {
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search.trim(), 200);
  const found = useQuery(
    orpc.items.list.queryOptions({
      input: { filter: text === '' ? among : { ...among, text }, sort: imported, offset: 0, limit: MOST },
      placeholderData: keepPreviousData,
    }),
  );
  const chosen = useQuery(
    orpc.items.list.queryOptions({
      input: { filter: { ids: [...settings.practice] }, sort: imported, offset: 0, limit: MOST },
      placeholderData: keepPreviousData,
    }),
  );
  const rows = new Map<ItemId, ItemRow>(
    [...(found.data?.rows ?? []), ...(chosen.data?.rows ?? [])].map((row) => [row.id, row]),
  );
  return (
    <section className={classes['section']} aria-label="Practice">
      <h2>Practice</h2>
      <p>
        These come first, and after each the expected answers are told. They never count and are left out of
        the study’s own items.
      </p>
      <MultiSelect
        label="Practice items"
        placeholder={settings.practice.length === 0 ? 'None; type to search' : ''}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        // The search has been made already, over everything that the items say.
        filter={({ options }) => options}
        nothingFoundMessage={found.isFetching ? 'Searching…' : 'Nothing found'}
        maxValues={MOST}
        hidePickedOptions
        clearable
        data={[
          ...[...rows.values()].map(({ id, externalId, title, label }) => ({
            value: id,
            label: [externalId, label, title]
              .filter((part) => part !== null && part !== '')
              .join(' · ')
              .slice(0, 120),
          })),
          ...settings.practice.filter((id) => !rows.has(id)).map((id) => ({ value: id, label: '…' })),
        ]}
        value={[...settings.practice]}
        onChange={(values) => {
          change({ practice: values.map((value) => ItemId.parse(value)) });
        }}
      />
    </section>
  );
}
