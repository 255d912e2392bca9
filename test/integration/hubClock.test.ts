import { describe, expect, it } from 'vitest';
import { answer, itemBy, personBy, TASK } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { noPostgres } from '../helpers/hub.ts';
import { answerRow, device, document, push } from '../helpers/hubRows.ts';
import { type Member, startTeam } from '../helpers/hubTeam.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const nameOf = ({ services }: Member, handle: string): string => personBy(services, handle).name;
const rename = ({ services, me }: Member, handle: string, name: string): void => {
  const { id, roles } = personBy(services, handle);
  services.people.update({ id, name, roles }, me.id);
};
/** Whatever was changed here so far was timed by a clock that is ahead. */
const timedAhead = ({ services }: Member, by: number): void =>
  void services.casebook.database.prepare('UPDATE hub_change SET changed_at = changed_at + ?').run(by);

describe.skipIf(noPostgres !== null)('a clock that is wrong', () => {
  it('is noticed by the device itself, and told to the hub and the curators', async () => {
    await using team = await startTeam();
    const clock = { ahead: 3 * DAY };
    const ana = await team.join('ana', { now: () => Date.now() + clock.ahead });
    const ahead = ana.services.hub.state()?.clockAhead ?? 0;
    expect(Math.abs(ahead - 3 * DAY)).toBeLessThan(MINUTE);
    const told = async () =>
      (await team.mara.services.hub.people()).flatMap(({ devices }) =>
        devices.map((each) => each.clockAhead),
      );
    expect((await told()).filter((each) => each !== null)).toEqual([ahead]);
    // Set right, it is no more said.
    clock.ahead = 0;
    await ana.exchange();
    expect(ana.services.hub.state()?.clockAhead).toBeNull();
    expect((await told()).filter((each) => each !== null)).toEqual([]);
    expect(team.mara.services.hub.state()?.clockAhead).toBeNull();
  });

  it('wins over no later change, neither here nor elsewhere', async () => {
    await using team = await startTeam();
    const { mara } = team;
    mara.services.people.add({ handle: 'nils', name: 'Nils', roles: ['curator'] }, mara.me.id);
    await mara.exchange();
    const nils = await team.join('nils');
    rename(nils, 'ana', 'Ana of Nils');
    timedAhead(nils, 3 * DAY);
    await nils.exchange();
    await mara.exchange();
    expect(nameOf(mara, 'ana')).toBe('Ana of Nils');
    rename(mara, 'ana', 'Ana of Mara');
    await mara.exchange();
    await nils.exchange();
    expect([nameOf(mara, 'ana'), nameOf(nils, 'ana')]).toEqual(['Ana of Mara', 'Ana of Mara']);
  });

  it('makes no answer the later one: the one that reached the hub later counts, and the conflict says why', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const item = itemBy(mara.services, 'item-1');
    const { id, handle } = personBy(mara.services, 'ana');
    const [wrong, right] = [
      await device(team.hub, team.casebook, 'annotator', { id, handle }),
      await device(team.hub, team.casebook, 'annotator', { id, handle }),
    ];
    const saying = (kind: string, at: number) =>
      document(
        'annotation',
        answerRow(item, id, {
          task: TASK,
          payload: JSON.stringify({ kind }),
          created_at: at,
          updated_at: at,
          submitted_at: at,
        }),
      );
    await push(wrong, [saying('a', Date.now() + 3 * DAY)]);
    await mara.exchange();
    await push(right, [saying('b', Date.now())]);
    await mara.exchange();
    const kinds = mara.services.casebook.database
      .prepare<[], string>("SELECT payload ->> '$.kind' FROM annotation ORDER BY version")
      .pluck()
      .all();
    expect(kinds).toEqual(['a', 'b']);
    expect(mara.services.merging.conflicts().map(({ summary }) => summary)).toEqual([
      expect.stringContaining('on a computer whose clock was wrong'),
    ]);
  });

  it('is corrected in what is changed here once the hub has told its time', async () => {
    await using team = await startTeam();
    const ana = await team.join('ana', { now: () => Date.now() + 3 * DAY });
    // SQLite's own clock is right in a test, and is brought back as if it were three days ahead.
    ana.services.casebook.database.prepare("DELETE FROM meta WHERE key = 'hubHeard'").run();
    answer(ana.services, 'ana', itemBy(ana.services, 'Item 1'), { kind: 'a' }, null);
    const latest = ana.services.casebook.database
      .prepare<[], number>("SELECT max(changed_at) FROM hub_change WHERE tab = 'assignment'")
      .pluck()
      .get();
    expect(Math.abs((latest ?? 0) - (Date.now() - 3 * DAY))).toBeLessThan(MINUTE);
    await ana.services.hub.exchange(quietly);
    expect(ana.services.hub.refusals(() => null)).toEqual([]);
  });
});
