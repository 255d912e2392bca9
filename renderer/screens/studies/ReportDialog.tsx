import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Study, StudyReport } from '../../../shared/contract/studies.ts';
import { useApplicationState } from '../../ui/window/applicationState.ts';
import { client } from '../../client/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PathField } from '../../ui/PathField.tsx';
import { fileNameOf, joinPath } from '../../ui/paths.ts';
import { Summary } from '../../ui/Summary.tsx';
import { useStreamedWork } from '../../ui/useStreamedWork.ts';
import { WorkProgress } from '../../ui/WorkProgress.tsx';

/** Writes the study's report into a folder. */
export function ReportDialog({
  study,
  opened,
  onClose,
}: {
  readonly study: Study;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Report of the study"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ReportForm study={study} onClose={onClose} />
    </Modal>
  );
}

function ReportForm({
  study: { id, title },
  onClose,
}: {
  readonly study: Study;
  readonly onClose: () => void;
}) {
  const documents = useApplicationState().data?.documents ?? '';
  const [chosenFolder, setFolder] = useState<string | null>(null);
  const [name, setName] = useState(`Report of ${title}`);
  const [force, setForce] = useState(false);
  const [unfinished, setUnfinished] = useState(false);
  const folder = chosenFolder ?? documents;
  const target = joinPath(folder.trim(), fileNameOf(name));
  const { state, start, cancel } = useStreamedWork<StudyReport>();
  if (state.status === 'done')
    return (
      <>
        <Notice state="accepted" title={`Written to ${target}`}>
          report.md is to be read; the figures are beside it, and everything as tables.
        </Notice>
        <Summary
          figures={[
            { label: 'participants', value: state.result.participants },
            { label: 'answers', value: state.result.responses },
          ]}
          parts={[{ title: 'Files', lines: state.result.files }]}
        />
        <Group justify="flex-end" mt="md">
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </Group>
      </>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void start((signal) => client.studies.report({ id, target, force, unfinished }, { signal }));
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">
          Who, how many and when, with which texts, seeds and exclusions, and why: what a paper’s appendix
          asks for.
        </Text>
        <TextInput
          label="Name of the new folder"
          value={name}
          required
          maxLength={120}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <PathField
          label="In"
          value={folder}
          onChange={setFolder}
          requests={[{ kind: 'folder', title: 'Where should the report go?' }]}
          required
        />
        <Checkbox
          label="Count unfinished participants"
          description="Unless they count, the report says how many there are and how many answers are left out."
          checked={unfinished}
          onChange={(event) => {
            setUnfinished(event.currentTarget.checked);
          }}
        />
        <Checkbox
          label="Replace a report that is there"
          checked={force}
          onChange={(event) => {
            setForce(event.currentTarget.checked);
          }}
        />
        <WorkProgress
          state={state}
          onCancel={cancel}
          cancelled="Writing was stopped. Nothing was left at the target."
        />
        {state.status !== 'running' && (
          <Group justify="flex-end">
            <Button type="submit" disabled={folder.trim() === '' || name.trim() === ''}>
              Write the report
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
