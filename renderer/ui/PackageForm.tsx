import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Person } from '../../shared/contract/application.ts';
import type { PackageReport } from '../../shared/contract/merging.ts';
import { useApplicationState } from './window/applicationState.ts';
import { client } from '../client/index.ts';
import { formatBytes } from './format.ts';
import { Notice } from './Notice.tsx';
import { PathField } from './PathField.tsx';
import { fileNameOf, joinPath } from './paths.ts';
import { Summary } from './Summary.tsx';
import { useStreamedWork } from './useStreamedWork.ts';
import { WorkProgress } from './WorkProgress.tsx';
import { useReportBusy } from './useReportBusy.ts';

const EXTENSION = '.casebook-package';

/** Writes one person's work as a file: where to, how far it is, what is in it. */
export function PackageForm({
  person,
  action,
  description,
  suggestedName,
  onBusy,
  onClose,
}: {
  readonly person: Pick<Person, 'id'>;
  readonly action: string;
  readonly description: string;
  readonly suggestedName: string;
  readonly onBusy: (busy: boolean) => void;
  /** Left out: the form stands on a screen of its own. */
  readonly onClose?: () => void;
}) {
  const documents = useApplicationState().data?.documents ?? '';
  const [chosenFolder, setFolder] = useState<string | null>(null);
  const [chosenName, setName] = useState<string | null>(null);
  const folder = chosenFolder ?? documents;
  const name = chosenName ?? fileNameOf(suggestedName);
  const target = joinPath(folder.trim(), `${fileNameOf(name)}${EXTENSION}`);
  const { state, start, cancel, reset } = useStreamedWork<PackageReport>();
  const running = state.status === 'running';
  useReportBusy(running, onBusy);

  if (state.status === 'done')
    return (
      <>
        <Notice state="accepted" title={`Written to ${state.result.file}`}>
          {`${formatBytes(state.result.bytes)}. Hand this one file over; nothing else is needed.`}
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void start((signal) => client.merging.package({ personId: person.id, target }, { signal }));
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">{description}</Text>
        <TextInput
          label="Name"
          value={name}
          required
          maxLength={120}
          data-autofocus
          rightSection={<Text c="dimmed">{EXTENSION}</Text>}
          rightSectionWidth={144}
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <PathField
          label="Folder"
          value={folder}
          onChange={setFolder}
          requests={[{ kind: 'folder', title: 'Where should the package go?' }]}
          required
        />
        <WorkProgress
          state={state}
          onCancel={cancel}
          cancelled="Writing was stopped. Nothing was left at the target."
        />
        {!running && (
          <Group justify="flex-end">
            <Button type="submit" disabled={folder.trim() === '' || name.trim() === ''}>
              {action}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
