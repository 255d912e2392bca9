import { Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Person } from '../../../shared/contract/application.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { CopyButton } from '../text/CopyButton.tsx';
import { formatDateTime } from '../text/format.ts';
import { hubRoleDuties } from './hubWords.ts';
import { Notice } from '../feedback/Notice.tsx';

type Invitee = Pick<Person, 'id' | 'name'>;

/** An invitation for a person of the casebook, as a text to send. */
export function InviteDialog({
  person,
  onClose,
}: {
  /** Null: closed. */
  readonly person: Invitee | null;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={person !== null}
      onClose={onClose}
      title={`Invitation for ${person?.name ?? ''}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {person !== null && <Invitation person={person} />}
    </Modal>
  );
}

function Invitation({ person: { id, name } }: { readonly person: Invitee }) {
  const { data, error } = useQuery(
    orpc.hub.invite.queryOptions({
      input: { personId: id },
      // Each call makes another invitation: nothing asks again while this one is shown.
      staleTime: 'static',
      gcTime: 0,
      retry: false,
    }),
  );
  if (error !== null)
    return (
      <Notice state="disputed" title={failureOf(error).message}>
        {failureOf(error).hint}
      </Notice>
    );
  if (data === undefined) return <Text role="status">Making an invitation…</Text>;
  const { text, expiresAt, role } = data;
  return (
    <Stack gap="md">
      <Text>
        Send this text to {name} in private: the first computer that uses it joins as {name}. On the welcome
        screen they choose “Join a team…” and paste it.
      </Text>
      <Textarea
        label="Invitation"
        readOnly
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', wordBreak: 'break-all' } }}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Text c="dimmed">
        {name} {hubRoleDuties[role]}
      </Text>
      <Group justify="space-between" gap="sm">
        <Text c="dimmed">
          It works once and expires on{' '}
          <time dateTime={new Date(expiresAt).toISOString()}>{formatDateTime(expiresAt)}</time>.
        </Text>
        <CopyButton label="Copy invitation" text={() => text} />
      </Group>
    </Stack>
  );
}
