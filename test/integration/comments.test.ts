import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ItemId } from '../../shared/base/ids.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { assignment } from '../helpers/assignment.ts';
import { clientAs, openSecrets, type Secrets } from '../helpers/blindCasebook.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';

/** A casebook in which several people were asked about every item. */
async function secrets(): Promise<Secrets & { readonly core: Core; [Symbol.asyncDispose](): Promise<void> }> {
  const folder = temporaryFolder();
  let clock = Date.now();
  // Every look at the clock is a millisecond later: who was first is never a question of ids.
  const core = createCore(testPorts(folder.path, { now: () => (clock += 1) }));
  return {
    ...(await openSecrets(core, folder.path)),
    core,
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

type Book = Awaited<ReturnType<typeof secrets>>;

/** Somebody who oversees and was asked about nothing. */
const reviewer = ({ core }: Book) =>
  core
    .services()
    .people.add(
      { handle: `rev${String(core.services().people.list().length)}`, name: 'rev', roles: ['reviewer'] },
      null,
    ).id;

describe('comments on an item', () => {
  let book: Book;
  let item: ItemId;
  beforeEach(async () => {
    book = await secrets();
    item = present(book.items[0]);
  });
  afterEach(async () => {
    await book[Symbol.asyncDispose]();
  });

  it('are threads that are answered, resolved, opened again by an answer, and removed', async () => {
    const eve = await clientAs(book.core, reviewer(book));
    const { comments, hidden } = await eve.comments.list({ itemId: item });
    expect(hidden).toBe(false);
    expect(comments).toMatchObject([{ person: 'bo', threadId: null, resolved: false }]);
    const thread = present(comments[0]);
    const open = async () =>
      (
        await eve.items.list({
          filter: { comments: 'open' },
          sort: { by: 'imported', descending: false },
          offset: 0,
          limit: 9,
        })
      ).rows.length;
    const before = await open();
    await eve.comments.resolve({ id: thread.id, resolved: true });
    expect(await open()).toBe(before - 1);
    await eve.comments.add({ itemId: item, threadId: thread.id, text: 'A spoon.' });
    expect((await eve.comments.list({ itemId: item })).comments).toMatchObject([
      { resolved: false },
      { text: 'A spoon.', threadId: thread.id, person: 'rev' },
    ]);
    expect(await open()).toBe(before);
    await expect(eve.comments.remove({ id: thread.id })).rejects.toMatchObject({
      data: { code: 'forbidden' },
    });
    const cara = present(book.core.services().people.find(book.people.cara));
    book.core.services().comments.remove(thread.id, cara, everything);
    expect((await eve.comments.list({ itemId: item })).comments).toEqual([]);
    const { events } = await eve.history.list({ kinds: ['comment'], itemId: item, limit: 9 });
    expect(events.map(({ summary }: { readonly summary: string }) => summary.split(':')[0])).toEqual([
      'Removed a comment',
      'Commented',
      'Resolved a comment',
      'Commented',
    ]);
  });

  it('are hidden from somebody who has yet to answer, who sees their own', async () => {
    const ann = await clientAs(book.core, book.people.ann);
    expect(await ann.comments.list({ itemId: item })).toEqual({ hidden: true, comments: [] });
    const eve = await clientAs(book.core, reviewer(book));
    const [thread] = (await eve.comments.list({ itemId: item })).comments;
    if (thread === undefined) expect.fail('Nothing was said.');
    for (const refused of [
      ann.comments.add({ itemId: item, threadId: thread.id, text: 'Mine' }),
      ann.comments.resolve({ id: thread.id, resolved: true }),
    ])
      await expect(refused).rejects.toMatchObject({ data: { code: 'not_found' } });
    await ann.comments.add({ itemId: item, threadId: null, text: 'I cannot read the sign.' });
    expect((await ann.comments.list({ itemId: item })).comments).toMatchObject([
      { text: 'I cannot read the sign.' },
    ]);
    expect((await eve.comments.list({ itemId: item })).comments).toHaveLength(2);
  });
});

describe('somebody who is deactivated', () => {
  it('keeps their work, is given nothing more and cannot be chosen', async () => {
    await using book = await secrets();
    const { people, assignments } = book.core.services();
    const cara = await clientAs(book.core, book.people.cara);
    const answers = book.core.services().annotations.versions(present(book.items[0]), 'curate', everything);
    const bo = await clientAs(book.core, book.people.bo);
    expect((await cara.people.setAside({ id: book.people.bo, setAside: true })).setAside).toBe(true);
    await expect(bo.items.counts({ filter: {} })).rejects.toMatchObject({ data: { code: 'forbidden' } });
    await expect(cara.people.workAs({ id: book.people.bo })).rejects.toThrow('deactivated');
    expect(book.core.services().annotations.versions(present(book.items[0]), 'curate', everything)).toEqual(
      answers,
    );
    expect(() =>
      assignments.assign(
        assignment({
          items: { filter: {} },
          task: 'curate',
          people: [book.people.bo],
          round: 2,
          part: null,
          dryRun: true,
        }),
        everything,
      ),
    ).toThrow('deactivated');
    await expect(cara.people.setAside({ id: book.people.cara, setAside: true })).rejects.toThrow();
    await cara.people.setAside({ id: book.people.bo, setAside: false });
    expect(people.find(book.people.bo)?.setAside).toBeUndefined();
  });
});

describe('a judge that is set aside', () => {
  it('has its verdicts kept, and counting for nothing until it is brought back', async () => {
    await using book = await secrets();
    const { database } = book.core.services().casebook;
    const cara = await clientAs(book.core, book.people.cara);
    const count = (sql: string): unknown => database.prepare(sql).pluck().get();
    const DISPUTED = "SELECT count(*) FROM verdict_state WHERE state = 'disputed'";
    const disputed = count(DISPUTED);
    expect(disputed).toBeGreaterThan(0);
    const verdicts = count('SELECT count(*) FROM judgment');
    const judge = present(book.core.services().people.called('judge-2'));
    await cara.people.setAside({ id: judge.id, setAside: true });
    expect(count(DISPUTED)).toBe(0);
    expect(count('SELECT count(*) FROM judgment')).toBe(verdicts);
    await cara.people.setAside({ id: judge.id, setAside: false });
    expect(count(DISPUTED)).toBe(disputed);
  });
});
