import { Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../shared/base/counts.ts';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import { ItemStatus } from '../../../shared/domain/status.ts';
import { useListContext } from '../window/listContext.ts';
import { orpc } from '../../client/index.ts';
import type { AssignStart, ChosenItems, ItemsChoiceValue } from './itemsToAssign.ts';
import { statusLooks } from '../items/StatusBadge.tsx';

/**
 * What the dialog begins with: what nobody has, what is not rejected, or, where no start is named, what the Library
 * shows, if that is not everything.
 */
export function initialItems(start: AssignStart | undefined): ItemsChoiceValue {
  const { filter } = useListContext.getState();
  if (typeof start === 'object') return { kind: 'selected', status: UNDECIDED, filter, selected: start };
  const selected = null;
  switch (start) {
    case 'newRound':
      return { kind: 'status', status: ItemStatus.exclude(['rejected']).options, filter, selected };
    case 'unassigned':
      return { kind: 'unassigned', status: UNDECIDED, filter, selected };
    case undefined:
      return {
        kind: Object.keys(filter).length > 0 ? 'filtered' : 'all',
        status: UNDECIDED,
        filter,
        selected,
      };
  }
}

const UNDECIDED: readonly ItemStatus[] = ['draft', 'in_review'];

/** Chooses items: as the Library shows them, all, what nobody has, or by status. */
export function ItemsChoice({
  value,
  onChange,
}: {
  readonly value: ItemsChoiceValue;
  readonly onChange: (value: ItemsChoiceValue) => void;
}) {
  const { kind, status, filter, selected } = value;
  const filtered = useCount(filter);
  const all = useCount({});
  const ofStatus = useCount({ status: [...status] });
  return (
    <Radio.Group
      label="Items"
      value={kind}
      onChange={(chosen) => {
        const next = KINDS.find((each) => each === chosen);
        if (next !== undefined) onChange({ ...value, kind: next });
      }}
    >
      <Stack gap="xs" mt="xs">
        {selected !== null && (
          <Radio value="selected" label={`Selected in the Library (${formatCount(selected.count)})`} />
        )}
        {Object.keys(filter).length > 0 && (
          <Radio value="filtered" label={`As filtered in the Library (${filtered})`} />
        )}
        <Radio value="all" label={`All (${all})`} />
        <Radio value="unassigned" label="Only items unassigned in this round" />
        <Radio value="status" label={kind === 'status' ? `By status (${ofStatus})` : 'By status'} />
        {kind === 'status' && (
          <Checkbox.Group
            aria-label="Status"
            pl="xl"
            value={[...status]}
            onChange={(values) => {
              onChange({ ...value, status: ItemStatus.options.filter((each) => values.includes(each)) });
            }}
          >
            <Group gap="md">
              {ItemStatus.options.map((each) => (
                <Checkbox key={each} value={each} label={statusLooks[each].title} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
      </Stack>
    </Radio.Group>
  );
}

const KINDS: readonly ChosenItems[] = ['selected', 'filtered', 'all', 'unassigned', 'status'];

/** How many items a filter finds, as text; an ellipsis until it is known. */
function useCount(filter: ItemFilter): string {
  const { data } = useQuery(
    orpc.items.list.queryOptions({
      input: { filter, sort: { by: 'imported', descending: false }, offset: 0, limit: 1 },
    }),
  );
  return data === undefined ? '…' : formatCount(data.total);
}
