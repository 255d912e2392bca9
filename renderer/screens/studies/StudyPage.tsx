import { stringify } from 'csv-stringify/browser/esm/sync';
import { counted } from '../../../shared/domain/counts.ts';
import { slug } from '../../../shared/figures/fileName.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { Button, Group, Menu, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  ChevronDown,
  Copy,
  FileText,
  Link2,
  LockKeyholeOpen,
  Pencil,
  Play,
  UserPlus,
} from 'lucide-react';
import { useState } from 'react';
import type { Participant, Study } from '../../../shared/contract/studies.ts';
import type { StudyId } from '../../../shared/domain/ids.ts';
import { useWritable } from '../../ui/window/applicationState.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { studyCommands } from './commands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { queryClient } from '../../client/queryClient.ts';
import { client, orpc } from '../../client/index.ts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/ScreenPage.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';
import { workAs } from '../../ui/window/workAs.ts';
import { EnrolDialog } from './EnrolDialog.tsx';
import { ExcludeDialog } from './ExcludeDialog.tsx';
import { InviteDialog } from '../../ui/hub/InviteDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import { ParticipantPackage } from './ParticipantPackage.tsx';
import type { ParticipantAction } from './ParticipantsTable.tsx';
import { ParticipantsTable } from './ParticipantsTable.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { StudyFacts } from './StudyFacts.tsx';
import { studyLooks } from './studyLooks.ts';
import classes from './Studies.module.css';

/** While people take part, how far they are is asked anew so often (milliseconds). */
const REFRESH = 15_000;

type Dialog =
  | { readonly kind: 'enrol' | 'report' }
  | {
      readonly kind: 'exclude' | 'include' | 'link' | 'package' | 'invite';
      readonly participant: Participant;
    };

/** One study: what it is, who takes part and how far they are. */
export function StudyPage({ id }: { readonly id: StudyId }) {
  const writable = useWritable();
  const study = useQuery(orpc.studies.get.queryOptions({ input: { id } }));
  const participants = useQuery(
    orpc.studies.participants.queryOptions({ input: { id }, refetchInterval: REFRESH }),
  );
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const isOpen = study.data?.state === 'open';
  const offered = () => writable && dialog === null;
  const tryOut = useMutation({
    ...orpc.studies.tryOut.mutationOptions(),
    onSuccess: ({ studySessionId }) => {
      goTo(places.studySession(studySessionId));
    },
    onError: (error) => {
      toastFailure('The study cannot be tried out', error);
    },
  });
  const unenrol = useMutation({
    ...orpc.studies.unenrol.mutationOptions(),
    onSuccess: changed,
    onError: (error) => {
      toastFailure('The enrolment could not be cancelled', error);
    },
  });
  const erase = useMutation({
    ...orpc.studies.erase.mutationOptions(),
    onSuccess: changed,
    onError: (error) => {
      toastFailure('Nothing was deleted', error);
    },
  });
  const askToErase = async ({ studySessionId, name, answered }: Participant) => {
    const goAhead = await confirm({
      title: `Delete the answers of ${name}?`,
      message: `Do this if they ask for it. Casebook deletes their ${counted(answered, 'answer')} and all verdicts on them, in this casebook and in those that it is merged into. They count as withdrawn. Their name stays in Team and in History. Backups, packages and exports from before still contain the answers.`,
      action: 'Delete answers',
      dangerous: true,
    });
    if (goAhead) erase.mutate({ studySessionId });
  };
  useCommands('screen', [
    {
      ...studyCommands.enrol,
      enabled: () => offered() && isOpen,
      run: () => {
        setDialog({ kind: 'enrol' });
      },
    },
    {
      ...studyCommands.tryOut,
      enabled: () => offered() && study.data !== undefined && study.data.state !== 'closed',
      run: () => {
        tryOut.mutate({ id });
      },
    },
  ]);
  const error = study.error ?? participants.error;
  if (error !== null)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void study.refetch();
          void participants.refetch();
        }}
      />
    );
  if (study.data === undefined || participants.data === undefined) return <LoadingState />;
  const act = (action: ParticipantAction, participant: Participant) => {
    if (action === 'handOver') void handOver(participant);
    else if (action === 'unenrol') unenrol.mutate({ studySessionId: participant.studySessionId });
    else if (action === 'erase') void askToErase(participant);
    else setDialog({ kind: action, participant });
  };
  const close = () => {
    setDialog(null);
  };
  return (
    <ScreenPage wide>
      <ScreenHeader
        title={study.data.title}
        description={descriptions[study.data.state]}
        actions={
          <Group gap="sm" wrap="nowrap">
            <StateBadge look={studyLooks[study.data.state]} />
            <Button
              variant="default"
              leftSection={<ArrowLeft size={14} aria-hidden />}
              onClick={() => {
                goTo(places.studies);
              }}
            >
              All studies
            </Button>
            {writable && (
              <StudyActions
                study={study.data}
                onTryOut={() => {
                  tryOut.mutate({ id });
                }}
                onEnrol={() => {
                  setDialog({ kind: 'enrol' });
                }}
                onReport={() => {
                  setDialog({ kind: 'report' });
                }}
              />
            )}
          </Group>
        }
      />
      {study.data.state !== 'draft' && (
        <section className={classes['section']} aria-label="Participants">
          <h2>Participants</h2>
          {participants.data.length === 0 ? (
            <Text c="dimmed">
              {isOpen
                ? 'Nobody is enrolled yet. Enrol people, then give each a link or a package, or start on this computer.'
                : 'Nobody took part.'}
            </Text>
          ) : (
            <ParticipantsTable
              participants={participants.data}
              editable={writable}
              isOpen={isOpen}
              onAction={act}
            />
          )}
        </section>
      )}
      <StudyFacts study={study.data} />
      <EnrolDialog study={study.data} opened={dialog?.kind === 'enrol'} onClose={close} />
      <ReportDialog study={study.data} opened={dialog?.kind === 'report'} onClose={close} />
      <ExcludeDialog
        participant={dialog?.kind === 'exclude' || dialog?.kind === 'include' ? dialog.participant : null}
        onClose={close}
      />
      <InviteDialog
        person={
          dialog?.kind === 'invite'
            ? { id: dialog.participant.personId, name: dialog.participant.name }
            : null
        }
        onClose={close}
      />
      <LinkDialog participant={dialog?.kind === 'link' ? dialog.participant : null} onClose={close} />
      <ParticipantPackage
        study={study.data}
        participant={dialog?.kind === 'package' ? dialog.participant : null}
        onClose={close}
      />
    </ScreenPage>
  );
}

const descriptions: Readonly<Record<Study['state'], string>> = {
  draft: 'Not open yet. Opening it draws its items.',
  open: 'Participants can take part. Its items and settings are fixed.',
  closed: 'Nobody can continue; Casebook keeps the answers.',
};

/** Hands this window to a participant, who does not give it back. */
async function handOver({ personId, name }: Participant): Promise<void> {
  const goAhead = await confirm({
    title: `Hand this window to ${name}?`,
    message: 'From then on it shows only the study. To work here again, restart Casebook.',
    action: 'Hand over window',
  });
  if (!goAhead) return;
  try {
    const person = (await client.people.list()).find(({ id }) => id === personId);
    if (person !== undefined) await workAs(person);
  } catch (error) {
    toastFailure('The window was not handed over', error);
  }
}

/** What follows from studies and people is read anew. */
async function changed(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.studies.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.people.key() }),
  ]);
}

/** Makes every participant who has not finished a link, and saves them as a table. */
async function saveLinks(id: Study['id'], title: string): Promise<void> {
  const goAhead = await confirm({
    title: 'Make a link for every participant?',
    message: 'Participants who have finished or withdrawn get none. New links end those you gave out before.',
    action: 'Make links',
  });
  if (!goAhead) return;
  try {
    const people = (await client.studies.participants({ id })).filter(
      ({ state }) => state === 'waiting' || state === 'sitting',
    );
    const lines: (readonly string[])[] = [];
    for (const { studySessionId, handle, name } of people) {
      const { url } = await client.studies.link({ studySessionId });
      if (url !== null) lines.push([handle, name, url]);
    }
    if (lines.length === 0) {
      toast('There are no links to save. Start Casebook with “casebook serve” to give participants links.');
      return;
    }
    const text = stringify([['participant', 'name', 'link'], ...lines], { escape_formulas: true });
    saveFile(`${slug(title)}-links.csv`, new Blob([text], { type: 'text/csv' }));
    toast(`${counted(lines.length, 'link')} saved.`);
  } catch (error) {
    toastFailure('The links were not made', error);
  }
}

function StudyActions({
  study: { id, title, state, settings, participants },
  onTryOut,
  onEnrol,
  onReport,
}: {
  readonly study: Study;
  readonly onTryOut: () => void;
  readonly onEnrol: () => void;
  readonly onReport: () => void;
}) {
  const fails = (what: string) => (error: unknown) => {
    toastFailure(what, error);
  };
  const open = useMutation({
    ...orpc.studies.open.mutationOptions(),
    onSuccess: async (study) => {
      toast(`“${study.title}” is open with ${counted(study.items, 'item')}.`);
      await changed();
    },
    onError: fails('The study was not opened'),
  });
  const duplicate = useMutation({
    ...orpc.studies.save.mutationOptions(),
    onSuccess: async (study) => {
      await changed();
      toast(`“${study.title}” is a draft with the same settings.`);
      goTo(places.studyPart(study.id, 'edit'));
    },
    onError: fails('The study was not duplicated'),
  });
  const copy = () => {
    if (!duplicate.isPending) duplicate.mutate({ title: `${title.slice(0, 190)} (copy)`, settings });
  };
  const closing = useMutation({
    ...orpc.studies.close.mutationOptions(),
    onSuccess: changed,
    onError: fails('The study was not closed'),
  });
  const reopen = useMutation({
    ...orpc.studies.reopen.mutationOptions(),
    onSuccess: changed,
    onError: fails('The study was not opened again'),
  });
  const remove = useMutation({
    ...orpc.studies.remove.mutationOptions(),
    onSuccess: async () => {
      goTo(places.studies);
      await changed();
    },
    onError: fails('The study was not removed'),
  });
  const askThenOpen = async () => {
    const goAhead = await confirm({
      title: `Open “${title}”?`,
      message: 'Opening draws its items and fixes the settings.',
      action: 'Open study',
    });
    if (goAhead) open.mutate({ id });
  };
  const askThenRemove = async () => {
    const goAhead = await confirm({
      title: `Remove “${title}”?`,
      message: 'This deletes the draft. Nobody has answered anything in it.',
      action: 'Remove study',
      dangerous: true,
    });
    if (goAhead) remove.mutate({ id });
  };
  // Before anything is fixed: what is tried out leaves nothing behind.
  const tryingOut = (
    <Button variant="default" leftSection={<Play size={14} aria-hidden />} onClick={onTryOut}>
      Try out
    </Button>
  );
  if (state === 'draft')
    return (
      <>
        <Button variant="default" color="red" loading={remove.isPending} onClick={() => void askThenRemove()}>
          Remove
        </Button>
        <Button variant="default" loading={duplicate.isPending} onClick={copy}>
          Duplicate
        </Button>
        <Button
          variant="default"
          leftSection={<Pencil size={14} aria-hidden />}
          onClick={() => {
            goTo(places.studyPart(id, 'edit'));
          }}
        >
          Set up
        </Button>
        {tryingOut}
        <Button
          leftSection={<LockKeyholeOpen size={14} aria-hidden />}
          loading={open.isPending}
          onClick={() => void askThenOpen()}
        >
          Open
        </Button>
      </>
    );
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<FileText size={14} aria-hidden />} onClick={onReport}>
            Write report…
          </Menu.Item>
          <Menu.Item leftSection={<Copy size={14} aria-hidden />} onClick={copy}>
            Duplicate study
          </Menu.Item>
          {state === 'open' && participants.total > 0 && (
            <Menu.Item
              leftSection={<Link2 size={14} aria-hidden />}
              onClick={() => void saveLinks(id, title)}
            >
              Save all links (CSV)…
            </Menu.Item>
          )}
          {state === 'open' ? (
            <Menu.Item
              onClick={() => {
                closing.mutate({ id });
              }}
            >
              {participants.started > participants.finished
                ? 'Close now (participants still active)'
                : 'Close study'}
            </Menu.Item>
          ) : (
            <Menu.Item
              onClick={() => {
                reopen.mutate({ id });
              }}
            >
              Open again
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {state === 'open' && (
        <>
          {tryingOut}
          <Button leftSection={<UserPlus size={14} aria-hidden />} onClick={onEnrol}>
            Enrol…
          </Button>
        </>
      )}
    </>
  );
}
