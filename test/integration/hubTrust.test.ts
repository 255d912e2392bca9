import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyHub } from '../../electron/hosts/hub/verify.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { itemBy, personBy } from '../helpers/branches.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { testPorts } from '../helpers/core.ts';
import { noPostgres } from '../helpers/hub.ts';
import { startTeam } from '../helpers/hubTeam.ts';
import { mcsBenchItem } from '../helpers/mcsBenchItems.ts';
import { fix } from '../helpers/validating.ts';

describe.skipIf(noPostgres !== null)('a laptop that does more than its person may', () => {
  it('gets nothing of it into the hub nor to the curator, and goes on exchanging the rest', async () => {
    await using team = await startTeam();
    const { mara } = team;
    mara.services.people.add({ handle: 'nils', name: 'Nils', roles: ['adjudicator'] }, mara.me.id);
    await mara.exchange();
    const nils = await team.join('nils');
    const before = { people: mara.services.people.list(), title: mara.services.settings.title() };
    // As if its program let the adjudicator work as the curator.
    const { people, settings, comments } = nils.services;
    people.add({ handle: 'eve', name: 'Eve', roles: ['curator'] }, mara.me.id);
    people.update({ id: nils.me.id, name: 'Nils', roles: ['curator', 'adjudicator'] }, mara.me.id);
    settings.rename('Taken over', mara.me.id);
    const item = itemBy(nils.services, 'item-1');
    comments.add({ itemId: item, threadId: null, text: 'Mine' }, nils.me, nils.services.viewpoint(nils.me));
    await nils.exchange();
    await mara.exchange();
    expect({ people: mara.services.people.list(), title: mara.services.settings.title() }).toEqual(before);
    expect(
      mara.services.comments.list(item, mara.services.viewpoint(mara.me)).comments.map(({ text }) => text),
    ).toEqual(['Mine']);
    expect(nils.services.hub.state()).toMatchObject({ waiting: 0, refused: 0, problem: null });
    expect(mara.services.hub.refusals(() => null)).toEqual([]);
  });

  it('is named with what it sent before roles were checked', async () => {
    await using team = await startTeam();
    const { mara, hub } = team;
    mara.services.people.add({ handle: 'nils', name: 'Nils', roles: ['adjudicator'] }, mara.me.id);
    await mara.exchange();
    await team.join('nils');
    expect((await verifyHub(hub.owner, quietly.signal)).toReview).toEqual([]);
    await hub.owner`INSERT INTO casebook.document (casebook, era, device, tab, id, version, hash, content)
      SELECT d.casebook, d.era, v.id, d.tab, d.id || 'x', d.version, d.hash, d.content
      FROM casebook.document d JOIN casebook.device v ON v.person <> ${mara.me.id}
      WHERE d.tab = 'person' AND d.content::json #>> '{row,handle}' = 'mara' LIMIT 1`;
    const { toReview, problems } = await verifyHub(hub.owner, quietly.signal);
    expect(toReview).toEqual([
      `Base: nils (adjudicator) sent 1 row of people and roles from the device “${hostname()}” before roles were checked: mara. Only curators may write people and roles.`,
    ]);
    expect(problems).toEqual([]);
    await hub.owner`INSERT INTO casebook.may_write (tab, role, whose) VALUES ('person', 'adjudicator', 'anybodys')`;
    expect((await verifyHub(hub.owner, quietly.signal)).problems).toEqual([
      expect.stringContaining('its rights differ from those'),
    ]);
  });
});

describe.skipIf(noPostgres !== null)('a reviewer’s fix', () => {
  it('reaches the curator as an edition, and the item follows', async () => {
    await using team = await startTeam(async (on) => {
      const services = createServices(
        await createCasebook(
          on.path('base'),
          { benchmark: 'mcsbench', title: 'Base' },
          testPorts(on.folder.path),
        ),
      );
      const { id } = services.people.add(
        { handle: 'mara', name: 'Mara', roles: ['curator', 'reviewer'] },
        null,
      );
      services.people.add({ handle: 'rita', name: 'Rita', roles: ['reviewer'] }, id);
      const { image: _, ...item } = mcsBenchItem();
      const source = put(on.folder.join('items.jsonl'), JSON.stringify({ ...item, id: 'mcs-a' }));
      await services.importExport.import({ source, format: 'mcsbench' }, null, quietly);
      await services.close();
    });
    const rita = await team.join('rita');
    fix(rita.services, 'mcs-a', 'What is it, then?', 'rita');
    const fixed = (from: typeof rita) =>
      from.services.casebook.database.prepare('SELECT edition_id, payload, status FROM item').all();
    expect(fixed(team.mara)).not.toEqual(fixed(rita));
    for (const each of [rita, team.mara, rita, team.mara]) await each.exchange();
    expect(fixed(team.mara)).toEqual(fixed(rita));
    expect(z.array(z.object({ edition_id: z.uuid() })).parse(fixed(team.mara))).toHaveLength(1);
    for (const each of [rita, team.mara])
      expect(each.services.hub.state()).toMatchObject({ waiting: 0, refused: 0, problem: null });
    expect(personBy(team.mara.services, 'rita').roles).toEqual(['reviewer']);
  });
});
