import { Button, Menu } from '@mantine/core';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { ChevronDown, Copy, FileText, Link2, LockKeyholeOpen, Pencil, Play, UserPlus } from 'lucide-react';
import type { Participant, Study, StudyChoices } from '../../../shared/contract/studies.ts';
import type { ReactNode } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import { csvLines } from '../../../shared/base/csv.ts';
import { mixedLanguages } from '../../../shared/domain/mixedLanguages.ts';
import { slug } from '../../../shared/figures/fileName.ts';
import { client, orpc } from '../../client/index.ts';
import { queryClient } from '../../client/queryClient.ts';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import { saveFile } from '../../ui/files/saveFile.ts';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import { goTo, places } from '../../ui/window/navigate.ts';

/** What follows from studies and people is read anew. */
export async function studiesChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.studies.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.people.key() }),
  ]);
}

/** The instructions that Casebook suggests for each way to ask follow-up questions. */
const followUpTexts = ({ followUps }: StudyChoices): readonly Readonly<Record<string, string>>[] =>
  Object.values(followUps?.instructions ?? {}).map((instructions) => ({ instructions }));

/** Says that something was not done, and why. */
const fails = (what: string) => (error: unknown) => toastFailure(what, error);

/** What can be done with a whole study. */
export function StudyActions({
  study,
  participants,
  onTryOut,
  onEnrol,
  onReport,
}: {
  readonly study: Study;
  readonly participants: readonly Participant[];
  readonly onTryOut: () => void;
  readonly onEnrol: () => void;
  readonly onReport: () => void;
}) {
  const { id, title, state, settings } = study;
  const duplicate = useMutation({
    ...orpc.studies.save.mutationOptions(),
    onSuccess: async (study) => {
      await studiesChanged();
      toast(`“${study.title}” is a draft with the same settings.`);
      goTo(places.studyPart(study.id, 'edit'));
    },
    onError: fails('The study was not duplicated'),
  });
  const copy = () => {
    if (!duplicate.isPending)
      duplicate.mutate({ title: `${title.slice(0, 190)} (copy)`, settings, copyOf: id });
  };
  const closing = useMutation({
    ...orpc.studies.close.mutationOptions(),
    onSuccess: studiesChanged,
    onError: fails('The study was not closed'),
  });
  const reopen = useMutation({
    ...orpc.studies.reopen.mutationOptions(),
    onSuccess: studiesChanged,
    onError: fails('The study was not opened again'),
  });
  // Before anything is fixed: what is tried out leaves nothing behind.
  const tryingOut = (
    <Button variant="default" leftSection={<Play size={14} aria-hidden />} onClick={onTryOut}>
      Try out
    </Button>
  );
  if (state === 'draft')
    return (
      <DraftActions study={study} isCopying={duplicate.isPending} onCopy={copy}>
        {tryingOut}
      </DraftActions>
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
          {state === 'open' && participants.length > 0 && (
            <Menu.Item
              leftSection={<Link2 size={14} aria-hidden />}
              onClick={() => void saveLinks(id, title)}
            >
              Save all links (CSV)…
            </Menu.Item>
          )}
          {state === 'open' ? (
            <Menu.Item onClick={() => closing.mutate({ id })}>
              {participants.some((each) => each.state === 'sitting')
                ? 'Close now (participants still active)'
                : 'Close study'}
            </Menu.Item>
          ) : (
            <Menu.Item onClick={() => reopen.mutate({ id })}>Open again</Menu.Item>
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

/** What can be done with a study that is not open yet; the children are what it has in common with open ones. */
function DraftActions({
  study: { id, title, settings },
  isCopying,
  onCopy,
  children,
}: {
  readonly study: Study;
  readonly isCopying: boolean;
  readonly onCopy: () => void;
  readonly children: ReactNode;
}) {
  const open = useMutation({
    ...orpc.studies.open.mutationOptions(),
    onSuccess: async (study) => {
      toast(`“${study.title}” is open with ${counted(study.items, 'item')}.`);
      await studiesChanged();
    },
    onError: fails('The study was not opened'),
  });
  const remove = useMutation({
    ...orpc.studies.remove.mutationOptions(),
    onSuccess: async () => {
      goTo(places.studies);
      await studiesChanged();
    },
    onError: fails('The study was not removed'),
  });
  const options = useQuery(orpc.studies.options.queryOptions()).data ?? null;
  const suggested = options === null ? [] : [options.initial.texts, ...followUpTexts(options)];
  const isMixed = (settings.language ?? 'en') !== 'en';
  const questions =
    useQuery(orpc.studies.translations.queryOptions({ input: isMixed ? { id } : skipToken })).data ?? null;
  const mixed = mixedLanguages(settings, suggested, questions);
  const askThenOpen = async () => {
    const goAhead = await confirm({
      title: `Open “${title}”?`,
      message: ['Opening draws its items and fixes the settings.', ...mixed].join(' '),
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
  return (
    <>
      <Button variant="default" color="red" loading={remove.isPending} onClick={() => void askThenRemove()}>
        Remove
      </Button>
      <Button variant="default" loading={isCopying} onClick={onCopy}>
        Duplicate
      </Button>
      <Button
        variant="default"
        leftSection={<Pencil size={14} aria-hidden />}
        onClick={() => goTo(places.studyPart(id, 'edit'))}
      >
        Set up
      </Button>
      {children}
      <Button
        leftSection={<LockKeyholeOpen size={14} aria-hidden />}
        loading={open.isPending}
        onClick={() => void askThenOpen()}
      >
        Open
      </Button>
    </>
  );
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
      toast(
        'There are no links to save. Start Casebook with “casebook serve”, or “casebook host” for people elsewhere.',
      );
      return;
    }
    const text = csvLines([['participant', 'name', 'link'], ...lines]);
    saveFile(`${slug(title)}-links.csv`, new Blob([text], { type: 'text/csv' }));
    toast(`${counted(lines.length, 'link')} saved.`);
  } catch (error) {
    toastFailure('The links were not made', error);
  }
}
