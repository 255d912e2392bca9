import { ActionIcon, Button, Group, Table, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CloudDownload, CloudUpload, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { HubRefusal } from '../../../shared/contract/hub.ts';
import { formatCount } from '../../../shared/domain/counts.ts';
import { orpc } from '../../client/index.ts';
import { queryClient } from '../../client/queryClient.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { formatAgo, formatDateTime } from '../../ui/format.ts';
import { toastFailure } from '../../ui/toast.tsx';

/** How many are shown at first, and how many more each time. */
const AT_ONCE = 20;

/** What the hub refused and what could not be merged here, until somebody dismisses it. */
export function HubRefusals({
  count,
  editable,
}: {
  /** How many there are, as the hub’s state has it: where it changes, the list is read anew. */
  readonly count: number;
  readonly editable: boolean;
}) {
  const { data, error, refetch } = useQuery(orpc.hub.refusals.queryOptions());
  const [limit, setLimit] = useState(AT_ONCE);
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    void queryClient.invalidateQueries({ queryKey: orpc.hub.refusals.key() });
  }, [count]);
  const dismiss = useMutation({
    ...orpc.hub.dismiss.mutationOptions(),
    onSuccess: async (left) => {
      queryClient.setQueryData(orpc.hub.refusals.queryKey(), left);
      await queryClient.invalidateQueries({ queryKey: orpc.hub.state.queryKey() });
    },
    onError: (error) => {
      toastFailure('The entry is still listed', error);
    },
  });
  if (error !== null && data === undefined)
    return (
      <ErrorState error={error} title="What was refused could not be listed" onRetry={() => void refetch()} />
    );
  if (data === undefined || data.length === 0) return null;
  /** The entry after it takes its place, and the focus. */
  const remove = async (id: number, place: number) => {
    await dismiss.mutateAsync({ id }).then(
      () => {
        requestAnimationFrame(() => {
          const buttons = [...(body.current?.querySelectorAll('button') ?? [])];
          (buttons[place] ?? buttons.at(-1))?.focus();
        });
      },
      // It was told already.
      () => undefined,
    );
  };
  return (
    <>
      <h3 style={{ marginTop: 16 }}>What was refused</h3>
      <Text c="dimmed" maw="72ch" mb="sm">
        Everything else was exchanged. Nothing here is lost: the casebook keeps its own version.
      </Text>
      <Table.ScrollContainer minWidth={560} type="native">
        <Table aria-label="What was refused" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th>Reason</Table.Th>
              <Table.Th>Direction</Table.Th>
              <Table.Th>Found</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            {data.slice(0, limit).map((refusal, place) => (
              <Row
                key={refusal.id}
                refusal={refusal}
                onDismiss={editable ? () => void remove(refusal.id, place) : null}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data.length > limit && (
        <Group gap="sm" mt="sm">
          <Button
            variant="default"
            onClick={() => {
              setLimit(limit + AT_ONCE);
            }}
          >
            Show {formatCount(Math.min(AT_ONCE, data.length - limit))} more
          </Button>
          <Text c="dimmed">
            {formatCount(limit)} of {formatCount(Math.max(count, data.length))}
          </Text>
        </Group>
      )}
    </>
  );
}

function Row({
  refusal: { what, item, reason, incoming, foundAt },
  onDismiss,
}: {
  readonly refusal: HubRefusal;
  /** Null: not from here. */
  readonly onDismiss: (() => void) | null;
}) {
  const name = item === null ? what : `${what} of ${item}`;
  const Icon = incoming ? CloudDownload : CloudUpload;
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td style={{ overflowWrap: 'anywhere' }} maw={220}>
        {name.charAt(0).toUpperCase() + name.slice(1)}
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{reason}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Group gap="xs" wrap="nowrap">
          <Icon size={14} aria-hidden />
          {incoming ? 'From the hub' : 'To the hub'}
        </Group>
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <time dateTime={new Date(foundAt).toISOString()} title={formatDateTime(foundAt)}>
          {formatAgo(foundAt)}
        </time>
      </Table.Td>
      <Table.Td py={0}>
        {onDismiss !== null && (
          <Tooltip label="Dismiss">
            <ActionIcon aria-label={`Dismiss ${name}`} onClick={onDismiss}>
              <X size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
