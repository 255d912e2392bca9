import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { AttachReport } from '../../../shared/contract/importExport.ts';
import { casebookChanged } from '../../ui/window/applicationState.ts';
import { client } from '../../client/index.ts';
import { PathField } from '../../ui/files/PathField.tsx';
import { Summary } from '../../ui/layout/Summary.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkForm } from '../../ui/work/WorkDialog.tsx';
import { closeImportExport } from './importExportRequest.ts';

/** Finds the files of items whose images are missing. */
export function AttachForm({ initialFolder }: { readonly initialFolder: string }) {
  const [folder, setFolder] = useState(initialFolder);
  const work = useStreamedWork<AttachReport>();
  const { state, start, reset } = work;

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
          <Button data-autofocus onClick={closeImportExport}>
            Close
          </Button>
        </Group>
      </>
    );
  return (
    <WorkForm
      work={work}
      cancelled="Stopped. No image was attached."
      onSubmit={() => {
        void start((signal) => client.importExport.attach({ folder: folder.trim() }, { signal })).then(
          async (report) => {
            if (report !== null) await casebookChanged();
          },
        );
      }}
      actions={
        <Button type="submit" disabled={folder.trim() === ''}>
          Attach
        </Button>
      }
    >
      <Text c="dimmed">
        Casebook matches files to missing images by name first, then by content. It replaces no existing
        image.
      </Text>
      <PathField
        label="Folder with the images"
        value={folder}
        onChange={setFolder}
        requests={[{ kind: 'folder', title: 'Choose the folder with the missing images' }]}
        initialFocus
        required
      />
    </WorkForm>
  );
}
