import { Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '../../../shared/contract/application.ts';
import type { PackageReport } from '../../../shared/contract/merging.ts';
import { useApplicationState } from '../window/applicationState.ts';
import { client } from '../../client/index.ts';
import { formatBytes } from '../text/format.ts';
import { Notice } from '../feedback/Notice.tsx';
import { PathField } from './PathField.tsx';
import { fileNameOf, joinPath } from './paths.ts';
import { Summary } from '../layout/Summary.tsx';
import { useStreamedWork } from '../work/useStreamedWork.ts';
import { WorkForm } from '../work/WorkDialog.tsx';

const EXTENSION = '.casebook-package';

/** Writes one person's work as a file: where to, how far it is, what is in it. */
export function PackageForm({
  person,
  action,
  description,
  suggestedName,
  onClose,
}: {
  readonly person: Pick<Person, 'id'>;
  readonly action: string;
  readonly description: string;
  readonly suggestedName: string;
  /** Left out: the form stands on a screen of its own. */
  readonly onClose?: () => void;
}) {
  const documents = useApplicationState().data?.documents ?? '';
  const [chosenFolder, setFolder] = useState<string | null>(null);
  const [chosenName, setName] = useState<string | null>(null);
  const folder = chosenFolder ?? documents;
  const name = chosenName ?? fileNameOf(suggestedName);
  const target = joinPath(folder.trim(), `${fileNameOf(name)}${EXTENSION}`);
  const work = useStreamedWork<PackageReport>();
  const { state, start, reset } = work;

  if (state.status === 'done')
    return (
      <>
        <Notice state="accepted" title={`Written to ${state.result.file}`}>
          {`${formatBytes(state.result.bytes)}. Send this one file; nothing else is needed.`}
        </Notice>
        <Summary
          figures={[
            { label: state.result.items === 1 ? 'item' : 'items', value: state.result.items },
            { label: state.result.images === 1 ? 'image' : 'images', value: state.result.images },
          ]}
          parts={[]}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={reset}>
            Write again
          </Button>
          {onClose !== undefined && (
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          )}
        </Group>
      </>
    );
  return (
    <WorkForm
      work={work}
      cancelled="Writing was stopped. The target is unchanged."
      onSubmit={() => {
        void start((signal) => client.merging.package({ personId: person.id, target }, { signal }));
      }}
      actions={
        <Button type="submit" disabled={folder.trim() === '' || name.trim() === ''}>
          {action}
        </Button>
      }
    >
      <Text c="dimmed">{description}</Text>
      <TextInput
        label="Name"
        value={name}
        required
        maxLength={120}
        data-autofocus
        rightSection={<Text c="dimmed">{EXTENSION}</Text>}
        rightSectionWidth={144}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PathField
        label="Folder"
        value={folder}
        onChange={setFolder}
        requests={[{ kind: 'folder', title: 'Choose where to write the package' }]}
        required
      />
    </WorkForm>
  );
}
