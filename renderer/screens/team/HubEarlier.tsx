import { Box, Button, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { EarlierReport } from '../../../shared/contract/hub.ts';
import { counted } from '../../../shared/base/counts.ts';
import { orpc } from '../../client/index.ts';
import { queryClient } from '../../client/queryClient.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { formatAgo, formatDateTime } from '../../ui/text/format.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toastFailure } from '../../ui/feedback/toast.tsx';

type EarlierUpload = NonNullable<EarlierReport['entries']>[number];

/** What devices sent to the hub before it checked roles, for a curator to look at. Nothing where there is none. */
export function HubEarlier({
  exchangedAt,
  editable,
}: {
  /** When the last exchange succeeded: it may have asked the hub. */
  readonly exchangedAt: number | null;
  readonly editable: boolean;
}) {
  const { data, error, refetch } = useQuery(orpc.hub.earlier.queryOptions());
  const asked = useRef(exchangedAt);
  useEffect(() => {
    if (asked.current === exchangedAt) return;
    asked.current = exchangedAt;
    void queryClient.invalidateQueries({ queryKey: orpc.hub.earlier.key() });
  }, [exchangedAt]);
  const mark = useMutation({
    ...orpc.hub.markEarlier.mutationOptions(),
    onSuccess: async (list) => {
      queryClient.setQueryData(orpc.hub.earlier.queryKey(), list);
      await queryClient.invalidateQueries({ queryKey: orpc.hub.state.queryKey() });
    },
    onError: (failure) => toastFailure('The entry is as it was', failure),
  });
  if (error !== null && data === undefined)
    return (
      <ErrorState
        error={error}
        title="What came in before roles were checked could not be listed"
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined || data === null) return null;
  if (data.entries === null)
    return (
      <Box mt="sm">
        <Notice state="pending" title="The hub is too old to tell what devices sent before it checked roles">
          Everything is exchanged as before. Ask the person who runs the hub to upgrade it.
        </Notice>
      </Box>
    );
  if (data.entries.length === 0) return null;
  return (
    <>
      <Title order={3} mt="lg">
        Sent before roles were checked
      </Title>
      <Text c="dimmed" maw="72ch" mb="sm">
        The hub would refuse these rows today: the roles of the person do not allow them. They came in and
        count until you change that.
      </Text>
      <Table.ScrollContainer minWidth={720} type="native">
        <Table aria-label="Sent before roles were checked" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="20%">What</Table.Th>
              <Table.Th>Person</Table.Th>
              <Table.Th>Device</Table.Th>
              <Table.Th>Changed</Table.Th>
              <Table.Th w="36%">What to do</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.entries.map((entry) => (
              <Row
                key={entry.id}
                entry={entry}
                onMark={
                  editable
                    ? (isLookedAt) => {
                        mark.mutate({ id: entry.id, isLookedAt });
                      }
                    : null
                }
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

function Row({
  entry: { person, roles, device, what, count, named, latest, reason, advice, lookedAt },
  onMark,
}: {
  readonly entry: EarlierUpload;
  /** Null: not from here. */
  readonly onMark: ((isLookedAt: boolean) => void) | null;
}) {
  const isOpen = lookedAt === null;
  const names = `${named.join(', ')}${count > named.length ? ', …' : ''}`;
  return (
    <Table.Tr style={{ verticalAlign: 'top' }} c={isOpen ? undefined : 'dimmed'}>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {what.charAt(0).toUpperCase() + what.slice(1)}
        <Text c="dimmed">
          {counted(count, 'row')}
          {named.length > 0 && `: ${names}`}
        </Text>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {person}
        <Text c="dimmed">{roles.join(', ')}</Text>
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{device}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {latest === null ? (
          'Unknown'
        ) : (
          <time
            dateTime={new Date(latest).toISOString()}
            title={`${formatDateTime(latest)}, by the device’s clock`}
          >
            {formatAgo(latest)}
          </time>
        )}
      </Table.Td>
      <Table.Td>
        {reason} {advice}
      </Table.Td>
      <Table.Td>
        {lookedAt !== null && (
          <Text c="dimmed" mb={4}>
            Looked at{' '}
            <time dateTime={new Date(lookedAt).toISOString()} title={formatDateTime(lookedAt)}>
              {formatAgo(lookedAt)}
            </time>
          </Text>
        )}
        {onMark !== null && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={isOpen ? <Check size={14} aria-hidden /> : undefined}
            aria-label={`${isOpen ? 'Mark as looked at' : 'Mark as not looked at'}: ${what} from ${device} of ${person}`}
            onClick={() => onMark(isOpen)}
          >
            {isOpen ? 'Mark as looked at' : 'Mark as not looked at'}
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
