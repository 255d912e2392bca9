import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ORPCError, safe } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import type { ImportRequest } from '../../shared/contract/importExport.ts';
import type { MetricsRequest } from '../../shared/contract/metrics.ts';
import type { PersonId, ResponseId } from '../../shared/base/ids.ts';
import { JsonObject } from '../../shared/base/json.ts';
import type { Client } from '../helpers/blindCasebook.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { clued, type JudgedBook, judgedCasebook, unclued } from '../helpers/judgedCasebook.ts';
import { present } from '../helpers/present.ts';

/** Answers of two models to three clued items and an unclued one; jo and kim judge. */
async function book() {
  const made = await judgedCasebook();
  const curt = made.person('curt', ['curator']);
  const adam = made.person('adam', ['adjudicator']);
  const [jo, kim] = [made.person('jo', ['judge']), made.person('kim', ['judge'])];
  const [alpha, beta, llm] = [made.model('alpha'), made.model('beta'), made.model('judge')];
  const items = made.items([...['true_1', 'true_2', 'true_3'].map(clued), unclued('false_1')]);
  const responses = items.map((item) => made.answer({ by: alpha, item, answer: "I can't help with that." }));
  for (const item of items) made.answer({ by: beta, item, answer: 'A second person.' });
  return Object.assign(made, { curt, adam, jo, kim, alpha, beta, llm, itemIds: items, responses });
}
type Book = Awaited<ReturnType<typeof book>>;

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  const { error } = await safe(call);
  return error instanceof ORPCError ? error.data?.code : (error?.message ?? 'answered');
}

/** Judges all answers of alpha to clued items in a judge's own window: by item, what to say. */
async function judgeAlpha(
  made: Book,
  judge: PersonId,
  say: (item: number) => { readonly value: string; readonly refusal?: boolean },
) {
  const curator = await made.window(made.curt);
  const { id } = await curator.judging.assign({
    title: 'Round',
    settings: {
      criteria: ['cue_match'],
      respondents: [made.alpha],
      judges: [judge],
      overlap: 1,
      seed: 1,
      unjudgedOnly: false,
    },
  });
  const window = await made.window(judge);
  const { cards } = await window.judging.cards({ judging: id, criterion: 'cue_match', limit: 50 });
  const order = made.services.casebook.database
    .prepare<[string, string], ResponseId>(
      'SELECT response_id FROM judging_assignment WHERE judging_id = ? AND person_id = ? ORDER BY position',
    )
    .pluck()
    .all(id, judge);
  for (const [at, { unit }] of cards.entries()) {
    const item = made.responses.indexOf(present(order[at]));
    await window.judging.give({ unit, ...say(item), activeMilliseconds: 1 });
  }
  return { window, judging: id, cards };
}

const isNo = () => ({ value: 'NO' });
const isRefused = () => ({ value: 'NO', refusal: true });

const without = (line: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(line).filter(([name]) => name !== key));

const details = ({ services }: Pick<JudgedBook, 'services'>) =>
  services.casebook.database
    .prepare<[], string | null>('SELECT detail FROM current_judgment ORDER BY created_at')
    .pluck()
    .all();

async function notesOf(window: Client, more: Partial<MetricsRequest> = {}): Promise<readonly string[]> {
  for await (const event of await window.metrics.report({ bootstrap: 0, ...more }))
    if (event.type === 'result') return event.result.notes.filter((note) => note.startsWith('Refusals'));
  throw new Error('There are no results.');
}

describe('a refusal', () => {
  it('is a mark beside the verdict that it counts as, and comes back with the card', async () => {
    await using made = await book();
    const { window, judging } = await judgeAlpha(made, made.jo, isRefused);
    const { cards } = await window.judging.cards({ judging, criterion: 'cue_match', from: 0, limit: 50 });
    expect(cards.map(({ value, refusal, passages }) => [value, refusal, passages])).toEqual(
      Array.from({ length: 3 }, () => ['NO', true, []]),
    );
    expect(details(made)).toEqual(Array(3).fill('{"refusal":true}'));
  });

  it('is taken back, and made, by judging again with the same verdict; every step is kept', async () => {
    await using made = await book();
    const { window, cards } = await judgeAlpha(made, made.jo, isNo);
    const give = async (refusal: boolean) =>
      (
        await window.judging.give({
          unit: present(cards[0]?.unit),
          value: 'NO',
          refusal,
          activeMilliseconds: 1,
        })
      ).refusal;
    expect(details(made)).toEqual([null, null, null]);
    expect(await give(true)).toBe(true);
    expect(await give(true)).toBe(true);
    expect(details(made).filter((each) => each !== null)).toEqual(['{"refusal":true}']);
    expect(await give(false)).toBe(false);
    expect(details(made)).toEqual([null, null, null]);
    const { database } = made.services.casebook;
    expect(database.prepare('SELECT count(*) FROM judgment').pluck().get()).toBe(5);
  });

  it('goes with no other verdict, and with no criterion that does not ask for it', async () => {
    await using made = await book();
    const { window, cards } = await judgeAlpha(made, made.jo, isNo);
    const unit = present(cards[0]?.unit);
    const give = (value: string) =>
      window.judging.give({ unit, value, refusal: true, activeMilliseconds: 1 });
    expect(await codeOf(give('YES'))).toBe('invalid_input');
    const { id } = await (
      await made.window(made.curt)
    ).judging.assign({
      title: 'Points',
      settings: { criteria: ['key_points'], judges: [made.jo], overlap: 1, seed: 1, unjudgedOnly: false },
    });
    const [points] = (await window.judging.cards({ judging: id, criterion: 'key_points', limit: 1 })).cards;
    expect(
      await codeOf(
        window.judging.give({
          unit: present(points?.unit),
          value: [],
          refusal: true,
          activeMilliseconds: 1,
        }),
      ),
    ).toBe('invalid_input');
    expect(details(made)).toEqual([null, null, null]);
  });

  it.each([
    ['caughtcheating', { cue_match: 'NO', sub_answer: 'NO', false_match: 'NO' }],
    ['mcsbench', { correct: 'NO', chain: 'NO' }],
    ['argus', { d: 0, x: 1, y: 1 }],
  ])('counts as the least verdict of each criterion about a whole answer in %s', async (benchmark, least) => {
    await using made = await judgedCasebook(benchmark);
    const criteria = await (await made.window(made.person('curt', ['curator']))).judging.criteria();
    const marks = criteria.flatMap(({ id, refusal }) => (refusal === null ? [] : [[id, refusal.value]]));
    expect(Object.fromEntries(marks)).toEqual(least);
    for (const { verdict, refusal } of criteria)
      if (verdict.kind === 'choice' && refusal !== null)
        expect(verdict.values.map(({ key }) => key)).not.toContain(refusal.key);
  });
});

describe('refusals in figures', () => {
  it('count as wrong, are counted by respondent, and agree with a plain wrong', async () => {
    await using made = await book();
    await judgeAlpha(made, made.jo, (item) => ({ value: 'NO', refusal: item < 2 }));
    for (const response of made.responses.slice(0, 3))
      made.verdict({ judge: made.kim, response, criterion: 'cue_match', value: 'NO' });
    const { database } = made.services.casebook;
    expect(database.prepare('SELECT DISTINCT state, value, source FROM verdict_state').all()).toEqual([
      { state: 'agreed', value: '"NO"', source: 'unanimous' },
    ]);
    const curator = await made.window(made.curt);
    expect(await notesOf(curator)).toEqual([
      'Refusals: alpha 2 of 3 judged answers. A refusal counts as wrong.',
    ]);
    expect(await notesOf(curator, { judge: made.jo })).toEqual([
      'Refusals: alpha 2 of 3 judged answers. A refusal counts as wrong.',
    ]);
    expect(await notesOf(curator, { judge: made.kim })).toEqual([]);
    expect(await notesOf(curator, { respondents: [made.beta] })).toEqual([]);
  });

  it('follow decisions: one for another verdict takes the mark back', async () => {
    await using made = await book();
    await judgeAlpha(made, made.jo, isRefused);
    for (const response of made.responses.slice(0, 2))
      made.verdict({ judge: made.kim, response, criterion: 'cue_match', value: 'YES' });
    const curator = await made.window(made.curt);
    // Where judges differ, nothing is accepted yet.
    expect(await notesOf(curator)).toEqual([
      'Refusals: alpha 1 of 1 judged answer. A refusal counts as wrong.',
    ]);
    const adjudicator = await made.window(made.adam);
    for (const [at, value] of ['YES', 'NO'].entries())
      await adjudicator.verdicts.decide({
        response: present(made.responses[at]),
        criterion: 'cue_match',
        subject: '',
        value,
        cause: 'human_slip',
        note: '',
        replaces: null,
      });
    expect(await notesOf(curator)).toEqual([
      'Refusals: alpha 2 of 3 judged answers. A refusal counts as wrong.',
    ]);
    // Nobody has marked anything of the other model.
    expect(await notesOf(curator, { without: [made.alpha] })).toEqual([]);
  });
});

describe('the list of verdicts', () => {
  it('shows and finds refusals, but none of an open case: they would tell which judge is a person', async () => {
    await using made = await book();
    await judgeAlpha(made, made.jo, (item) => ({ value: 'NO', refusal: item < 2 }));
    const [open] = made.responses;
    const unit = { response: present(open), criterion: 'cue_match', subject: '' };
    made.verdict({ judge: made.llm, response: unit.response, criterion: 'cue_match', value: 'YES' });
    const adjudicator = await made.window(made.adam);
    const list = async (state: 'disputed' | 'single' | 'decided', refusal?: true) =>
      (
        await adjudicator.verdicts.queue({
          filter: { state: [state], ...(refusal && { refusal }) },
          offset: 0,
          limit: 10,
        })
      ).rows.map((row) => row.refusal);
    expect(await list('disputed')).toEqual([null]);
    expect(await list('disputed', true)).toEqual([]);
    expect(new Set(await list('single'))).toEqual(new Set([false, true]));
    expect(await list('single', true)).toEqual([true]);
    const shown = async () =>
      (await adjudicator.verdicts.case(unit)).columns.map(({ value, refusal }) => [value, refusal]);
    expect((await shown()).map(([, refusal]) => refusal)).toEqual([null, null]);
    await adjudicator.verdicts.decide({
      ...unit,
      value: 'NO',
      cause: 'human_slip',
      note: '',
      replaces: null,
    });
    expect(new Map(await shown().then((columns) => columns.map(([a, b]) => [a, b] as const)))).toEqual(
      new Map([
        ['NO', true],
        ['YES', false],
      ]),
    );
    expect(await list('decided', true)).toEqual([true]);
  });
});

describe('verdicts one a line', () => {
  const handOut = async (made: JudgedBook, target: string): Promise<JsonObject[]> => {
    await made.services.importExport.export(
      { target, names: true, times: true, format: 'verdicts-jsonl' },
      null,
      quietly,
    );
    return readFileSync(target, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JsonObject.parse(JSON.parse(line)));
  };
  const bringIn = (made: JudgedBook, source: string, more: Partial<ImportRequest> = {}) =>
    made.services.importExport.import({ source, format: 'verdicts-jsonl', ...more }, null, quietly);

  it('carry the mark there and back', async () => {
    const folder = temporaryFolder();
    await using one = await book();
    await judgeAlpha(one, one.jo, (item) => ({ value: item === 2 ? 'YES' : 'NO', refusal: item === 0 }));
    one.verdict({
      judge: one.llm,
      response: present(one.responses[1]),
      criterion: 'cue_match',
      value: 'NO',
    });
    const out = await handOut(one, join(folder.path, 'one.jsonl'));
    const marks = out.map(({ item, judge, record, refusal }) => [
      /true_\d/u.exec(JSON.stringify(item))?.[0],
      judge,
      record,
      refusal,
    ]);
    expect(marks).toEqual([
      ['true_1', 'jo', undefined, true],
      ['true_1', null, 'holds', true],
      // A model says nothing of refusals; a person says that it is none.
      ['true_2', 'jo', undefined, false],
      ['true_2', 'judge', undefined, undefined],
      ['true_2', null, 'holds', undefined],
      ['true_3', 'jo', undefined, undefined],
      ['true_3', null, 'holds', undefined],
    ]);
    await using two = await book();
    const report = await bringIn(two, join(folder.path, 'one.jsonl'));
    expect(report.skipped).toEqual([]);
    expect(await handOut(two, join(folder.path, 'two.jsonl'))).toEqual(out);
    expect(await bringIn(two, join(folder.path, 'one.jsonl'))).toMatchObject({ added: 0, updated: 0 });
    // Without the field a line says nothing of it: the mark stays.
    const silent = out.filter(({ record }) => record === undefined).map((line) => without(line, 'refusal'));
    const file = (name: string, lines: readonly JsonObject[]) =>
      put(join(folder.path, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    expect(await bringIn(two, file('silent.jsonl', silent))).toMatchObject({ added: 0, updated: 0 });
    expect(await handOut(two, join(folder.path, 'three.jsonl'))).toEqual(out);
    const [first] = silent;
    const none = { ...first, refusal: false };
    expect(await bringIn(two, file('none.jsonl', [none]))).toMatchObject({ added: 0, updated: 1 });
    const [after] = await handOut(two, join(folder.path, 'four.jsonl'));
    expect(after).toMatchObject({ judge: 'jo', refusal: false });
  });

  it('are refused where the mark goes with another verdict, or with a criterion that has none', async () => {
    const folder = temporaryFolder();
    await using made = await book();
    const line = { item: 'true_images/true_1.png', respondent: 'alpha', judge: 'jo', refusal: true };
    const source = put(
      join(folder.path, 'wrong.jsonl'),
      [
        { ...line, criterion: 'cue_match', value: 'YES' },
        { ...line, criterion: 'key_points', value: [] },
      ]
        .map((each) => `${JSON.stringify(each)}\n`)
        .join(''),
    );
    const { skipped, added } = await bringIn(made, source, { keepGoing: true });
    expect(added).toBe(0);
    expect(skipped.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('a refusal counts as "NO"'),
      expect.stringContaining('no mark for refusals'),
    ]);
  });
});

describe('merging', () => {
  it('keeps marks', async () => {
    await using made = await book();
    const [response] = made.responses;
    const [item] = made.itemIds;
    await made.core.close();
    const folder = temporaryFolder();
    const [from, into] = [folder.join('from.casebook'), folder.join('into.casebook')];
    for (const copy of [from, into]) cpSync(made.path, copy, { recursive: true });
    const use = async (path: string, work: (services: Services) => unknown): Promise<void> => {
      const services = createServices(await openCasebook(path, testPorts(folder.path)));
      try {
        await work(services);
      } finally {
        await services.close();
      }
    };
    await use(from, ({ casebook }) => {
      casebook.derived.verdictWriter.write({
        judge: made.jo,
        item: { id: present(item), revision: 1 },
        responseId: present(response),
        criterion: 'cue_match',
        subject: '',
        outcome: 'given',
        value: 'NO',
        detail: { refusal: true },
        rationale: null,
        source: 'judged',
        judgingId: null,
        callId: null,
        activeMilliseconds: null,
      });
    });
    await use(into, async (services) => {
      await services.merging.merge([from], { dryRun: false, by: null }, quietly);
      expect(details({ services })).toEqual(['{"refusal":true}']);
    });
  });
});
