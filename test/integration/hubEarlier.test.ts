import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { earlierRows } from '../../electron/hosts/hub/earlier.ts';
import { openHubDatabase } from '../../electron/hosts/hub/database.ts';
import { verifyHub } from '../../electron/hosts/hub/verify.ts';
import { EarlierReply } from '../../shared/hub/earlierRows.ts';
import { itemBy, personBy } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { noPostgres, type TestHub } from '../helpers/hub.ts';
import { ask, device, type Device, within } from '../helpers/hubRows.ts';
import { secretHub } from '../helpers/hubSecrets.ts';
import { type Member, startTeam, type Team } from '../helpers/hubTeam.ts';
import { startOldHub } from '../helpers/oldHub.ts';

/** As if the device had sent copies of these rows of the hub before it kept roles. */
const sentBefore = async (
  { owner }: TestHub,
  person: string,
  table: string,
  ids: readonly string[],
): Promise<void> => {
  await owner`INSERT INTO casebook.document (casebook, era, device, tab, id, person, item, version, hash, content)
    SELECT DISTINCT ON (d.id) d.casebook, d.era, v.id, d.tab, d.id, d.person, d.item, sha256(d.version), d.hash, d.content
    FROM casebook.document d JOIN casebook.device v ON v.person = ${person}
    WHERE d.tab = ${table} AND d.id = ANY (${[...ids]}) AND d.audience IS NULL`;
};

/** A team whose adjudicator sent a person and two items before roles were checked; she is told once she opens her casebook. */
async function teamFromBefore(): Promise<{ team: Team; nils: Member }> {
  const team = await startTeam();
  const { mara } = team;
  mara.services.people.add({ handle: 'nils', name: 'Nils', roles: ['adjudicator'] }, mara.me.id);
  await mara.exchange();
  const nils = await team.join('nils');
  await sentBefore(team.hub, nils.me.id, 'person', [personBy(mara.services, 'ana').id]);
  const items = [itemBy(mara.services, 'item-1'), itemBy(mara.services, 'item-2')];
  await sentBefore(team.hub, nils.me.id, 'item', items);
  return { team, nils };
}

/** Closes somebody's casebook and opens it again. */
async function reopened({ core, services: { casebook }, me }: Member): Promise<Member> {
  await core.keeper.close();
  await core.keeper.open(casebook.path);
  const services = core.services();
  return {
    core,
    services,
    me,
    async exchange() {
      await services.hub.exchange(quietly);
    },
  };
}

const nameIn =
  ({ services: { casebook } }: Member) =>
  (id: string): string | null =>
    z
      .string()
      .nullable()
      .parse(casebook.database.prepare('SELECT external_id FROM item WHERE id = ?').pluck().get(id) ?? null);
const checked = async ({ services: { casebook } }: Member): Promise<string[]> =>
  (await checkCasebook(casebook, everything, () => undefined, quietly.signal)).problems
    .filter(({ where }) => where === 'hub')
    .map(({ severity, what }) => `${severity}: ${what}`);

const ROWS_OF_ITEMS = `nils (adjudicator) sent 2 rows of items from the device “${hostname()}” before roles were checked`;
const ROWS_OF_PEOPLE = `nils (adjudicator) sent 1 row of people and roles from the device “${hostname()}” before roles were checked`;

describe.skipIf(noPostgres !== null)('what an adjudicator’s device sent before roles were checked', () => {
  it('is told to the curator’s casebook in the words of the hub’s own check, until she has looked at it', async () => {
    const { team } = await teamFromBefore();
    await using _ = team;
    const before = team.mara.services.hub.state();
    expect(before?.earlier).toBe(0);
    const mara = await reopened(team.mara);
    await mara.exchange();
    const { hub } = mara.services;
    expect(hub.state()).toMatchObject({ earlier: 2, problem: null });
    expect(hub.earlier(nameIn(mara))?.entries).toMatchObject([
      {
        person: 'Nils',
        roles: ['adjudicator'],
        device: hostname(),
        what: 'items',
        count: 2,
        named: ['item-1', 'item-2'],
        reason: 'Only curators may write items.',
        lookedAt: null,
      },
      { what: 'people and roles', count: 1, named: ['ana'], lookedAt: null },
    ]);
    const advice = 'Then mark it as looked at on the Team screen.';
    expect(await checked(mara)).toEqual([
      `warning: ${ROWS_OF_ITEMS}: item-1, item-2. Only curators may write items. Look at these items in the Library, and delete those that you did not import. ${advice}`,
      `warning: ${ROWS_OF_PEOPLE}: ana. Only curators may write people and roles. Check names and roles on the Team screen. Take back roles that you did not give; deactivate people whom you did not add. ${advice}`,
    ]);
    const { toReview } = await verifyHub(team.hub.owner, quietly.signal);
    expect(toReview.map((line) => line.replace(/: [^:]*$/u, ''))).toEqual([
      `Base: ${ROWS_OF_ITEMS}`,
      `Base: ${ROWS_OF_PEOPLE}`,
    ]);

    const [items, people] = hub.earlier(nameIn(mara))?.entries ?? [];
    hub.markEarlier(items?.id ?? '', mara.me.id);
    expect(hub.state()?.earlier).toBe(1);
    expect(await checked(mara)).toEqual([expect.stringContaining('people and roles')]);
    hub.markEarlier(people?.id ?? '', mara.me.id);
    hub.markEarlier(items?.id ?? '', null);
    expect((await checked(mara)).join()).toContain('2 rows of items');
    hub.markEarlier(items?.id ?? '', mara.me.id);

    // One more row of the same kind asks for attention again, at the next opening.
    const nils = personBy(mara.services, 'nils').id;
    await sentBefore(team.hub, nils, 'item', [itemBy(mara.services, 'item-3')]);
    await mara.exchange();
    expect(hub.state()?.earlier).toBe(0);
    const again = await reopened(mara);
    await again.exchange();
    expect(again.services.hub.earlier(nameIn(again))?.entries).toMatchObject([
      { count: 3, lookedAt: null },
      { count: 1, lookedAt: expect.any(Number) },
    ]);
    await again.services.hub.disconnect();
    expect(await checked(again)).toEqual([]);
  });

  it('is told to nobody else, by the hub’s address nor by PostgreSQL', async () => {
    const { team, nils } = await teamFromBefore();
    await using _ = team;
    await nils.exchange();
    expect(nils.services.hub.earlier(() => null)).toBeNull();
    const overseer = await device(team.hub, team.casebook, 'overseer');
    const annotator = await device(team.hub, team.casebook, 'annotator');
    const curator = await device(team.hub, team.casebook, 'curator');
    const sql = openHubDatabase(team.hub.database, 'requests', 1);
    try {
      for (const own of [overseer, annotator]) {
        const { status, text } = await ask(own, 'GET', '/v1/earlier');
        expect([status, text]).toEqual([403, expect.stringContaining('Only curators may do this.')]);
        expect(await within(sql, own, (transaction) => earlierRows(transaction))).toEqual([]);
      }
      const told = await within(sql, curator, (transaction) => earlierRows(transaction));
      expect(told.map(({ table, count }) => [table, count])).toEqual([
        ['item', 2],
        ['person', 1],
      ]);
    } finally {
      await sql.end();
    }
    expect((await ask({ url: team.hub.url, secret: null }, 'GET', '/v1/earlier')).status).toBe(401);
  });

  it('stays unknown where the hub is too old to tell, and everything else goes on', async () => {
    const { team } = await teamFromBefore();
    await using _ = team;
    const mara = await reopened(team.mara);
    await using old = await startOldHub(team.hub.url);
    mara.services.casebook.database.prepare('UPDATE hub SET address = ?').run(old.url);
    await mara.exchange();
    expect(mara.services.hub.state()).toMatchObject({ phase: 'idle', problem: null, earlier: 0 });
    expect(mara.services.hub.earlier(() => null)?.entries).toBeNull();
    expect(await checked(mara)).toEqual([
      'warning: The hub is too old to tell what devices sent before it checked roles. Ask the person who runs it to upgrade it.',
    ]);
    await mara.exchange();
    expect(old.asked()).toBe(1);
  });
});

it.skipIf(noPostgres !== null)('a curator is not told about items that she has yet to answer', async () => {
  await using secrets = await secretHub();
  const { hub, devices } = secrets;
  await hub.owner`UPDATE casebook.document SET roles = NULL, device = ${devices.rex.account.device}
    WHERE audience IS NULL AND tab <> 'meta'`;
  const told = async (own: Device) =>
    EarlierReply.parse(JSON.parse((await ask(own, 'GET', '/v1/earlier')).text)).rows;
  const all = await told(devices.eve);
  expect(all.map(({ table }) => table)).toEqual(expect.arrayContaining(['annotation', 'item', 'person']));
  // What is about no item, and what she was asked herself.
  const known = new Set(
    (
      await hub.owner`SELECT id FROM casebook.document WHERE audience IS NULL AND (item IS NULL
        OR tab = 'assignment' AND person = ${devices.cara.account.person})`
    ).map((row) => z.string().parse(row['id'])),
  );
  const toCara = await told(devices.cara);
  expect(toCara.flatMap(({ ids }) => ids).filter((id) => !known.has(id))).toEqual([]);
  expect(toCara.map(({ table }) => table)).not.toContain('annotation');
});
