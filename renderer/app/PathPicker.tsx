import { ActionIcon, Button, Group, Modal, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowUp, BookOpen, File, Folder } from 'lucide-react';
import { useState } from 'react';
import { useApplicationState } from '../ui/window/applicationState.ts';
import { type Client, failureOf, orpc } from '../client/index.ts';
import { type PathRequest, usePicking } from '../ui/files/choosePath.ts';
import classes from './PathPicker.module.css';

const ICONS = { folder: Folder, casebook: BookOpen, file: File };

/** Chooses a path on this machine where the host has no dialog of its own; once in the app. */
export function PathPicker() {
  const { request, answer } = usePicking();
  return (
    <Modal
      opened={request !== null}
      onClose={() => answer(null)}
      title={request?.title}
      size="lg"
      // It can be asked for from within another dialog.
      zIndex={320}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {request !== null && <Browser request={request} onAnswer={answer} />}
    </Modal>
  );
}

/** A folder that is not read yet. */
const UNREAD = { path: null, parent: null, entries: null };

function Browser({
  request,
  onAnswer,
}: {
  readonly request: PathRequest;
  readonly onAnswer: (path: string | null) => void;
}) {
  const documents = useApplicationState().data?.documents ?? '';
  const [folder, setFolder] = useState(request.suggested ?? documents);
  const [typed, setTyped] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: listing = UNREAD, error } = useQuery(
    orpc.application.browse.queryOptions({
      input: { path: folder },
      placeholderData: keepPreviousData,
    }),
  );
  const wantsFolder = request.kind === 'folder' || request.kind === 'new';
  const result = chosen ?? (wantsFolder ? listing.path : null);

  const go = (path: string) => {
    setFolder(path);
    setTyped(null);
    setChosen(null);
  };

  return (
    <>
      <AddressBar
        path={typed ?? listing.path ?? folder}
        parent={listing.parent}
        problem={error === null ? undefined : failureOf(error).message}
        onGo={go}
        onType={setTyped}
        onSubmit={() => {
          if (typed !== null) go(typed);
        }}
      />
      <Entries
        entries={listing.entries}
        request={request}
        chosen={chosen}
        onOpen={go}
        onChoose={setChosen}
        onAnswer={onAnswer}
      />
      <Group justify="space-between" mt="lg" wrap="nowrap">
        <Text c="dimmed" size="xs" truncate>
          {result}
        </Text>
        <Group gap="sm" wrap="nowrap">
          <Button variant="default" onClick={() => onAnswer(null)}>
            Cancel
          </Button>
          <Button disabled={result === null} onClick={() => onAnswer(result)}>
            {wantsFolder && chosen === null ? 'Choose this folder' : 'Choose'}
          </Button>
        </Group>
      </Group>
    </>
  );
}

/** The folder that is shown, to be typed, and the way up. */
function AddressBar({
  path,
  parent,
  problem,
  onGo,
  onType,
  onSubmit,
}: {
  readonly path: string;
  /** Null: there is none. */
  readonly parent: string | null;
  readonly problem: string | undefined;
  readonly onGo: (folder: string) => void;
  readonly onType: (path: string) => void;
  readonly onSubmit: () => void;
}) {
  return (
    <Group gap="sm" wrap="nowrap" mb="sm">
      <ActionIcon
        aria-label="Up one folder"
        variant="default"
        disabled={parent === null}
        onClick={() => {
          if (parent !== null) onGo(parent);
        }}
      >
        <ArrowUp size={16} />
      </ActionIcon>
      <form
        style={{ flex: 1 }}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <TextInput
          aria-label="Folder"
          value={path}
          error={problem}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      </form>
    </Group>
  );
}

/** What is in a folder. */
function Entries({
  entries,
  request,
  chosen,
  onOpen,
  onChoose,
  onAnswer,
}: {
  /** Null: not known yet. */
  readonly entries: readonly Entry[] | null;
  readonly request: PathRequest;
  readonly chosen: string | null;
  readonly onOpen: (folder: string) => void;
  readonly onChoose: (path: string) => void;
  readonly onAnswer: (path: string) => void;
}) {
  return (
    <ScrollArea h={320} className={classes['list']} type="auto">
      {entries?.map((entry) => {
        const Icon = ICONS[entry.kind];
        return (
          <UnstyledButton
            key={entry.path}
            className={classes['entry']}
            disabled={!isSelectable(entry, request.kind)}
            data-chosen={chosen === entry.path || undefined}
            aria-pressed={chosen === entry.path}
            onClick={() => {
              if (entry.kind === 'folder') onOpen(entry.path);
              else onChoose(entry.path);
            }}
            onDoubleClick={() => {
              if (entry.kind !== 'folder') onAnswer(entry.path);
            }}
          >
            <Icon size={15} aria-hidden />
            <span>{entry.name}</span>
          </UnstyledButton>
        );
      })}
      {entries?.length === 0 && (
        <Text c="dimmed" p="md">
          This folder is empty.
        </Text>
      )}
    </ScrollArea>
  );
}

type Entry = Awaited<ReturnType<Client['application']['browse']>>['entries'][number];

/** Whether an entry is a folder to go into or what is asked for. */
function isSelectable({ kind, name }: Entry, wanted: PathRequest['kind']): boolean {
  switch (kind) {
    case 'folder':
      return true;
    case 'casebook':
      return wanted !== 'new';
    case 'file':
      // A package opens as the casebook that it holds.
      return wanted === 'file' || (wanted === 'casebook' && name.toLowerCase().endsWith('.casebook-package'));
  }
}
