import { ORPCError, safe } from '@orpc/client';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentRecord } from '../../shared/domain/document.ts';
import {
  answer,
  assignItems,
  type Client,
  clientAs,
  openSecrets,
  SECRET,
  submit,
} from '../helpers/blindCasebook.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { firsts, present } from '../helpers/present.ts';
import { giveaways, imported, learned, page, refusal, secrets, task } from '../helpers/blindingCalls.ts';

describe('before anybody is chosen', () => {
  it('nothing of the casebook is answered', async () => {
    await using book = await secrets();
    const nobody = await clientAs(book.core, null);
    const told = await learned(nobody, book);
    const free = new Set([
      'application.state',
      'application.diagnostics',
      'application.notices',
      'people.list',
    ]);
    for (const [name, text] of told) {
      if (free.has(name)) continue;
      expect(text, name).toMatch(/Choose your name first/u);
    }
    expect(giveaways(told)).toEqual([]);
    expect((await nobody.application.state()).casebook?.person).toBeNull();
    const writes = [
      nobody.casebooks.rename({ title: 'Other' }),
      nobody.items.tag({ items: { filter: {} }, add: ['x'], remove: [] }),
      nobody.people.add({ handle: 'mallory', name: '', roles: ['curator'] }),
      nobody.casebooks.backup({ target: '/nowhere' }),
    ];
    expect(await Promise.all(writes.map(refusal))).toEqual(writes.map(() => 'forbidden'));
    const chosen = await nobody.people.workAs({ id: book.people.ann });
    expect(chosen.handle).toBe('ann');
    expect((await nobody.items.list({ filter: {}, sort: imported, ...page })).total).toBe(3);
  });

  it('somebody who works alone is the current user at once, and stays the current user when others join', async () => {
    using folder = temporaryFolder();
    const core = createCore(testPorts(folder.path));
    const client = await clientAs(core, null);
    const created = await client.casebooks.create({
      path: folder.join('a.casebook'),
      benchmark: 'generic',
      title: '',
      person: 'ana',
    });
    expect(created.person).toMatchObject({ handle: 'ana', roles: ['curator', 'annotator', 'adjudicator'] });
    await client.people.add({ handle: 'ben', name: '', roles: ['annotator'] });
    expect((await client.application.state()).casebook?.person?.handle).toBe('ana');
    const other = await clientAs(core, null);
    expect((await other.application.state()).casebook?.person).toBeNull();
    await core.close();
  });
});

describe('anybody who is not a curator', () => {
  const guarded: [string, (client: Client) => Promise<unknown>][] = [
    ['items.setStatus', (client) => client.items.setStatus({ items: { filter: {} }, status: 'draft' })],
    ['items.tag', (client) => client.items.tag({ items: { filter: {} }, add: ['x'], remove: [] })],
    ['items.previewDeletion', (client) => client.items.previewDeletion({ items: { filter: {} } })],
    ['items.delete', (client) => client.items.delete({ items: { filter: {} } })],
    ['items.saveViews', (client) => client.items.saveViews([])],
    ['casebooks.rename', (client) => client.casebooks.rename({ title: 'x' })],
    ['casebooks.saveVocabulary', (client) => client.casebooks.saveVocabulary({ vocabulary: {} })],
    ['casebooks.saveSettings', (client) => client.casebooks.saveSettings({ singleRater: false })],
    ['casebooks.check', (client) => client.casebooks.check()],
    ['casebooks.backup', (client) => client.casebooks.backup({ target: '/nowhere' })],
    ['casebooks.changes', (client) => client.casebooks.changes()],
    ['casebooks.backups', (client) => client.casebooks.backups({ path: '/nowhere' })],
    ['casebooks.restore', (client) => client.casebooks.restore({ path: '/nowhere', backup: 'x.sqlite' })],
    ['health.report', (client) => client.health.report({ status: null })],
    ['importExport.recognise', (client) => client.importExport.recognise({ path: '/etc' })],
    ['importExport.import', (client) => client.importExport.import({ source: '/x', format: 'images' })],
    [
      'importExport.export',
      (client) => client.importExport.export({ target: '/x', format: 'caughtcheating' }),
    ],
    ['importExport.attach', (client) => client.importExport.attach({ folder: '/x' })],
    ['people.add', (client) => client.people.add({ handle: 'x', name: '', roles: ['curator'] })],
    ['application.browse', (client) => client.application.browse({ path: '/' })],
    ['application.choosePath', (client) => client.application.choosePath({ kind: 'file', title: 'x' })],
    ['application.diagnostics', (client) => client.application.diagnostics()],
  ];
  let book: Awaited<ReturnType<typeof secrets>>;
  beforeAll(async () => {
    book = await secrets();
  });
  afterAll(async () => {
    await book[Symbol.asyncDispose]();
  });
  it.each(guarded)('is refused %s', async (_name, call) => {
    for (const name of ['ann', 'rex'] as const)
      expect(await refusal(call(await clientAs(book.core, book.people[name])))).toBe('forbidden');
  });
  it('is told in words that the folders and the log of the machine are not for them', async () => {
    const ann = await clientAs(book.core, book.people.ann);
    const { error } = await safe(ann.application.browse({ path: '/' }));
    expect([error?.message, error instanceof ORPCError && error.data]).toEqual([
      'Browsing this computer’s folders is for curators; ann is not one.',
      {
        code: 'forbidden',
        hint: 'Nothing was changed. To open another casebook or a package, close this one first.',
      },
    ]);
    const nobody = await clientAs(book.core, null);
    expect(await refusal(nobody.application.browse({ path: '/' }))).toBe('forbidden');
    expect(await refusal(nobody.application.diagnostics())).toBe('forbidden');
  });
  it('can look for a casebook while none is open, as at the first start', async () => {
    using folder = temporaryFolder();
    const core = createCore(testPorts(folder.path));
    const client = await clientAs(core, null);
    expect(await client.application.browse({ path: folder.path })).toMatchObject({ path: folder.path });
    expect((await client.application.diagnostics()).text).toContain('No casebook is open.');
    await core.close();
  });
  it('can use the system’s own dialogs', async () => {
    using folder = temporaryFolder();
    const dialogs = { choosePath: async () => Promise.resolve('/chosen') };
    const core = createCore(testPorts(folder.path, { dialogs }));
    const { people } = await openSecrets(core, folder.path);
    const ann = await clientAs(core, people.ann);
    const chosen = await ann.application.choosePath({ kind: 'file', title: 'x' });
    expect(chosen).toEqual({ native: true, path: '/chosen' });
    expect(await refusal(ann.application.browse({ path: '/' }))).toBe('forbidden');
    await core.close();
  });
  it('cannot make themselves one', async () => {
    const ann = await clientAs(book.core, book.people.ann);
    const roles = ['curator'] as const;
    expect(await refusal(ann.people.update({ id: book.people.ann, name: '', roles: [...roles] }))).toBe(
      'forbidden',
    );
    expect(await refusal(ann.images.derive({ imageId: present(book.images[0]), derivation: crop }))).toBe(
      'forbidden',
    );
    expect(await refusal(ann.images.add({ path: '/x.png' }))).toBe('forbidden');
  });
});

const crop = { operation: 'crop', box: { x: 0, y: 0, width: 9, height: 9 } } as const;

describe('a case that is not decided', () => {
  /** Every item was answered by two who differ, without a secret in their words; ada decides and does nothing else. */
  async function disputed() {
    const book = await secrets(false);
    const ada = book.core.services().people.add({ handle: 'ada', name: '', roles: ['adjudicator'] }, null).id;
    assignItems(book.core, book.items, [book.people.ann, book.people.bo], 1);
    for (const [name, label] of [
      ['ann', true],
      ['bo', false],
    ] as const) {
      const client = await clientAs(book.core, book.people[name]);
      for (const id of book.items) {
        await answer(client, id, { triage: 'keep', label });
        await submit(client, id);
      }
    }
    return { ...book, ada };
  }
  const adjudicating = (told: ReadonlyMap<string, string>): string[] =>
    giveaways(told).filter((name) => name.startsWith('adjudications.'));

  it('has no name, origin or earlier gold for those who decide on it, curators too, in Adjudicate', async () => {
    await using book = await disputed();
    expect(giveaways(await learned(await clientAs(book.core, book.ada), book))).toEqual([]);
    const eve = await clientAs(book.core, book.people.eve);
    // What adjudicators begin keeps others away: the other one looks at the cases only.
    const told = await learned(eve, book);
    expect(adjudicating(told)).toEqual([]);
    expect(giveaways(told)).toContain('items.get');
    for (const id of book.items)
      await (await clientAs(book.core, book.ada)).adjudications.release({ itemId: id, task });
    expect(adjudicating(await learned(eve, book))).toEqual([]);
  });

  it('is one number for everybody, in an order that does not follow the import', async () => {
    await using book = await disputed();
    const [ada, eve] = [await clientAs(book.core, book.ada), await clientAs(book.core, book.people.eve)];
    const named = async (client: Client) =>
      (await client.adjudications.queue({ filter: {}, ...page })).rows.map(({ item }) => item);
    const [hers, theirs] = [await named(ada), await named(eve)];
    expect(hers).toEqual(theirs);
    const drawn = book.items.toSorted((a, b) => (a.slice(-10) < b.slice(-10) ? -1 : 1));
    expect(hers.map(({ id }) => id)).toEqual(drawn);
    for (const by of ['imported', 'externalId', 'label', 'title', 'updated', 'assignment'] as const)
      for (const descending of [false, true]) {
        const { rows } = await ada.items.list({ filter: {}, sort: { by, descending }, ...page });
        expect(rows.map(({ id }) => id)).toEqual(drawn);
      }
    expect(hers.every(({ title }) => /^Case \d{6}$/u.test(title))).toBe(true);
    const { rows } = await ada.items.list({ filter: {}, sort: imported, ...page });
    expect(rows).toEqual(hers);
    for (const filter of [{ text: SECRET }, { label: ['clued', null] }, { tags: [`${SECRET} tag`] }])
      expect((await ada.items.list({ filter, sort: imported, ...page })).total).toBe(0);
  });

  it('cannot be opened at the Desk by those who only decide, but for their own decision', async () => {
    await using book = await disputed();
    const [first, second] = firsts(book.items, 2);
    const ada = await clientAs(book.core, book.ada);
    expect(await refusal(ada.annotations.open({ itemId: second, task }))).toBe('forbidden');
    const { document } = await ada.adjudications.open({ itemId: first, task });
    const again = await ada.annotations.open({ itemId: first, task, round: document.round });
    expect(again).toEqual(document);
  });

  it('has all of it once it is decided, and how the decision compares with the earlier gold', async () => {
    await using book = await disputed();
    const ada = await clientAs(book.core, book.ada);
    const decided = [];
    for (const [index, itemId] of book.items.entries()) {
      const { document } = await ada.adjudications.open({ itemId, task });
      const key = { itemId, task, round: document.round };
      const label = index === 0;
      const after = {
        ...document.records,
        'field:label': { type: 'field' as const, name: 'label', value: label },
      };
      const { revision } = await ada.annotations.edit({
        ...key,
        revision: document.revision,
        diff: makeDiff<DocumentRecord>(document.records, after),
        mark: v7(),
        activeMilliseconds: 1,
      });
      const fields = { label: { how: 'written' as const, columns: [] } };
      const made = await ada.adjudications.decide({ ...key, revision, fields, cause: 'slip', note: '' });
      decided.push(made.case);
    }
    // The third is unclued, the others clued.
    expect(decided.map(({ decision }) => decision?.earlierGold?.differs?.includes('label'))).toEqual([
      false,
      true,
      false,
    ]);
    expect(decided.map(({ decision }) => decision?.earlierGold?.shown)).toEqual([false, false, false]);
    expect(decided.map(({ hidden }) => hidden)).toEqual([null, null, null]);
    expect((await ada.annotations.open({ itemId: present(book.items[0]), task })).item.externalId).toContain(
      SECRET,
    );
    expect(giveaways(await learned(ada, book))).toContain('adjudications.queue');
  });

  it('shows all of it before where the casebook says so, and the decision remembers that', async () => {
    await using book = await disputed();
    const itemId = present(book.items[0]);
    const [ada, cara] = [await clientAs(book.core, book.ada), await clientAs(book.core, book.people.cara)];
    await cara.casebooks.saveSettings({ showEarlierGold: true });
    const told = giveaways(await learned(ada, book));
    for (const name of ['adjudications.queue', 'adjudications.open', 'items.get', 'annotations.open'])
      expect(told).toContain(name);
    // What was seen stays seen.
    await cara.casebooks.saveSettings({ showEarlierGold: false });
    expect(giveaways(await learned(ada, book))).toEqual([]);
    const { document } = await ada.adjudications.open({ itemId, task });
    const { case: decided } = await ada.adjudications.decide({
      itemId,
      task,
      revision: document.revision,
      fields: { label: { how: 'written', columns: [] } },
      cause: 'slip',
      note: '',
    });
    expect(decided.decision?.earlierGold?.shown).toBe(true);
  });
});
