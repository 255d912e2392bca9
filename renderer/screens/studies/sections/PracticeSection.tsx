import { MultiSelect } from '@mantine/core';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import { ItemId } from '../../../../shared/base/ids.ts';
import classes from '../Studies.module.css';
import type { SectionProps } from './section.ts';
import { MOST_OFFERED, useItemChoices } from './useItemChoices.ts';

/** Items with feedback before the others. `among`: the items that the benchmark asks about. */
export function PracticeSection({ settings, change, among }: SectionProps & { readonly among: ItemFilter }) {
  const { search, setSearch, isSearching, data } = useItemChoices(among, settings.practice);
  return (
    <section className={classes['section']} aria-label="Practice">
      <h2>Practice</h2>
      <p>These come first, each with feedback. They never count, and the study’s own items leave them out.</p>
      <MultiSelect
        label="Practice items"
        placeholder={settings.practice.length === 0 ? 'None; type to search' : ''}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        // The search has been made already, over everything that the items say.
        filter={({ options }) => options}
        nothingFoundMessage={isSearching ? 'Searching…' : 'Nothing found'}
        maxValues={MOST_OFFERED}
        hidePickedOptions
        clearable
        data={data}
        value={[...settings.practice]}
        onChange={(values) => change({ practice: values.map((value) => ItemId.parse(value)) })}
      />
    </section>
  );
}
