import { Badge, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import type { WebSession } from '../../../shared/contract/webAccess.ts';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { queryClient } from '../../client/queryClient.ts';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import { formatAgo, formatDateTime } from '../../ui/text/format.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import classes from './Team.module.css';

/** How often the list is refreshed, in milliseconds. */
const REFRESH = 30_000;
/** How many are shown at a time: a study can bring hundreds. */
const PAGE = 20;

const KINDS: Readonly<Record<WebSession['kind'], string>> = {
  owner: 'Host’s own link',
  invited: 'Invitation',
  participant: 'Participant',
};

/** The browsers that are signed in over the network. */
export function WebSessions({ url, editable }: { readonly url: string; readonly editable: boolean }) {
  const { data, error } = useQuery(orpc.webAccess.sessions.queryOptions({ refetchInterval: REFRESH }));
  const [shown, setShown] = useState(PAGE);
  const revoke = useMutation({
    ...orpc.webAccess.revoke.mutationOptions(),
    onSuccess: (sessions) => {
      queryClient.setQueryData(orpc.webAccess.sessions.queryKey(), sessions);
      toast('The browser is signed out.');
    },
    onError: (failure) => toastFailure('The browser is still signed in', failure),
  });
  const ask = async (session: WebSession) => {
    const agreed = await confirm({
      title: session.current ? 'Sign this browser out?' : `Sign ${ownerOf(session)} out?`,
      message: `${session.current ? 'You are signed out at once.' : `${session.device} is signed out at once.`} Saved work is kept. ${wayBack(session)}`,
      action: 'Sign out',
      dangerous: true,
    });
    if (agreed) revoke.mutate({ id: session.id });
  };
  return (
    <section className={classes['section']} aria-label="Browsers signed in">
      <h2>Browsers signed in</h2>
      <Text c="dimmed" maw="72ch" mb="sm">
        {`This casebook is at ${url}. People sign in with an invitation, from a person’s menu above, or with a study link.`}
      </Text>
      {error !== null && (
        <Notice state="disputed" title={failureOf(error).message}>
          {failureOf(error).hint}
        </Notice>
      )}
      {data?.length === 0 && <Text c="dimmed">No browser is signed in.</Text>}
      {data !== undefined && data.length > 0 && (
        <Table.ScrollContainer minWidth={720} type="native">
          <Table
            aria-label="Browsers signed in"
            className={classes['table'] ?? ''}
            withRowBorders={false}
            verticalSpacing={4}
          >
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Person</Table.Th>
                <Table.Th>Came by</Table.Th>
                <Table.Th>Browser</Table.Th>
                <Table.Th>Last seen</Table.Th>
                <Table.Th>Expires</Table.Th>
                <Table.Th>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.slice(0, shown).map((session) => (
                <Row
                  key={session.id}
                  session={session}
                  onRevoke={editable ? () => void ask(session) : null}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {data !== undefined && data.length > shown && (
        <Button variant="default" mt="sm" onClick={() => setShown(shown + PAGE)}>
          {`Show ${formatCount(Math.min(PAGE, data.length - shown))} more of ${counted(data.length, 'browser')}`}
        </Button>
      )}
    </section>
  );
}

function Row({
  session,
  onRevoke,
}: {
  readonly session: WebSession;
  /** Null: not from here. */
  readonly onRevoke: (() => void) | null;
}) {
  const { kind, device, lastSeenAt, expiresAt, current } = session;
  return (
    <Table.Tr>
      <Table.Th scope="row" fw="inherit">
        <div className={classes['name']} data-here={current || undefined}>
          {ownerOf(session)}
          {current && (
            <Badge
              variant="default"
              tt="none"
              flex="none"
              leftSection={<MonitorSmartphone size={12} aria-hidden />}
            >
              This browser
            </Badge>
          )}
        </div>
      </Table.Th>
      <Table.Td>
        <div className={classes['line']}>{KINDS[kind]}</div>
      </Table.Td>
      <Table.Td>
        <div className={classes['name']}>{device}</div>
      </Table.Td>
      <Table.Td>
        <div className={classes['line']}>
          <time dateTime={new Date(lastSeenAt).toISOString()} title={formatDateTime(lastSeenAt)}>
            {formatAgo(lastSeenAt)}
          </time>
        </div>
      </Table.Td>
      <Table.Td>
        <div className={classes['line']}>
          <time dateTime={new Date(expiresAt).toISOString()}>{formatDateTime(expiresAt)}</time>
        </div>
      </Table.Td>
      <Table.Td>
        <div className={classes['actions']}>
          {onRevoke !== null && (
            <Button
              variant="default"
              aria-label={`Sign out ${ownerOf(session)}, ${device}…`}
              onClick={onRevoke}
            >
              Sign out…
            </Button>
          )}
        </div>
      </Table.Td>
    </Table.Tr>
  );
}

/** Somebody who came by a study link has no name until they have a place. */
const ownerOf = ({ name }: WebSession): string => (name === '' ? 'Newcomer without a place' : name);

/** How somebody comes in again. */
function wayBack({ kind }: WebSession): string {
  if (kind === 'invited') return 'To sign in again, they need a new invitation.';
  return kind === 'owner'
    ? 'To sign in again, open a link that the host prints.'
    : 'Their own link lets them in again until you replace it.';
}
