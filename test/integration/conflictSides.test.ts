import { hostname } from 'node:os';
import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { onceAMinute } from '../../electron/hosts/hub/exchangeTimes.ts';
import { sideInWords } from '../../shared/domain/conflictSides.ts';
import { answer, itemBy } from '../helpers/branches.ts';
import { noPostgres } from '../helpers/hub.ts';
import { type Member, startTeam } from '../helpers/hubTeam.ts';

function clientOf({ core, me }: Member) {
  const session = core.createSession();
  session.personId = me.id;
  return createRouterClient(core.router, { context: core.contextOf(session) });
}

describe.skipIf(noPostgres !== null)('a conflict between two answers of one person, over a hub', () => {
  it('says whose they are, from which computers, made and sent when, and tells the person', async () => {
    await using team = await startTeam();
    let time = Date.now();
    const now = (): number => time;
    const [desk, laptop] = [await team.join('ana', { now }), await team.join('ana', { now })];
    const item = itemBy(desk.services, 'Item 1');
    const early = time;
    answer(desk.services, 'ana', item, { kind: 'a' }, null);
    time += 60_000;
    answer(laptop.services, 'ana', item, { kind: 'b' }, null);
    for (const each of [desk, laptop, desk, team.mara]) await each.exchange();

    const [conflict] = team.mara.services.merging.conflicts();
    const side = { device: hostname() };
    expect([conflict?.sides?.ours, conflict?.sides?.theirs]).toEqual([
      expect.objectContaining({ ...side, submittedAt: early, counts: false }),
      expect.objectContaining({ ...side, submittedAt: time, counts: true }),
    ]);
    expect(conflict?.sides?.ours.person).toBe(laptop.me.name);

    // The person whose answers they are is told on each of their computers, and nobody else is.
    for (const each of [desk, laptop]) {
      const own = await clientOf(each).merging.ownConflicts();
      expect(own).toMatchObject([{ itemId: item, item: 'Item 1' }]);
    }
    expect(await clientOf(team.mara).merging.ownConflicts()).toEqual([]);
    // Once the person has answered again there is nothing to tell.
    time += 60_000;
    answer(desk.services, 'ana', item, { kind: 'c' }, null);
    expect(await clientOf(desk).merging.ownConflicts()).toEqual([]);
  });

  it('leaves the time of its exchange with the hub, for the list of devices', async () => {
    await using team = await startTeam();
    const ana = await team.join('ana');
    const before = Date.now();
    await ana.exchange();
    const people = await team.mara.services.hub.people();
    const devices = people.find(({ handle }) => handle === 'ana')?.devices ?? [];
    expect(devices).toHaveLength(1);
    expect(Math.abs((devices[0]?.exchangedAt ?? 0) - before)).toBeLessThan(60_000);
  });
});

describe('one side of a conflict in words', () => {
  const side = { person: 'Bo', device: null, begunAt: null, submittedAt: null, counts: false };
  it('is a person with the computer, or with where it is', () => {
    expect(sideInWords({ ...side, device: 'lab-3' }, 'ours', 'x')).toBe('Bo on lab-3');
    expect(sideInWords(side, 'ours', 'x')).toBe('Bo, in this casebook');
    expect(sideInWords(side, 'theirs', 'Work.casebook')).toBe('Bo, from Work.casebook');
  });
  it('is where it is where it is nobody’s', () => {
    expect(sideInWords({ ...side, person: null }, 'ours', 'x')).toBe('In this casebook');
    expect(sideInWords({ ...side, person: null }, 'theirs', 'the hub (Base)')).toBe('From the hub (Base)');
  });
});

it('notes an exchange of a device at most once a minute', () => {
  let time = 0;
  const isNews = onceAMinute(() => time);
  expect([isNews('a'), isNews('a'), isNews('b')]).toEqual([true, false, true]);
  time = 59_999;
  expect(isNews('a')).toBe(false);
  time = 60_000;
  expect([isNews('a'), isNews('a')]).toEqual([true, false]);
});
