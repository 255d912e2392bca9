import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ItemFilter } from '../../shared/contract/items.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { answer, assignItems, type Client, clientAs, submit } from '../helpers/blindCasebook.ts';
import { firsts, present } from '../helpers/present.ts';
import {
  type Book,
  giveaways,
  imported,
  learned,
  page,
  refusal,
  secrets,
  task,
} from '../helpers/blindingCalls.ts';

describe('lists of what several people work on', () => {
  it('are found by who has an item, how its raters stand, and where one’s own work stands', async () => {
    await using book = await secrets();
    const [first, second, third] = firsts(book.items, 3);
    const ann = await clientAs(book.core, book.people.ann);
    await answer(ann, second, { label: true });
    await submit(ann, second);
    await ann.annotations.skip({ itemId: third, task, reason: 'too dark' });
    const found = async (client: Client, filter: ItemFilter) =>
      (await client.items.list({ filter, sort: imported, ...page })).rows.map(({ id }) => id);
    expect(await found(ann, { assignment: ['open'] })).toEqual([first]);
    expect(await found(ann, { assignment: ['submitted', 'skipped'] })).toEqual([second, third]);
    const dan = book.core.services().people.add({ handle: 'dan', name: '', roles: ['annotator'] }, null);
    assignItems(book.core, [third], [dan.id], 1);
    const eve = await clientAs(book.core, book.people.eve);
    expect(await found(eve, { assignees: [dan.id] })).toEqual([third]);
    expect(await found(eve, { assignees: [dan.id, book.people.bo] })).toEqual(book.items);
    expect(await found(eve, { assignment: ['open'] })).toEqual([]);
    for (const name of ['rex', 'cara'] as const) {
      const client = await clientAs(book.core, book.people[name]);
      await answer(client, second, { label: true });
      await submit(client, second);
    }
    expect(await found(eve, { ratings: ['disputed'] })).toEqual([second]);
    // The third has not been rated by anybody.
    expect(await found(eve, { ratings: ['waiting'] })).toEqual([first]);
  });

  it('are walked in the order of one’s own assignments, whichever that is', async () => {
    await using book = await secrets();
    const dan = book.core.services().people.add({ handle: 'dan', name: '', roles: ['annotator'] }, null);
    for (const item of book.items.toReversed()) assignItems(book.core, [item], [dan.id], 1);
    const client = await clientAs(book.core, dan.id);
    const sort = { by: 'assignment', descending: false } as const;
    const { rows } = await client.items.list({ filter: {}, sort, ...page });
    expect(rows.map(({ id }) => id)).toEqual(book.items.toReversed());
    expect(rows.map(({ externalId }) => externalId)).toEqual(['Item 1', 'Item 2', 'Item 3']);
    const middle = present(rows[1]?.id);
    const near = await client.items.neighbours({ id: middle, filter: {}, sort, around: 1 });
    expect([near.position, near.total, near.rows.map(({ id }) => id)]).toEqual([
      1,
      3,
      book.items.toReversed(),
    ]);
    const first = present(rows[0]?.id);
    await client.annotations.skip({ itemId: first, task, reason: 'too dark' });
    const filter: ItemFilter = { assignment: ['open'] };
    const open = await client.items.neighbours({ id: middle, filter, sort, around: 1 });
    expect([open.position, open.total]).toEqual([0, 2]);
  });
});

describe('anybody who decides between raters', () => {
  it('does not learn who they are, in the versions or the history, before the decision', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    for (const name of ['ann', 'rex', 'cara'] as const) {
      const client = await clientAs(book.core, book.people[name]);
      await answer(client, first, { label: true });
      await submit(client, first);
    }
    const eve = await clientAs(book.core, book.people.eve);
    expect((await eve.items.get({ id: first })).row.ratings).toBe('disputed');
    expect(await eve.annotations.versions({ itemId: first, task })).toEqual([]);
    const all = book.core.services().annotations.versions(first, task, everything);
    expect(all).toHaveLength(5);
    for (const { id } of all) expect(await refusal(eve.annotations.version({ id }))).toBe('not_found');
    const { events } = await eve.history.list({ itemId: first, limit: 500 });
    expect(events.filter(({ person }) => ['ann', 'bo', 'rex'].includes(person))).toEqual([]);
    // Cara curates, decides, and has rated: of these she may see her own.
    const cara = await clientAs(book.core, book.people.cara);
    const own = await cara.annotations.versions({ itemId: first, task });
    expect(own.map(({ person }) => person)).toEqual(['cara']);
    // A reviewer decides nothing, and sees all.
    const rex = await clientAs(book.core, book.people.rex);
    expect(await rex.annotations.versions({ itemId: first, task })).toHaveLength(5);
  });
});

describe('a rating', () => {
  it('begins blank, keeps its images, and is anybody who corrects it alone still one', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    const ann = await clientAs(book.core, book.people.ann);
    const { records, independent, revision } = await ann.annotations.open({ itemId: first, task });
    expect(independent).toBe(true);
    expect(Object.keys(records).filter((id) => id.startsWith('region:'))).toEqual([]);
    expect(records).toMatchObject({ 'field:label': { value: null }, 'field:clues': { value: [] } });
    const image = records['image:0'];
    if (image?.type !== 'image') throw new Error('There is no image.');
    const replaced = { ...image, imageId: book.images[1] ?? null };
    const edit = { itemId: first, task, revision, mark: 'm', activeMilliseconds: 0 };
    const diff = {
      added: {},
      updated: { 'image:0': [image, replaced] as const },
      removed: {},
    };
    expect(await refusal(ann.annotations.edit({ ...edit, diff }))).toBe('forbidden');
    expect(book.core.services().items.get(first, everything).images[0]?.imageId).toBe(book.images[0]);
    await answer(ann, first, { label: true });
    await submit(ann, first);
    await answer(ann, first, { label: false });
    await submit(ann, first);
    expect((await ann.annotations.open({ itemId: first, task })).independent).toBe(true);
    expect(ratersOf(book, first)).toEqual([
      ['bo', 1, 1],
      ['ann', 1, 1],
      ['ann', 2, 1],
    ]);
  });

  it('is not what a curator says who saw the others: refused where two have rated', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    const eve = await clientAs(book.core, book.people.eve);
    const { independent } = await eve.annotations.open({ itemId: first, task });
    expect(independent).toBe(false);
    const ann = await clientAs(book.core, book.people.ann);
    await answer(ann, first, { label: true });
    await submit(ann, first);
    await answer(eve, first, { label: true });
    expect(await refusal(submit(eve, first))).toBe('conflict');
    assignItems(book.core, [first], [book.people.ann], 2);
    expect(await refusal(submit(eve, first))).toBe('conflict');
    expect(ratersOf(book, first)).toEqual([
      ['bo', 1, 1],
      ['ann', 1, 1],
      ['eve', 1, 0],
    ]);
    // A correction of one's own rating, having seen the others, is none either.
    const rex = await clientAs(book.core, book.people.rex);
    await answer(rex, first, { label: true });
    await submit(rex, first);
    expect((await rex.annotations.open({ itemId: first, task })).independent).toBe(false);
  });

  it('keeps the pixels that it is asked about, no matter who would replace them', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    const eve = await clientAs(book.core, book.people.eve);
    const replaced = async () => {
      const { records, revision } = await eve.annotations.open({ itemId: first, task });
      const image = records['image:0'];
      if (image?.type !== 'image') throw new Error('There is no image.');
      const other: typeof image = { ...image, imageId: book.images[1] ?? null };
      const updated = { 'image:0': [image, other] as const };
      const edit = { itemId: first, task, revision, mark: 'm', activeMilliseconds: 0 };
      return refusal(eve.annotations.edit({ ...edit, diff: { added: {}, updated, removed: {} } }));
    };
    expect(await replaced()).toBe('forbidden');
    const { people } = book;
    for (const personId of [people.ann, people.rex, people.cara])
      await eve.assignments.withdraw({ personId, task, round: 1, items: [first] });
    expect(await replaced()).toMatchObject({ answered: { revision: 1 } });
  });

  it('can be skipped with a reason, and given later', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    const ann = await clientAs(book.core, book.people.ann);
    const state = async () => (await ann.items.get({ id: first })).row.assignment?.state;
    expect(await refusal(ann.annotations.skip({ itemId: first, task, reason: ' ' }))).toBe('invalid_input');
    expect(await state()).toBe('open');
    await ann.annotations.skip({ itemId: first, task, reason: 'too dark' });
    expect(await state()).toBe('skipped');
    expect(giveaways(await learned(ann, book))).toEqual([]);
    await answer(ann, first, { label: true });
    await submit(ann, first);
    expect(await state()).toBe('submitted');
    await ann.annotations.skip({ itemId: first, task, reason: 'after all' });
    expect(await state()).toBe('submitted');
  });

  it('is none where its author left it, looked at the others and came back', async () => {
    await using book = await secrets();
    const [first, , third] = firsts(book.items, 3);
    const rex = await clientAs(book.core, book.people.rex);
    await answer(rex, first, { label: true });
    await rex.annotations.skip({ itemId: first, task, reason: 'too dark' });
    expect(await rex.annotations.versions({ itemId: first, task })).toContainEqual(
      expect.objectContaining({ person: 'bo', state: 'submitted' }),
    );
    expect((await rex.annotations.open({ itemId: first, task })).independent).toBe(false);
    await submit(rex, first);
    expect(ratersOf(book, first)).toContainEqual(['rex', 1, 0]);

    // The same of a correction that was begun before the others had answered.
    await answer(rex, third, { label: true });
    await submit(rex, third);
    await answer(rex, third, { label: false });
    expect((await rex.annotations.open({ itemId: third, task })).independent).toBe(true);
    const bo = await clientAs(book.core, book.people.bo);
    await submit(bo, third);
    expect((await rex.annotations.open({ itemId: third, task })).independent).toBe(false);
  });

  it('is undone within its own round', async () => {
    await using book = await secrets();
    const first = present(book.items[0]);
    const ann = await clientAs(book.core, book.people.ann);
    await answer(ann, first, { claim: 'one' });
    await submit(ann, first);
    assignItems(book.core, [first], [book.people.ann], 2);
    await answer(ann, first, { claim: 'two' });
    const { revision } = await ann.annotations.open({ itemId: first, task });
    const undone = await ann.annotations.undo({ itemId: first, task, revision });
    expect(undone).toMatchObject({ canUndo: false, canRedo: true });
    const { records } = await ann.annotations.open({ itemId: first, task });
    expect(records['field:claim']).toMatchObject({ value: '' });
    expect(ratersOf(book, first)).toContainEqual(['ann', 1, 1]);
    expect(await refusal(ann.annotations.open({ itemId: first, task, round: 1 }))).toBe('forbidden');
    expect(await refusal(ann.annotations.open({ itemId: first, task, round: 3 }))).toBe('forbidden');
  });

  it('begins anew for somebody who worked on the item before it was given to them', async () => {
    await using book = await secrets();
    const third = present(book.items[2]);
    const eve = await clientAs(book.core, book.people.eve);
    await eve.people.update({ id: book.people.eve, name: 'Eve', roles: ['curator', 'annotator'] });
    await answer(eve, third, { label: true, claim: 'a claim made with sight of the gold' });
    assignItems(book.core, book.items, [book.people.eve], 1);
    const begun = await eve.annotations.open({ itemId: third, task });
    expect(begun).toMatchObject({ independent: true, state: null, canUndo: false });
    expect(begun.records['field:claim']).toMatchObject({ value: '' });
    expect(giveaways(await learned(eve, book))).toEqual([]);
    await answer(eve, third, { label: false });
    const { canUndo, revision, records } = await eve.annotations.open({ itemId: third, task });
    expect([canUndo, records['field:claim']]).toMatchObject([true, { value: '' }]);
    const undone = await eve.annotations.undo({ itemId: third, task, revision });
    expect(undone.canUndo).toBe(false);
    expect(ratersOf(book, third)).toContainEqual(['eve', 1, 1]);
  });
});

/** Who has answered an item since it was imported, version by version, and whether it is a rating. */
function ratersOf({ core }: Book, item: ItemId): unknown[] {
  return core
    .services()
    .casebook.database.prepare(
      `SELECT p.handle, a.version, a.independent FROM annotation a JOIN person p ON p.id = a.person_id
       WHERE item_id = ? AND p.handle <> 'source' ORDER BY a.created_at, a.id`,
    )
    .raw()
    .all(item);
}
