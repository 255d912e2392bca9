import { cpSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { nameItems } from '../../electron/core/formats/writing/exportNumbers.ts';
import { HUB_TABLES } from '../../shared/hub/protocol.ts';
import { documentId, hubTables } from '../../electron/core/db/documents.ts';
import { openDatabase } from '../../electron/core/db/database.ts';
import { noteChanges } from '../../electron/core/db/changes.ts';
import { migrate } from '../../electron/core/db/migrate.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { assignment } from '../helpers/assignment.ts';
import { addItem, answer, base, itemBy, personBy, shelf, TASK } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { testPorts } from '../helpers/core.ts';
import { noPostgres } from '../helpers/hub.ts';
import { type Member, startTeam } from '../helpers/hubTeam.ts';

const names = ({ items }: Services): string[] =>
  items
    .list({}, { by: 'imported', descending: false }, 0, 100, everything)
    .rows.map(({ externalId }) => externalId);
const count = ({ casebook }: Services, table: string): number =>
  z.int().parse(casebook.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
const statusOf = (services: Services, name: string): string =>
  z
    .string()
    .parse(
      services.casebook.database.prepare('SELECT status FROM item WHERE external_id = ?').pluck().get(name),
    );

describe('the tables that meet in a hub', () => {
  it('are those that travel and stand alone, and each is noted when a row is added', () => {
    expect(new Set(HUB_TABLES)).toEqual(new Set(hubTables()));
    const database = openDatabase(':memory:', 'create');
    migrate(database);
    database.exec(
      `INSERT INTO hub (id, address, casebook_id, title, person_id, role, device_id, connected_at)
       VALUES (1, 'https://hub.example.org', 'c', 'T', 'p', 'curator', 'd', 0)`,
    );
    noteChanges(database);
    const triggers = z
      .array(z.string())
      .parse(
        database
          .prepare(
            "SELECT tbl_name FROM sqlite_temp_schema WHERE type = 'trigger' AND sql LIKE '%hub_outbox%'",
          )
          .pluck()
          .all(),
      );
    for (const table of HUB_TABLES) expect(triggers, table).toContain(table);
    for (const part of ['item_image', 'study_item', 'item_tag']) expect(triggers, part).toContain(part);
    expect(documentId('item', { id: 'x', sequence: 3 })).toBe('x');
    database.close();
  });
});

describe.skipIf(noPostgres !== null)('an exchange', () => {
  it('sends what is submitted and no draft; what waits is told', async () => {
    await using team = await startTeam();
    const ana = await team.join('ana');
    const item = itemBy(ana.services, 'Item 1');
    const key = { itemId: item, task: TASK, round: 1, personId: ana.me.id };
    const draft = ana.services.annotations.edit(
      key,
      {
        revision: 0,
        diff: {
          added: { 'field:kind': { type: 'field', name: 'kind', value: 'a' } },
          updated: {},
          removed: {},
        },
        mark: 'm',
        activeMilliseconds: 1,
      },
      ana.services.viewpoint(ana.me),
    );
    expect(ana.services.hub.state()?.waiting).toBe(0);
    await ana.exchange();
    await team.mara.exchange();
    expect(count(team.mara.services, 'annotation')).toBe(0);
    ana.services.annotations.submit(key, draft.revision, ana.services.viewpoint(ana.me));
    // The answer, and that the assignment is done.
    expect(ana.services.hub.state()?.waiting).toBe(2);
    await ana.exchange();
    expect(ana.services.hub.state()).toMatchObject({ waiting: 0, refused: 0, phase: 'idle', problem: null });
    await team.mara.exchange();
    expect(count(team.mara.services, 'annotation')).toBe(1);
    // Nothing goes round and round.
    expect(await team.mara.services.hub.exchange(quietly)).toEqual({
      sent: 0,
      refused: 0,
      received: 0,
      conflicts: 0,
    });
  });

  it('tells an annotator of withdrawn work, unless they have begun it', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const ana = await team.join('ana');
    expect(names(ana.services)).toHaveLength(3);
    const begun = itemBy(ana.services, 'Item 2');
    ana.services.annotations.edit(
      { itemId: begun, task: TASK, round: 1, personId: ana.me.id },
      {
        revision: 0,
        diff: {
          added: { 'field:kind': { type: 'field', name: 'kind', value: 'a' } },
          updated: {},
          removed: {},
        },
        mark: 'm',
        activeMilliseconds: 1,
      },
      ana.services.viewpoint(ana.me),
    );
    mara.services.assignments.withdraw(
      { personId: personBy(mara.services, 'ana').id, task: TASK, round: 1 },
      mara.me.id,
    );
    await mara.exchange();
    await ana.exchange();
    expect(ana.services.assignments.mine(ana.me.id)).toMatchObject([{ open: 1 }]);
    // What is finished nevertheless is nobody's loss.
    answer(ana.services, 'ana', begun, { kind: 'b' }, null);
    await ana.exchange();
    await mara.exchange();
    expect(ana.services.hub.refusals(() => null)).toEqual([]);
    expect(count(mara.services, 'annotation')).toBe(1);
  });

  it('brings new work to people who joined before', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const ana = await team.join('ana');
    const on = shelf(team.folder);
    const added = await addItem(mara.services, on, 9, 'item-9');
    mara.services.assignments.assign(
      assignment({ items: { ids: [added] }, task: TASK, people: [personBy(mara.services, 'ana').id] }),
      mara.services.viewpoint(mara.me),
    );
    mara.services.guidelines.add(
      { task: TASK, field: 'kind', category: null, note: 'Look twice.' },
      mara.me.id,
    );
    await mara.exchange();
    await ana.exchange();
    expect(names(ana.services)).toEqual(['Item 1', 'Item 2', 'Item 3', 'Item 4']);
    expect(count(ana.services, 'guideline')).toBe(1);
  });

  it('lets the later change of a status, a tag, a role and a setting count everywhere', async () => {
    await using team = await startTeam();
    const { mara } = team;
    mara.services.people.add({ handle: 'nils', name: 'Nils', roles: ['curator'] }, mara.me.id);
    await mara.exchange();
    const nils = await team.join('nils');
    expect(names(nils.services)).toEqual(['item-1', 'item-2', 'item-3']);
    const set = (at: typeof mara, status: 'accepted' | 'rejected' | 'in_review'): void => {
      at.services.casebook.database.transaction(() =>
        at.services.casebook.derived.items.setStatus(itemBy(at.services, 'item-1'), status),
      )();
    };
    const both = async (): Promise<void> => {
      for (const at of [mara, nils, mara, nils]) await at.exchange();
    };
    set(mara, 'rejected');
    mara.services.items.tag({ filter: {} }, ['blurred', 'night'], [], mara.me.id, everything);
    await both();
    expect(statusOf(nils.services, 'item-1')).toBe('rejected');
    set(nils, 'in_review');
    nils.services.items.tag({ filter: {} }, [], ['night'], nils.me.id, everything);
    await both();
    expect(statusOf(mara.services, 'item-1')).toBe('in_review');
    // There and back again is a change, too.
    set(mara, 'rejected');
    await both();
    expect(statusOf(nils.services, 'item-1')).toBe('rejected');
    for (const { services } of [mara, nils])
      expect(services.casebook.database.prepare('SELECT DISTINCT tag FROM item_tag').pluck().all()).toEqual([
        'blurred',
      ]);
    const bojan = personBy(nils.services, 'bojan');
    nils.services.people.update(
      { id: bojan.id, name: 'Bojan B.', roles: ['annotator', 'reviewer'] },
      nils.me.id,
    );
    nils.services.settings.rename('Renamed', nils.me.id);
    await both();
    expect(personBy(mara.services, 'bojan')).toMatchObject({
      name: 'Bojan B.',
      roles: ['annotator', 'reviewer'],
    });
    expect(mara.services.settings.title()).toBe('Renamed');
    expect(mara.services.merging.conflicts()).toEqual([]);
  });

  it('happens by itself soon after a submission, and not while it is paused', async () => {
    await using team = await startTeam();
    const ana = await team.join('ana', { wait: testPorts('').wait });
    answer(ana.services, 'ana', itemBy(ana.services, 'Item 1'), { kind: 'a' }, 3);
    await expect.poll(() => ana.services.hub.state()).toMatchObject({ waiting: 0, phase: 'idle' });
    await team.mara.exchange();
    expect(count(team.mara.services, 'annotation')).toBe(1);
    ana.services.hub.pause(true);
    answer(ana.services, 'ana', itemBy(ana.services, 'Item 2'), { kind: 'a' }, 3);
    expect(ana.services.hub.state()).toMatchObject({ waiting: 2, phase: 'paused' });
    ana.services.hub.pause(false);
    await expect.poll(() => ana.services.hub.state()).toMatchObject({ waiting: 0, phase: 'idle' });
  });

  it('keeps items in the order of their import, also those that were changed since', async () => {
    await using team = await startTeam();
    const { mara } = team;
    mara.services.people.add({ handle: 'nils', name: 'Nils', roles: ['curator'] }, mara.me.id);
    mara.services.casebook.database.transaction(() =>
      mara.services.casebook.derived.items.setStatus(itemBy(mara.services, 'item-1'), 'rejected'),
    )();
    await mara.exchange();
    const nils = await team.join('nils');
    expect(names(nils.services)).toEqual(['item-1', 'item-2', 'item-3']);
  });

  it('gives items the same new numbers in the first export of each curator', async () => {
    await using team = await startTeam(async (on) => {
      await base(on);
      await on.use('base', async (services) => {
        for (let seed = 11; seed <= 15; seed += 1) await addItem(services, on, seed, `item-${String(seed)}`);
      });
    });
    const { mara } = team;
    mara.services.people.add({ handle: 'nils', name: 'Nils', roles: ['curator'] }, mara.me.id);
    await mara.exchange();
    const nils = await team.join('nils');
    const numbered = ({ services }: Member): string[] =>
      nameItems(
        services.casebook,
        names(services).map((name, sequence) => ({
          id: itemBy(services, name),
          sequence,
          label: false,
          dataPath: null,
          labelAsImported: false,
        })),
        true,
      ).map(({ id, name }) => `${id} ${name}`);
    expect(numbered(nils)).toHaveLength(8);
    expect(numbered(nils)).toEqual(numbered(mara));
  });

  it('keeps what one person answered on two computers, and settles it as a merge does', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const [first, second] = [await team.join('ana'), await team.join('ana')];
    answer(first.services, 'ana', itemBy(first.services, 'Item 1'), { kind: 'a' }, 3);
    await first.exchange();
    await second.exchange();
    // The second computer knows what the first one sent.
    expect(count(second.services, 'annotation')).toBe(1);
    answer(first.services, 'ana', itemBy(first.services, 'Item 2'), { kind: 'a' }, null);
    answer(second.services, 'ana', itemBy(second.services, 'Item 2'), { kind: 'b' }, null);
    await first.exchange();
    await second.exchange();
    await mara.exchange();
    // The later one counts; the other waits for somebody to choose.
    expect(count(mara.services, 'annotation')).toBeGreaterThanOrEqual(2);
    expect(mara.services.merging.conflicts()).toMatchObject([{ kind: 'answer' }]);
  });

  it('gives back what a casebook that was restored from a backup had sent since', async () => {
    await using team = await startTeam();
    const ana = await team.join('ana');
    const { path } = ana.services.casebook;
    const copy = team.folder.join('copy');
    await ana.core.close();
    cpSync(path, copy, { recursive: true });
    const again = await ana.core.keeper.open(path);
    answer(again, 'ana', itemBy(again, 'Item 1'), { kind: 'a' }, 3);
    await again.hub.exchange(quietly);
    await ana.core.close();
    rmSync(path, { recursive: true });
    cpSync(copy, path, { recursive: true });
    const restored = await ana.core.keeper.open(path);
    expect(count(restored, 'annotation')).toBe(0);
    await restored.hub.exchange(quietly);
    expect(count(restored, 'annotation')).toBe(1);
    expect(count(restored, 'region')).toBe(1);
  });

  it('sends again what a hub that was restored from a backup lacks', async () => {
    await using team = await startTeam();
    const ana = await team.join('ana');
    const { owner } = team.hub;
    answer(ana.services, 'ana', itemBy(ana.services, 'Item 1'), { kind: 'a' }, 3);
    await ana.exchange();
    // As after pg_restore of an older dump: other tables, without the latest rows.
    await owner`DELETE FROM casebook.document WHERE tab IN ('annotation') AND audience IS NULL`;
    await owner`UPDATE casebook.document SET tx = (tx::text::bigint + 1000000)::text::xid8`;
    await owner`UPDATE casebook.era SET mark = 'another cluster'`;
    await ana.exchange();
    await team.mara.exchange();
    expect(count(team.mara.services, 'annotation')).toBe(1);
    expect(count(team.mara.services, 'region')).toBe(1);
    expect(team.mara.services.hub.state()).toMatchObject({ waiting: 0, refused: 0 });
  });

  it('sets aside what cannot be merged, and takes in all the rest', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const ana = await team.join('ana');
    for (const name of ['Item 1', 'Item 2', 'Item 3'])
      answer(ana.services, 'ana', itemBy(ana.services, name), { kind: 'a' }, 3);
    await ana.exchange();
    const { owner } = team.hub;
    // A box far outside its photograph, and an answer whose item nobody has.
    await owner`UPDATE casebook.document SET content = replace(content, '"x":3', '"x":900')
      WHERE tab = 'annotation' AND seq = (SELECT min(seq) FROM casebook.document WHERE tab = 'annotation')`;
    await mara.exchange();
    expect(count(mara.services, 'annotation')).toBe(2);
    const refused = mara.services.hub.refusals((id) => id);
    expect(refused).toMatchObject([{ incoming: true, what: 'answer' }]);
    expect(refused[0]?.reason).toMatch(/reaches beyond its image/u);
    mara.services.hub.dismiss(refused[0]?.id ?? 0);
    expect(mara.services.hub.refusals(() => null)).toEqual([]);
  });
});
