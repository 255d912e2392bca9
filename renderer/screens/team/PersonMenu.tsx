import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis, Link2, MailPlus, PackageOpen, Undo2, UserCheck, UserX } from 'lucide-react';
import type { Person } from '../../../shared/contract/application.ts';
import type { Deactivation } from '../../../shared/contract/people.ts';
import type { AssignmentProgress } from '../../../shared/contract/assignments.ts';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import { client } from '../../client/index.ts';
import { useTaskTitle } from '../../ui/assign/useTaskTitle.ts';
import { confirm } from '../../ui/dialogs/confirm.tsx';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import { casebookChanged } from '../../ui/window/applicationState.ts';

/** What a curator does about a person’s work. */
export function PersonMenu({
  person,
  progress,
  here,
  onPackage,
  onInvite,
  onInviteHere,
}: {
  readonly person: Person;
  readonly progress: readonly AssignmentProgress[];
  readonly here: boolean;
  readonly onPackage: (person: Person) => void;
  /** Null: there is no hub to invite them to. */
  readonly onInvite: ((person: Person) => void) | null;
  /** Null: the casebook is not on a network. */
  readonly onInviteHere: ((person: Person) => void) | null;
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
          <Menu.Item leftSection={<PackageOpen size={14} aria-hidden />} onClick={() => onPackage(person)}>
            Write package…
          </Menu.Item>
        )}
        {onInvite !== null && (
          <Menu.Item leftSection={<MailPlus size={14} aria-hidden />} onClick={() => onInvite(person)}>
            Invite to the hub…
          </Menu.Item>
        )}
        {onInviteHere !== null && (
          <Menu.Item leftSection={<Link2 size={14} aria-hidden />} onClick={() => onInviteHere(person)}>
            Invite to this address…
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
async function setAside(person: Person, open: readonly AssignmentProgress[]): Promise<void> {
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
            message: `${name} can no longer be chosen or given items. Their links and browsers are signed out, and the team’s hub revokes their devices and invitations. What they have sent so far counts; what arrives later is kept apart unless you include it. ${left === 0 ? '' : `${counted(left, 'open item')} of theirs ${left === 1 ? 'stays' : 'stay'} assigned until you withdraw ${left === 1 ? 'it' : 'them'}. `}You can reactivate them at any time and invite them again.`,
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
    const { ended } = await client.people.setAside({ id, setAside: away !== true });
    await casebookChanged();
    if (kind === 'human')
      toast(
        away === true
          ? `${name} is active again. Their former devices, links and browsers stay signed out: invite them anew.`
          : `${name} is deactivated.${endedWords(ended)}`,
      );
    else
      toast(
        away === true ? `The verdicts of ${name} count again.` : `The verdicts of ${name} are set aside.`,
      );
  } catch (error) {
    toastFailure('Nothing was changed', error);
  }
}

/** What ended with deactivating a person, as a sentence after a space; nothing where nothing did. */
function endedWords({ browsers, links, hub }: Deactivation['ended']): string {
  const ended = [
    ...(browsers > 0 ? [`${counted(browsers, 'browser')} signed out`] : []),
    ...(links > 0 ? [`${counted(links, 'link')} ended`] : []),
    ...(hub ? ['devices on the hub to be revoked with the next exchange'] : []),
  ];
  const [first] = ended;
  return first === undefined ? '' : ` ${ended.join(', ').replace(/^./u, (letter) => letter.toUpperCase())}.`;
}

/** Takes somebody's open items of a round back, after asking; says what came of it. */
async function withdraw(progress: AssignmentProgress, title: string): Promise<void> {
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
