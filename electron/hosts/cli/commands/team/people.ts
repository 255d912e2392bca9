import { z } from 'zod';
import type { Person } from '../../../../../shared/contract/application.ts';
import type { AssignmentProgress } from '../../../../../shared/contract/assignments.ts';
import { type Deactivation, Handle } from '../../../../../shared/contract/people.ts';
import { counted } from '../../../../../shared/base/counts.ts';
import { Role } from '../../../../../shared/domain/status.ts';
import { type Invocation, withCasebook } from '../../invocation.ts';
import { personCalled } from '../../people.ts';
import { table } from '../../output.ts';
import { WrongUsage } from '../../usage.ts';

export interface PeopleOptions {
  readonly name?: string;
  readonly roles?: string;
}

/** `casebook people` */
export async function managePeople(
  invocation: Invocation,
  dir: string,
  action: string | undefined,
  handle: string | undefined,
  options: PeopleOptions,
): Promise<void> {
  if (action === undefined) {
    if (options.name !== undefined || options.roles !== undefined)
      throw new WrongUsage('--name and --roles go with add HANDLE or set HANDLE.');
    return listPeople(invocation, dir);
  }
  if (action !== 'add' && action !== 'set' && action !== 'deactivate' && action !== 'activate')
    throw new WrongUsage(`people has no action "${action}"; choose add, set, deactivate or activate.`);
  if (handle === undefined) throw new WrongUsage(`people ${action} needs a handle.`);
  if (action === 'deactivate' || action === 'activate')
    return setAside(invocation, dir, handle, action === 'deactivate');
  return action === 'add'
    ? addPerson(invocation, dir, handle, options)
    : changePerson(invocation, dir, handle, options);
}

async function listPeople({ output }: Invocation, dir: string): Promise<void> {
  const { people, progress } = await withCasebook(dir, 'read', (open) => ({
    people: open.people.list(),
    progress: open.assignments.progress(null),
  }));
  const of = (person: Person): AssignmentProgress[] =>
    progress.filter(({ personId }) => personId === person.id);
  output.result(
    { people: people.map((person) => ({ ...person, progress: of(person).map(figures) })) },
    table(
      people.flatMap((person) => {
        const roles = person.roles.join(', ');
        const cells = [
          person.handle,
          person.name,
          person.kind,
          person.setAside === true ? `${roles} (deactivated)` : roles,
        ];
        const done = of(person).map(inWords);
        return done.length === 0
          ? [cells]
          : done.map((words, index) => [...(index === 0 ? cells : cells.map(() => '')), words]);
      }),
    ),
  );
}

async function addPerson(
  { output }: Invocation,
  dir: string,
  handle: string,
  { name = '', roles = 'annotator' }: PeopleOptions,
): Promise<void> {
  const wanted = { handle: handleOption(handle), name, roles: rolesOption(roles) };
  const person = await withCasebook(dir, 'once', (open) => open.people.add(wanted, null));
  output.result(person, [`Added ${person.handle} (${person.name}): ${person.roles.join(', ')}.`]);
}

async function changePerson(
  { output }: Invocation,
  dir: string,
  handle: string,
  options: PeopleOptions,
): Promise<void> {
  if (options.name === undefined && options.roles === undefined)
    throw new WrongUsage('people set needs --name, --roles or both.');
  const roles = options.roles === undefined ? null : rolesOption(options.roles);
  const person = await withCasebook(dir, 'once', (open) => {
    const before = personCalled(open, handle);
    return open.people.update(
      { id: before.id, name: options.name ?? before.name, roles: roles ?? before.roles },
      null,
    );
  });
  output.result(person, [`${person.handle} (${person.name}): ${person.roles.join(', ')}.`]);
}

/** People who left, and judges that count for nothing: what they did is kept. */
async function setAside({ output }: Invocation, dir: string, handle: string, away: boolean): Promise<void> {
  const person = await withCasebook(dir, 'once', (open) =>
    open.people.setAside(personCalled(open, handle).id, away, null),
  );
  const what =
    person.kind === 'human' ? '' : ' Their verdicts ' + (away ? 'no longer count.' : 'count again.');
  const consequences = person.kind === 'human' ? (away ? endedWords(person.ended) : INVITE_ANEW) : what;
  output.result(person, [`${person.handle} is ${away ? 'deactivated' : 'active'}.${consequences}`]);
}

const INVITE_ANEW = ' Their former devices, links and browsers stay signed out: invite them anew.';

/** What ended with deactivating a person. */
function endedWords({ browsers, links, hub }: Deactivation['ended']): string {
  const ended = [
    ...(browsers > 0 ? [`${counted(browsers, 'browser')} signed out`] : []),
    ...(links > 0 ? [`${counted(links, 'link')} ended`] : []),
    ...(hub ? ['devices on the hub to be revoked with the next exchange'] : []),
  ];
  return ` What they sent counts; what comes in from now on is kept apart.${ended.length === 0 ? '' : ` Also: ${ended.join(', ')}.`}`;
}

function figures(progress: AssignmentProgress) {
  const { task, round, assigned, submitted, skipped, drafts } = progress;
  return {
    task,
    round,
    assigned,
    submitted,
    skipped,
    drafts,
    active_milliseconds: progress.activeMilliseconds,
    last_submitted_at: progress.lastSubmittedAt,
  };
}

function inWords({ task, round, assigned, submitted, skipped, drafts }: AssignmentProgress): string {
  const parts = [
    `${String(submitted)} of ${String(assigned)} submitted`,
    ...(skipped > 0 ? [`${String(skipped)} skipped`] : []),
    ...(drafts > 0 ? [`${String(drafts)} begun`] : []),
  ];
  return `${task}, round ${String(round)}: ${parts.join(', ')}`;
}

function rolesOption(text: string): Role[] {
  const parsed = z.array(Role).safeParse(text.split(',').map((each) => each.trim()));
  if (!parsed.success) throw new WrongUsage(`--roles: "${text}" is not among ${Role.options.join(', ')}.`);
  return parsed.data;
}

function handleOption(text: string): string {
  const parsed = Handle.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new WrongUsage(
    `"${text}" cannot be a handle: up to 64 letters, digits and the signs . _ @ - are possible.`,
  );
}
