import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AttachReport } from '../../../shared/contract/transfer.ts';
import { casebookChanged } from '../../ui/window/applicationState.ts';
import { client } from '../../client/index.ts';
import { PathField } from '../../ui/PathField.tsx';
import { Summary } from '../../ui/Summary.tsx';
import { useStreamedWork } from '../../ui/useStreamedWork.ts';
import { WorkProgress } from '../../ui/WorkProgress.tsx';
import { closeTransfer } from './transferDialogs.ts';
import { useReportBusy } from '../../ui/useReportBusy.ts';

/** Finds the files of items whose images are missing. */
export function AttachForm({
  initialFolder,
  onBusy,
}: {
  readonly initialFolder: string;
  readonly onBusy: (busy: boolean) => void;
}) {
  const [folder, setFolder] = useState(initialFolder);
  const { state, start, cancel, reset } = useStreamedWork<AttachReport>();
  const running = state.status === 'running';
  useReportBusy(running, onBusy);

  if (state.status === 'done')
    return (
      <>
        <Summary
          figures={[
            { label: 'attached', value: state.result.attached.length },
            { label: 'still missing', value: state.result.still_missing.length },
            { label: 'files not needed', value: state.result.unused.length },
          ]}
          parts={[
            {
              title: 'Problems',
              open: true,
              lines: state.result.problems.map(({ file, reason }) => `${file}: ${reason}`),
            },
            {
              title: 'Attached',
              lines: state.result.attached.map(({ item, file, by }) => `${item} ← ${file} (by ${by})`),
            },
            { title: 'Still missing', lines: state.result.still_missing },
            { title: 'Files not needed', lines: state.result.unused },
          ]}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={reset}>
            Another folder
          </Button>
          <Button data-autofocus onClick={closeTransfer}>
            Close
          </Button>
        </Group>
      </>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void start((signal) => client.transfer.attach({ folder: folder.trim() }, { signal })).then(
          async (report) => {
            if (report !== null) await casebookChanged();
          },
        );
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">
          Files are matched to the items that miss them by name first, then by content. Nothing that is in
          place already is replaced.
        </Text>
        <PathField
          label="Folder with the images"
          value={folder}
          onChange={setFolder}
          requests={[{ kind: 'folder', title: 'Where are the missing images?' }]}
          initialFocus
          required
        />
        <WorkProgress state={state} onCancel={cancel} cancelled="Stopped. No image was attached." />
        {!running && (
          <Group justify="flex-end">
            <Button type="submit" disabled={folder.trim() === ''}>
              Attach
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
