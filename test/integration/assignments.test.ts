import { createRouterClient } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import type { Core } from '../../electron/core/app/createCore.ts';
import { createCore } from '../../electron/core/app/createCore.ts';
import type { AssignRequest } from '../../shared/contract/assignments.ts';
import { ItemId, PersonId } from '../../shared/base/ids.ts';
import type { Role } from '../../shared/domain/status.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { firsts, present } from '../helpers/present.ts';

const TASK = 'curate';

/** A session of its own, as a window has one. */
const windowOf = (core: Core) =>
  createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
type Window = ReturnType<typeof windowOf>;

/** A casebook of Ana's (curator) with Bo, Cy and Di (annotators) and `count` unlabelled items; Ana is the current user. */
async function team(count: number) {
  const folder = temporaryFolder();
  const core = createCore(testPorts(folder.path));
  const services = await core.keeper.create(folder.join('a.casebook'), {
    benchmark: 'caughtcheating',
    title: 'A',
    person: 'Ana',
  });
  const writer = services.casebook.derived.items;
  const items = services.casebook.database.transaction(() =>
    Array.from(
      { length: count },
      (_, index) =>
        writer.insert({
          externalId: `photo-${String(index)}.png`,
          payload: { url: `https://example.org/${String(index)}` },
          images: [],
          imported: false,
        }).id,
    ),
  )();
  const client = windowOf(core);
  const ana = present((await client.people.list())[0]);
  const add = async (handle: string, roles: Role[] = ['annotator']) =>
    (await client.people.add({ handle, name: handle.toUpperCase(), roles })).id;
  const people = { ana: ana.id, bo: await add('bo'), cy: await add('cy'), di: await add('di') };
  return {
    core,
    client,
    items,
    people,
    /** A window with that person as the current user. */
    as: async (id: PersonId): Promise<Window> => {
      const window = windowOf(core);
      await window.people.workAs({ id });
      return window;
    },
    request: (overrides: Partial<AssignRequest> = {}): AssignRequest => ({
      items: { filter: {} },
      task: TASK,
      people: [people.bo, people.cy, people.di],
      overlap: 2,
      order: 'fixed',
      seed: 1,
      round: 1,
      ...overrides,
    }),
    async [Symbol.asyncDispose]() {
      await core.close();
      folder[Symbol.dispose]();
    },
  };
}

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

/** Everybody's items of a round, in the order in which they meet them. */
function shares({ core }: { readonly core: Core }, round = 1): Record<string, string[]> {
  const rows = core
    .services()
    .casebook.database.prepare<[number], { handle: string; name: string; position: number }>(
      `SELECT p.handle, i.external_id AS name, s.position FROM assignment s JOIN person p ON p.id = s.person_id
       JOIN item i ON i.id = s.item_id WHERE s.round = ? ORDER BY p.handle, s.position`,
    )
    .all(round);
  const found: Record<string, string[]> = {};
  for (const { handle, name, position } of rows) {
    const own = (found[handle] ??= []);
    // Positions follow each other without a gap.
    expect(position).toBe(own.length);
    own.push(name);
  }
  return found;
}

/** How often each item was assigned in a round. */
const overlaps = (found: Record<string, string[]>): number[] => {
  const counts = new Map<string, number>();
  for (const name of Object.values(found).flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.values()];
};

const number = (name: string): number => Number(/\d+/u.exec(name)?.[0]);

/** Somebody edits an item's answer, and submits it unless told otherwise. */
async function answer(window: Window, itemId: ItemId, options: { readonly submit: boolean }): Promise<void> {
  const { revision, records } = await window.annotations.open({ itemId, task: TASK });
  const before = records['field:triage'];
  const after = { type: 'field' as const, name: 'triage', value: 'keep' };
  const edited = await window.annotations.edit({
    itemId,
    task: TASK,
    revision,
    mark: 'note',
    activeMilliseconds: 1500,
    diff:
      before === undefined
        ? { added: { 'field:triage': after }, updated: {}, removed: {} }
        : { added: {}, updated: { 'field:triage': [before, after] }, removed: {} },
  });
  if (options.submit) await window.annotations.submit({ itemId, task: TASK, revision: edited.revision });
}

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

describe('taking assignments back', () => {
  it('leaves what its person has begun or submitted, and gives the rest to others', async () => {
    await using work = await team(9);
    const { bo, cy, di } = work.people;
    await work.client.assignments.assign(work.request({ people: [bo], overlap: 1 }));
    const [first, second, third] = firsts(work.items, 3);
    const window = await work.as(bo);
    await answer(window, first, { submit: true });
    await answer(window, second, { submit: false });
    expect(
      await work.client.assignments.withdraw({
        personId: bo,
        task: TASK,
        round: 1,
        items: [first, second, third],
      }),
    ).toEqual({ withdrawn: 1, kept: 2 });
    expect(await work.client.assignments.withdraw({ personId: bo, task: TASK, round: 1 })).toEqual({
      withdrawn: 6,
      kept: 2,
    });
    expect(shares(work)).toEqual({ bo: ['photo-0.png', 'photo-1.png'] });
    expect(await work.client.assignments.withdraw({ personId: bo, task: TASK, round: 1 })).toEqual({
      withdrawn: 0,
      kept: 2,
    });
    const rest = await work.client.assignments.assign(work.request({ people: [cy, di], overlap: 1 }));
    expect(rest).toMatchObject({ assigned: 7, complete: 2 });
  });
});

describe('who is to answer', () => {
  it('decides whether the raters of an item are complete', async () => {
    await using work = await team(2);
    const { bo, cy, di } = work.people;
    const first = present(work.items[0]);
    const itemStatus = async () => {
      const { row } = await work.client.items.get({ id: first });
      return { ratings: row.ratings, gold: row.goldSource };
    };
    await work.client.assignments.assign(work.request({ people: [bo, cy] }));
    for (const id of [bo, cy]) await answer(await work.as(id), first, { submit: true });
    expect(await itemStatus()).toEqual({ ratings: 'unanimous', gold: 'unanimous' });
    // A third is asked: what two agree on is not all there is to say any more.
    await work.client.assignments.assign(work.request({ people: [di], overlap: 3 }));
    expect((await itemStatus()).ratings).toBe('waiting');
    await work.client.assignments.withdraw({ personId: di, task: TASK, round: 1 });
    expect(await itemStatus()).toEqual({ ratings: 'unanimous', gold: 'unanimous' });
    // Neither is said of the other item, which nobody has rated.
    const other = await work.client.items.list({
      filter: { ids: work.items.slice(1) },
      sort: { by: 'imported', descending: false },
      offset: 0,
      limit: 1,
    });
    expect(other.rows[0]).toMatchObject({ ratings: null, goldSource: null });
  });
});

describe('progress', () => {
  it('says what became of everybody’s work, and to each where to go on', async () => {
    await using work = await team(4);
    const { bo, cy } = work.people;
    await work.client.assignments.assign(work.request({ people: [bo, cy], overlap: 2 }));
    const [first, second, third] = firsts(work.items, 3);
    const window = await work.as(bo);
    const before = Date.now();
    await answer(window, first, { submit: true });
    await answer(window, second, { submit: false });
    await window.annotations.skip({ itemId: third, task: TASK, reason: 'too dark' });
    const own = {
      personId: bo,
      handle: 'bo',
      name: 'BO',
      task: TASK,
      round: 1,
      assigned: 4,
      submitted: 1,
      skipped: 1,
      drafts: 1,
      activeMilliseconds: 3000,
    };
    const progress = await work.client.assignments.progress();
    expect(progress).toEqual([
      { ...own, lastSubmittedAt: expect.any(Number) },
      expect.objectContaining({
        handle: 'cy',
        assigned: 4,
        submitted: 0,
        skipped: 0,
        drafts: 0,
        activeMilliseconds: 0,
        lastSubmittedAt: null,
      }),
    ]);
    expect(progress[0]?.lastSubmittedAt).toBeGreaterThanOrEqual(before);
    // Anybody who only annotates learns nothing of the others.
    expect(await window.assignments.progress()).toMatchObject([own]);
    expect(await window.assignments.mine()).toEqual([
      { task: TASK, round: 1, open: 2, submitted: 1, skipped: 1, next: second },
    ]);
    expect(await work.client.assignments.mine()).toEqual([]);
  });
});

describe('what is for curators only', () => {
  it('is refused to others and changes nothing', async () => {
    await using work = await team(3);
    const window = await work.as(work.people.bo);
    const forbidden = { data: { code: 'forbidden' } };
    await expect(window.assignments.assign(work.request())).rejects.toMatchObject(forbidden);
    await expect(window.assignments.assign(work.request({ dryRun: true }))).rejects.toMatchObject(forbidden);
    await work.client.assignments.assign(work.request());
    const found = shares(work);
    await expect(
      window.assignments.withdraw({ personId: work.people.bo, task: TASK, round: 1 }),
    ).rejects.toMatchObject(forbidden);
    expect(shares(work)).toEqual(found);
    const list = await work.client.people.list();
    await expect(window.people.add({ handle: 'eve', name: 'Eve', roles: ['curator'] })).rejects.toMatchObject(
      forbidden,
    );
    await expect(
      window.people.update({ id: work.people.bo, name: 'Bo', roles: ['annotator', 'curator'] }),
    ).rejects.toMatchObject(forbidden);
    expect(await work.client.people.list()).toEqual(list);
  });
});

describe('people', () => {
  it('get other names and roles, and the history says what was before', async () => {
    await using work = await team(0);
    const { bo } = work.people;
    expect(
      await work.client.people.update({ id: bo, name: ' Bo Berg ', roles: ['adjudicator', 'annotator'] }),
    ).toMatchObject({ handle: 'bo', name: 'Bo Berg', roles: ['annotator', 'adjudicator'] });
    expect((await work.client.people.list()).find(({ id }) => id === bo)).toMatchObject({ name: 'Bo Berg' });
    const entry = async () => (await work.client.history.list({ limit: 1, kinds: ['person'] })).events[0];
    const logged = await entry();
    expect(logged).toMatchObject({
      summary: 'Changed the name and roles of bo',
      person: 'ana',
      changes: [
        { field: 'Name', from: 'BO', to: 'Bo Berg' },
        { field: 'Roles', from: 'annotator', to: 'annotator, adjudicator' },
      ],
    });
    // What changes nothing is not an event.
    await work.client.people.update({ id: bo, name: 'Bo Berg', roles: ['annotator', 'adjudicator'] });
    expect((await entry())?.id).toBe(logged?.id);
    expect(
      await work.client.people.update({ id: bo, name: '', roles: ['annotator', 'adjudicator'] }),
    ).toMatchObject({ name: 'bo' });
  });

  it('keep a curator among them', async () => {
    await using work = await team(0);
    const { ana, bo } = work.people;
    const demote = () => work.client.people.update({ id: ana, name: 'Ana', roles: ['annotator'] });
    await expect(demote()).rejects.toMatchObject({
      data: { code: 'conflict' },
      message: 'Ana is the only curator of this casebook.',
    });
    await work.client.people.update({ id: bo, name: 'Bo', roles: ['curator'] });
    expect(await demote()).toMatchObject({ roles: ['annotator'] });
    const window = await work.as(bo);
    await expect(window.people.update({ id: bo, name: 'Bo', roles: ['annotator'] })).rejects.toMatchObject({
      data: { code: 'conflict' },
    });
  });

  it('are refused where there is none, where the handle is taken, and roles of what is no human', async () => {
    await using work = await team(0);
    const nobody = PersonId.parse('01890000-0000-7000-8000-000000000001');
    await expect(
      work.client.people.update({ id: nobody, name: 'X', roles: ['annotator'] }),
    ).rejects.toMatchObject({ data: { code: 'not_found' } });
    await expect(
      work.client.people.add({ handle: 'BO', name: 'Other', roles: ['annotator'] }),
    ).rejects.toMatchObject({ data: { code: 'exists' } });
    const model = work.core.services().people.ensure('gpt', 'model');
    await expect(
      work.client.people.update({ id: model.id, name: 'GPT', roles: ['curator'] }),
    ).rejects.toMatchObject({ data: { code: 'invalid_input' } });
    expect(await work.client.people.update({ id: model.id, name: 'GPT', roles: model.roles })).toMatchObject({
      name: 'GPT',
    });
  });
});
