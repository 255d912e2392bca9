import { ActionIcon, Button, Group, Table, Text, Title, Tooltip, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CloudDownload, CloudUpload, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { HubRefusal } from '../../../shared/contract/hub.ts';
import { formatCount } from '../../../shared/base/counts.ts';
import { orpc } from '../../client/index.ts';
import { queryClient } from '../../client/queryClient.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { formatAgo, formatDateTime } from '../../ui/text/format.ts';
import { casebookChanged, usePerson } from '../../ui/window/applicationState.ts';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';

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
  const curates = usePerson().roles.includes('curator');
  const [limit, setLimit] = useState(AT_ONCE);
  const body = useRef<HTMLTableSectionElement>(null);
  const listed = useRef(count);
  useEffect(() => {
    if (listed.current === count) return;
    listed.current = count;
    void queryClient.invalidateQueries({ queryKey: orpc.hub.refusals.key() });
  }, [count]);
  // The entry after one that was dismissed takes its place, and the focus.
  const next = useRef<number | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    const buttons = [...(body.current?.querySelectorAll('button') ?? [])];
    (buttons[next.current] ?? buttons.at(-1))?.focus();
    next.current = null;
  });
  const dismiss = useMutation({
    ...orpc.hub.dismiss.mutationOptions(),
    onSuccess: async (left, { id }) => {
      const place = data?.findIndex((each) => each.id === id) ?? -1;
      next.current = place === -1 ? null : place;
      queryClient.setQueryData(orpc.hub.refusals.queryKey(), left);
      await queryClient.invalidateQueries({ queryKey: orpc.hub.state.queryKey() });
    },
    onError: (error) => toastFailure('The entry is still listed', error),
  });
  const include = useMutation({
    ...orpc.hub.include.mutationOptions(),
    onSuccess: async (left, { id }) => {
      const place = data?.findIndex((each) => each.id === id) ?? -1;
      next.current = place === -1 ? null : place;
      queryClient.setQueryData(orpc.hub.refusals.queryKey(), left);
      toast('Included.');
      await casebookChanged();
    },
    onError: (error) => toastFailure('It was not included', error),
  });
  if (error !== null && data === undefined)
    return (
      <ErrorState error={error} title="What was refused could not be listed" onRetry={() => void refetch()} />
    );
  if (data === undefined || data.length === 0) return null;
  return (
    <>
      <Title order={3} mt="lg">
        What was refused
      </Title>
      <Text c="dimmed" maw="72ch" mb="sm">
        Nothing is lost: the casebook keeps its own version. Dismiss what you have dealt with.
      </Text>
      <Table.ScrollContainer minWidth={560} type="native">
        <Table aria-label="What was refused" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="28%">What</Table.Th>
              <Table.Th>Reason</Table.Th>
              <Table.Th>Direction</Table.Th>
              <Table.Th>Found</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            {data.slice(0, limit).map((refusal) => (
              <Row
                key={refusal.id}
                refusal={refusal}
                onDismiss={
                  editable
                    ? () => {
                        dismiss.mutate({ id: refusal.id });
                      }
                    : null
                }
                onInclude={
                  editable && curates && refusal.late
                    ? () => {
                        include.mutate({ id: refusal.id });
                      }
                    : null
                }
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {data.length > limit && (
        <Group gap="sm" mt="sm">
          <Button variant="default" onClick={() => setLimit(limit + AT_ONCE)}>
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
  onInclude,
}: {
  readonly refusal: HubRefusal;
  /** Null: not from here. */
  readonly onDismiss: (() => void) | null;
  /** Null: it is none that can be included, or not from here. */
  readonly onInclude: (() => void) | null;
}) {
  const name = item === null ? what : `${what} of ${item}`;
  const Icon = incoming ? CloudDownload : CloudUpload;
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {what.charAt(0).toUpperCase() + what.slice(1)}
        {item !== null && <Text c="dimmed">{item}</Text>}
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
        {onInclude !== null && (
          <Button variant="default" size="compact-sm" aria-label={`Include ${name}`} onClick={onInclude}>
            Include
          </Button>
        )}
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
