import { Badge, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { UserRound } from 'lucide-react';
import { counted } from '../../../shared/base/counts.ts';
import type { Person } from '../../../shared/contract/application.ts';
import type { AssignmentProgress } from '../../../shared/contract/assignments.ts';
import { onlyTakesPart } from '../../../shared/domain/status.ts';
import { useCasebook, usePerson, useSignedIn } from '../../ui/window/applicationState.ts';
import { formatAgo, formatDateTime, formatDuration } from '../../ui/text/format.ts';
import { PersonMenu } from './PersonMenu.tsx';
import { personOffers, waitsForItems } from './personOffers.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { RolesEditor, rolesOf } from './RolesEditor.tsx';
import { workAs } from '../../ui/window/workAs.ts';
import classes from './Team.module.css';
import { useTaskTitle } from '../../ui/assign/useTaskTitle.ts';

const KINDS = { human: 'Person', model: 'Model', source: 'Source' };

/** What the current user may do with people. */
interface PeopleActions {
  /** Whether the current user sees everybody’s progress; otherwise there is only their own. */
  readonly curates: boolean;
  /** Whether the current user may change people and their work. */
  readonly editable: boolean;
  readonly onPackage: (person: Person) => void;
  /** Null: there is no hub to invite anybody to, or not from here. */
  readonly onInvite: ((person: Person) => void) | null;
  /** Null: the casebook is not on a network, or the current user invites nobody to it. */
  readonly onInviteHere: ((person: Person) => void) | null;
}

/** Who works on the casebook, what they were given, and how far they are. */
export function PeopleTable({
  people,
  progress,
  ...actions
}: PeopleActions & {
  readonly people: readonly Person[];
  readonly progress: readonly AssignmentProgress[];
}) {
  const staff = people.filter((person) => person.kind !== 'human' || !onlyTakesPart(person));
  const participants = people.length - staff.length;
  return (
    <>
      <Table.ScrollContainer minWidth={720} type="native">
        <Table aria-label="People" className={classes['table'] ?? ''} withRowBorders={false} mb="lg">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Handle</Table.Th>
              <Table.Th>Roles</Table.Th>
              <Table.Th>Round</Table.Th>
              <Table.Th>Submitted</Table.Th>
              <Table.Th>Active</Table.Th>
              <Table.Th>Last active</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          {staff.map((person) => (
            <PersonRows
              key={person.id}
              person={person}
              progress={progress.filter((each) => each.personId === person.id)}
              {...actions}
            />
          ))}
        </Table>
      </Table.ScrollContainer>
      {participants > 0 && (
        <Text c="dimmed" mb="lg">
          {`${counted(participants, 'participant')} of studies ${participants === 1 ? 'is' : 'are'} on the Baseline screen.`}
        </Text>
      )}
    </>
  );
}

function PersonRows({
  person,
  progress,
  curates,
  editable,
  onPackage,
  onInvite,
  onInviteHere,
}: PeopleActions & { readonly person: Person; readonly progress: readonly AssignmentProgress[] }) {
  const here = usePerson().id === person.id;
  const offers = personOffers(person, {
    here,
    isSignedIn: useSignedIn(),
    isDevice: useCasebook().device !== undefined,
    editable,
    hasProgress: progress.length > 0,
    onHub: onInvite !== null,
    onNetwork: onInviteHere !== null,
  });
  const human = person.kind === 'human';
  const [first, ...others] = progress;
  const rowSpan = Math.max(1, progress.length);
  return (
    <Table.Tbody>
      <Table.Tr>
        <Table.Th scope="rowgroup" rowSpan={rowSpan} fw="inherit">
          <div className={classes['name']} data-here={here || undefined}>
            <PersonName person={person} here={here} />
          </div>
        </Table.Th>
        <Table.Td rowSpan={rowSpan}>
          <div className={classes['handle']}>{person.handle}</div>
        </Table.Td>
        <Table.Td rowSpan={rowSpan}>
          {human && editable ? (
            <RolesEditor person={person} />
          ) : (
            <div className={classes['name']}>{human ? rolesOf(person) : KINDS[person.kind]}</div>
          )}
        </Table.Td>
        {first === undefined ? (
          <Table.Td colSpan={4}>
            <Text c="dimmed" className={classes['line'] ?? ''}>
              {waitsForItems(person) && (curates || here) ? 'Nothing assigned yet' : ''}
            </Text>
          </Table.Td>
        ) : (
          <RoundCells progress={first} />
        )}
        <Table.Td rowSpan={rowSpan}>
          <div className={classes['actions']}>
            {offers.workAs && (
              <Button
                variant="default"
                aria-label={`Work as ${person.name}`}
                onClick={() => void workAs(person)}
              >
                Work as
              </Button>
            )}
            {offers.menu && (
              <PersonMenu
                person={person}
                progress={progress}
                here={here}
                onPackage={onPackage}
                onInvite={offers.invite ? onInvite : null}
                onInviteHere={offers.inviteHere ? onInviteHere : null}
              />
            )}
          </div>
        </Table.Td>
      </Table.Tr>
      {others.map((each) => (
        <Table.Tr key={`${each.task} ${String(each.round)}`}>
          <RoundCells progress={each} />
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}

function PersonName({ person, here }: { readonly person: Person; readonly here: boolean }) {
  return (
    <>
      {person.name}
      {person.setAside === true && (
        <Badge variant="default" tt="none" flex="none">
          {person.kind === 'human' ? 'Deactivated' : 'Verdicts set aside'}
        </Badge>
      )}
      {here && (
        <Badge variant="default" tt="none" flex="none" leftSection={<UserRound size={12} aria-hidden />}>
          Current user
        </Badge>
      )}
    </>
  );
}

function RoundCells({ progress }: { readonly progress: AssignmentProgress }) {
  const title = useTaskTitle();
  const { lastSubmittedAt } = progress;
  return (
    <>
      <Table.Td>
        <div className={classes['line']}>{title(progress)}</div>
      </Table.Td>
      <Table.Td>
        <ProgressBar progress={progress} />
      </Table.Td>
      <Table.Td>
        <div className={classes['line']}>{formatDuration(progress.activeMilliseconds)}</div>
      </Table.Td>
      <Table.Td>
        <div className={classes['line']}>
          {lastSubmittedAt === null ? (
            '–'
          ) : (
            <time dateTime={new Date(lastSubmittedAt).toISOString()} title={formatDateTime(lastSubmittedAt)}>
              {formatAgo(lastSubmittedAt)}
            </time>
          )}
        </div>
      </Table.Td>
    </>
  );
}
