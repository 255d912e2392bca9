import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { clientAs, openSecrets, type Secrets } from '../helpers/blindCasebook.ts';
import { freshCasebook, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const MANY = 5000;

describe('accepting many items', () => {
  const folder = temporaryFolder();
  let core: Core;
  let book: Secrets;
  beforeEach(async () => {
    core = createCore(testPorts(folder.path));
    book = await openSecrets(core, folder.join(`book-${String(Date.now())}`));
  });
  afterEach(async () => {
    await core.close();
  });

  const statuses = () =>
    core.services().casebook.database.prepare('SELECT status FROM item ORDER BY sequence').pluck().all();

  it('refuses what breaks rules, by name, and writes the rest as one change that can be undone', async () => {
    const eve = await clientAs(core, book.people.eve);
    const { items } = core.services();
    const [first] = book.items;
    if (first === undefined) expect.fail('There are no items.');
    core
      .services()
      .casebook.database.prepare("UPDATE item SET payload = json_set(payload, '$.main_ins', '') WHERE id = ?")
      .run(first);
    const result = await items.setStatusOfMany(
      { filter: {} },
      'accepted',
      book.people.eve,
      everything,
      quietly,
    );
    expect(result.changed + result.refused.length).toBe(3);
    expect(result.refused.length).toBeGreaterThan(0);
    const { events } = await eve.history.list({ kinds: ['status'], limit: 1 });
    if (result.changed > 0) {
      await eve.history.undo({ id: present(events[0]?.id) });
      expect(statuses()).toEqual(['in_review', 'in_review', 'in_review']);
    }
  });

  it('checks again what changes meanwhile, and lets others have their turn', async () => {
    const eve = await clientAs(core, book.people.eve);
    const { items } = core.services();
    const before = statuses();
    const working = items.setStatusOfMany(
      { ids: [...book.items] },
      'rejected',
      book.people.eve,
      everything,
      quietly,
    );
    // Others are served before it is done.
    expect((await eve.items.counts({ filter: {} })).total).toBe(3);
    expect(await working).toEqual({ changed: 3, refused: [] });
    expect(statuses()).not.toEqual(before);
  });

  it('writes nothing where it is stopped', async () => {
    const stopping = new AbortController();
    const before = statuses();
    const working = core
      .services()
      .items.setStatusOfMany({ filter: {} }, 'rejected', book.people.eve, everything, {
        progress: () => {
          stopping.abort(new Error('stopped'));
        },
        signal: stopping.signal,
      });
    await expect(working).rejects.toThrow('stopped');
    expect(statuses()).toEqual(before);
  });
});

describe('signing many items off', () => {
  it('makes each a new version of one’s answer, refuses what cannot be by name, and is idle the second time', async () => {
    using folder = temporaryFolder();
    const core = createCore(testPorts(folder.path));
    try {
      const book = await openSecrets(core, folder.path);
      const { casebook, annotations, people } = core.services();
      const cam = people.add({ handle: 'cam', name: '', roles: ['curator'] }, null);
      const [first, second, third] = book.items;
      if (first === undefined || second === undefined || third === undefined) expect.fail('no items');
      casebook.database.prepare('UPDATE item_image SET image_id = NULL WHERE item_id = ?').run(third);
      casebook.database.prepare('UPDATE item SET missing_images = 1 WHERE id = ?').run(third);
      const client = await clientAs(core, cam.id);
      const signOff = async () => {
        for await (const report of await client.annotations.signOffMany({ items: { filter: {} } }))
          if (report.type === 'result') return report.result;
        return expect.fail('There is no result.');
      };
      const { changed, refused } = await signOff();
      expect(refused.map(({ reason }) => reason)).toContain('An image is missing.');
      expect(changed + refused.length).toBe(3);
      expect(changed).toBeGreaterThan(0);
      const signed = casebook.database
        .prepare(
          "SELECT count(*) FROM annotation WHERE person_id = ? AND state = 'submitted' AND payload ->> '$.noPersonalInformation' = 1",
        )
        .pluck();
      expect(signed.get(cam.id)).toBe(changed);
      const again = await signOff();
      expect(again.changed).toBe(0);
      expect(again.refused).toEqual(refused);
      // Somebody who was asked about them has to answer first.
      const ann = await clientAs(core, book.people.ann);
      await expect(ann.annotations.signOffMany({ items: { filter: {} } })).rejects.toMatchObject({
        data: { code: 'forbidden' },
      });
      expect(annotations.versions(first, 'curate', everything).length).toBeGreaterThan(0);
    } finally {
      await core.close();
    }
  });
});

test('a change of many items is one entry in the History, and is undone as one, also after an undo that was stopped', async () => {
  await using open = await freshCasebook('caughtcheating');
  const source = open.at('data_info.json');
  writeFileSync(source, JSON.stringify([...syntheticItems(MANY, 1)]));
  await open.importExport.import({ source, format: 'caughtcheating' }, null, quietly);
  const ana = open.people.add({ handle: 'ana', name: 'Ana', roles: ['curator'] }, null);
  const viewpoint = open.viewpoint(ana);
  await open.items.setStatusOfMany({ filter: {} }, 'rejected', ana.id, viewpoint, quietly);
  const parts = open.casebook.database.prepare("SELECT count(*) FROM event WHERE kind = 'status'").pluck();
  expect(parts.get()).toBeGreaterThan(1);
  const change = () => {
    const { events, more } = open.history.list({ kinds: ['status'], limit: 1 }, viewpoint);
    expect(more).toBe(false);
    return present(events[0]);
  };
  expect(change()).toMatchObject({ items: MANY, summary: 'Set the status of 5,000 items', undoable: true });

  const stopping = new AbortController();
  const stopped = open.history.undo(change().id, ana.id, {
    progress: (phase, done) => {
      if (phase === 'Undoing' && done >= 4000) stopping.abort(new Error('stopped'));
    },
    signal: stopping.signal,
  });
  await expect(stopped).rejects.toThrow('stopped');
  const rejected = open.casebook.database
    .prepare<[], number>("SELECT count(*) FROM item WHERE status = 'rejected'")
    .pluck();
  const left = rejected.get() ?? 0;
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(MANY);
  expect(change()).toMatchObject({ items: MANY, undoable: true });
  expect(await open.history.undo(change().id, ana.id)).toEqual({ changed: left });
  expect(rejected.get()).toBe(0);
  expect(change().undoable).toBe(false);
  await expect(open.history.undo(change().id, ana.id)).rejects.toThrow('This is undone already.');
});
