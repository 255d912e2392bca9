import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createCore, type Core } from '../../electron/core/app/createCore.ts';
import { clientAs, openSecrets, type Secrets } from '../helpers/blindCasebook.ts';
import { quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

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
      await eve.history.undo({ id: events[0]?.id ?? expect.fail('nothing in the log') });
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
