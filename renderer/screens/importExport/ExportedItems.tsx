import { Checkbox, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import { disputedInWords } from '../../../shared/domain/leftOut.ts';
import { ItemStatus } from '../../../shared/domain/status.ts';
import { orpc } from '../../client/index.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { statusLooks } from '../../ui/items/StatusBadge.tsx';
import { countOfStatus, isExportEmpty } from './exportDraft.ts';

/** Asks for the status of the items to export, and warns of an export that is empty or has disputed items. */
export function ExportedItems({
  scope,
  status,
  ofItems,
  onChange,
}: {
  /** The items to choose from. */
  readonly scope: ItemFilter;
  readonly status: readonly ItemStatus[];
  /** Whether the format is of items and not of answers about them. */
  readonly ofItems: boolean;
  readonly onChange: (status: readonly ItemStatus[]) => void;
}) {
  const counts = useQuery(orpc.items.counts.queryOptions({ input: { filter: scope } })).data?.status;
  const disputed =
    useQuery(
      orpc.items.counts.queryOptions({
        input: { filter: { ...scope, ratings: ['disputed', 'conflict'], status: [...status] } },
        enabled: ofItems,
      }),
    ).data?.total ?? 0;
  return (
    <>
      <Checkbox.Group
        label="Items"
        description={
          ofItems
            ? 'The export reports and leaves out accepted items that break a rule of the benchmark.'
            : null
        }
        value={[...status]}
        onChange={(values) => onChange(ItemStatus.options.filter((each) => values.includes(each)))}
      >
        <Group gap="md" mt="xs">
          {ItemStatus.options.map((each) => (
            <Checkbox
              key={each}
              value={each}
              label={`${statusLooks[each].title}${counts === undefined ? '' : ` (${formatCount(countOfStatus(counts, [each]))})`}`}
            />
          ))}
        </Group>
      </Checkbox.Group>
      {ofItems && counts !== undefined && isExportEmpty(counts, status) && (
        <Notice state="pending" title="The export would be empty">
          None of {counted(countOfStatus(counts, ItemStatus.options), 'item')} has a chosen status. Accept
          items first, or choose another status.
        </Notice>
      )}
      {ofItems && disputed > 0 && (
        <Notice state="disputed" title="The export includes disputed items">
          {disputedInWords(disputed)}
        </Notice>
      )}
    </>
  );
}
