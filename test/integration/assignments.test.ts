import { describe, expect, it } from 'vitest';
import type { AssignRequest } from '../../shared/contract/assignments.ts';
import { ItemId, PersonId } from '../../shared/base/ids.ts';
import { firsts, present } from '../helpers/present.ts';
import { answer, shares, TASK, team } from '../helpers/assignedTeam.ts';

it('says what the order of import gives away of the labels, and nothing of a random order', async () => {
  await using book = await team(24);
  const { casebook } = book.core.services();
  const label = casebook.database.prepare<[string, string]>('UPDATE item SET label = ? WHERE id = ?');
  for (const [at, id] of book.items.entries()) label.run(at < 12 ? 'clued' : 'unclued', id);
  const { client, request, people } = book;
  const dry = request({ dryRun: true });
  const { separation } = await client.assignments.assign(dry);
  expect(separation).toMatchObject({ items: 24, firstHalf: 1, lastHalf: 0, auc: 1, label: 'clued' });
  expect((await client.assignments.assign({ ...dry, order: 'random' })).separation).toBeNull();
  for (const [at, id] of book.items.entries()) label.run(at % 2 === 0 ? 'clued' : 'unclued', id);
  expect((await client.assignments.assign(dry)).separation).toBeNull();

  // What the curator has yet to answer is not told of.
  for (const [at, id] of book.items.entries()) label.run(at < 12 ? 'clued' : 'unclued', id);
  await client.people.update({ id: people.ana, name: 'Ana', roles: ['curator', 'annotator'] });
  await client.assignments.assign(request({ people: [people.ana], overlap: 1, order: 'random' }));
  expect((await client.assignments.assign(dry)).separation).toBeNull();
});

it('gives nobody an item in an earlier round than they have it in: they could never open it', async () => {
  await using book = await team(3);
  const { bo, cy } = book.people;
  const first = present(book.items[0]);
  await book.client.assignments.assign(
    book.request({ items: { ids: [first] }, people: [bo], overlap: 1, round: 2 }),
  );
  const earlier = book.request({ people: [bo], overlap: 1, round: 1 });
  await expect(book.client.assignments.assign(earlier)).rejects.toThrow(
    /BO already has 1 of the items in a/u,
  );
  await expect(book.client.assignments.assign({ ...earlier, dryRun: true })).rejects.toThrow(
    /round later than/u,
  );
  expect(shares(book)).toEqual({});
  await book.client.assignments.assign({ ...earlier, people: [cy] });
  expect(shares(book)['cy']).toHaveLength(3);
});

/** How often each item was assigned in a round. */
const overlaps = (found: Record<string, string[]>): number[] => {
  const counts = new Map<string, number>();
  for (const name of Object.values(found).flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.values()];
};

const number = (name: string): number => Number(/\d+/u.exec(name)?.[0]);

describe('assigning', () => {
  it('gives each item to as many as asked for, in equal shares, in the order of import', async () => {
    await using work = await team(30);
    const report = await work.client.assignments.assign(work.request());
    expect(report).toMatchObject({ assigned: 60, items: 30, complete: 0, seed: 1 });
    expect(report.people.map(({ handle, assigned, total }) => [handle, assigned, total])).toEqual([
      ['bo', 20, 20],
      ['cy', 20, 20],
      ['di', 20, 20],
    ]);
    const found = shares(work);
    expect(overlaps(found)).toEqual(Array.from({ length: 30 }, () => 2));
    for (const own of Object.values(found))
      expect(own.map(number)).toEqual(own.map(number).toSorted((a, b) => a - b));
  });

  it('says the same beforehand without doing it', async () => {
    await using work = await team(30);
    const said = await work.client.assignments.assign(work.request({ dryRun: true }));
    expect(shares(work)).toEqual({});
    expect(await work.client.assignments.progress()).toEqual([]);
    expect((await work.client.history.list({ limit: 50, kinds: ['assign'] })).events).toEqual([]);
    expect(await work.client.assignments.assign(work.request())).toEqual(said);
  });

  it('counts who has an item already, gives nobody one twice, and goes on after what they have', async () => {
    await using work = await team(20);
    const { bo, cy, di } = work.people;
    const some = { ids: work.items.slice(0, 10) };
    await work.client.assignments.assign(work.request({ items: some, people: [bo, cy], overlap: 2 }));
    const report = await work.client.assignments.assign(work.request({ overlap: 2 }));
    expect(report).toMatchObject({ assigned: 20, items: 10, complete: 10 });
    const found = shares(work);
    expect(overlaps(found)).toEqual(Array.from({ length: 20 }, () => 2));
    // Di had nothing: she comes first until she has as much.
    expect(Object.values(found).map((own) => own.length)).toEqual([15, 15, 10]);
    expect(found['bo']?.slice(0, 10).map(number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const third = await work.client.assignments.assign(work.request({ people: [di, cy, bo], overlap: 3 }));
    expect(third).toMatchObject({ assigned: 20, complete: 0 });
    expect(Object.values(shares(work)).map((own) => new Set(own).size)).toEqual([20, 20, 20]);
    expect(await work.client.assignments.assign(work.request({ overlap: 3 }))).toMatchObject({
      assigned: 0,
      complete: 20,
    });
  });

  it('leaves out of a later round what was rejected, unless that is what was chosen', async () => {
    await using work = await team(6);
    const { bo } = work.people;
    const [first, second] = firsts(work.items, 2);
    await work.client.items.setStatus({ items: { ids: [first, second] }, status: 'rejected' });
    const ask = async (more: Partial<AssignRequest>) =>
      work.client.assignments.assign(work.request({ people: [bo], overlap: 1, dryRun: true, ...more }));
    expect(await ask({})).toMatchObject({ items: 6, rejected: 0 });
    expect(await ask({ round: 2 })).toMatchObject({ items: 4, rejected: 2 });
    expect(await ask({ round: 2, items: { ids: [first] } })).toMatchObject({ items: 1, rejected: 0 });
    expect(await ask({ round: 2, items: { filter: { status: ['rejected'] } } })).toMatchObject({
      items: 2,
      rejected: 0,
    });
  });

  it('counts who has rated an item without having been asked to', async () => {
    await using work = await team(3);
    const { ana, bo } = work.people;
    const first = present(work.items[0]);
    await answer(work.client, first, { submit: true });
    const report = await work.client.assignments.assign(work.request({ people: [ana, bo], overlap: 2 }));
    expect(report.people).toMatchObject([
      { handle: 'ana', assigned: 2 },
      { handle: 'bo', assigned: 3 },
    ]);
    expect(shares(work)['ana']).toEqual(['photo-1.png', 'photo-2.png']);
  });

  it('begins again in another round, and leaves out what somebody has where asked to', async () => {
    await using work = await team(10);
    const { bo, cy, di } = work.people;
    await work.client.assignments.assign(
      work.request({ items: { ids: work.items.slice(0, 4) }, people: [bo], overlap: 1 }),
    );
    const rest = await work.client.assignments.assign(
      work.request({ people: [cy, di], overlap: 1, unassignedOnly: true }),
    );
    expect(rest).toMatchObject({ assigned: 6, items: 6, complete: 0 });
    expect(overlaps(shares(work))).toEqual(Array.from({ length: 10 }, () => 1));
    const again = await work.client.assignments.assign(
      work.request({ people: [bo], overlap: 1, round: 2, unassignedOnly: true }),
    );
    expect(again).toMatchObject({ assigned: 10, items: 10 });
    expect(again.people[0]).toMatchObject({ handle: 'bo', assigned: 10, total: 10 });
    expect(shares(work, 2)['bo']?.map(number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('shuffles for everybody on their own where asked to, the same for the same seed', async () => {
    await using work = await team(40);
    const round = async (number: number, seed: number) => {
      const { bo, cy } = work.people;
      await work.client.assignments.assign(
        work.request({ people: [bo, cy], overlap: 2, order: 'random', seed, round: number }),
      );
      return shares(work, number);
    };
    const [first, same, other] = [await round(1, 7), await round(2, 7), await round(3, 8)];
    expect(first).toEqual(same);
    expect(other['bo']).not.toEqual(first['bo']);
    expect(first['bo']).not.toEqual(first['cy']);
    expect(first['bo']?.toSorted()).toEqual(first['cy']?.toSorted());
  });

  it('takes a filter', async () => {
    await using work = await team(6);
    const rejected = { ids: work.items.slice(4) };
    await work.client.items.setStatus({ items: rejected, status: 'rejected' });
    const report = await work.client.assignments.assign(
      work.request({ items: { filter: { status: ['draft'] } }, overlap: 1 }),
    );
    expect(report).toMatchObject({ items: 4, assigned: 4 });
  });

  it('refuses as a whole, with a reason, what cannot be assigned', async () => {
    await using work = await team(5);
    const { ana, bo, cy } = work.people;
    const judge = (await work.client.people.add({ handle: 'jo', name: 'Jo', roles: ['judge'] })).id;
    const source = work.core.services().people.ensure('gpt', 'model').id;
    const nobody = PersonId.parse('01890000-0000-7000-8000-000000000001');
    const nothing = ItemId.parse('01890000-0000-7000-8000-000000000002');
    const refusal = (overrides: Partial<AssignRequest>) =>
      work.client.assignments.assign(work.request(overrides)).then(
        () => 'done',
        (error: unknown) => error,
      );
    expect(await refusal({ people: [bo, cy], overlap: 3 })).toMatchObject({
      data: { code: 'invalid_input' },
      message: expect.stringContaining('5 of the items would get fewer than 3 people'),
    });
    expect(await refusal({ people: [bo, judge] })).toMatchObject({
      data: { code: 'invalid_input' },
      message: 'Jo is neither an annotator nor a reviewer.',
    });
    expect(await refusal({ people: [bo, source] })).toMatchObject({ data: { code: 'invalid_input' } });
    expect(await refusal({ people: [bo, nobody] })).toMatchObject({ data: { code: 'not_found' } });
    expect(await refusal({ items: { ids: [...work.items, nothing] } })).toMatchObject({
      data: { code: 'not_found' },
      message: '1 of the items are not in this casebook.',
    });
    expect(await refusal({ task: 'paint' })).toMatchObject({ data: { code: 'not_found' } });
    expect(shares(work)).toEqual({});
    // Anybody who curates can rate, too.
    expect(await refusal({ people: [ana, bo] })).toBe('done');
  });

  it('is in the history, with what would be needed to repeat it', async () => {
    await using work = await team(6);
    await work.client.assignments.assign(work.request({ order: 'random', seed: 99 }));
    await work.client.assignments.withdraw({ personId: work.people.bo, task: TASK, round: 1 });
    const { events } = await work.client.history.list({ limit: 50, kinds: ['assign', 'withdraw'] });
    expect(events.map(({ person, items, summary }) => ({ person, items, summary }))).toEqual([
      { person: 'ana', items: 4, summary: 'Withdrew 4 items from bo (round 1)' },
      {
        person: 'ana',
        items: 6,
        summary: 'Assigned 6 items to 3 people (round 1, overlap 2, random order, seed 99)',
      },
    ]);
  });
});
