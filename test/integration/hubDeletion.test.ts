import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { answer, itemBy } from '../helpers/branches.ts';
import { answersTo, exchangeAll, names, refusals, withOthers } from '../helpers/deletedInTeam.ts';
import { noPostgres } from '../helpers/hub.ts';
import { startTeam } from '../helpers/hubTeam.ts';
import { present } from '../helpers/present.ts';

describe.skipIf(noPostgres !== null)('deleting items of a team', () => {
  it('keeps apart what somebody answered offline, and has it again when the item comes back', async () => {
    await using team = await startTeam(withOthers);
    const { mara } = team;
    const [bojan, nils] = [await team.join('bojan'), await team.join('nils')];
    const item = itemBy(mara.services, 'item-1');
    await nils.exchange();
    const { event } = mara.services.items.delete({ ids: [item] }, mara.me.id, everything);
    await mara.exchange();
    // Both work on, offline.
    answer(bojan.services, 'bojan', itemBy(bojan.services, 'Item 1'), { kind: 'c' }, null);
    nils.services.items.tag({ ids: [item] }, ['kept'], [], nils.me.id, everything);
    nils.services.items.setStatus({ ids: [item] }, 'rejected', nils.me.id, everything);
    await exchangeAll(nils, bojan, mara, nils, bojan);
    for (const { services } of [mara, nils]) {
      expect(names(services)).toEqual(['item-2', 'item-3']);
      expect(refusals(services)).toEqual([
        'bojan answered item-1, which is deleted: it does not count. The hub keeps it. Undo the deletion in History to have it.',
      ]);
    }
    expect(names(bojan.services)).toEqual(['Item 2', 'Item 3']);
    expect(refusals(bojan.services)).toEqual([]);

    await mara.services.history.undo(event, mara.me.id);
    await exchangeAll(mara, nils, bojan, mara);
    for (const { services } of [mara, nils, bojan])
      expect(answersTo(services, item)).toEqual([{ handle: 'bojan', kind: 'c', state: 'submitted' }]);
    for (const { services } of [mara, nils]) {
      expect(refusals(services)).toEqual([]);
      const [row] = services.items.list(
        { text: 'item 1' },
        { by: 'imported', descending: false },
        0,
        9,
        everything,
      ).rows;
      expect(row).toMatchObject({ externalId: 'item-1', status: 'rejected', tags: ['kept'] });
    }
  });

  it('is for curators', async () => {
    await using team = await startTeam(withOthers);
    const { mara } = team;
    const [ana, rita] = [await team.join('ana'), await team.join('rita')];
    const forbidden = {
      code: 'forbidden',
      message: 'Only curators delete items of a team, or bring them back.',
    };
    for (const [{ services, me }, name] of [
      [ana, 'Item 1'],
      [rita, 'item-1'],
    ] as const) {
      const ids = [itemBy(services, name)];
      expect(() => services.items.delete({ ids }, me.id, everything)).toThrow(
        expect.objectContaining(forbidden),
      );
      expect(names(services)).toHaveLength(3);
    }
    mara.services.items.delete({ ids: [itemBy(mara.services, 'item-1')] }, mara.me.id, everything);
    await exchangeAll(mara, rita);
    const deletion = present(
      rita.services.history.list({ kinds: ['delete'], limit: 1 }, everything).events[0],
    );
    await expect(rita.services.history.undo(deletion.id, rita.me.id)).rejects.toMatchObject(forbidden);
    expect(names(rita.services)).toEqual(['item-2', 'item-3']);
  });
});
