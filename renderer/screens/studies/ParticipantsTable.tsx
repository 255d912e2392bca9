import { ActionIcon, Menu, Table, VisuallyHidden } from '@mantine/core';
import {
  Armchair,
  Ellipsis,
  Link2,
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
import { studySessionLooks } from './studyLooks.ts';
import classes from './Studies.module.css';

export type ParticipantAction =
  'handOver' | 'link' | 'package' | 'invite' | 'exclude' | 'include' | 'unenrol' | 'erase';

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
  const checks = attention.passed + attention.failed;
  const act = (action: ParticipantAction) => () => {
    onAction(action, participant);
  };
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
        {checks === 0 ? (
          '–'
        ) : (
          <span className={attention.failed > 0 ? classes['warning'] : undefined}>
            {attention.failed > 0
              ? `${String(attention.failed)} of ${String(checks)} failed`
              : `${String(checks)} passed`}
          </span>
        )}
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
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" aria-label={`Actions for ${name}`}>
                <Ellipsis size={14} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {isOpen && state !== 'finished' && state !== 'withdrawn' && (
                <>
                  <Menu.Item leftSection={<Armchair size={14} aria-hidden />} onClick={act('handOver')}>
                    Start on this computer…
                  </Menu.Item>
                  <Menu.Item leftSection={<Link2 size={14} aria-hidden />} onClick={act('link')}>
                    Personal link…
                  </Menu.Item>
                  <Menu.Item leftSection={<Package size={14} aria-hidden />} onClick={act('package')}>
                    Package…
                  </Menu.Item>
                  {invites && (
                    <Menu.Item leftSection={<MailPlus size={14} aria-hidden />} onClick={act('invite')}>
                      Invite to the hub…
                    </Menu.Item>
                  )}
                </>
              )}
              {excluded === null ? (
                <Menu.Item leftSection={<UserX size={14} aria-hidden />} onClick={act('exclude')}>
                  Exclude…
                </Menu.Item>
              ) : (
                <Menu.Item leftSection={<RotateCcw size={14} aria-hidden />} onClick={act('include')}>
                  Include again…
                </Menu.Item>
              )}
              {state !== 'waiting' && participant.erasedAt === null && (
                <Menu.Item
                  c="var(--mantine-color-error)"
                  leftSection={<Trash2 size={14} aria-hidden />}
                  onClick={act('erase')}
                >
                  Delete answers…
                </Menu.Item>
              )}
              {state === 'waiting' && (
                <Menu.Item leftSection={<UserMinus size={14} aria-hidden />} onClick={act('unenrol')}>
                  Cancel enrolment
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
