import { everything } from '../../electron/core/access/viewpoint.ts';
import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { metrics as argus } from '../../shared/benchmarks/argus/metrics.ts';
import type { MetricsReport } from '../../shared/contract/metrics.ts';
import { MetricsRequest } from '../../shared/contract/metrics.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { answerFile, judgedFile, plantAnswers, plantVerdicts } from '../helpers/answerFiles.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import type { GivenAnswer, GivenAnswers, GivenItem } from '../helpers/givenAnswers.ts';
import { giveAnswers } from '../helpers/givenAnswers.ts';
import { present } from '../helpers/present.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';

const clued = (externalId: string, more: JsonObject = {}): JsonObject => ({
  data_path: externalId,
  label: true,
  scene: 'hotel',
  target_partner: 'girlfriend',
  main_ins: 'Anything suspicious?',
  detm_cue: 'A second glass.',
  non_detm_cue: ['A hat.', 'A coat.'],
  p_sub_ins: ['Is there a second glass?', 'Is there a hat?'],
  p_sub_ans: ['Yes', 'Yes'],
  r_sub_ins: ['Is somebody there?'],
  r_sub_ans: ['Yes'],
  ...more,
});
const unclued = (externalId: string, more: JsonObject = {}): JsonObject => ({
  data_path: externalId,
  label: false,
  scene: 'dining',
  target_partner: 'boyfriend',
  main_ins: 'Anything suspicious?',
  ...more,
});

type YesNo = 'YES' | 'NO';

/** An answer to the claim question with one person's verdict on it. */
const claim = (
  by: string,
  criterion: 'cue_match' | 'false_match',
  value: YesNo | null,
  more: Partial<GivenAnswer> = {},
): GivenAnswer => ({
  by,
  step: 'main_ins',
  answer: 'Something.',
  verdicts: value === null ? [] : [{ judge: 'jo', criterion, value }],
  ...more,
});

const report = (open: Services, more: MetricsRequest = {}): Promise<MetricsReport> =>
  open.metrics.report(
    MetricsRequest.parse({ bootstrap: 100, ...more }),
    () => undefined,
    new AbortController().signal,
    everything,
  );

const rowOf = ({ rows }: MetricsReport, key: string): MetricsReport['rows'][number] =>
  present(rows.find((row) => row.key === key));
const valueOf = (of: MetricsReport, key: string, metric: string): number | null =>
  rowOf(of, key).figures[metric]?.value ?? null;

/** A casebook with these answers. */
async function answered(given: GivenAnswers, benchmark = 'caughtcheating') {
  const book = await freshCasebook(benchmark);
  return { book, given: giveAnswers(book, given) };
}

/** Three participants on two clued and one unclued item. */
const three: GivenAnswers = {
  items: [
    {
      externalId: 'a',
      payload: clued('a'),
      answers: [
        claim('p1', 'cue_match', 'YES', {
          verdicts: [
            { judge: 'jo', criterion: 'cue_match', value: 'YES' },
            { judge: 'jo', criterion: 'key_points', value: ['a glass', 'a hat', 'a lamp'] },
            { judge: 'jo', criterion: 'non_detm_match', subject: '0', value: 'YES' },
            { judge: 'jo', criterion: 'non_detm_match', subject: '1', value: 'NO' },
          ],
        }),
        claim('p2', 'cue_match', 'YES'),
        claim('p3', 'cue_match', 'NO'),
        { by: 'p1', step: 'p_sub_ins/0', answer: { kind: 'yes_no', value: 'yes' } },
        { by: 'p1', step: 'p_sub_ins/1', answer: { kind: 'yes_no', value: 'no' } },
        { by: 'p1', step: 'r_sub_ins/0', answer: { kind: 'yes_no', value: 'yes' } },
      ],
    },
    {
      externalId: 'b',
      payload: clued('b'),
      answers: [
        claim('p1', 'cue_match', 'NO'),
        claim('p2', 'cue_match', 'YES'),
        claim('p3', 'cue_match', null),
      ],
    },
    {
      externalId: 'c',
      payload: unclued('c'),
      answers: [
        claim('p1', 'false_match', 'NO'),
        claim('p2', 'false_match', 'NO'),
        claim('p3', 'false_match', 'YES'),
      ],
    },
  ],
};

describe('the figures of people', () => {
  it('are each participant’s, all answers pooled, and the vote of more than half', async () => {
    const { book } = await answered(three);
    await using _book = book;
    const figures = await report(book);
    expect(valueOf(figures, 'p1', 'clued_accuracy')).toBe(0.5);
    expect(valueOf(figures, 'p2', 'clued_accuracy')).toBe(1);
    expect(valueOf(figures, 'p3', 'clued_accuracy')).toBe(0);
    // YES YES NO, NO YES: five answers are judged.
    expect(rowOf(figures, 'people').figures['clued_accuracy']).toMatchObject({ value: 3 / 5, n: 5 });
    expect(rowOf(figures, 'people').participants).toBe(3);
    // Two of three say YES of a; of b one says YES and one NO, which is no majority.
    expect(rowOf(figures, 'majority').figures['clued_accuracy']).toMatchObject({ value: 1, n: 1 });
    expect(rowOf(figures, 'majority').figures['unclued_accuracy']).toMatchObject({ value: 0, n: 1 });
    expect(rowOf(figures, 'majority').unjudged).toBe(2);
    // One clue of two captured by three key points: 1 / (2 + 3 - 1).
    expect(valueOf(figures, 'p1', 'clued_iou')).toBe(0.25);
    expect(rowOf(figures, 'majority').figures['clued_iou']).toMatchObject({
      value: null,
      undefined: expect.stringContaining('cannot vote on this'),
    });
    expect(valueOf(figures, 'p1', 'dec_p_accuracy')).toBe(0.5);
    expect(valueOf(figures, 'p1', 'dec_r_accuracy')).toBe(1);
    expect(valueOf(figures, 'p1', 'dec_accuracy')).toBe(0);
  });

  it('say what is not judged, of whom', async () => {
    const { book } = await answered(three);
    await using _book = book;
    const { notes, rows } = await report(book);
    expect(notes).toContainEqual(
      expect.stringMatching(/^1 answered item .*no accepted verdict on “Deterministic clue”.* \(p3 1\)/u),
    );
    expect(rows.find(({ key }) => key === 'p3')?.unjudged).toBe(2);
  });

  it('name models of one name by their handles', async () => {
    const { book } = await answered({
      models: ['m1', 'm2'],
      items: [
        {
          externalId: 'a',
          payload: clued('a', {
            non_detm_cue: [],
            p_sub_ins: [],
            p_sub_ans: [],
            r_sub_ins: [],
            r_sub_ans: [],
          }),
          answers: [claim('m1', 'cue_match', null), claim('m2', 'cue_match', 'YES')],
        },
      ],
    });
    await using _book = book;
    book.casebook.database.prepare("UPDATE person SET name = 'GPT' WHERE kind = 'model'").run();
    expect((await report(book)).notes).toContainEqual(expect.stringContaining('(m1 1)'));
  });

  it('leave out whom somebody excluded, until they count again', async () => {
    const { book, given } = await answered(three);
    await using _book = book;
    given.exclude('p2', 'was on the phone');
    const without = await report(book);
    expect(without.rows.map(({ key }) => key)).not.toContain('p2');
    expect(rowOf(without, 'people').figures['clued_accuracy']).toMatchObject({ value: 1 / 3, n: 3 });
    expect(without.notes).toContainEqual(expect.stringContaining('p2: was on the phone'));
    given.exclude('p2', 'was not, after all', 'inclusion');
    const again = await report(book);
    expect(rowOf(again, 'people').figures['clued_accuracy']).toMatchObject({ value: 3 / 5, n: 5 });
  });

  it('leave out practice, who tries the study out, and items that were rejected', async () => {
    const { book } = await answered({
      tryingOut: ['curious'],
      items: [
        {
          externalId: 'a',
          payload: clued('a'),
          answers: [
            claim('p1', 'cue_match', 'YES', { practice: true }),
            claim('p2', 'cue_match', 'NO'),
            claim('curious', 'cue_match', 'YES'),
          ],
        },
        {
          externalId: 'b',
          payload: clued('b'),
          rejected: true,
          answers: [claim('p2', 'cue_match', 'YES')],
        },
      ],
    });
    await using _book = book;
    const figures = await report(book);
    expect(figures.rows.map(({ key }) => key)).toEqual(['people', 'p2']);
    expect(rowOf(figures, 'p2').figures['clued_accuracy']).toMatchObject({ value: 0, n: 1 });
    expect(figures.notes).toContainEqual(expect.stringContaining('1 rejected item'));
  });

  it('tell how time, order and correctness go together', async () => {
    const items = Array.from({ length: 8 }, (_, at): GivenItem => ({
      externalId: `i${String(at)}`,
      payload: clued(`i${String(at)}`),
      answers: [claim('p1', 'cue_match', at < 4 ? 'NO' : 'YES', { position: at, seconds: 80 - 10 * at })],
    }));
    const { book } = await answered({ items });
    await using _book = book;
    const { people } = await report(book);
    expect(
      people?.answers.map(({ item, position, seconds, correct }) => [item, position, seconds, correct]),
    ).toEqual(Array.from({ length: 8 }, (_, at) => [`i${String(at)}`, at, 80 - 10 * at, at < 4 ? 0 : 1]));
    expect(people?.pace).toMatchObject({ rho: -1, n: 8 });
    // scipy.stats.spearmanr(range(8), [0,0,0,0,1,1,1,1])
    expect(people?.order.rho).toBeCloseTo(0.872_871_560_943_969_6, 12);
    expect(people?.speed.rho).toBeCloseTo(-0.872_871_560_943_969_6, 12);
    expect(people?.order.p).toBeCloseTo(0.004_659_214_943_993_945, 12);
  });
});

describe('whose verdicts count', () => {
  it('is a question of choice: those that hold, or one judge’s', async () => {
    const both = (first: YesNo, llm: YesNo): GivenAnswer[] => [
      {
        by: 'gpt',
        step: 'main_ins',
        answer: 'Something.',
        verdicts: [
          { judge: 'jo', criterion: 'cue_match', value: first },
          { judge: 'llm-judge', criterion: 'cue_match', value: llm },
        ],
      },
      { by: 'gpt', step: 'r_sub_ins/0', answer: { kind: 'yes_no', value: 'yes' } },
    ];
    const { book, given } = await answered({
      models: ['gpt'],
      items: [
        {
          externalId: 'a',
          payload: clued('a', { p_sub_ins: [], p_sub_ans: [] }),
          answers: both('YES', 'NO'),
        },
        {
          externalId: 'b',
          payload: clued('b', { p_sub_ins: [], p_sub_ans: [] }),
          answers: both('YES', 'YES'),
        },
      ],
    });
    await using _book = book;
    const llm = present(given.people.get('llm-judge'));
    const jo = present(given.people.get('jo'));
    expect(valueOf(await report(book), 'gpt', 'clued_accuracy')).toBe(1);
    const byLlm = await report(book, { judge: llm });
    expect(byLlm.judge).toBe('llm-judge');
    expect(valueOf(byLlm, 'gpt', 'clued_accuracy')).toBe(0.5);
    // What follows from the answer itself needs no judge.
    expect(valueOf(byLlm, 'gpt', 'dec_r_accuracy')).toBe(1);
    expect(valueOf(await report(book, { judge: jo }), 'gpt', 'clued_accuracy')).toBe(1);
  });
});

describe('figures by strata', () => {
  it('are those of the items of each value', async () => {
    const { book } = await answered(three);
    await using _book = book;
    const { stratum } = await report(book, { stratum: 'scene' });
    expect(stratum?.values.map(({ value, items }) => [value, items])).toEqual([
      ['dining', 1],
      ['hotel', 2],
    ]);
    expect(stratum?.values[1]?.rows['people']?.['clued_accuracy']?.value).toBe(3 / 5);
    expect(stratum?.values[0]?.rows['people']?.['clued_accuracy']?.value).toBeNull();
    await expect(report(book, { stratum: 'colour' })).rejects.toThrow(/cannot be divided by "colour"/u);
  });
});

describe('Argus', () => {
  const domains = ['Fire and Combustion', 'Food and Water', 'Road Safety'];
  const scored = (by: string, condition: string, d: number, x: number, y: number): GivenAnswer[] => [
    {
      by,
      condition,
      step: 'description',
      answer: 'x',
      verdicts: [{ judge: 'llm-j', criterion: 'd', value: d }],
    },
    {
      by,
      condition,
      step: 'question',
      answer: 'y',
      verdicts: [
        { judge: 'llm-j', criterion: 'x', value: x },
        { judge: 'llm-j', criterion: 'y', value: y },
      ],
    },
  ];
  const items = domains.map((domain, at): GivenItem => ({
    externalId: domain,
    payload: {
      id: domain,
      domain,
      scenario: 's',
      trap: 't',
      basic_question: 'b',
      deceptive_question: 'd',
      answer: 'a',
    },
    answers: [
      ...scored('m1', 'basic', 1, 4, 4),
      ...scored('m1', 'deceptive', at === 0 ? 0 : 1, 4, 4),
      ...scored('m2', 'basic', 1, 4, at === 1 ? 3 : 4),
      ...scored('m2', 'deceptive', 1, 3, 4),
    ],
  }));
  const f = (x: number, y: number, p = 3): number => 1 / (1 + Math.exp(-p * (x + 0.8 * y - 6)));

  it('has figures of each version, and compares them by paired tests both ways', async () => {
    const { book } = await answered({ models: ['m1', 'm2'], items }, 'argus');
    await using _book = book;
    const figures = await report(book);
    const m1 = rowOf(figures, 'm1');
    expect(m1.conditions['basic']?.['overall']?.value).toBeCloseTo(f(4, 4), 12);
    expect(m1.conditions['deceptive']?.['score_mean']?.value).toBeCloseTo((2 / 3) * f(4, 4), 12);
    const [comparison] = figures.comparisons;
    expect(comparison?.conditions).toEqual(['basic', 'deceptive']);
    const fire = comparison?.byGroup.find(({ name }) => name === 'Fire and Combustion');
    expect(fire).toMatchObject({ n: 2, df: 1 });
    expect(fire?.mean).toBeCloseTo((f(4, 4) + (f(4, 4) - f(3, 4))) / 2, 12);
    const second = comparison?.byRespondent.find(({ name }) => name === 'm2');
    expect(second).toMatchObject({ n: 3, df: 2 });
    expect(second?.means?.[0]).toBeCloseTo((2 * f(4, 4) + f(4, 3)) / 3, 12);
    expect(second?.means?.[1]).toBeCloseTo(f(3, 4), 12);
  });

  it('counts what was answered in each version', async () => {
    const { book } = await answered(
      {
        models: ['m1'],
        items: items.map((item, at) => ({
          ...item,
          answers: [
            ...scored('m1', 'basic', 1, 4, 4),
            ...scored('m1', 'deceptive', 1, 4, 4),
            ...scored('p1', at === 0 ? 'basic' : 'deceptive', 1, 4, 4),
          ],
        })),
      },
      'argus',
    );
    await using _book = book;
    const figures = await report(book, { items: 'own' });
    expect(rowOf(figures, 'm1')).toMatchObject({
      items: 3,
      answered: { basic: { items: 3, unjudged: 0 }, deceptive: { items: 3, unjudged: 0 } },
    });
    expect(rowOf(figures, 'p1')).toMatchObject({
      items: 3,
      answered: { basic: { items: 1, unjudged: 0 }, deceptive: { items: 2, unjudged: 0 } },
    });
  });

  it('does not take two answers on one item for independent', async () => {
    const { book } = await answered({ models: ['m1', 'm2'], items }, 'argus');
    await using _book = book;
    const m1 = rowOf(await report(book), 'm1');
    expect(m1.figures['d_mean']).toMatchObject({ n: 6, interval: 'score', sampled: { items: 3, groups: 3 } });
    expect(m1.conditions['deceptive']?.['d_mean']).toMatchObject({ n: 3, interval: 'wilson' });
  });

  it('does not take items of one first image for independent', async () => {
    const { book, given } = await answered({ models: ['m1', 'm2'], items }, 'argus');
    await using _book = book;
    const show = (at: number, position: number, name: string): void => {
      const id = present(given.items[at]);
      book.casebook.derived.items.setImage(id, { position, role: 'scene', name, imageId: null }, null);
    };
    show(0, 0, 'kitchen.png');
    show(1, 0, 'kitchen.png');
    show(2, 0, 'road.png');
    // What comes behind the first image tells nothing.
    for (const at of [0, 1, 2]) show(at, 1, 'legend.png');
    const { figures } = rowOf(await report(book), 'm1');
    expect(figures['d_mean']).toMatchObject({ sampled: { items: 3, groups: 2 } });
  });

  it('shows what is compared where all differences are equal, and says why there is no test', async () => {
    const { book } = await answered(
      {
        models: ['m1', 'm2'],
        items: items.map((item) => ({
          ...item,
          answers: ['m1', 'm2'].flatMap((by) => [
            ...scored(by, 'basic', 1, 4, 4),
            ...scored(by, 'deceptive', 1, 3, 4),
          ]),
        })),
      },
      'argus',
    );
    await using _book = book;
    const first = (await report(book)).comparisons[0]?.byRespondent[0];
    expect(first).toMatchObject({ n: 3, t: null, df: null, p: null, d: null });
    expect(first?.mean).toBeCloseTo(f(4, 4) - f(3, 4), 12);
    expect(first?.means).toEqual([expect.closeTo(f(4, 4), 12), expect.closeTo(f(3, 4), 12)]);
    expect(first?.undefined).toMatch(/^All differences are equal.*t and p do not exist\.$/u);
  });

  it('has parameters that a curator can change, and that every figure follows', async () => {
    const { book, given } = await answered({ models: ['m1', 'm2'], items }, 'argus');
    await using _book = book;
    const curator = present(book.people.list()[0]?.id);
    expect(given.items).toHaveLength(3);
    expect(book.metrics.choices().parameters).toEqual(argus.parameters.initial);
    book.metrics.saveParameters({ ...argus.parameters.initial, p: 1 }, curator);
    const figures = await report(book);
    expect(figures.parameters).toMatchObject({ p: 1 });
    expect(rowOf(figures, 'm1').conditions['basic']?.['overall']?.value).toBeCloseTo(f(4, 4, 1), 12);
    expect(() => book.metrics.saveParameters({ ...argus.parameters.initial, p: -1 }, curator)).toThrow(
      /p: must be above 0/u,
    );
    expect(book.metrics.choices().parameters).toMatchObject({ p: 1 });
  });
});

describe('an imported file of verdicts', () => {
  it('gives its own figures of whole answers where it does not tell single verdicts', async () => {
    const items = [...syntheticItems(30, 3)].map((item) =>
      item['label'] === true
        ? {
            ...item,
            non_detm_cue: ['There is a hat on the chair.', 'Two menus lie on the table.'],
            p_sub_ins: ['Is there a hat?', 'Is there a menu?'],
            p_sub_ans: ['Yes', 'Yes'],
          }
        : item,
    );
    const planted = plantAnswers(items, { seed: 4 });
    const right = plantVerdicts(planted, { seed: 4, errors: 0 });
    const judged = judgedFile(items, planted, right);
    await using book = await freshCasebook();
    const bring = (format: string, name: string, content: unknown) =>
      book.importExport.import(
        {
          source: put(book.at(name), JSON.stringify(content)),
          format,
          respondent: { name: 'gpt-4o' },
          judge: { name: 'gpt-4.1' },
        },
        null,
        quietly,
      );
    await bring('caughtcheating', 'data_info.json', items);
    await bring('caughtcheating-answers', 'answers.json', answerFile(items, planted));
    await bring('caughtcheating-judged', 'judged.json', judged);
    const figures = await report(book);
    const mean = (key: string): number => {
      const values = judged.flatMap((entry) => {
        const value = entry[key];
        return entry['label'] === true && typeof value === 'number' ? [value] : [];
      });
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    };
    const row = figures.rows.find(({ kind }) => kind === 'model');
    expect(row?.figures['clued_iou']?.value).toBeCloseTo(mean('iou'), 12);
    expect(row?.figures['dec_p_accuracy']?.value).toBeCloseTo(mean('p_sub_accuracy'), 12);
    expect(row?.figures['dec_r_accuracy']?.value).toBeCloseTo(mean('r_sub_accuracy'), 12);
    expect(row?.figures['dec_accuracy']?.value).toBeCloseTo(mean('all_sub_correct'), 12);
    const hits = judged.filter((entry) => entry['cue_match'] === 'YES').length;
    expect(row?.figures['clued_accuracy']?.value).toBeCloseTo(
      hits / items.filter((item) => item['label'] === true).length,
      12,
    );
  });
});

describe('a long report', () => {
  it('can be cancelled', async () => {
    const { book } = await answered(three);
    await using _book = book;
    const controller = new AbortController();
    const computing = book.metrics.report(
      MetricsRequest.parse({ bootstrap: 100_000, stratum: 'scene' }),
      () => undefined,
      controller.signal,
      everything,
    );
    controller.abort();
    await expect(computing).rejects.toThrow(/abort/iu);
  });
});
