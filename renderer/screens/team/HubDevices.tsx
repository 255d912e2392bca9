import { Badge, Button, Group, Modal, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleX, MonitorSmartphone } from 'lucide-react';
import { clockWords } from '../../../shared/domain/clock.ts';
import type { HubPerson, HubRole } from '../../../shared/hub/protocol.ts';
import { orpc } from '../../client/index.ts';
import { queryClient } from '../../client/queryClient.ts';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { formatAgo, formatDateTime } from '../../ui/text/format.ts';
import { hubRoleTitles } from '../../ui/hub/hubWords.ts';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import { useMayCurate } from '../../ui/window/applicationState.ts';
import classes from './Team.module.css';

/** Beside the two lines of a person. */
const MIDDLE = { verticalAlign: 'middle' } as const;

/** How often an open list asks the hub, in milliseconds. */
const LOOK_EVERY = 15_000;

type Device = HubPerson['devices'][number];

/** Who may connect to the hub, each with their devices. */
export function HubDevices({
  opened,
  access,
  onClose,
}: {
  readonly opened: boolean;
  /** What this casebook is to the hub; null: not connected. */
  readonly access: HubRole | null;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Devices"
      size={900}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <People revocable={useMayCurate() && access === 'curator'} />
    </Modal>
  );
}

function People({ revocable }: { readonly revocable: boolean }) {
  const { data, error, refetch } = useQuery(orpc.hub.people.queryOptions({ refetchInterval: LOOK_EVERY }));
  const revoke = useMutation({
    ...orpc.hub.revoke.mutationOptions(),
    onSuccess: (people) => {
      queryClient.setQueryData(orpc.hub.people.queryKey(), people);
      toast('The device is revoked.');
    },
    onError: (error) => toastFailure('The device was not revoked', error),
  });
  if (error !== null)
    return (
      <ErrorState error={error} title="The devices could not be listed" onRetry={() => void refetch()} />
    );
  if (data === undefined) return <LoadingState label="Asking the hub" />;
  if (data.length === 0) return <EmptyState icon={MonitorSmartphone} title="Nobody has joined yet" />;
  const ask = async (person: HubPerson, device: Device) => {
    const agreed = await confirm({
      title: `Revoke ${device.name} of ${nameOf(person)}?`,
      message: `The hub refuses its next exchange. What was never submitted stays on that computer. To return, ${nameOf(person)} needs a new invitation.`,
      action: 'Revoke device',
      dangerous: true,
    });
    if (agreed) revoke.mutate({ device: device.id });
  };
  return (
    <Stack gap="md">
      <Text c="dimmed">
        Each computer that used an invitation is a device. It exchanges until you revoke it.
      </Text>
      <Table
        aria-label="Devices"
        className={classes['table'] ?? ''}
        withRowBorders={false}
        verticalSpacing={6}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Person</Table.Th>
            <Table.Th>Device</Table.Th>
            <Table.Th>Since</Table.Th>
            <Table.Th>Last exchange</Table.Th>
            <Table.Th w={220}>State</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {data.map((person) => (
          <Person
            key={person.person}
            person={person}
            onRevoke={revocable ? (device) => void ask(person, device) : null}
          />
        ))}
      </Table>
    </Stack>
  );
}

function Person({
  person,
  onRevoke,
}: {
  readonly person: HubPerson;
  /** Null: not from here. */
  readonly onRevoke: ((device: Device) => void) | null;
}) {
  const { devices, handle, role } = person;
  const rowSpan = Math.max(1, devices.length);
  const name = (
    <Table.Th scope="rowgroup" rowSpan={rowSpan} fw="inherit" style={{ overflowWrap: 'anywhere' }}>
      {nameOf(person)}
      <Text c="dimmed" fw={400}>
        {handle} · {hubRoleTitles[role].toLowerCase()}
      </Text>
    </Table.Th>
  );
  return (
    <Table.Tbody>
      {devices.length === 0 && (
        <Table.Tr>
          {name}
          <Table.Td colSpan={4} c="dimmed">
            No device yet
          </Table.Td>
        </Table.Tr>
      )}
      {devices.map((device, place) => (
        <Table.Tr key={device.id}>
          {place === 0 && name}
          <Table.Td style={{ ...MIDDLE, overflowWrap: 'anywhere' }}>{device.name}</Table.Td>
          <Table.Td style={MIDDLE}>
            <time dateTime={new Date(device.since).toISOString()}>{formatDateTime(device.since)}</time>
          </Table.Td>
          <Table.Td style={MIDDLE}>
            <LastExchange at={device.exchangedAt} />
          </Table.Td>
          <Table.Td style={MIDDLE}>
            <State device={device} owner={nameOf(person)} onRevoke={onRevoke} />
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}

/** How long ago a device exchanged; the time itself on pointing at it. */
function LastExchange({ at }: { readonly at: number | null }) {
  if (at === null) return <Text c="dimmed">Not known</Text>;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatAgo(at)}
    </time>
  );
}

function State({
  device,
  owner,
  onRevoke,
}: {
  readonly device: Device;
  readonly owner: string;
  readonly onRevoke: ((device: Device) => void) | null;
}) {
  const { revokedAt, name, clockAhead } = device;
  if (revokedAt !== null)
    return (
      <Badge
        variant="default"
        tt="none"
        leftSection={<CircleX size={12} aria-hidden />}
        title={formatDateTime(revokedAt)}
      >
        Revoked
      </Badge>
    );
  return (
    <Group gap="sm" justify="space-between" wrap="nowrap">
      {clockAhead === null ? 'Connected' : `Clock ${clockWords(clockAhead)}`}
      {onRevoke !== null && (
        <Button
          variant="default"
          flex="none"
          aria-label={`Revoke ${name} of ${owner}…`}
          onClick={() => onRevoke(device)}
        >
          Revoke…
        </Button>
      )}
    </Group>
  );
}

const nameOf = ({ name, handle }: HubPerson): string => (name === '' ? handle : name);
