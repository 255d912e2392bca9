import { Button, Text, Tooltip } from '@mantine/core';
import type { HubState } from '../../shared/contract/hub.ts';
import { formatAgo } from '../ui/text/format.ts';
import { hubLook, waitingWords } from '../ui/hub/hubWords.ts';
import { HUB_GLANCE_EVERY, useFollowExchanges, useHubState, useNow } from '../ui/hub/useHubState.ts';
import { useWritable } from '../ui/window/applicationState.ts';
import { goTo, places } from '../ui/window/navigate.ts';

/** How the exchange with the team’s hub goes, where there is one; leads to the Team screen, which says more. */
export function HubIndicator() {
  const { data } = useHubState(HUB_GLANCE_EVERY);
  useFollowExchanges(data);
  return data == null ? null : <Shown state={data} />;
}

function Shown({ state }: { readonly state: HubState }) {
  const writable = useWritable();
  const now = useNow(HUB_GLANCE_EVERY);
  const { exchangedAt, waiting, phase } = state;
  const { icon: Icon, colour, short, title } = hubLook(state, now, writable);
  const words = [
    title,
    ...(waiting > 0 && phase !== 'idle' ? [waitingWords(waiting)] : []),
    ...(exchangedAt === null ? [] : [`Last exchange ${formatAgo(exchangedAt, now)}`]),
  ]
    .map(ended)
    .join(' ');
  return (
    <Tooltip label={words} multiline maw={320}>
      <Button
        variant="subtle"
        color="gray"
        px="sm"
        flex="none"
        fw={400}
        aria-label={`Team hub: ${ended(short)} ${words}`}
        onClick={() => goTo(places.team)}
      >
        <Icon size={15} aria-hidden color={colour} />
        <Text component="span" visibleFrom="sm" ml="xs" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {short}
        </Text>
      </Button>
    </Tooltip>
  );
}

/** A sentence with a stop at its end. */
const ended = (sentence: string): string => (/[.…]$/u.test(sentence) ? sentence : `${sentence}.`);
