import {
  CirclePause,
  CloudAlert,
  CloudCheck,
  CloudOff,
  CloudUpload,
  type LucideIcon,
  OctagonAlert,
  RefreshCw,
} from 'lucide-react';
import type { HubState } from '../../../shared/contract/hub.ts';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import type { HubRole } from '../../../shared/hub/protocol.ts';
import { formatDuration } from '../text/format.ts';

/** What somebody is to a hub. */
export const hubRoleTitles: Readonly<Record<HubRole, string>> = {
  curator: 'Curator',
  overseer: 'Reviewer or adjudicator',
  annotator: 'Annotator or participant',
};

/** What goes on after that title and a colon. */
export const hubRoleDuties: Readonly<Record<HubRole, string>> = {
  curator: 'gets the whole casebook, invites people and revokes devices.',
  overseer: 'gets the whole casebook, except for others’ work on items still to be answered.',
  annotator: 'gets what is assigned to them and nothing that others answered.',
};

/** How a state is shown: never by colour alone. */
export interface HubLook {
  readonly icon: LucideIcon;
  /** A colour of the theme. */
  readonly colour: string;
  /** For the bar at the top. */
  readonly short: string;
  /** One line without seconds, which can be read out. */
  readonly title: string;
  /** What goes on with that line. */
  readonly more?: string;
}

const ACCEPTED = 'var(--casebook-accepted)';
const PENDING = 'var(--casebook-pending)';
const DISPUTED = 'var(--casebook-disputed)';
const DIMMED = 'var(--mantine-color-dimmed)';

/** How a state is told; `now` in UTC milliseconds, `writable`: whether this window may exchange at all. */
export function hubLook(state: HubState, now: number, writable: boolean): HubLook {
  if (!writable)
    return {
      icon: CloudOff,
      colour: DIMMED,
      short: 'Not exchanging',
      title: 'The casebook is read-only here: this window exchanges nothing.',
    };
  switch (state.phase) {
    case 'exchanging':
      return {
        icon: RefreshCw,
        colour: DIMMED,
        short: 'Exchanging…',
        title: 'Exchanging…',
        ...(state.progress !== null && { more: progressWords(state.progress) }),
      };
    case 'retrying':
      return {
        icon: CloudOff,
        colour: PENDING,
        short: 'Hub unreachable',
        title: 'Waiting for the hub.',
        more: againWords(state.retryAt, now),
      };
    case 'paused':
      return { icon: CirclePause, colour: DIMMED, short: 'Hub paused', title: 'Paused' };
    case 'stopped':
      return {
        icon: OctagonAlert,
        colour: DISPUTED,
        short: 'Hub stopped',
        title: `Stopped: ${state.problem?.message ?? 'the hub refused the exchange.'}`,
      };
    case 'idle':
      return idleLook(state);
  }
}

function idleLook({ waiting, refused, earlier, exchangedAt }: HubState): HubLook {
  if (waiting > 0)
    return {
      icon: CloudUpload,
      colour: DIMMED,
      short: `${formatCount(waiting)} to send`,
      title: waitingWords(waiting),
    };
  if (exchangedAt === null)
    return { icon: CloudUpload, colour: DIMMED, short: 'Not exchanged', title: 'Not exchanged yet' };
  if (refused > 0)
    return {
      icon: CloudAlert,
      colour: PENDING,
      short: `${formatCount(refused)} refused`,
      title: `Everything else is exchanged; ${counted(refused, 'change')} ${refused === 1 ? 'was' : 'were'} refused`,
    };
  if (earlier > 0)
    return {
      icon: CloudAlert,
      colour: PENDING,
      short: `${formatCount(earlier)} to look at`,
      title: `Everything is exchanged; look at ${counted(earlier, 'entry', 'entries')} from before roles were checked`,
    };
  return { icon: CloudCheck, colour: ACCEPTED, short: 'Exchanged', title: 'Everything is exchanged' };
}

/** "12 changes wait to be sent". */
export const waitingWords = (waiting: number): string =>
  `${counted(waiting, 'change')} ${waiting === 1 ? 'waits' : 'wait'} to be sent`;

/** "Sending images 3 of 10". */
function progressWords({ phase, done, total }: NonNullable<HubState['progress']>): string {
  if (total !== null) return `${phase} ${formatCount(done)} of ${formatCount(total)}`;
  return done === 0 ? phase : `${phase} ${formatCount(done)}`;
}

function againWords(retryAt: number | null, now: number): string {
  if (retryAt === null || retryAt <= now) return 'Trying again…';
  return `Trying again in ${formatDuration(Math.max(1000, retryAt - now))}.`;
}
