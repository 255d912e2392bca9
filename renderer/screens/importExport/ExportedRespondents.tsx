import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../client/index.ts';

/** Asks whose answers, or verdicts on whose answers, to export. */
export function ExportedRespondents({
  value,
  onChange,
}: {
  /** By handle; none: everybody's. */
  readonly value: readonly string[];
  readonly onChange: (handles: string[]) => void;
}) {
  const respondents = useQuery(orpc.responses.respondents.queryOptions()).data ?? [];
  return (
    <MultiSelect
      label="Respondents"
      description="Excluded, replaced and practice answers are always left out."
      placeholder={value.length === 0 ? 'everybody' : ''}
      clearable
      clearButtonProps={{ 'aria-label': 'Everybody' }}
      searchable
      data={respondents
        .filter((each) => each.responses > 0)
        .map(({ handle, name, version }) => ({
          value: handle,
          label: version === null ? name : `${name}, ${version}`,
        }))}
      value={[...value]}
      onChange={onChange}
    />
  );
}
