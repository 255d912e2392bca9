import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../client/index.ts';

/** Asks whose work a source is; nobody needs to be named. */
export function PersonField({
  label,
  placeholder,
  value,
  onChange,
}: {
  readonly label: string;
  /** Whose it is where nobody is named. */
  readonly placeholder: string;
  readonly value: string | null;
  readonly onChange: (handle: string | null) => void;
}) {
  const people = useQuery(orpc.people.list.queryOptions()).data ?? [];
  return (
    <Select
      label={label}
      placeholder={placeholder}
      clearable
      data={people.map((each) => ({ value: each.handle, label: each.name }))}
      value={value}
      onChange={onChange}
    />
  );
}
