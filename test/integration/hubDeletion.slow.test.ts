import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { answer, itemBy } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { about, answersTo, exchangeAll, names, refusals, withOthers } from '../helpers/deletedInTeam.ts';
import { noPostgres } from '../helpers/hub.ts';
import { startTeam } from '../helpers/hubTeam.ts';

describe.skipIf(noPostgres !== null)('deleting items of a team', () => {
  it('reaches every casebook with everything about them, and undoing it does, too', async () => {
    await using team = await startTeam(withOthers);
    const { mara } = team;
    const [ana, nils, rita] = [await team.join('ana'), await team.join('nils'), await team.join('rita')];
    const item = itemBy(mara.services, 'item-2');
    answer(ana.services, 'ana', itemBy(ana.services, 'Item 2'), { kind: 'a' }, 3);
    mara.services.items.tag({ ids: [item] }, ['hard'], [], mara.me.id, everything);
    await exchangeAll(ana, mara, nils, rita);
    const before = [mara, nils, rita, ana].map(({ services }) => about(services, item));
    expect(answersTo(nils.services, item)).toEqual([{ handle: 'ana', kind: 'a', state: 'submitted' }]);

    const { event } = mara.services.items.delete({ ids: [item] }, mara.me.id, everything);
    await exchangeAll(mara, nils, rita, ana);
    for (const { services } of [mara, nils, rita]) expect(names(services)).toEqual(['item-1', 'item-3']);
    expect(names(ana.services)).toEqual(['Item 1', 'Item 3']);
    for (const { services } of [mara, nils, rita, ana]) {
      expect(answersTo(services, item)).toEqual([]);
      expect(services.hub.state()).toMatchObject({ refused: 0, waiting: 0, problem: null });
      expect(services.casebook.database.pragma('foreign_key_check')).toEqual([]);
    }
    // Nor does it come to somebody who joins now.
    const later = await team.join('nils');
    expect(names(later.services)).toEqual(['item-1', 'item-3']);
    await mara.exchange();
    expect(await mara.services.hub.exchange(quietly)).toMatchObject({ sent: 0, refused: 0 });

    await mara.services.history.undo(event, mara.me.id);
    await exchangeAll(mara, nils, rita, ana, later, mara);
    expect([mara, nils, rita, ana].map(({ services }) => about(services, item))).toEqual(before);
    for (const { services } of [mara, nils, rita, later])
      expect(names(services)).toEqual(['item-1', 'item-2', 'item-3']);
    expect(answersTo(later.services, item)).toEqual([{ handle: 'ana', kind: 'a', state: 'submitted' }]);
    // And once more: each time it is news.
    nils.services.items.delete({ ids: [item] }, nils.me.id, everything);
    await exchangeAll(nils, mara, rita, ana);
    for (const { services } of [mara, nils, rita, ana]) expect(answersTo(services, item)).toEqual([]);
    expect(names(rita.services)).toEqual(['item-1', 'item-3']);
  });

  it('outlives a hub that is restored from a backup of before', async () => {
    await using team = await startTeam(withOthers);
    const { mara, hub } = team;
    const [ana, nils] = [await team.join('ana'), await team.join('nils')];
    const { seq } = (
      await hub.owner<{ seq: string }[]>`SELECT max(seq)::text AS seq FROM casebook.document`
    )[0] ?? { seq: '0' };
    mara.services.items.delete({ ids: [itemBy(mara.services, 'item-3')] }, mara.me.id, everything);
    await mara.exchange();
    await hub.owner`DELETE FROM casebook.document WHERE seq > ${seq}::bigint`;
    await hub.owner`UPDATE casebook.era SET mark = 'another ' || number`;
    // Those who never heard of it offer everything again.
    await exchangeAll(nils, ana, mara, nils, ana);
    for (const { services } of [mara, nils]) expect(names(services)).toEqual(['item-1', 'item-2']);
    expect(names(ana.services)).toEqual(['Item 1', 'Item 2']);
    for (const { services } of [mara, nils, ana]) expect(refusals(services)).toEqual([]);
  });
});
