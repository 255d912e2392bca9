import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { base, personBy, type Shelf } from './branches.ts';
import type { Member } from './hubTeam.ts';

/** What the items of a casebook are called. */
export const names = ({ items }: Services): string[] =>
  items
    .list({}, { by: 'externalId', descending: false }, 0, 100, everything)
    .rows.map(({ externalId }) => externalId);

/** Who answered an item, and what. */
export const answersTo = ({ casebook }: Services, item: string): unknown[] =>
  casebook.database
    .prepare(
      `SELECT p.handle, a.payload ->> 'kind' AS kind, a.state FROM annotation a JOIN person p ON p.id = a.person_id
       WHERE a.item_id = ? ORDER BY p.handle`,
    )
    .all(item);

/** What every casebook of a team holds about an item. */
export const about = ({ casebook }: Services, item: string): unknown =>
  ['annotation', 'region', 'assignment', 'item_tag', 'rating_state', 'comment'].map((table) =>
    casebook.database
      .prepare(
        table === 'region'
          ? `SELECT r.id, x, y FROM region r JOIN annotation a ON a.id = r.annotation_id WHERE a.item_id = ? ORDER BY 1`
          : table === 'item_tag'
            ? 'SELECT tag FROM item_tag WHERE item = (SELECT sequence FROM item WHERE id = ?) ORDER BY 1'
            : `SELECT ${table === 'annotation' ? 'id, payload, version' : table === 'assignment' ? 'id, state' : '*'} FROM ${table} WHERE item_id = ? ORDER BY 1`,
      )
      .all(item),
  );

/** Why rows were refused. */
export const refusals = ({ hub }: Services): string[] => hub.refusals(() => null).map(({ reason }) => reason);

/** The casebook of three photographs, with a second curator and a reviewer. */
export async function withOthers(on: Shelf): Promise<void> {
  await base(on);
  await on.use('base', (services) => {
    for (const [handle, roles] of [
      ['nils', ['curator']],
      ['rita', ['reviewer']],
    ] as const)
      services.people.add({ handle, name: handle, roles: [...roles] }, personBy(services, 'mara').id);
  });
}

/** All of them exchange, one after the other. */
export async function exchangeAll(...members: readonly Member[]): Promise<void> {
  for (const member of members) await member.exchange();
}
