import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { benchmarks } from '../../../shared/benchmarks/registry.ts';
import { enterCasebook, useApplicationState, useMachine } from '../../ui/window/applicationState.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { applicationCommands } from '../../ui/commands/globalCommands.ts';
import { clearPendingImport, type PendingImport, usePendingImport } from '../../ui/window/pendingImport.ts';
import { goTo } from '../../ui/window/navigate.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { PathField } from '../../ui/files/PathField.tsx';
import { fileNameOf, joinPath } from '../../ui/files/paths.ts';
import { openCasebookByDialog, openPackageByDialog } from './openCasebookByDialog.ts';
import { closeNewCasebook, openNewCasebook, useNewCasebook } from './newCasebook.ts';

/** The benchmark that takes images with boxes of any kind. */
const OWN_LABELS = 'generic';

/** Makes a casebook: its title, its benchmark, where it is kept, who works on it. Offered wherever one is. */
export function NewCasebookDialog() {
  const pending = usePendingImport((state) => state.pending);
  const isOpen = (useApplicationState().data?.casebook ?? null) !== null;
  const waits = pending !== null && !isOpen;
  const opened = useNewCasebook((state) => state.opened) || waits;
  const close = () => {
    closeNewCasebook();
    if (waits) clearPendingImport();
  };
  const { folders } = useMachine();
  useCommands('global', [
    { ...applicationCommands.create, run: openNewCasebook },
    { ...applicationCommands.open, enabled: () => folders, run: openCasebookByDialog },
    { ...applicationCommands.openPackage, enabled: () => folders, run: openPackageByDialog },
  ]);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={waits ? `New casebook for “${pending.title}”` : 'New casebook'}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <NewCasebookForm pending={waits ? pending : null} onCancel={close} />
    </Modal>
  );
}

function NewCasebookForm({
  pending,
  onCancel,
}: {
  /** What will be imported into it; null: nothing yet. */
  readonly pending: PendingImport | null;
  readonly onCancel: () => void;
}) {
  const documents = useApplicationState().data?.documents ?? '';
  const [title, setTitle] = useState(pending?.title ?? '');
  const [benchmark, setBenchmark] = useState(pending === null ? (benchmarks[0]?.id ?? '') : OWN_LABELS);
  const [folder, setFolder] = useState(documents);
  const [person, setPerson] = useState('');
  const path = joinPath(folder, `${fileNameOf(title)}.casebook`);
  const create = useMutation({
    ...orpc.casebooks.create.mutationOptions(),
    onSuccess: async (casebook) => {
      closeNewCasebook();
      // An item of the casebook before means nothing in this one.
      goTo('/');
      await enterCasebook(casebook);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({
          path,
          benchmark,
          title: title.trim(),
          ...(person.trim() !== '' && { person: person.trim() }),
        });
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Title"
          data-autofocus
          required
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Radio.Group label="Benchmark" value={benchmark} onChange={setBenchmark}>
          <Stack gap="sm" mt="xs">
            {benchmarks.map(({ id, title, description }) => (
              <Radio key={id} value={id} size="xs" label={title} description={description} />
            ))}
          </Stack>
        </Radio.Group>
        <PathField
          label="Folder"
          required
          value={folder}
          onChange={setFolder}
          requests={[{ kind: 'folder', title: 'Choose a folder for the casebook' }]}
        />
        <TextInput
          label="Your name"
          description="Casebook keeps your work under this name. If empty, Casebook uses your name on this computer."
          value={person}
          onChange={(event) => setPerson(event.currentTarget.value)}
        />
        {title.trim() !== '' && (
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Casebook will create {path}
          </Text>
        )}
        {create.error !== null && (
          <Notice state="disputed" title={failureOf(create.error).message}>
            {failureOf(create.error).hint}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={title.trim() === '' || folder === ''}>
            {pending === null ? 'Create' : 'Create and import'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
