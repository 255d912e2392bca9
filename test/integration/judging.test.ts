import { describe, expect, it } from 'vitest';
import type { JudgingCard, JudgingSettings } from '../../shared/contract/judging.ts';
import type { PersonId } from '../../shared/base/ids.ts';
import type { Json } from '../../shared/base/json.ts';
import { assignItems, type Client } from '../helpers/blindCasebook.ts';
import type { JudgedBook } from '../helpers/judgedCasebook.ts';
import { present } from '../helpers/present.ts';
import { ANSWER, book, refusal, settings } from '../helpers/judgingBook.ts';

/** Gives judging out as the curator does; gives its id. */
async function assign(made: JudgedBook & { cara: PersonId }, wanted: JudgingSettings) {
  const curator = await made.window(made.cara);
  return (await curator.judging.assign({ title: 'First', settings: wanted })).id;
}

type Given = Parameters<Client['judging']['give']>[0];

const give = (window: Client, card: JudgingCard | undefined, value: Json, more: Partial<Given> = {}) => {
  if (card === undefined) throw new Error('There is no card.');
  return window.judging.give({
    unit: card.unit,
    value,
    activeMilliseconds: 10,
    ...more,
  });
};

describe('judging', () => {
  it('goes in an order of the judge’s own, from the first open one, the next loaded ahead', async () => {
    await using made = await book();
    const lee = made.person('lee', ['judge']);
    const judging = await assign(made, settings({ judges: [made.jo, made.kim, lee], overlap: 3 }));
    const orders = [];
    for (const person of [made.jo, made.kim, lee]) {
      const window = await made.window(person);
      const { total, first, cards } = await window.judging.cards({
        judging,
        criterion: 'cue_match',
        limit: 50,
      });
      expect([total, first, cards.map(({ position }) => position)]).toEqual([12, 0, [...Array(12).keys()]]);
      orders.push(
        made.services.casebook.database
          .prepare<[string], string>(
            'SELECT response_id FROM judging_assignment WHERE person_id = ? ORDER BY position',
          )
          .pluck()
          .all(person),
      );
    }
    expect(new Set(orders[0])).toEqual(new Set(orders[1]));
    expect(new Set(orders.map((order) => order.join())).size).toBeGreaterThan(1);
    const jo = await made.window(made.jo);
    const page = { judging, criterion: 'cue_match' };
    const { cards } = await jo.judging.cards({ ...page, limit: 3 });
    expect(await give(jo, cards[0], 'YES', { note: 'plainly' })).toMatchObject({
      state: 'submitted',
      value: 'YES',
      note: 'plainly',
      position: 0,
    });
    await jo.judging.skip({ unit: present(cards[1]?.unit), reason: 'not readable' });
    const next = await jo.judging.cards({ ...page, limit: 2 });
    expect([next.first, next.cards.map(({ state }) => state)]).toEqual([2, ['open', 'open']]);
    const back = await jo.judging.cards({ ...page, from: 0, limit: 2 });
    expect(back.cards.map(({ state, value }) => [state, value])).toEqual([
      ['submitted', 'YES'],
      ['skipped', null],
    ]);
    expect((await jo.judging.mine())[0]?.criteria[0]).toMatchObject({ total: 12, open: 10, skipped: 1 });
    const kim = await made.window(made.kim);
    expect(
      (await kim.judging.cards({ ...page, from: 0, limit: 50 })).cards.map(({ value }) => value),
    ).toEqual(Array(12).fill(null));
  });

  it('is corrected by giving again: the last word holds, both are kept', async () => {
    await using made = await book();
    const judging = await assign(made, settings({ judges: [made.jo] }));
    const jo = await made.window(made.jo);
    const { cards } = await jo.judging.cards({ judging, criterion: 'cue_match', limit: 1 });
    await give(jo, cards[0], 'YES');
    await give(jo, cards[0], 'YES');
    expect(await give(jo, cards[0], 'NO')).toMatchObject({ value: 'NO', state: 'submitted' });
    const { database } = made.services.casebook;
    expect(database.prepare('SELECT value FROM judgment ORDER BY created_at').pluck().all()).toEqual([
      '"YES"',
      '"NO"',
    ]);
    expect(database.prepare('SELECT state, value, source, judges FROM verdict_state').all()).toEqual([
      { state: 'single', value: '"NO"', source: 'single', judges: 1 },
    ]);
    // A verdict that was given is not skipped any more.
    expect(await jo.judging.skip({ unit: present(cards[0]?.unit), reason: 'x' })).toMatchObject({
      state: 'submitted',
    });
  });

  it('takes only what the criterion offers', async () => {
    await using made = await book();
    const judging = await assign(
      made,
      settings({ criteria: ['cue_match', 'key_points'], judges: [made.jo] }),
    );
    const jo = await made.window(made.jo);
    const [choice] = (await jo.judging.cards({ judging, criterion: 'cue_match', limit: 1 })).cards;
    for (const value of ['yes', true, null, ['YES']])
      expect(await refusal(give(jo, choice, value))).toBe('invalid_input');
    const [points] = (await jo.judging.cards({ judging, criterion: 'key_points', limit: 1 })).cards;
    expect(await refusal(give(jo, points, 'YES'))).toBe('invalid_input');
    expect(await refusal(give(jo, points, ['There are three glasses']))).toBe('invalid_input');
    expect(await refusal(give(jo, points, ['']))).toBe('invalid_input');
    const passage = { start: 0, end: 21 };
    expect(await refusal(give(jo, points, [ANSWER.slice(1, 22)], { passages: [passage] }))).toBe(
      'invalid_input',
    );
    expect(
      await refusal(give(jo, points, [ANSWER.slice(0, 21)], { passages: [{ start: 0, end: 2000 }] })),
    ).toBe('invalid_input');
    const said = await give(jo, points, [ANSWER.slice(0, 21), 'a second person'], {
      passages: [passage, { start: 55, end: 70 }],
    });
    expect(said).toMatchObject({
      value: ['There are two glasses', 'a second person'],
      passages: [passage, { start: 55, end: 70 }],
    });
    expect(await give(jo, points, [])).toMatchObject({ value: [], passages: [], state: 'submitted' });
    expect(await refusal(jo.judging.skip({ unit: present(choice?.unit), reason: ' ' }))).toBe(
      'invalid_input',
    );
  });

  it('comes to what builds on an earlier verdict after that one, by the same judge, and again when that changes', async () => {
    await using made = await book();
    const criteria = ['non_detm_match', 'key_points'];
    const judging = await assign(made, settings({ criteria, judges: [made.jo, made.kim] }));
    for (const person of [made.jo, made.kim]) {
      const window = await made.window(person);
      expect((await window.judging.mine())[0]?.criteria.map(({ criterion }) => criterion)).toEqual([
        'key_points',
        'non_detm_match',
      ]);
      const points = await window.judging.cards({ judging, criterion: 'key_points', limit: 50 });
      const matches = await window.judging.cards({ judging, criterion: 'non_detm_match', limit: 50 });
      expect([points.total, matches.total]).toEqual([6, 12]);
      // In the order in which the key points were marked.
      expect(await refusal(give(window, matches.cards[0], 'YES'))).toBe('conflict');
      await give(window, points.cards[0], ['two glasses']);
      const after = await window.judging.cards({ judging, criterion: 'non_detm_match', limit: 3 });
      expect(after.cards.map(({ earlier }) => earlier)).toEqual([['two glasses'], ['two glasses'], null]);
      expect(after.cards.map(({ reference }) => reference[0]?.text)).toEqual([
        'There are two glasses.',
        'There are two plates.',
        'There are two glasses.',
      ]);
      await give(window, after.cards[0], 'YES');
      await give(window, after.cards[1], 'NO');
      await give(window, points.cards[0], ['two glasses', 'a second person']);
      const changed = await window.judging.cards({ judging, criterion: 'non_detm_match', limit: 2 });
      expect(changed.cards.map(({ state, value }) => [state, value])).toEqual([
        ['open', 'YES'],
        ['open', 'NO'],
      ]);
    }
    const curator = await made.window(made.cara);
    const without = await curator.judging.preview(
      settings({ criteria: ['non_detm_match'], judges: [made.person('new', ['judge'])] }),
    );
    expect(without.units).toBe(0);
  });

  it('is taken back as far as it is open', async () => {
    await using made = await book();
    const judging = await assign(made, settings({ judges: [made.jo] }));
    const jo = await made.window(made.jo);
    const { cards } = await jo.judging.cards({ judging, criterion: 'cue_match', limit: 4 });
    await give(jo, cards[1], 'YES');
    await give(jo, cards[3], 'NO');
    const curator = await made.window(made.cara);
    const [left] = await curator.judging.withdraw({ id: judging });
    expect(left?.judges).toMatchObject([{ total: 2, submitted: 2 }]);
    const page = await jo.judging.cards({ judging, criterion: 'cue_match', from: 0, limit: 9 });
    expect(page.cards.map(({ value, position }) => [value, position])).toEqual([
      ['YES', 0],
      ['NO', 1],
    ]);
    expect(await give(jo, page.cards[1], 'YES')).toMatchObject({ value: 'YES', position: 1 });
    expect(await refusal(give(jo, cards[0], 'YES'))).toBe('not_found');
    const other = await assign(made, settings({ judges: [made.kim], unjudgedOnly: true }));
    expect(await curator.judging.withdraw({ id: other })).toHaveLength(1);
    expect(await refusal(curator.judging.withdraw({ id: other }))).toBe('not_found');
  });

  it('is of what one was given oneself', async () => {
    await using made = await book();
    const judging = await assign(made, settings({ judges: [made.jo] }));
    const kim = await made.window(made.kim);
    const jo = await made.window(made.jo);
    const { cards } = await jo.judging.cards({ judging, criterion: 'cue_match', limit: 1 });
    expect(await kim.judging.mine()).toEqual([]);
    expect(await refusal(kim.judging.cards({ judging, criterion: 'cue_match', limit: 1 }))).toBe('not_found');
    expect(await refusal(give(kim, cards[0], 'YES'))).toBe('not_found');
    expect(await refusal(give(await made.window(made.cara), cards[0], 'YES'))).toBe('forbidden');
  });

  it('waits for one’s own answer to the item, whose reference would give it away', async () => {
    await using made = await book();
    const judging = await assign(made, settings({ judges: [made.jo] }));
    const jo = await made.window(made.jo);
    const before = await jo.judging.cards({ judging, criterion: 'cue_match', from: 0, limit: 50 });
    const { people, assignments } = made.services;
    people.update({ id: made.jo, name: 'jo', roles: ['judge', 'annotator'] }, null);
    assignItems(made.core, made.itemIds.slice(0, 1), [made.jo], 1);
    const during = await jo.judging.cards({ judging, criterion: 'cue_match', from: 0, limit: 50 });
    expect([before.total, during.total, during.cards.length]).toEqual([12, 9, 9]);
    expect((await jo.judging.mine())[0]?.criteria[0]).toMatchObject({ total: 9, open: 9 });
    const shown = new Set(during.cards.map(({ unit }) => unit.response));
    const hidden = before.cards.find(({ unit }) => !shown.has(unit.response));
    expect(await refusal(give(jo, hidden, 'YES'))).toBe('not_found');
    assignments.withdraw({ personId: made.jo, task: 'curate', round: 1 }, null);
    expect((await jo.judging.cards({ judging, criterion: 'cue_match', from: 0, limit: 50 })).cards).toEqual(
      before.cards,
    );
  });

  it('shows nothing of who answered, what others said, or which file it was', async () => {
    await using made = await book();
    for (const response of made.responses.slice(0, 12)) {
      made.verdict({
        judge: made.model('gpt-secret', '4.1'),
        response,
        criterion: 'cue_match',
        value: 'NO',
        rationale: 'gpt-secret says',
      });
    }
    const judging = await assign(made, settings({ judges: [made.jo] }));
    const jo = await made.window(made.jo);
    const told = JSON.stringify([
      await jo.judging.mine(),
      await jo.judging.criteria(),
      await jo.judging.cards({ judging, criterion: 'cue_match', limit: 50 }),
    ]);
    for (const secret of [
      'pat',
      'alpha',
      'beta',
      'gpt-secret',
      'true_images',
      'false_images',
      ...made.responses,
      made.pat,
      made.alpha,
    ])
      expect(told).not.toContain(secret);
    // Nor does the form of an id: all are of one kind, no matter who answered.
    const { cards } = await jo.judging.cards({ judging, criterion: 'cue_match', limit: 50 });
    expect(new Set(cards.map(({ unit }) => unit.response[14]))).toEqual(new Set(['8']));
    expect(cards.every(({ value }) => value === null)).toBe(true);
  });
});
