import { Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Participant } from '../../../shared/contract/studies.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { CopyButton } from '../../ui/text/CopyButton.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import classes from './Studies.module.css';

/** A link with which a participant takes part in a browser: on this machine, or anywhere where the casebook is hosted. */
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
  const address = useQuery(orpc.webAccess.address.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
  const error = link.error ?? address.error;
  if (error !== null)
    return (
      <Notice state="disputed" title={failureOf(error).message}>
        {failureOf(error).hint}
      </Notice>
    );
  if (link.data === undefined || address.data === undefined) return <Text>Making a link…</Text>;
  const { url } = link.data;
  if (url === null)
    return (
      <Notice state="neutral" title="Links need Casebook in the browser">
        {`Start it with “casebook serve” for browsers on this computer, or “casebook host” for people elsewhere. Here, ${name} can start on this computer or get a package; both are in the same menu.`}
      </Notice>
    );
  const isHosted = address.data !== null;
  return (
    <Stack gap="md">
      <Text>
        {isHosted
          ? `Send this link to ${name} in private. It works in any browser, as often as they like, and shows only the study. A person who has the link can answer in ${name}’s place.`
          : `Open this link on this computer in a private window or another browser. ${name} sees only the study there, and can return with the same link.`}
      </Text>
      <div className={classes['link']}>{url}</div>
      <Group justify="flex-end">
        <CopyButton label="Copy the link" text={() => url} />
      </Group>
      <Text c="dimmed">
        {isHosted
          ? 'A new link ends this one and signs its browsers out. To try it yourself, open it in a private window.'
          : 'A new link ends this one. It works again after Casebook was closed and restarted. Do not open the link in this browser window: the participant would replace you.'}
      </Text>
    </Stack>
  );
}
