import { useTextDraft } from '../../ui/form/useFormDraft.ts';
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Participant } from '../../../shared/contract/studies.ts';
import { queryClient } from '../../client/queryClient.ts';
import { orpc } from '../../client/index.ts';
import { toastFailure } from '../../ui/feedback/toast.tsx';

/** Says why somebody's answers do not count, or that they count again. */
export function ExcludeDialog({
  participant,
  onClose,
}: {
  /** Null: closed. */
  readonly participant: Participant | null;
  readonly onClose: () => void;
}) {
  const again = participant?.excluded !== null;
  return (
    <Modal
      opened={participant !== null}
      onClose={onClose}
      title={again ? `Include ${participant?.name ?? ''} again` : `Exclude ${participant?.name ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {participant !== null && <ExcludeForm participant={participant} onClose={onClose} />}
    </Modal>
  );
}

function ExcludeForm({
  participant: { studySessionId, excluded },
  onClose,
}: {
  readonly participant: Participant;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useTextDraft(`exclude ${studySessionId}`, 'Reason to exclude');
  const options = {
    onSuccess: async () => {
      setReason('');
      onClose();
      await queryClient.invalidateQueries();
    },
    onError: (error: unknown) => toastFailure('Nothing was changed', error),
  };
  const exclude = useMutation({ ...orpc.studies.exclude.mutationOptions(), ...options });
  const include = useMutation({ ...orpc.studies.include.mutationOptions(), ...options });
  const again = excluded !== null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        (again ? include : exclude).mutate({ studySessionId, reason: reason.trim() });
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">
          {again
            ? `They were excluded: ${excluded.reason}`
            : 'Casebook keeps their answers but leaves them out of all figures. The study’s report states the reason.'}
        </Text>
        <Textarea
          label="Reason"
          autosize
          minRows={2}
          maxLength={2000}
          required={!again}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={exclude.isPending || include.isPending}
            disabled={!again && reason.trim() === ''}
          >
            {again ? 'Include again' : 'Exclude'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
