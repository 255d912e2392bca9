import { expect, it } from 'vitest';
import { describeOpen } from '../../electron/core/access/describeOpen.ts';
import type { Role } from '../../shared/domain/status.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { told } from '../helpers/contractSweep.ts';
import { startTeam, type Team } from '../helpers/hubTeam.ts';
import { present } from '../helpers/present.ts';

/** Somebody of the team, known to the hub. */
async function added(team: Team, handle: string, roles: readonly Role[]): Promise<void> {
  team.mara.services.people.add({ handle, name: handle, roles }, team.mara.me.id);
  await team.mara.exchange();
}

it.each([
  ['an adjudicator', ['adjudicator']],
  ['another curator', ['curator']],
  ['an annotator', ['annotator']],
] as const)('a device that %s joined with works as its person alone', async (_name, roles) => {
  await using team = await startTeam();
  await added(team, 'jo', roles);
  const { core, me } = await team.join('jo');
  const { path } = core.services().casebook;
  const mara = team.mara.me.id;
  const isAlone = async (): Promise<void> => {
    const window = await clientAs(core, null);
    expect((await window.application.state()).casebook).toMatchObject({
      device: me.id,
      person: { id: me.id },
    });
    const refused = await told(window, 'people.workAs', { id: mara });
    expect(refused.outcome).toBe('forbidden');
    expect(refused.said).toContain('jo joined the team with this casebook, and works in it alone.');
    // No matter who the window said it was before.
    const session = { personId: mara, locked: false };
    expect(describeOpen(core.services(), session).person?.id).toBe(me.id);
    const names = (await window.people.list()).map(({ handle }) => handle);
    if (roles[0] === 'annotator') expect(names).toEqual(['jo']);
  };
  await isAlone();
  await core.keeper.close();
  await core.keeper.open(path);
  await isAlone();
  await core.services().hub.disconnect();
  await isAlone();
  await core.keeper.close();
  await core.keeper.open(path);
  await isAlone();
});

it('a casebook that its curator connected opens as that curator, and stays one of several people', async () => {
  await using team = await startTeam();
  const { core, me } = team.mara;
  const { path } = core.services().casebook;
  await core.keeper.close();
  await core.keeper.open(path);
  const window = await clientAs(core, null);
  // Nobody asks who she is: it is her computer that the hub knows.
  const { casebook } = await window.application.state();
  expect([casebook?.person?.id, casebook?.device]).toEqual([me.id, undefined]);
  const people = await window.people.list();
  expect(people.length).toBeGreaterThan(1);
  // Somebody else who sits down says so, and stays who they said.
  const ana = present(people.find(({ handle }) => handle === 'ana'));
  expect((await window.people.workAs({ id: ana.id })).handle).toBe('ana');
  expect((await window.application.state()).casebook?.person?.handle).toBe('ana');
  // Without a hub nothing says whose computer it is.
  await core.services().hub.disconnect();
  const alone = await clientAs(core, null);
  expect((await alone.application.state()).casebook?.person).toBeNull();
});

it('an annotator’s casebook has a backup once there is something in it, and its person can restore it', async () => {
  await using team = await startTeam();
  const { core, me, services } = await team.join('ana');
  const { path } = services.casebook;
  const window = await clientAs(core, me.id);
  const list = await window.casebooks.backups({ path });
  const [newest] = list.backups;
  expect(newest).toMatchObject({ blank: false, items: list.items });
  expect(list.items).toBeGreaterThan(0);
  const { casebook } = await window.casebooks.restore({ path, backup: newest?.name ?? '' });
  expect(casebook).toMatchObject({ path, person: { id: me.id }, device: me.id });
  // Disconnected, it still is hers: she sees her backups, and nobody else is let at them.
  await core.services().hub.disconnect();
  expect((await window.casebooks.backups({ path })).backups.length).toBeGreaterThan(1);
});

it('somebody who only annotates in a casebook of several people restores nothing', async () => {
  await using team = await startTeam();
  const { core } = team.mara;
  const ana = core
    .services()
    .people.list()
    .find(({ handle }) => handle === 'ana');
  const window = await clientAs(core, ana?.id ?? null);
  const { path } = core.services().casebook;
  expect((await told(window, 'casebooks.backups', { path })).outcome).toBe('forbidden');
  expect((await told(window, 'casebooks.restore', { path, backup: 'x.sqlite' })).outcome).toBe('forbidden');
});
