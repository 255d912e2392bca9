import { Flex } from '@mantine/core';
import { X } from 'lucide-react';
import { memo } from 'react';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { partsOf } from '../../ui/items/filterParts.ts';
import { useSeveralPeople } from './useSeveralPeople.ts';
import classes from './LibraryScreen.module.css';

/** Every part of the filter, each with a button that removes it. */
export const FilterChips = memo(function FilterChips({
  filter,
  onChange,
}: {
  readonly filter: ItemFilter;
  readonly onChange: (filter: ItemFilter) => void;
}) {
  const { benchmark } = useCasebook();
  const people = useSeveralPeople();
  const parts = partsOf(filter, benchmark, new Map(people.map(({ id, name }) => [id, name])));
  return (
    <Flex component="ul" gap="xs" wrap="wrap" style={{ listStyle: 'none' }} aria-label="Active filters">
      {parts.map(({ text, without }) => (
        <li key={text}>
          <button
            type="button"
            className={classes['chip']}
            aria-label={`Remove filter ${text}`}
            onClick={() => onChange(without)}
          >
            <span>{text}</span>
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
      {parts.length > 0 && (
        <li>
          <button type="button" className={classes['clear']} onClick={() => onChange({})}>
            Clear all
          </button>
        </li>
      )}
    </Flex>
  );
});
