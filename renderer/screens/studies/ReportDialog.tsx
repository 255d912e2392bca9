import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Study, StudyReport } from '../../../shared/contract/studies.ts';
import { useApplicationState } from '../../ui/window/applicationState.ts';
import { client } from '../../client/index.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PathField } from '../../ui/files/PathField.tsx';
import { fileNameOf, joinPath } from '../../ui/files/paths.ts';
import { Summary } from '../../ui/layout/Summary.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkDialog, WorkForm } from '../../ui/work/WorkDialog.tsx';

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
    <WorkDialog opened={opened} onClose={onClose} title="Report of the study">
      <ReportForm study={study} onClose={onClose} />
    </WorkDialog>
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
  const [names, setNames] = useState(false);
  const folder = chosenFolder ?? documents;
  const target = joinPath(folder.trim(), fileNameOf(name));
  const work = useStreamedWork<StudyReport>();
  const { state, start } = work;
  if (state.status === 'done')
    return (
      <>
        <Notice state="accepted" title={`Written to ${target}`}>
          Read report.md; the figures and all tables are beside it.
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
    <WorkForm
      work={work}
      cancelled="Writing was stopped. The target is unchanged."
      onSubmit={() => {
        void start((signal) => client.studies.report({ id, target, force, unfinished, names }, { signal }));
      }}
      actions={
        <Button type="submit" disabled={folder.trim() === '' || name.trim() === ''}>
          Write report
        </Button>
      }
    >
      <Text c="dimmed">
        The report states participants, dates, texts, seeds, and exclusions with reasons, as a paper’s
        appendix needs them.
      </Text>
      <TextInput
        label="Name of the new folder"
        value={name}
        required
        maxLength={120}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PathField
        label="Folder"
        value={folder}
        onChange={setFolder}
        requests={[{ kind: 'folder', title: 'Choose where to write the report' }]}
        required
      />
      <Checkbox
        label="Include unfinished participants"
        description="Otherwise the report states how many there are and how many answers it leaves out."
        checked={unfinished}
        onChange={(event) => setUnfinished(event.currentTarget.checked)}
      />
      <Checkbox
        label="With names"
        description="Otherwise people have the pseudonyms of exports, such as rater-1."
        checked={names}
        onChange={(event) => setNames(event.currentTarget.checked)}
      />
      <Checkbox
        label="Replace an existing report"
        checked={force}
        onChange={(event) => setForce(event.currentTarget.checked)}
      />
    </WorkForm>
  );
}
