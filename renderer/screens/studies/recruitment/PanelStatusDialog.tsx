import { Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useRef } from 'react';
import type { PanelStatus } from '../../../../shared/contract/recruitment.ts';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { StudyId } from '../../../../shared/base/ids.ts';
import { failureOf, orpc } from '../../../client/index.ts';
import { queryClient } from '../../../client/queryClient.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Summary } from '../../../ui/layout/Summary.tsx';
import { toastFailure } from '../../../ui/feedback/toast.tsx';

/** How many characters a status file may have. */
const LONGEST = 10_000_000;

/** Takes in the list of submissions that a panel offers. */
export function PanelStatusDialog({
  id,
  opened,
  onClose,
}: {
  readonly id: StudyId;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Panel’s status file"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Status id={id} onClose={onClose} />
    </Modal>
  );
}

function Status({ id, onClose }: { readonly id: StudyId; readonly onClose: () => void }) {
  const take = useMutation({
    ...orpc.recruitment.panelStatus.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: orpc.studies.key() }),
  });
  const reset = useRef<() => void>(null);
  const choose = async (file: File | null) => {
    if (file === null) return;
    // The same file, corrected, can be chosen again.
    reset.current?.();
    try {
      const csv = await file.text();
      if (csv.length > LONGEST)
        toastFailure(
          'The file was not read',
          new Error(
            'It is larger than 10 MB. A panel’s list of submissions is smaller: choose another file.',
          ),
        );
      else take.mutate({ id, csv });
    } catch (error) {
      toastFailure('The file could not be read', error);
    }
  };
  const button = (title: string, isMain: boolean) => (
    <FileButton accept=".csv,text/csv" resetRef={reset} onChange={(file) => void choose(file)}>
      {(props) => (
        <Button
          {...props}
          {...(!isMain && { variant: 'default' })}
          leftSection={<FileSpreadsheet size={14} aria-hidden />}
          loading={take.isPending}
        >
          {title}
        </Button>
      )}
    </FileButton>
  );
  return (
    <Stack gap="md">
      {take.data === undefined ? (
        <Text>
          Choose the CSV file of all submissions from the panel. People who returned, timed out or were
          rejected free their places. Those who had finished are excluded.
        </Text>
      ) : (
        <Taken status={take.data} />
      )}
      {take.error !== null && (
        <Notice state="disputed" title={failureOf(take.error).message}>
          {failureOf(take.error).hint ?? 'Nothing was changed.'}
        </Notice>
      )}
      <Group justify="flex-end">
        {button(take.data === undefined ? 'Choose file…' : 'Choose another file…', take.data === undefined)}
        {take.data !== undefined && <Button onClick={onClose}>Close</Button>}
      </Group>
    </Stack>
  );
}

function Taken({
  status: { rows, released, excluded, unchanged, unknown },
}: {
  readonly status: PanelStatus;
}) {
  return (
    <>
      <Notice
        state={unknown.length === 0 ? 'accepted' : 'pending'}
        title={
          unknown.length === 0
            ? 'Every row was understood'
            : `${counted(unknown.length, 'row')} could not be used`
        }
      >
        {unknown.length > 0 && 'The other rows took effect. The rows listed here changed nothing.'}
      </Notice>
      <Summary
        figures={[
          { label: rows === 1 ? 'row' : 'rows', value: rows },
          { label: released === 1 ? 'place released' : 'places released', value: released },
          { label: 'excluded', value: excluded },
          { label: 'unchanged', value: unchanged },
        ]}
        parts={[
          {
            title: 'Rows that could not be used',
            lines: unknown.map(({ line, reason }) => `Line ${formatCount(line)}: ${reason}`),
            open: true,
          },
        ]}
      />
    </>
  );
}
