import { describe, expect, it } from 'vitest';
import { PersonId } from '../../shared/base/ids.ts';
import { firsts, present } from '../helpers/present.ts';
import { answer, shares, TASK, team } from '../helpers/assignedTeam.ts';

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
