import { ActionIcon, Menu, Table, VisuallyHidden } from '@mantine/core';
import {
  Armchair,
  Ellipsis,
  Link2,
  type LucideIcon,
  MailPlus,
  Package,
  RotateCcw,
  Trash2,
  UserMinus,
  UserX,
} from 'lucide-react';
import type { Participant } from '../../../shared/contract/studies.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { formatAgo, formatDuration } from '../../ui/text/format.ts';
import { useHubState } from '../../ui/hub/useHubState.ts';
import { type ParticipantAction, participantActions } from './participantActions.ts';
import { studySessionLooks } from './studyLooks.ts';
import classes from './Studies.module.css';

const ACTIONS: Readonly<Record<ParticipantAction, { readonly icon: LucideIcon; readonly label: string }>> = {
  handOver: { icon: Armchair, label: 'Start on this computer…' },
  link: { icon: Link2, label: 'Personal link…' },
  package: { icon: Package, label: 'Package…' },
  invite: { icon: MailPlus, label: 'Invite to the hub…' },
  exclude: { icon: UserX, label: 'Exclude…' },
  include: { icon: RotateCcw, label: 'Include again…' },
  erase: { icon: Trash2, label: 'Delete answers…' },
  unenrol: { icon: UserMinus, label: 'Cancel enrolment' },
};

/** Who takes part: how far they are, and what tells whether they did it with care. */
export function ParticipantsTable({
  participants,
  editable,
  isOpen,
  onAction,
}: {
  readonly participants: readonly Participant[];
  readonly editable: boolean;
  /** Whether study sessions can go on. */
  readonly isOpen: boolean;
  readonly onAction: (action: ParticipantAction, participant: Participant) => void;
}) {
  const invites = useHubState(null).data?.role === 'curator';
  return (
    <div className={classes['table']}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Participant</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Answered</Table.Th>
            <Table.Th className={classes['number']}>Checks</Table.Th>
            <Table.Th
              className={classes['number']}
              title="Median time per answer, without time away from the window"
            >
              Time
            </Table.Th>
            <Table.Th className={classes['number']} title="Share of the time spent away from the window">
              Away
            </Table.Th>
            <Table.Th className={classes['number']} title="Steps that a crash or a reload interrupted">
              Interrupted
            </Table.Th>
            <Table.Th className={classes['number']} title="Questions that timed out">
              Timed out
            </Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {participants.map((participant) => (
            <Row
              key={participant.studySessionId}
              participant={participant}
              editable={editable}
              isOpen={isOpen}
              invites={invites}
              onAction={onAction}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Row({
  participant,
  editable,
  isOpen,
  invites,
  onAction,
}: {
  readonly participant: Participant;
  readonly editable: boolean;
  readonly isOpen: boolean;
  /** Whether there is a hub to invite somebody to. */
  readonly invites: boolean;
  readonly onAction: (action: ParticipantAction, participant: Participant) => void;
}) {
  const { name, handle, state, answered, steps, attention, medianMilliseconds, awayShare, excluded } =
    participant;
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes['participant']}>
        {name}
        {name !== handle && ` (${handle})`}
        {excluded !== null && (
          <div className={classes['reason']}>{`Excluded: ${excluded.reason} (${excluded.by})`}</div>
        )}
      </Table.Th>
      <Table.Td>
        <StateBadge look={studySessionLooks[state]} />
        {participant.erasedAt !== null && (
          <div className={classes['aside']}>{`Answers deleted ${formatAgo(participant.erasedAt)}`}</div>
        )}
        {state === 'withdrawn' && answered > 0 && excluded === null && (
          <div className={classes['aside']}>Their answers are included; exclude them if necessary.</div>
        )}
        {participant.packagedAt !== null && (
          <div
            className={classes['aside']}
          >{`Package ${formatAgo(participant.packagedAt)}, not back yet`}</div>
        )}
      </Table.Td>
      <Table.Td>
        <span className={classes['bar']} aria-hidden>
          <span style={{ width: `${String(steps === 0 ? 0 : (100 * answered) / steps)}%` }} />
        </span>
        {`${String(answered)} of ${String(steps)}`}
      </Table.Td>
      <Table.Td className={classes['number']}>
        <Checks {...attention} />
      </Table.Td>
      <Table.Td className={classes['number']}>
        {medianMilliseconds === null ? '–' : formatDuration(medianMilliseconds)}
      </Table.Td>
      <Table.Td className={classes['number']}>
        {awayShare === null ? '–' : `${String(Math.round(100 * awayShare))} %`}
      </Table.Td>
      <Table.Td className={classes['number']}>{participant.interruptions}</Table.Td>
      <Table.Td className={classes['number']}>{participant.timedOut}</Table.Td>
      <Table.Td className={classes['number']}>
        {editable && (
          <ParticipantMenu
            name={name}
            actions={participantActions(participant, { isOpen, invites })}
            onAction={(action) => onAction(action, participant)}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Checks({ passed, failed }: Participant['attention']) {
  const checks = passed + failed;
  if (checks === 0) return '–';
  return (
    <span className={failed > 0 ? classes['warning'] : undefined}>
      {failed > 0 ? `${String(failed)} of ${String(checks)} failed` : `${String(checks)} passed`}
    </span>
  );
}

function ParticipantMenu({
  name,
  actions,
  onAction,
}: {
  readonly name: string;
  readonly actions: readonly ParticipantAction[];
  readonly onAction: (action: ParticipantAction) => void;
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={`Actions for ${name}`}>
          <Ellipsis size={14} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => {
          const { icon: Icon, label } = ACTIONS[action];
          return (
            <Menu.Item
              key={action}
              {...(action === 'erase' && { c: 'var(--mantine-color-error)' })}
              leftSection={<Icon size={14} aria-hidden />}
              onClick={() => onAction(action)}
            >
              {label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
