import { ActionIcon, Badge, Button, Menu, Table, Text, VisuallyHidden } from '@mantine/core';
import { Ellipsis, PackageOpen, Undo2, UserCheck, UserRound, UserX } from 'lucide-react';
import { counted, formatCount } from '../../../shared/domain/counts.ts';
import type { Person } from '../../../shared/contract/application.ts';
import type { Progress } from '../../../shared/contract/assignments.ts';
import { onlyTakesPart } from '../../../shared/domain/status.ts';
import { casebookChanged, usePerson } from '../../ui/window/applicationState.ts';
import { formatAgo, formatDateTime, formatDuration } from '../../ui/format.ts';
import { ProgressBar } from './ProgressBar.tsx';
import { RolesEditor, rolesOf } from './RolesEditor.tsx';
import { workAs } from '../../ui/window/workAs.ts';
import classes from './Team.module.css';
import { useTaskTitle } from '../../ui/assign/useTaskTitle.ts';
import { client } from '../../client/index.ts';
import { confirm } from '../../ui/confirm.tsx';
import { toast, toastFailure } from '../../ui/toast.tsx';

const KINDS = { human: 'Person', model: 'Model', source: 'Source' };

/** Who works on the casebook, what they were given, and how far they are. */
export function PeopleTable({
  people,
  progress,
  curates,
  editable,
  onPackage,
}: {
  readonly people: readonly Person[];
  readonly progress: readonly Progress[];
  /** Whether the current user sees everybody’s progress; otherwise there is only their own. */
  readonly curates: boolean;
  /** Whether the current user may change people and their work. */
  readonly editable: boolean;
  readonly onPackage: (person: Person) => void;
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
              curates={curates}
              editable={editable}
              onPackage={onPackage}
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
}: {
  readonly person: Person;
  readonly progress: readonly Progress[];
  readonly curates: boolean;
  readonly editable: boolean;
  readonly onPackage: (person: Person) => void;
}) {
  const here = usePerson().id === person.id;
  const human = person.kind === 'human';
  const [first, ...others] = progress;
  const rowSpan = Math.max(1, progress.length);
  return (
    <Table.Tbody>
      <Table.Tr>
        <Table.Th scope="rowgroup" rowSpan={rowSpan} fw="inherit">
          <div className={classes['name']} data-here={here || undefined}>
            {person.name}
            {person.setAside === true && (
              <Badge variant="default" tt="none" flex="none">
                {human ? 'Deactivated' : 'Verdicts set aside'}
              </Badge>
            )}
            {here && (
              <Badge
                variant="default"
                tt="none"
                flex="none"
                leftSection={<UserRound size={12} aria-hidden />}
              >
                Current user
              </Badge>
            )}
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
              {human && person.roles.includes('annotator') && (curates || here) ? 'Nothing assigned yet' : ''}
            </Text>
          </Table.Td>
        ) : (
          <RoundCells progress={first} />
        )}
        <Table.Td rowSpan={rowSpan}>
          <div className={classes['actions']}>
            {human && !here && person.setAside !== true && (
              <Button
                variant="default"
                aria-label={`Work as ${person.name}`}
                onClick={() => void workAs(person)}
              >
                Work as
              </Button>
            )}
            {editable && (progress.length > 0 || !here) && person.kind !== 'source' && (
              <PersonMenu person={person} progress={progress} here={here} onPackage={onPackage} />
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

function RoundCells({ progress }: { readonly progress: Progress }) {
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

function PersonMenu({
  person,
  progress,
  here,
  onPackage,
}: {
  readonly person: Person;
  readonly progress: readonly Progress[];
  readonly here: boolean;
  readonly onPackage: (person: Person) => void;
}) {
  const title = useTaskTitle();
  const open = progress.filter(({ assigned, submitted, skipped }) => assigned > submitted + skipped);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Work of ${person.name}`}>
          <Ellipsis size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {progress.length > 0 && (
          <Menu.Item
            leftSection={<PackageOpen size={14} aria-hidden />}
            onClick={() => {
              onPackage(person);
            }}
          >
            Write package…
          </Menu.Item>
        )}
        {open.map((each) => (
          <Menu.Item
            key={`${each.task} ${String(each.round)}`}
            leftSection={<Undo2 size={14} aria-hidden />}
            onClick={() => void withdraw(each, title(each))}
          >
            Withdraw {title(each).toLowerCase()}…
          </Menu.Item>
        ))}
        {!here && (
          <Menu.Item
            leftSection={
              person.setAside === true ? <UserCheck size={14} aria-hidden /> : <UserX size={14} aria-hidden />
            }
            onClick={() => void setAside(person, open)}
          >
            {setAsideWords(person)}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function setAsideWords({ kind, setAside: away }: Person): string {
  if (kind === 'human') return away === true ? 'Reactivate' : 'Deactivate…';
  return away === true ? 'Count its verdicts again' : 'Set its verdicts aside…';
}

/** Sets a person or a judge aside, after asking, or brings them back. */
async function setAside(person: Person, open: readonly Progress[]): Promise<void> {
  const { id, name, kind, setAside: away } = person;
  const left = open.reduce(
    (sum, { assigned, submitted, skipped }) => sum + assigned - submitted - skipped,
    0,
  );
  if (away !== true) {
    const agreed = await confirm(
      kind === 'human'
        ? {
            title: `Deactivate ${name}?`,
            message: `${name} can no longer be chosen or given items. Everything they did stays and counts. ${left === 0 ? '' : `${counted(left, 'open item')} of theirs ${left === 1 ? 'stays' : 'stay'} assigned until you withdraw ${left === 1 ? 'it' : 'them'}. `}You can reactivate them at any time.`,
            action: 'Deactivate',
          }
        : {
            title: `Set the verdicts of ${name} aside?`,
            message: `Its verdicts are kept but count for nothing: not in figures, not in disputes, not in Trust. You can count them again at any time.`,
            action: 'Set aside',
          },
    );
    if (!agreed) return;
  }
  try {
    await client.people.setAside({ id, setAside: away !== true });
    await casebookChanged();
    if (kind === 'human') toast(away === true ? `${name} is active again.` : `${name} is deactivated.`);
    else
      toast(
        away === true ? `The verdicts of ${name} count again.` : `The verdicts of ${name} are set aside.`,
      );
  } catch (error) {
    toastFailure('Nothing was changed', error);
  }
}

/** Takes somebody's open items of a round back, after asking; says what came of it. */
async function withdraw(progress: Progress, title: string): Promise<void> {
  const { personId, name, task, round, assigned, submitted, skipped } = progress;
  const agreed = await confirm({
    title: `Withdraw items from ${name}?`,
    message: `Up to ${counted(assigned - submitted - skipped, 'open item')} of ${title.toLowerCase()} then become free for others. ${name} keeps items begun, submitted or skipped.`,
    action: 'Withdraw items',
    dangerous: true,
  });
  if (!agreed) return;
  try {
    const { withdrawn, kept } = await client.assignments.withdraw({ personId, task, round });
    toast(`${counted(withdrawn, 'item')} withdrawn from ${name}; ${formatCount(kept)} stay.`);
    await casebookChanged();
  } catch (error) {
    toastFailure('Nothing was withdrawn', error);
  }
}
