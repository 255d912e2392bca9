import { Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Person } from '../../../shared/contract/application.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { CopyButton } from '../../ui/text/CopyButton.tsx';
import { formatDateTime } from '../../ui/text/format.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';

/** A link that signs one browser of a person in, to send to them. */
export function WebInviteDialog({
  person,
  onClose,
}: {
  /** Null: closed. */
  readonly person: Person | null;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={person !== null}
      onClose={onClose}
      title={`Invitation link for ${person?.name ?? ''}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {person !== null && <InvitationLink person={person} />}
    </Modal>
  );
}

function InvitationLink({ person: { id, name } }: { readonly person: Person }) {
  const { data, error } = useQuery(
    orpc.webAccess.invite.queryOptions({
      input: { personId: id },
      // Each call makes another link: nothing asks again while this one is shown.
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
  if (data === undefined) return <Text role="status">Making a link…</Text>;
  const { url, expiresAt } = data;
  return (
    <Stack gap="md">
      <Text>
        {`Send this link to ${name} in private. It opens once: the first browser that opens it is signed in as ${name} for 30 days.`}
      </Text>
      <TextInput
        label="Invitation link"
        readOnly
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="space-between" gap="sm">
        <Text c="dimmed">
          It expires on <time dateTime={new Date(expiresAt).toISOString()}>{formatDateTime(expiresAt)}</time>.
        </Text>
        <CopyButton label="Copy link" text={() => url} />
      </Group>
    </Stack>
  );
}
