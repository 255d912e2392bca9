import { z } from 'zod';
import type { CheckProblem } from '../../../../shared/contract/casebooks.ts';
import type { Casebook } from '../../derived/casebook.ts';

/** A change of people, roles or settings in the log. */
export interface LoggedChange {
  readonly sequence: number;
  /** Who made it; null: nobody said so, as on the command line. */
  readonly by: string | null;
  /** The person whom it adds, or whose roles it changes, by handle; null: it is of something else. */
  readonly of: string | null;
  /** The roles of that person before it (null: they were added), and after it. */
  readonly roles: { readonly was: readonly string[] | null; readonly is: readonly string[] } | null;
  /** What it changed, in words. */
  readonly what: string;
}
/** Somebody of the casebook, with the roles that they have now. */
interface Member {
  readonly id: string;
  readonly handle: string;
  readonly roles: readonly string[];
}

/**
 * The changes made by somebody who was no curator then, in their order. The log has only role changes made in this
 * casebook, none that came by a merge or a hub: in doubt nobody is named.
 */
export function changesWithoutRight(
  changes: readonly LoggedChange[],
  members: readonly Member[],
): LoggedChange[] {
  const byId = new Map(members.map((member) => [member.id, member]));
  const known = Map.groupBy(
    changes.filter(({ roles }) => roles !== null),
    ({ of }) => of,
  );
  return changes.filter(({ by, sequence }) => {
    const member = by === null ? undefined : byId.get(by);
    if (member === undefined) return false;
    const own = known.get(member.handle) ?? [];
    const before = own.findLast((change) => change.sequence < sequence);
    const after = own.find((change) => change.sequence >= sequence);
    const possible = [
      ...(before === undefined ? [] : [before.roles?.is ?? []]),
      // What they had until the next change; without one, what they have now.
      after === undefined ? member.roles : (after.roles?.was ?? member.roles),
    ];
    return !possible.some((roles) => roles.includes('curator'));
  });
}

const Row = z.object({
  sequence: z.int(),
  by: z.string().nullable(),
  kind: z.enum(['person', 'settings', 'vocabulary']),
  diff: z.string().nullable(),
  detail: z.string().nullable(),
});
const Detail = z.object({
  handle: z.string().nullable().catch(null),
  roles: z.array(z.string()).nullable().catch(null),
  field: z.string().catch(''),
});
const Changed = z.object({ updated: z.object({ roles: z.tuple([z.string(), z.string()]) }) });

function changeOf(row: unknown): LoggedChange {
  const { sequence, by, kind, diff, detail } = Row.parse(row);
  const { handle, roles: added, field } = Detail.parse(JSON.parse(detail ?? '{}'));
  const changed = Changed.safeParse(JSON.parse(diff ?? 'null')).data?.updated.roles ?? null;
  const list = (text: string): string[] => text.split(', ');
  const roles =
    changed !== null
      ? { was: list(changed[0]), is: list(changed[1]) }
      : added !== null
        ? { was: null, is: added }
        : null;
  return { sequence, by, of: handle, roles, what: inWords(kind, handle ?? 'a person', field, roles) };
}

/** What a change did, such as "added eve (curator)". */
function inWords(
  kind: z.infer<typeof Row>['kind'],
  handle: string,
  field: string,
  roles: LoggedChange['roles'],
): string {
  if (kind === 'vocabulary') return 'changed the vocabulary';
  if (kind === 'settings') return `changed the ${field === 'title' ? 'title' : 'settings'}`;
  if (roles === null) return `changed ${handle}`;
  const is = roles.is.join(', ');
  return roles.was === null
    ? `added ${handle} (${is})`
    : `gave ${handle} the roles ${is} (before: ${roles.was.join(', ')})`;
}

/** How many changes of one person are named. */
const MOST = 10;

/** What people changed in this casebook who were no curators then, by its log. */
export function checkLog({ database }: Casebook): CheckProblem[] {
  const changes = database
    .prepare(
      `SELECT sequence, person_id AS by, kind, diff, detail FROM event e
       WHERE (kind IN ('person', 'vocabulary') OR kind = 'settings' AND detail ->> 'field' IN ('title', 'settings'))
         AND NOT EXISTS (SELECT 1 FROM event u WHERE u.undoes = e.sequence) ORDER BY sequence`,
    )
    .all()
    .map(changeOf);
  const members = database
    .prepare<[], { id: string; handle: string; roles: string }>('SELECT id, handle, roles FROM person')
    .all()
    .map(({ id, handle, roles }) => ({ id, handle, roles: z.array(z.string()).parse(JSON.parse(roles)) }));
  const handles = new Map(members.map(({ id, handle }) => [id, handle]));
  return [...Map.groupBy(changesWithoutRight(changes, members), ({ by }) => by)].map(([by, own]) => {
    const names = own.slice(0, MOST).map(({ what }) => what);
    const list = `${names.join('; ')}${own.length > MOST ? '; …' : ''}`;
    return {
      where: 'log',
      what: `${handles.get(by ?? '') ?? 'Somebody'} was not a curator then, and ${list}. Only curators may do that. Check it on the Team screen and in Settings, and undo what you did not want.`,
      severity: 'warning',
    };
  });
}
