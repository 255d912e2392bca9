import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Client } from '../helpers/blindCasebook.ts';
import { present } from '../helpers/present.ts';
import { ANSWER, book, decision, figures, held, refusal } from '../helpers/verdictBook.ts';

const page = { offset: 0, limit: 100 };

const all = async (window: Client) => (await window.verdicts.queue({ filter: {}, ...page })).rows;

describe('the queue', () => {
  it('is the disagreements, the most disputed first, of these the oldest', async () => {
    await using made = await book();
    const three = made.say(5, { jo: 'YES', gpt: 'NO', qwen: 'YES' });
    const first = made.say(3, { jo: 'YES', kim: 'NO' });
    made.say(0, { jo: 'YES', kim: 'YES', gpt: 'YES' });
    made.say(1, { jo: 'NO' });
    const second = made.say(2, { gpt: 'NO', qwen: 'YES' });
    const most = made.say(4, { jo: 'YES', kim: 'NO', gpt: 'NO', qwen: 'YES' });
    const curator = await made.window(made.curt);
    const { total, rows } = await curator.verdicts.queue({ filter: {}, ...page });
    expect([total, rows.map(({ unit }) => unit)]).toEqual([4, [most, three, first, second]]);
    expect(rows[2]).toMatchObject({
      title: 'Deterministic clue',
      question: 'Do you notice anything?',
      answer: ANSWER,
      state: 'disputed',
      judges: 2,
      between: ['human_human'],
      decision: null,
    });
    const found = async (filter: Parameters<Client['verdicts']['queue']>[0]['filter'], by = curator) =>
      (await by.verdicts.queue({ filter, ...page })).rows.map(({ unit }) => unit);
    expect(await found({ between: ['human_model'] })).toEqual([most, three]);
    expect(await found({ between: ['model_model', 'human_human'] })).toEqual([most, three, first, second]);
    expect(await found({ criterion: ['false_match'] })).toEqual([]);
    expect(await found({ state: ['single'] })).toHaveLength(1);
    expect(
      (await curator.verdicts.queue({ filter: {}, offset: 1, limit: 2 })).rows.map(({ unit }) => unit),
    ).toEqual([three, first]);
    const ada = await made.window(made.ada);
    await ada.verdicts.decide({ ...first, ...decision });
    expect(await found({ cause: ['too_lenient'] })).toEqual([first]);
    expect(await found({ cause: ['human_slip'] })).toEqual([]);
    expect(await curator.verdicts.counts()).toEqual({
      disputed: 3,
      decided: 1,
      conflict: 0,
      barred: 0,
      criteria: [{ criterion: 'cue_match', title: 'Deterministic clue', disputed: 3 }],
      between: [
        { between: 'human_human', disputed: 1 },
        { between: 'human_model', disputed: 2 },
        { between: 'model_model', disputed: 3 },
      ],
      causes: [{ cause: 'too_lenient', units: 1 }],
    });
    // To anybody who decides, the kind of the judges stays hidden until then, by whatever way they ask.
    expect((await all(ada)).map(({ between }) => between)).toEqual([null, null, null]);
    expect(await found({ between: ['human_human'] }, ada)).toEqual([]);
    expect(await found({ between: ['human_human'], state: ['decided'] }, ada)).toEqual([first]);
    expect((await ada.verdicts.counts()).between).toEqual([]);
  });

  it('is narrowed by judge, respondent and words; who they are only to a curator, or once it is decided', async () => {
    await using made = await book();
    const one = made.say(0, { jo: 'YES', gpt: 'NO' });
    const two = made.say(1, { kim: 'YES', qwen: 'NO' });
    const curator = await made.window(made.curt);
    const ada = await made.window(made.ada);
    const found = async (filter: Parameters<Client['verdicts']['queue']>[0]['filter'], by = curator) =>
      (await by.verdicts.queue({ filter, ...page })).rows.map(({ unit }) => unit);
    expect(await found({ judge: [made.judges.gpt] })).toEqual([one]);
    expect(await found({ judge: [made.judges.kim, made.judges.qwen] })).toEqual([two]);
    expect(await found({ respondent: [made.alpha] })).toEqual([one, two]);
    expect(await found({ respondent: [made.judges.gpt] })).toEqual([]);
    expect(await found({ text: ANSWER.slice(2, 9).toUpperCase() })).toEqual([one, two]);
    expect(await found({ text: 'not in any answer' })).toEqual([]);
    expect(await found({ judge: [made.judges.gpt] }, ada)).toEqual([]);
    expect(await found({ respondent: [made.alpha] }, ada)).toEqual([]);
    await ada.verdicts.decide({ ...one, ...decision, unseen: true });
    expect(await found({ judge: [made.judges.gpt], state: ['decided'] }, ada)).toEqual([one]);
    expect((await ada.verdicts.case(one)).decision).toMatchObject({ unseen: true });
  });

  it('is decided all at once, of one criterion, but for what one judged oneself', async () => {
    await using made = await book();
    made.say(0, { jo: 'YES', gpt: 'NO' });
    made.say(1, { kim: 'YES', qwen: 'NO' });
    const ada = await made.window(made.ada);
    const how = { value: 'YES', cause: 'too_strict', note: 'Alike.' } as const;
    expect(await refusal(ada.verdicts.decideAll({ filter: {}, ...how }))).toBe('invalid_input');
    const filter = { criterion: ['cue_match'] };
    expect(await refusal(ada.verdicts.decideAll({ filter, ...how, value: 'PERHAPS' }))).toBe('invalid_input');
    expect(await all(ada)).toHaveLength(2);
    made.verdict({
      judge: made.ada,
      response: present(made.responses[1]),
      criterion: 'cue_match',
      value: 'YES',
    });
    expect(await ada.verdicts.decideAll({ filter, ...how })).toEqual({ decided: 1, left: 1 });
    expect((await ada.verdicts.counts()).causes).toEqual([{ cause: 'too_strict', units: 1 }]);
  });

  it('hides what one has yet to judge oneself, also from the case and the figures', async () => {
    await using made = await book();
    const both = made.person('both', ['judge', 'adjudicator', 'curator']);
    const unit = made.say(0, { gpt: 'NO', qwen: 'YES' });
    const window = await made.window(both);
    expect(await all(window)).toHaveLength(1);
    const settings = { criteria: ['cue_match'], judges: [both], overlap: 1, seed: 1 };
    await window.judging.assign({ title: 'Own', settings });
    expect(await all(window)).toEqual([]);
    expect(await window.verdicts.counts()).toMatchObject({ disputed: 0, criteria: [] });
    expect(await refusal(window.verdicts.case(unit))).toBe('forbidden');
    expect(await refusal(window.verdicts.decide({ ...unit, ...decision }))).toBe('forbidden');
    expect((await figures(window)).comparisons).toEqual([]);
    const [mine] = await window.judging.mine();
    const { cards } = await window.judging.cards({
      judging: present(mine?.id),
      criterion: 'cue_match',
      limit: 50,
    });
    for (const card of cards)
      await window.judging.give({ unit: card.unit, value: 'YES', activeMilliseconds: 1 });
    expect(await all(window)).toHaveLength(1);
    expect((await figures(window)).comparisons).toHaveLength(2);
  });

  it('is for adjudicators and curators; only adjudicators decide, only curators see figures', async () => {
    await using made = await book();
    const unit = made.say(0, { gpt: 'NO', qwen: 'YES' });
    const [jo, ada, curt] = [
      await made.window(made.judges.jo),
      await made.window(made.ada),
      await made.window(made.curt),
    ];
    for (const call of [
      jo.verdicts.queue({ filter: {}, ...page }),
      jo.verdicts.counts(),
      jo.verdicts.case(unit),
    ])
      expect(await refusal(call)).toBe('forbidden');
    expect(await refusal(curt.verdicts.decide({ ...unit, ...decision }))).toBe('forbidden');
    expect(await refusal(curt.verdicts.reopen({ ...unit, note: '' }))).toBe('forbidden');
    for (const window of [jo, ada]) {
      expect(await refusal(window.verdicts.judges())).toBe('forbidden');
      expect(await refusal(figures(window))).toBe('forbidden');
      expect(await refusal(window.verdicts.effects({ judge: made.judges.gpt }))).toBe('forbidden');
    }
    expect(
      (await curt.verdicts.judges()).map(({ name, version, verdicts }) => [name, version, verdicts]),
    ).toEqual([
      ['gpt-secret', '4.1', 1],
      ['qwen-secret', null, 1],
    ]);
  });
});

describe('a case', () => {
  it('tells nobody who judged and who answered until it is decided, then everything', async () => {
    await using made = await book();
    const unit = made.say(0, { jo: 'YES', kim: 'YES', gpt: 'NO', qwen: 'YES' });
    const [ada, curt] = [await made.window(made.ada), await made.window(made.curt)];
    for (const window of [ada, curt]) {
      const open = await window.verdicts.case(unit);
      expect(open).toMatchObject({
        unit,
        title: 'Deterministic clue',
        criterionQuestion: 'Is the deterministic clue mentioned or clearly supported?',
        state: 'disputed',
        answer: ANSWER,
        reference: [{ title: 'Deterministic clue' }],
        respondent: null,
        decision: null,
        history: [],
      });
      expect(open.columns.map(({ column, judge, rationale }) => [column, judge, rationale])).toEqual(
        ['A', 'B', 'C', 'D'].map((column) => [column, null, null]),
      );
      expect(
        open.columns.map(({ value }) => JSON.stringify(value)).sort((a, b) => a.localeCompare(b)),
      ).toEqual(['"NO"', '"YES"', '"YES"', '"YES"']);
      const told = JSON.stringify([open, await all(window)]);
      for (const secret of [
        'jo-the',
        'kim-the',
        'secret',
        'thinks so',
        ...Object.values(made.judges),
        made.alpha,
      ])
        expect(told).not.toContain(secret);
    }
    const { case: decided, next } = await ada.verdicts.decide({ ...unit, ...decision });
    expect(next).toBeNull();
    expect(decided).toMatchObject({
      state: 'decided',
      respondent: 'alpha-secret',
      decision: { value: 'YES', person: 'ada', cause: 'too_lenient', note: 'It says so.', unseen: false },
    });
    const names = decided.columns.map(({ judge, rationale, value }) => [judge?.name ?? '', rationale, value]);
    expect(names.sort(([a], [b]) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual([
      ['gpt-secret', 'gpt thinks so', 'NO'],
      ['jo-the-judge', 'jo thinks so', 'YES'],
      ['kim-the-judge', 'kim thinks so', 'YES'],
      ['qwen-secret', 'qwen thinks so', 'YES'],
    ]);
    expect((await curt.verdicts.queue({ filter: { state: ['decided'] }, ...page })).rows[0]).toMatchObject({
      decision: { value: 'YES' },
    });
  });

  it('has its judges in an order of its own', async () => {
    await using made = await book();
    const [ada, orders] = [await made.window(made.ada), new Set<string>()];
    const { jo, gpt } = made.judges;
    // Whose letter comes first hangs on the id of the answer: one of 48 has the other order.
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      for (const item of made.itemIds) {
        const response = made.answer({ by: made.model(`model-${name}`), item, answer: ANSWER });
        made.verdict({ judge: jo, response, criterion: 'cue_match', value: 'YES' });
        made.verdict({ judge: gpt, response, criterion: 'cue_match', value: 'NO' });
        const { columns } = await ada.verdicts.case({ response, criterion: 'cue_match', subject: '' });
        orders.add(JSON.stringify(columns.map(({ value }) => value)));
      }
    expect(orders).toEqual(new Set(['["YES","NO"]', '["NO","YES"]']));
  });

  it('shows what a verdict builds on, and what follows from the answer itself', async () => {
    await using made = await book();
    const response = present(made.responses[0]);
    const { jo, gpt } = made.judges;
    made.verdict({ judge: jo, response, criterion: 'key_points', value: ['two glasses'] });
    made.verdict({ judge: gpt, response, criterion: 'key_points', value: ['a person'] });
    made.verdict({ judge: jo, response, criterion: 'non_detm_match', subject: '0', value: 'YES' });
    made.verdict({ judge: gpt, response, criterion: 'non_detm_match', subject: '0', value: 'NO' });
    const ada = await made.window(made.ada);
    const { columns } = await ada.verdicts.case({ response, criterion: 'non_detm_match', subject: '0' });
    expect(new Map(columns.map(({ value, earlier }) => [value, earlier]))).toEqual(
      new Map([
        ['YES', ['two glasses']],
        ['NO', ['a person']],
      ]),
    );
    // Lists of key points are never a case.
    expect((await all(ada)).map(({ unit }) => unit.criterion)).toEqual(['non_detm_match']);
    const plain = made.answer({
      by: made.alpha,
      item: present(made.itemIds[1]),
      step: 'p_sub_ins/0',
      answer: { kind: 'yes_no', value: 'no' },
    });
    made.verdict({ judge: gpt, response: plain, criterion: 'sub_answer', value: 'YES' });
    const unit = { response: plain, criterion: 'sub_answer', subject: '' };
    const shown = await ada.verdicts.case(unit);
    expect([
      shown.answer,
      shown.columns.map(({ value }) => JSON.stringify(value)).sort((a, b) => a.localeCompare(b)),
    ]).toEqual(['No', ['"NO"', '"YES"']]);
    const { case: decided } = await ada.verdicts.decide({ ...unit, ...decision, value: 'NO' });
    expect(decided.columns.find(({ value }) => value === 'NO')).toMatchObject({
      judge: null,
      rationale: 'It follows from the answer itself.',
    });
  });
});

describe('a decision', () => {
  it('holds until it is replaced or taken back; every step is kept', async () => {
    await using made = await book();
    const unit = made.say(0, { jo: 'YES', gpt: 'NO' });
    const other = made.say(1, { jo: 'NO', gpt: 'YES' });
    const ada = await made.window(made.ada);
    const first = await ada.verdicts.decide({ ...unit, ...decision, value: 'NO' });
    expect(first.next).toEqual(other);
    expect(held(made, unit)).toEqual(['decided', '"NO"', 'adjudicated']);
    const again = await ada.verdicts.decide({
      ...unit,
      ...decision,
      note: 'After all.',
      replaces: first.case.decision?.id ?? null,
    });
    expect(held(made, unit)).toEqual(['decided', '"YES"', 'adjudicated']);
    expect(again.case.history).toMatchObject([{ kind: 'decision', note: 'It says so.' }]);
    const reopened = await ada.verdicts.reopen({ ...unit, note: 'Once more.' });
    expect(reopened).toMatchObject({ state: 'disputed', decision: null, respondent: null });
    expect(reopened.columns.every(({ judge, rationale }) => judge === null && rationale === null)).toBe(true);
    expect(reopened.history.map(({ kind, note }) => [kind, note])).toEqual([
      ['reopening', 'Once more.'],
      ['decision', 'After all.'],
      ['decision', 'It says so.'],
    ]);
    // What people say goes on counting.
    expect(held(made, unit)).toEqual(['disputed', '"YES"', 'single']);
    expect(await refusal(ada.verdicts.reopen({ ...unit, note: '' }))).toBe('conflict');
    await ada.verdicts.decide({ ...unit, ...decision });
    expect(held(made, unit)).toEqual(['decided', '"YES"', 'adjudicated']);
  });

  it('is refused where somebody else decided meanwhile, where nobody differs, and for what is no verdict', async () => {
    await using made = await book();
    const unit = made.say(0, { jo: 'YES', gpt: 'NO' });
    const [ada, bodil] = [await made.window(made.ada), await made.window(made.bodil)];
    expect(await refusal(ada.verdicts.decide({ ...unit, ...decision, value: 'MAYBE' }))).toBe(
      'invalid_input',
    );
    const { case: decided } = await ada.verdicts.decide({ ...unit, ...decision });
    expect(await refusal(bodil.verdicts.decide({ ...unit, ...decision, value: 'NO' }))).toBe('conflict');
    expect(held(made, unit)).toEqual(['decided', '"YES"', 'adjudicated']);
    await ada.verdicts.reopen({ ...unit, note: '' });
    const replaces = decided.decision?.id ?? null;
    expect(await refusal(bodil.verdicts.decide({ ...unit, ...decision, replaces }))).toBe('conflict');
    const agreed = made.say(1, { jo: 'YES', gpt: 'YES' });
    expect(await refusal(ada.verdicts.decide({ ...agreed, ...decision }))).toBe('conflict');
    expect(await refusal(ada.verdicts.case({ ...unit, subject: 'x' }))).toBe('not_found');
    const points = { ...unit, criterion: 'key_points' };
    made.verdict({ judge: made.judges.jo, ...points, value: ['two glasses'] });
    expect(await refusal(ada.verdicts.decide({ ...points, ...decision }))).toBe('conflict');
  });

  it('made in two casebooks is a conflict until one decides between them', async () => {
    await using made = await book();
    const unit = made.say(0, { jo: 'YES', gpt: 'NO' });
    const { database } = made.services.casebook;
    // As a merge brings them: two rows that replace nothing.
    const row = database.prepare(
      `INSERT INTO verdict_decision (id, response_id, criterion, subject, kind, value, judgments, replaces, cause, note,
         person_id, created_at) VALUES (?, ?, 'cue_match', '', 'decision', ?, '[]', NULL, 'other', 'merged', ?, ?)`,
    );
    database.transaction(() => {
      row.run(v7(), unit.response, '"YES"', made.ada, 5);
      row.run(v7(), unit.response, '"NO"', made.bodil, 6);
      made.services.casebook.derived.verdicts.recompute(unit.response);
    })();
    expect(held(made, unit)).toEqual(['conflict', null, null]);
    const ada = await made.window(made.ada);
    const shown = await ada.verdicts.case(unit);
    expect(shown).toMatchObject({ state: 'conflict', decision: null, respondent: null });
    expect(shown.history).toHaveLength(2);
    expect(await ada.verdicts.counts()).toMatchObject({ conflict: 1, disputed: 0 });
    expect((await all(ada)).map(({ state }) => state)).toEqual(['conflict']);
    const { case: decided } = await ada.verdicts.decide({ ...unit, ...decision });
    expect(decided).toMatchObject({ state: 'decided', decision: { value: 'YES' } });
    expect(held(made, unit)).toEqual(['decided', '"YES"', 'adjudicated']);
    await ada.verdicts.reopen({ ...unit, note: '' });
    expect(held(made, unit)).toEqual(['disputed', '"YES"', 'single']);
  });
});
