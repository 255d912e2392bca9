import { everything } from '../../electron/core/access/viewpoint.ts';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type MetricsReport, MetricsRequest } from '../../shared/contract/metrics.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { filesIn, put, quietly } from '../helpers/casebooks.ts';
import { generatedItems } from '../helpers/mcsBenchItems.ts';
import { firsts, present } from '../helpers/present.ts';
import { validators } from '../helpers/validators.ts';

const accept = { verdict: 'accept', reason: '' };
const fix = { verdict: 'fix', reason: 'the question is unclear' };
const reject = { verdict: 'reject', reason: 'duplicate' };
const question = 'What tells this specimen from all others?';

type Team = Awaited<ReturnType<typeof validators>>;

const one = ({ items }: Team): ItemId => present(items[0]);

/** A model's answers to items, one after the other, brought in as a file. */
async function modelAnswers(team: Team, answers: readonly (string | { kind: string; option: string })[]) {
  const names = team.database
    .prepare<[], string>('SELECT external_id FROM item ORDER BY sequence')
    .pluck()
    .all();
  const rows = answers.map((answer, at) => ({
    item: names[at],
    respondent: 'a-model',
    respondent_kind: 'model',
    step: 'base',
    answer,
  }));
  const source = put(team.at('answers.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return team.services.importExport.import({ source, format: 'answers-jsonl' }, null, quietly);
}

const choice = (option: string) => ({ kind: 'choice', option });

describe('answers of models and participants', () => {
  const report = (team: Team): Promise<MetricsReport> =>
    team.services.metrics.report(
      MetricsRequest.parse({ bootstrap: 0 }),
      () => undefined,
      new AbortController().signal,
      everything,
    );
  const itemsOf = ({ rows }: MetricsReport): number | undefined =>
    rows.find(({ kind }) => kind === 'model')?.items;

  it('to an earlier edition count nowhere, which the figures say, until the model answers again', async () => {
    await using team = await validators(3);
    const item = one(team);
    expect(await modelAnswers(team, [choice('A'), choice('B'), choice('C')])).toMatchObject({ added: 3 });
    const before = await report(team);
    expect(itemsOf(before)).toBe(3);
    expect(before.notes.join(' ')).not.toContain('earlier edition');
    const statistics = async () => {
      const events = [];
      for await (const event of await team.ana.window.metrics.items({})) events.push(event);
      return JSON.stringify(events.at(-1));
    };
    expect(await statistics()).toContain('generated-0');

    await team.fix(team.rey, item, { question });
    const after = await report(team);
    expect(itemsOf(after)).toBe(2);
    expect(after.notes.join(' ')).toContain('1 answer about an earlier edition of its item');
    expect(await statistics()).not.toContain('generated-0');
    const settled = team.database
      .prepare<[string], number>('SELECT count(*) FROM verdict_state WHERE item_id = ?')
      .pluck();
    expect(settled.get(item)).toBe(0);
    expect(await team.rey.window.validation.editions({ itemId: item })).toMatchObject([
      { number: 2, responses: 0 },
      { number: 1, responses: 1 },
    ]);

    // The same file again is what the model says of the items as they are.
    expect(await modelAnswers(team, [choice('A'), choice('B'), choice('C')])).toMatchObject({
      added: 1,
      unchanged: 2,
    });
    expect(itemsOf(await report(team))).toBe(3);
    expect(settled.get(item)).toBe(1);
    expect(await modelAnswers(team, [choice('A'), choice('B'), choice('C')])).toMatchObject({ unchanged: 3 });
  });

  it('to an earlier edition are judged no more', async () => {
    await using team = await validators(2);
    const item = one(team);
    const told = 'I would say that it is hard to tell from the picture.';
    await modelAnswers(team, [told, told]);
    const judge = await team.ana.window.people.add({ handle: 'jo', name: 'Jo', roles: ['judge'] });
    const other = await team.ana.window.people.add({ handle: 'kim', name: 'Kim', roles: ['judge'] });
    const settings = { criteria: ['correct'], judges: [judge.id], overlap: 1, seed: 1, unjudgedOnly: false };
    const preview = async () =>
      (await team.ana.window.judging.preview({ ...settings, judges: [other.id], overlap: 2 })).answers;
    expect(await preview()).toBe(2);
    await team.ana.window.judging.assign({ title: 'First', settings });
    const waiting = () =>
      team.services.judging.mine(judge.id).flatMap(({ criteria }) => criteria.map(({ open }) => open));
    expect(waiting()).toEqual([2]);
    await team.fix(team.rey, item, { question });
    expect(waiting()).toEqual([1]);
    expect(await preview()).toBe(1);
    const [made] = team.services.judging.list();
    expect(made?.judges).toMatchObject([{ total: 1 }]);
  });
});

describe('an import', () => {
  it('of the unchanged source reverts nothing, of a changed one takes over what was not fixed', async () => {
    await using team = await validators(2);
    const item = one(team);
    await team.assign([team.bo]);
    await team.answer(team.bo, item, { ...accept, relations: ['PR1'] });
    const { edition } = await team.fix(team.rey, item, { question });
    const fixed = (await team.itemStatus(item)).payload;
    expect(await team.importItems()).toMatchObject({ updated: 0, unchanged: 2 });
    expect((await team.itemStatus(item)).payload).toEqual(fixed);
    // An answer that is written into the item, and taken out again by the next fix.
    await team.answer(team.bo, item, { ...accept, relations: ['PR2'] });
    expect((await team.itemStatus(item)).payload).toMatchObject({ question, pr: ['PR2'] });
    expect(await team.importItems()).toMatchObject({ updated: 0, unchanged: 2 });

    const [first = {}, second = {}] = generatedItems(2);
    const changed = [{ ...first, domain: 'Fungi', question: 'Another question of the source?' }, second];
    const report = await team.importItems(changed);
    expect(report).toMatchObject({ updated: 1, unchanged: 1 });
    expect((await team.itemStatus(item)).payload).toMatchObject({ question, domain: 'Fungi', pr: ['PR2'] });
    // Which is no new edition: what was said of this one counts on.
    expect((await team.rey.window.validation.case({ itemId: item })).edition).toBe(edition);
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'single', gold: 'single' });
    expect(await team.importItems(changed)).toMatchObject({ updated: 0 });
    await team.fix(team.rey, item, { optionA: 'The green ones' });
    const { payload } = await team.itemStatus(item);
    expect(payload).toMatchObject({ question, domain: 'Fungi' });
    expect(payload).not.toHaveProperty('pr');
    expect(await team.importItems(changed)).toMatchObject({ updated: 0 });
  });

  it('of ratings takes those of before a fix for what they are', async () => {
    await using team = await validators(1);
    const item = one(team);
    await team.assign([team.bo]);
    await team.answer(team.bo, item, accept);
    await team.services.importExport.export(
      { target: team.at('out'), names: true, times: true, format: 'ratings-csv', status: null },
      null,
      quietly,
    );
    const handedOut = filesIn(team.at('out')).map((name) => readFileSync(team.at('out', name), 'utf8'));
    const file = handedOut.find((text) => text.split('\n')[0]?.includes('rater')) ?? '';
    const bringIn = (text: string) =>
      team.services.importExport.import(
        { source: put(team.at('ratings.csv'), text), format: 'ratings-csv' },
        null,
        quietly,
      );
    await team.fix(team.rey, item, { question });
    expect(await bringIn(file)).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
    expect(await team.itemStatus(item)).toMatchObject({ ratings: null });
    const otherwise = await bringIn(file.replaceAll(',accept,', ',reject,'));
    expect(otherwise.skipped[0]?.reason).toContain('from before the fix');
    expect(await bringIn(file.replaceAll('2026-01-05', '2026-01-06'))).toMatchObject({ added: 1 });
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'single' });
    expect(await team.rey.window.validation.editions({ itemId: item })).toMatchObject([
      { number: 2, ratings: 1 },
      { number: 1, ratings: 1 },
    ]);
  });

  it('leaves the fix what answers are written over, and what the next fix begins from', async () => {
    await using team = await validators(1);
    const [{ answer: _, ...goldless } = {}] = generatedItems(1);
    const item = team.database.transaction(
      () =>
        team.services.casebook.derived.items.insert({
          externalId: 'goldless',
          payload: { ...goldless, id: 'goldless' },
          images: [],
          imported: true,
        }).id,
    )();
    await team.fix(team.rey, item, { gold: 'B' });
    // Where the item as it came has no gold option an answer would fill it in; as it was fixed it has one.
    await team.answer(team.rey, item, { ...fix, gold: 'C', relations: ['PR3'] });
    expect((await team.itemStatus(item)).payload).toMatchObject({ answer: 'B', pr: ['PR3'] });
    const changed = [{ ...goldless, id: 'goldless', answer: 'D', domain: 'Fungi' }];
    expect(await team.importItems(changed)).toMatchObject({ updated: 1 });
    await team.answer(team.ray, item, { ...fix, gold: 'E', relations: ['PR4'] });
    expect((await team.itemStatus(item)).payload).toMatchObject({
      answer: 'B',
      domain: 'Fungi',
      pr: ['PR4'],
    });
    await team.fix(team.rey, item, { question });
    const { payload } = await team.itemStatus(item);
    expect(payload).toEqual({ ...goldless, id: 'goldless', answer: 'B', domain: 'Fungi', question });
    await team.answer(team.rey, item, { ...accept, gold: 'A' });
    expect((await team.itemStatus(item)).payload).toEqual(payload);
    expect(await team.importItems(changed)).toMatchObject({ updated: 0 });
  });

  it('that agrees with a fix leaves it as it is', async () => {
    await using team = await validators(1);
    const item = one(team);
    await team.fix(team.rey, item, { question });
    const [first = {}] = generatedItems(1);
    await team.importItems([{ ...first, question }]);
    expect((await team.itemStatus(item)).payload).toEqual({ ...first, question });
    await team.assign([team.bo]);
    await team.answer(team.bo, item, { ...accept, relations: ['PR1'] });
    expect((await team.itemStatus(item)).payload).toMatchObject({ question, pr: ['PR1'] });
    expect(await team.importItems([{ ...first, question }])).toMatchObject({ updated: 0 });
  });
});

describe('the list of fixes', () => {
  const list = (team: Team, who: keyof Pick<Team, 'ana' | 'rey' | 'ray' | 'ed'> = 'ana') =>
    team[who].window.validation.toFix({ offset: 0, limit: 10 });

  it('holds what is to be fixed by what counts, or by the person who answered where nothing counts yet', async () => {
    await using team = await validators(6);
    const [decided, waiting, contradicted, disputed, accepted, rejected] = firsts(team.items, 6);
    await team.assign([team.bo, team.cy]);
    await team.answer(team.bo, waiting, { ...fix, question });
    await team.answer(team.bo, decided, fix);
    await team.answer(team.cy, decided, accept);
    await team.decide(team.ed, decided, { ...fix, optionA: 'Another option' });
    await team.answer(team.bo, disputed, fix);
    await team.answer(team.cy, disputed, accept);
    await team.answer(team.bo, accepted, accept);
    await team.answer(team.bo, rejected, reject);
    await team.assign([team.rey], [contradicted]);
    await team.answer(team.bo, contradicted, fix);
    await team.answer(team.cy, contradicted, accept);
    const { total, rows } = await list(team);
    expect(total).toBe(2);
    expect(rows).toMatchObject([
      { id: waiting, reason: fix.reason, hasProposal: true, edition: 1, facets: { domain: 'Animals' } },
      { id: decided, reason: fix.reason, hasProposal: true, edition: 1 },
    ]);
    expect(await team.ana.window.validation.toFix({ offset: 1, limit: 1 })).toMatchObject({
      total: 2,
      rows: [{ id: decided }],
    });
    expect((await list(team, 'ray')).rows.map(({ id }) => id)).toEqual([decided]);
    const kase = await team.ray.window.validation.case({ itemId: decided });
    expect(kase.proposals).toMatchObject([
      { decision: 'fix', texts: { optionA: 'Another option' } },
      { decision: 'fix', texts: {} },
      { decision: 'accept', texts: {} },
    ]);
    expect(JSON.stringify(kase)).not.toMatch(/by name|"bo"|"cy"|"ed"/u);

    // A fix that takes an answer's proposal over is done with.
    const proposal = present((await team.ray.window.validation.case({ itemId: waiting })).proposals[0]);
    await team.ray.window.validation.fix({
      itemId: waiting,
      edition: null,
      texts: proposal.texts,
      reason: proposal.reason,
      annotationId: proposal.annotationId,
    });
    expect((await list(team)).rows.map(({ id }) => id)).toEqual([decided]);
    expect((await team.ray.window.validation.case({ itemId: waiting })).proposals).toEqual([]);
  });

  it('counts for a reviewer what the queue counts: nothing from their own answers alone', async () => {
    await using team = await validators(3);
    const [agreed, differing] = firsts(team.items, 2);
    await team.assign([team.rey, team.ray]);
    const counts = async (who: 'ana' | 'rey') => ({
      listed: (await list(team, who)).total,
      counted: (await team[who].window.validation.overview()).toFix,
    });
    for (const item of team.items) await team.answer(team.rey, item, fix);
    expect(await counts('rey')).toEqual({ listed: 0, counted: 0 });
    expect(await counts('ana')).toEqual({ listed: 3, counted: 0 });
    await team.answer(team.ray, differing, accept);
    expect(await counts('rey')).toEqual({ listed: 0, counted: 0 });
    await team.answer(team.ray, agreed, fix);
    expect(await counts('rey')).toEqual({ listed: 1, counted: 1 });
    expect((await list(team, 'rey')).rows).toMatchObject([{ id: agreed }]);
  });

  it('leaves out what somebody has yet to answer', async () => {
    await using team = await validators(2);
    const item = one(team);
    await team.assign([team.bo]);
    await team.answer(team.bo, item, fix);
    await team.assign([team.rey], [item], 2);
    expect((await list(team, 'rey')).total).toBe(0);
    expect((await list(team)).total).toBe(1);
    expect((await list(team, 'ray')).total).toBe(0);
    await expect(team.bo.window.validation.toFix({ offset: 0, limit: 1 })).rejects.toThrow(
      'annotators' in team ? '' : 'is for',
    );
  });
});
