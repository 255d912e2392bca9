import { useTextDraft } from '../../../ui/form/useFormDraft.ts';
import { Button, Group, Modal, Radio, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import type { VerdictFilter } from '../../../../shared/contract/verdicts.ts';
import { VerdictCause } from '../../../../shared/domain/status.ts';
import { orpc } from '../../../client/index.ts';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { casebookChanged } from '../../../ui/window/applicationState.ts';
import { CAUSES } from '../causes.ts';

/** Decides all open cases that the filters find, of one criterion, the same way. */
export function DecideAllDialog({
  opened,
  onClose,
  filter,
  criterion,
  count,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly filter: VerdictFilter;
  readonly criterion: string;
  readonly count: number;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Decide ${counted(count, 'case')} together`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form filter={filter} criterion={criterion} count={count} onClose={onClose} />
    </Modal>
  );
}

function Form({
  filter,
  criterion,
  count,
  onClose,
}: {
  readonly filter: VerdictFilter;
  readonly criterion: string;
  readonly count: number;
  readonly onClose: () => void;
}) {
  const criteria = useQuery(orpc.judging.criteria.queryOptions()).data ?? [];
  const described = criteria.find(({ id }) => id === criterion);
  const values = described?.verdict.kind === 'choice' ? described.verdict.values : [];
  const [place, setPlace] = useState<string | null>(null);
  const [cause, setCause] = useState<VerdictCause | null>(null);
  const [note, setNote] = useTextDraft(`decide all ${criterion}`, 'Note on decisions');
  const chosen = place === null ? undefined : values[Number(place)];
  const decide = useMutation({
    ...orpc.verdicts.decideAll.mutationOptions(),
    onSuccess: async ({ decided, left }) => {
      setNote('');
      onClose();
      toast(
        `${counted(decided, 'case')} decided.${left === 0 ? '' : ` ${counted(left, 'case')} that you judged yourself ${left === 1 ? 'stays' : 'stay'} open.`}`,
      );
      await casebookChanged();
    },
    onError: (error) => toastFailure('Nothing was decided', error),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined && cause !== null)
          decide.mutate({ filter, value: chosen.value, cause, note: note.trim() });
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">
          All {counted(count, 'open case')} of “{described?.title ?? criterion}” that match your filters get
          this verdict. Each can be reopened on its own.
        </Text>
        <Radio.Group label="Verdict" value={place} onChange={setPlace}>
          <Group gap="md" mt={4}>
            {values.map(({ title }, at) => (
              <Radio key={title} value={String(at)} label={title} />
            ))}
          </Group>
        </Radio.Group>
        <Select
          label="Cause of the disagreement"
          placeholder="Choose a cause"
          data={CAUSES.map(({ value, title }) => ({ value, label: title }))}
          value={cause}
          onChange={(value) => setCause(VerdictCause.safeParse(value).data ?? null)}
        />
        <Textarea
          label="Note"
          autosize
          minRows={1}
          maxRows={4}
          maxLength={10_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={decide.isPending}
            disabled={chosen === undefined || cause === null || count === 0}
          >
            Decide {counted(count, 'case')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
