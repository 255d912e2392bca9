import { Button, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Pause, Play, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { HubState } from '../../../shared/contract/hub.ts';
import { counted } from '../../../shared/base/counts.ts';
import { orpc } from '../../client/index.ts';
import { formatAgo, formatDateTime } from '../text/format.ts';
import { toastFailure } from '../feedback/toast.tsx';
import { usePerson, useWritable } from '../window/applicationState.ts';
import { hubLook, waitingWords } from './hubWords.ts';
import { showHubState, useNow } from './useHubState.ts';

/** What goes on between a casebook and its hub, with the buttons of its curators and owner; `children`: further buttons. */
export function HubStatus({ state, children }: { readonly state: HubState; readonly children?: ReactNode }) {
  const writable = useWritable();
  const { title, address, person, phase, problem, personId } = state;
  const { id, roles } = usePerson();
  const isTheirs = id === personId || roles.includes('curator');
  // While it is tried again, the reason stays on the screen.
  const isTrying = phase === 'exchanging';
  const hasFailed = problem !== null && phase !== 'paused';
  return (
    // What is only read out stays within it, wherever it is scrolled to.
    <Paper withBorder p="md" pos="relative" component="section" aria-label="Exchange with the hub">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap="xs" flex="1 1 300px" miw={0}>
          <Line state={state} writable={writable} />
          {hasFailed && phase !== 'stopped' && (
            <Text>
              {isTrying && 'Last attempt: '}
              {problem.message}
            </Text>
          )}
          {hasFailed && !isTrying && problem.hint !== null && <Text c="dimmed">{problem.hint}</Text>}
          {phase === 'paused' && (
            <Text c="dimmed">Nothing is sent or received until you resume. Your work stays here.</Text>
          )}
          <Facts state={state} />
          <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {title} · {address} · as {person}
          </Text>
        </Stack>
        <Group gap="sm">
          {writable && isTheirs && <Controls paused={phase === 'paused'} />}
          {children}
        </Group>
      </Group>
    </Paper>
  );
}

/** The state in one line. What is read out has no seconds in it, and leaves out that an exchange begins. */
function Line({ state, writable }: { readonly state: HubState; readonly writable: boolean }) {
  const now = useNow(1000);
  const { icon: Icon, colour, title, more } = hubLook(state, now, writable);
  const toSay = state.phase === 'retrying' ? `${title} ${state.problem?.message ?? ''}` : title;
  const [last, setLast] = useState(toSay);
  const hasChanged = state.phase !== 'exchanging' && last !== toSay;
  if (hasChanged) setLast(toSay);
  // What is there already when the screen opens is read with the rest of it.
  const [said, setSaid] = useState('');
  if (hasChanged) setSaid(toSay);
  return (
    <>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Icon size={16} aria-hidden color={colour} style={{ flex: 'none', marginTop: 2 }} />
        <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
          {title}
          {more !== undefined && ` ${more}`}
        </Text>
      </Group>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  );
}

/** When it last succeeded, what waits, what was refused. */
function Facts({ state: { exchangedAt, waiting, refused, phase } }: { readonly state: HubState }) {
  const now = useNow(5000);
  return (
    <Text c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {exchangedAt === null ? (
        'No exchange yet'
      ) : (
        <>
          Last exchange{' '}
          <time dateTime={new Date(exchangedAt).toISOString()} title={formatDateTime(exchangedAt)}>
            {formatAgo(exchangedAt, now)}
          </time>
        </>
      )}
      {waiting > 0 && phase !== 'idle' && ` · ${waitingWords(waiting)}`}
      {refused > 0 && ` · ${counted(refused, 'change')} refused`}
    </Text>
  );
}

function Controls({ paused }: { readonly paused: boolean }) {
  const exchange = useMutation({
    ...orpc.hub.exchange.mutationOptions(),
    onSuccess: showHubState,
    onError: (error) => toastFailure('Nothing was exchanged', error),
  });
  const pause = useMutation({
    ...orpc.hub.pause.mutationOptions(),
    onSuccess: showHubState,
    onError: (error) => {
      toastFailure(paused ? 'The exchange was not resumed' : 'The exchange was not paused', error);
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<RefreshCw size={14} aria-hidden />}
        loading={exchange.isPending}
        onClick={() => exchange.mutate(undefined)}
      >
        Exchange now
      </Button>
      <Button
        variant="default"
        leftSection={paused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
        loading={pause.isPending}
        onClick={() => pause.mutate({ paused: !paused })}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
    </>
  );
}
