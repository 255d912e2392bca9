import { ORPCError, safe } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { JudgingCard, JudgingSettings } from '../../shared/contract/judging.ts';
import type { PersonId } from '../../shared/base/ids.ts';
import type { Json } from '../../shared/base/json.ts';
import type { Client } from '../helpers/blindCasebook.ts';
import { assignItems } from '../helpers/blindCasebook.ts';
import type { JudgedBook } from '../helpers/judgedCasebook.ts';
import { clued, judgedCasebook, unclued } from '../helpers/judgedCasebook.ts';
import { present } from '../helpers/present.ts';

const ANSWER = 'There are two glasses on the table. In the spoon I see a second person.';

/** Answers of a person and two models to four clued items and two unclued ones; judges jo and kim. */
async function book() {
  const made = await judgedCasebook();
  const cara = made.person('curt', ['curator']);
  const [jo, kim] = [made.person('jo', ['judge']), made.person('kim', ['judge'])];
  const [pat, alpha, beta] = [made.person('pat', ['participant']), made.model('alpha'), made.model('beta')];
  const items = made.items([
    ...['true_1', 'true_2', 'true_3', 'true_4'].map(clued),
    ...['false_1', 'false_2'].map(unclued),
  ]);
  const studySession = made.studySession(pat, items);
  const responses = items.flatMap((item) => [
    made.answer({ by: pat, item, answer: ANSWER, studySession }),
    made.answer({ by: alpha, item, answer: ANSWER }),
    made.answer({ by: beta, item, answer: ANSWER }),
  ]);
  return Object.assign(made, { cara, jo, kim, pat, alpha, beta, itemIds: items, responses });
}

const settings = (more: Partial<JudgingSettings> & Pick<JudgingSettings, 'judges'>): JudgingSettings => ({
  criteria: ['cue_match'],
  overlap: 1,
  seed: 7,
  unjudgedOnly: false,
  ...more,
});

async function refusal(call: Promise<unknown>): Promise<unknown> {
  const { error } = await safe(call);
  return error instanceof ORPCError ? error.data?.code : (error?.message ?? 'answered');
}

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

describe('who there is', () => {
  it('is told to a judge without the models: whose answers they judge stays unknown', async () => {
    const made = await book();
    const kindsFor = async (person: PersonId) =>
      new Set((await (await made.window(person)).people.list()).map(({ kind }) => kind));
    await expect(kindsFor(made.jo)).resolves.toEqual(new Set(['human']));
    await expect(kindsFor(made.cara)).resolves.toEqual(new Set(['human', 'model']));
  });
});

describe('setting up', () => {
  it('says what it would be, and deals that out: each answer to as many judges as asked, evenly', async () => {
    await using made = await book();
    const curator = await made.window(made.cara);
    const wanted = settings({ criteria: ['cue_match', 'false_match'], judges: [made.jo, made.kim] });
    const preview = await curator.judging.preview(wanted);
    expect(preview).toMatchObject({
      units: 18,
      answers: 18,
      perJudge: [{ units: 9 }, { units: 9 }],
      byCriterion: [
        { criterion: 'cue_match', units: 12 },
        { criterion: 'false_match', units: 6 },
      ],
      problems: [],
    });
    expect(await curator.judging.list()).toEqual([]);
    const made1 = await curator.judging.assign({ title: 'First', settings: wanted });
    expect(made1.judges.map(({ total, submitted, skipped }) => [total, submitted, skipped])).toEqual([
      [9, 0, 0],
      [9, 0, 0],
    ]);
    const both = await curator.judging.preview({ ...wanted, overlap: 2 });
    // What they have of the first judging counts.
    expect([both.units, both.perJudge.map(({ units }) => units)]).toEqual([18, [9, 9]]);
    const again = await curator.judging.preview({ ...wanted, unjudgedOnly: true });
    expect([again.units, again.problems]).toEqual([0, ['There are no answers to judge by these criteria.']]);
    expect(
      await refusal(curator.judging.assign({ title: 'x', settings: { ...wanted, unjudgedOnly: true } })),
    ).toBe('invalid_input');
  });

  it('deals a random sample by the seed: the same number from every respondent, or in proportion', async () => {
    await using made = await book();
    const curator = await made.window(made.cara);
    const wanted = settings({ judges: [made.jo] });
    const sampled = async (sample: JudgingSettings['sample'], seed = 7) =>
      (await curator.judging.preview({ ...wanted, seed, sample })).answers;
    // pat, alpha and beta gave four answers each to what this criterion is about.
    expect(await sampled(undefined)).toBe(12);
    expect(await sampled({ how: 'each', size: 1 })).toBe(3);
    expect(await sampled({ how: 'total', size: 6 })).toBe(6);
    expect(await sampled({ how: 'total', size: 600 })).toBe(12);
  });

  it('gives nobody their own answers, nor those of a study they took part in, and says so', async () => {
    await using made = await book();
    const quin = made.person('quin', ['judge', 'participant']);
    made.studySession(quin, []);
    const item = present(made.itemIds[0]);
    made.answer({ by: made.jo, item, answer: ANSWER });
    const study = made.services.casebook.database
      .prepare<[string], string>('SELECT study_id FROM session WHERE person_id = ?')
      .pluck()
      .get(made.pat);
    made.services.casebook.database
      .prepare(
        `INSERT INTO session (id, study_id, person_id, number, seed, plan, created_at, ended_at)
         VALUES ('01900000-0000-7000-8000-000000000001', ?, ?, 2, 1, '[]', 0, 1)`,
      )
      .run(study, quin);
    const curator = await made.window(made.cara);
    const alone = await curator.judging.preview(settings({ judges: [quin] }));
    // Four answers of pat's fellow study are left out of thirteen.
    expect([alone.units, alone.problems]).toEqual([
      9,
      [
        'Deterministic clue: 4 answers have fewer than 1 judge. Nobody judges their own answers, answers in a study they took part in, or items they have not answered yet.',
      ],
    ]);
    const own = await curator.judging.preview(settings({ judges: [made.jo] }));
    expect([own.units, own.problems.length]).toEqual([12, 1]);
    expect((await curator.judging.preview(settings({ judges: [made.jo, quin] }))).units).toBe(13);
  });

  it('leaves out what needs no judge: plain answers, answers nobody knows, what was replaced, excluded, practised', async () => {
    await using made = await judgedCasebook();
    const [curt, jo] = [made.person('curt', ['curator']), made.person('jo', ['judge'])];
    const [pat, alpha] = [made.person('pat', ['participant']), made.model('alpha')];
    const item = present(made.items([clued('true_1')])[0]);
    const studySession = made.studySession(pat, [item]);
    made.answer({ by: pat, item, studySession, answer: { kind: 'no_evidence', text: 'Nothing.' } });
    made.answer({
      by: pat,
      item,
      studySession,
      step: 'p_sub_ins/0',
      answer: { kind: 'yes_no', value: 'yes' },
    });
    made.answer({ by: pat, item, studySession, answer: 'practice', purpose: 'practice' });
    made.answer({ by: alpha, item, answer: { kind: 'unknown' } });
    const old = made.answer({ by: alpha, item, answer: 'old' });
    made.answer({ by: alpha, item, answer: 'new', replaces: old });
    const out = made.answer({ by: pat, item, studySession, answer: 'excluded' });
    made.exclude(studySession, 'exclusion', out);
    const tried = made.studySession(curt, [item], 0);
    made.answer({ by: curt, item, answer: 'tried out', studySession: tried });
    const window = await made.window(curt);
    await window.judging.assign({
      title: 'All',
      settings: settings({ criteria: ['cue_match', 'sub_answer'], judges: [jo] }),
    });
    const judge = await made.window(jo);
    const [mine] = await judge.judging.mine();
    expect(mine?.criteria).toEqual([
      { criterion: 'cue_match', title: 'Deterministic clue', total: 1, open: 1, skipped: 0 },
    ]);
    const { cards } = await judge.judging.cards({
      judging: present(mine?.id),
      criterion: 'cue_match',
      limit: 50,
    });
    expect(cards.map(({ answer }) => answer)).toEqual(['new']);
  });

  it('is for curators, for judges who are people', async () => {
    await using made = await book();
    const judge = await made.window(made.jo);
    const wanted = settings({ judges: [made.jo] });
    expect(await refusal(judge.judging.preview(wanted))).toBe('forbidden');
    expect(await refusal(judge.judging.assign({ title: 'x', settings: wanted }))).toBe('forbidden');
    expect(await refusal(judge.judging.list())).toBe('forbidden');
    const curator = await made.window(made.cara);
    expect(await refusal(curator.judging.mine())).toBe('forbidden');
    expect(await refusal(curator.judging.preview(settings({ judges: [made.pat] })))).toBe('invalid_input');
    expect(await refusal(curator.judging.preview(settings({ judges: [made.alpha] })))).toBe('invalid_input');
    expect(await refusal(curator.judging.preview(settings({ criteria: ['x'], judges: [made.jo] })))).toBe(
      'not_found',
    );
  });
});

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
