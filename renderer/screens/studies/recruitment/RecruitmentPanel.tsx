import { Button, Group, Menu, Switch, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ChevronDown, FileSpreadsheet, ListOrdered, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { Recruitment } from '../../../../shared/contract/recruitment.ts';
import type { Study } from '../../../../shared/contract/studies.ts';
import { missingCodes } from '../../../../shared/domain/completionCodes.ts';
import { counted } from '../../../../shared/base/counts.ts';
import { client, orpc } from '../../../client/index.ts';
import { queryClient } from '../../../client/queryClient.ts';
import { confirm } from '../../../ui/dialogs/confirm.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { LinksDialog } from './LinksDialog.tsx';
import { NotHosted } from './NotHosted.tsx';
import { PanelStatusDialog } from './PanelStatusDialog.tsx';
import classes from './Recruitment.module.css';
import { factsOf } from './recruitmentWords.ts';
import { StudyLink } from './StudyLink.tsx';

/** How people come to a study, and what can be done about it. */
export function RecruitmentPanel({
  study,
  recruitment,
  editable,
  onChange,
}: {
  readonly study: Study;
  readonly recruitment: Recruitment;
  readonly editable: boolean;
  readonly onChange: () => void;
}) {
  const { settings, link, previewLink, panelIds } = recruitment;
  const { panel, check, open } = settings;
  const input = { id: study.id };
  const key = orpc.recruitment.get.queryKey({ input });
  const isOpen = study.state === 'open';
  const [dialog, setDialog] = useState<'links' | 'status' | null>(null);
  const close = () => setDialog(null);
  const switchLink = useMutation({
    ...orpc.recruitment.save.mutationOptions(),
    onSuccess: (saved) => {
      queryClient.setQueryData(key, saved);
    },
    onError: (error) => toastFailure('The link was not switched on or off', error),
  });
  const perPerson = check === 'links';
  const makeLinks = (
    <Button
      {...(!perPerson && { variant: 'default' })}
      leftSection={<ListOrdered size={14} aria-hidden />}
      onClick={() => setDialog('links')}
    >
      Links for a list of ids…
    </Button>
  );
  return (
    <>
      {link === null ? (
        <NotHosted />
      ) : (
        <StudyLink
          title={study.title}
          link={link}
          previewLink={previewLink}
          use={perPerson ? 'listed' : panel === 'none' ? 'everybody' : panel}
        />
      )}
      {isOpen && open && <LackingCodes settings={settings} editable={editable} />}
      {editable && (
        <Group gap="sm">
          {isOpen && (
            <Switch
              mr="sm"
              label="The link takes people in"
              checked={open}
              disabled={switchLink.isPending}
              onChange={(event) => {
                switchLink.mutate({ ...input, settings: { ...settings, open: event.currentTarget.checked } });
              }}
            />
          )}
          {isOpen && perPerson && link !== null && makeLinks}
          <Button variant="default" leftSection={<Pencil size={14} aria-hidden />} onClick={onChange}>
            Change…
          </Button>
          {panel !== 'none' && (
            <Button
              variant="default"
              leftSection={<FileSpreadsheet size={14} aria-hidden />}
              onClick={() => setDialog('status')}
            >
              Panel’s status file…
            </Button>
          )}
          <LinkMenu id={study.id} panelIds={panelIds} />
        </Group>
      )}
      {!isOpen && <Text c="dimmed">The study is closed: its link takes nobody in.</Text>}
      <dl className={classes['facts']}>
        {factsOf(settings).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <LinksDialog
        study={study}
        idParameter={settings.idParameter}
        opened={dialog === 'links'}
        onClose={close}
      />
      <PanelStatusDialog id={study.id} opened={dialog === 'status'} onClose={close} />
    </>
  );
}

/** Names the codes that Prolific needs and the settings lack. */
function LackingCodes({
  settings,
  editable,
}: {
  readonly settings: Recruitment['settings'];
  readonly editable: boolean;
}) {
  const lacking = missingCodes(settings);
  if (lacking === null) return null;
  return (
    <Notice state="disputed" title={lacking}>
      {editable
        ? 'Choose Change… and enter the codes that Prolific shows, or switch the link off until you have them.'
        : 'A curator has to enter the codes that Prolific shows.'}
    </Notice>
  );
}

function LinkMenu({ id, panelIds }: { readonly id: Study['id']; readonly panelIds: number }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
          More about the link
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<RefreshCw size={14} aria-hidden />} onClick={() => void renewLink(id)}>
          New link…
        </Menu.Item>
        {panelIds > 0 && (
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<Trash2 size={14} aria-hidden />}
            onClick={() => void forgetIds(id, panelIds)}
          >
            {`Delete the panel’s ids (${counted(panelIds, 'id')})…`}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Makes another study link, after asking. */
async function renewLink(id: Study['id']): Promise<void> {
  const agreed = await confirm({
    title: 'Make a new study link?',
    message:
      'The present link and all links made for ids then stop working. People under way go on in the browser that they use.',
    action: 'Make new link',
    dangerous: true,
  });
  if (!agreed) return;
  try {
    const renewed = await client.recruitment.renewLink({ id });
    queryClient.setQueryData(orpc.recruitment.get.queryKey({ input: { id } }), renewed);
    toast('There is a new study link. The former one no longer works.');
  } catch (error) {
    toastFailure('The link was not replaced', error);
  }
}

/** Deletes the panel's ids, after asking. */
async function forgetIds(id: Study['id'], count: number): Promise<void> {
  const agreed = await confirm({
    title: `Delete ${counted(count, 'id')} of the panel?`,
    message:
      'Do this once everybody is paid. Casebook keeps the answers. It can then no longer match status files, or recognise people who return. This cannot be undone.',
    action: 'Delete ids',
    dangerous: true,
  });
  if (!agreed) return;
  try {
    const { forgotten } = await client.recruitment.forgetIds({ id });
    await queryClient.invalidateQueries({ queryKey: orpc.recruitment.key() });
    toast(`${counted(forgotten, 'id')} of the panel ${forgotten === 1 ? 'is' : 'are'} deleted.`);
  } catch (error) {
    toastFailure('No id was deleted', error);
  }
}
