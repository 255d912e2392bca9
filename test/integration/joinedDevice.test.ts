import { expect, it } from 'vitest';
import { describeOpen } from '../../electron/core/access/describeOpen.ts';
import type { Role } from '../../shared/domain/status.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { told } from '../helpers/contractSweep.ts';
import { startTeam, type Team } from '../helpers/hubTeam.ts';

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

it('a casebook that its curator connected stays a casebook of several people', async () => {
  await using team = await startTeam();
  const window = await clientAs(team.mara.core, null);
  expect((await window.application.state()).casebook?.device).toBeUndefined();
  expect((await window.application.state()).casebook?.person).toBeNull();
  expect((await window.people.list()).length).toBeGreaterThan(1);
  expect((await window.people.workAs({ id: team.mara.me.id })).handle).toBe('mara');
});
