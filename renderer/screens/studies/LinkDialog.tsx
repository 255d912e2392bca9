import { Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Participant } from '../../../shared/contract/studies.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './Studies.module.css';

/** A link with which a participant takes part in a browser on this machine. */
export function LinkDialog({
  participant,
  onClose,
}: {
  /** Null: closed. */
  readonly participant: Participant | null;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={participant !== null}
      onClose={onClose}
      title={`Personal link of ${participant?.name ?? ''}`}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {participant !== null && <PersonalLink participant={participant} />}
    </Modal>
  );
}

function PersonalLink({ participant: { studySessionId, name } }: { readonly participant: Participant }) {
  const link = useQuery(
    orpc.studies.link.queryOptions({
      input: { studySessionId },
      // Each call makes another link and ends the one before.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
    }),
  );
  if (link.error !== null)
    return (
      <Notice state="disputed" title={failureOf(link.error).message}>
        {failureOf(link.error).hint}
      </Notice>
    );
  if (link.data === undefined) return <Text>Making a link…</Text>;
  const { url } = link.data;
  if (url === null)
    return (
      <Notice state="neutral" title="Links need Casebook in the browser">
        {`Start it with “casebook serve” to give participants links. Here, ${name} can start on this computer or get a package; both are in the same menu.`}
      </Notice>
    );
  return (
    <Stack gap="md">
      <Text>
        {`Open this link on this computer in a private window or another browser. ${name} sees only the study there, and can return with the same link.`}
      </Text>
      <div className={classes['link']}>{url}</div>
      <Group justify="flex-end">
        <CopyButton label="Copy the link" text={() => url} />
      </Group>
      <Text c="dimmed">
        A new link ends this one. It works again after Casebook was closed and restarted. Do not open the link
        in this browser window: the participant would replace you.
      </Text>
    </Stack>
  );
}
