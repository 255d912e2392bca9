import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { Ellipsis, MonitorSmartphone, Plug, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { HubState } from '../../../shared/contract/hub.ts';
import { client, failureOf } from '../../client/index.ts';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import { HubStatus } from '../../ui/hub/HubStatus.tsx';
import { waitingWords } from '../../ui/hub/hubWords.ts';
import { HUB_LOOK_EVERY, showHubState, useHubState } from '../../ui/hub/useHubState.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import { useOversees, usePerson, useWritable } from '../../ui/window/applicationState.ts';
import { HubConnect } from './HubConnect.tsx';
import { HubDevices } from './HubDevices.tsx';
import { HubEarlier } from './HubEarlier.tsx';
import { HubRefusals } from './HubRefusals.tsx';
import classes from './Team.module.css';

/** The hub where the casebooks of a team meet: connecting to one, or what goes on with it. */
export function HubSection({
  invited,
  mayConnect,
}: {
  /** What connecting is for, while there is no hub. */
  readonly invited: string;
  /** Whether the current user may connect and disconnect the casebook. */
  readonly mayConnect: boolean;
}) {
  const { data, error } = useHubState(HUB_LOOK_EVERY);
  const [dialog, setDialog] = useState<'connect' | 'devices' | null>(null);
  const close = () => setDialog(null);
  if (data === undefined && error === null) return null;
  if (data === null && !mayConnect) return null;
  return (
    <section className={classes['section']} aria-label="Team hub">
      <h2>Team hub</h2>
      {error !== null && (
        <Notice state="disputed" title={failureOf(error).message}>
          {failureOf(error).hint}
        </Notice>
      )}
      {data === null && (
        <>
          <Text c="dimmed" maw="72ch" mb="sm">
            {invited}
          </Text>
          <Button
            variant="default"
            leftSection={<Plug size={14} aria-hidden />}
            onClick={() => setDialog('connect')}
          >
            Connect to a hub…
          </Button>
        </>
      )}
      {data != null && (
        <Connected state={data} mayConnect={mayConnect} onDevices={() => setDialog('devices')} />
      )}
      <HubConnect opened={dialog === 'connect'} onClose={close} />
      <HubDevices opened={dialog === 'devices'} access={data?.role ?? null} onClose={close} />
    </section>
  );
}

function Connected({
  state,
  mayConnect,
  onDevices,
}: {
  readonly state: HubState;
  readonly mayConnect: boolean;
  readonly onDevices: () => void;
}) {
  const { roles } = usePerson();
  const oversees = useOversees();
  const writable = useWritable();
  return (
    <>
      <HubStatus state={state}>
        {oversees && state.role !== 'annotator' && (
          <Button
            variant="default"
            leftSection={<MonitorSmartphone size={14} aria-hidden />}
            onClick={onDevices}
          >
            Devices…
          </Button>
        )}
        {mayConnect && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label="More about the hub">
                <Ellipsis size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<Unplug size={14} aria-hidden />}
                onClick={() => void disconnect(state)}
              >
                Disconnect…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </HubStatus>
      {(oversees || roles.includes('annotator')) && state.refused > 0 && (
        <HubRefusals count={state.refused} editable={writable} />
      )}
      {roles.includes('curator') && state.role === 'curator' && (
        <HubEarlier exchangedAt={state.exchangedAt} editable={writable} />
      )}
    </>
  );
}

/** Ends the connection, after asking. */
async function disconnect({ waiting }: HubState): Promise<void> {
  const agreed = await confirm({
    title: 'Disconnect from the hub?',
    message: `The casebook keeps everything, and so does the hub. ${
      waiting === 0
        ? 'Nothing waits to be sent. '
        : `${waitingWords(waiting)}: ${waiting === 1 ? 'it stays' : 'they stay'} here. `
    }To connect again, you need a new invitation.`,
    action: 'Disconnect',
    dangerous: true,
  });
  if (!agreed) return;
  try {
    await client.hub.disconnect();
    await showHubState(null);
    toast('Disconnected. The casebook keeps everything.');
  } catch (error) {
    toastFailure('The casebook is still connected', error);
  }
}
