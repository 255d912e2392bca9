import { Button, Checkbox } from '@mantine/core';
import type { Person } from '../../../shared/contract/application.ts';
import { PersonId } from '../../../shared/base/ids.ts';
import classes from './Assign.module.css';

/** Asks who is assigned items, with what each has already. */
export function RatersField({
  raters,
  value,
  loadOf,
  onChange,
}: {
  readonly raters: readonly Person[];
  readonly value: readonly PersonId[];
  /** What a person has already, in words. */
  readonly loadOf: (id: PersonId) => string;
  readonly onChange: (people: readonly PersonId[]) => void;
}) {
  const hasAll = value.length === raters.length;
  return (
    <Checkbox.Group
      label="To"
      value={[...value]}
      onChange={(values) => onChange(values.map((id) => PersonId.parse(id)))}
    >
      <div className={classes['people']}>
        {raters.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} description={loadOf(id)} />
        ))}
      </div>
      <Button variant="subtle" mt="xs" onClick={() => onChange(hasAll ? [] : raters.map(({ id }) => id))}>
        {hasAll ? 'Choose none' : 'Choose all'}
      </Button>
    </Checkbox.Group>
  );
}
