import { everything } from '../../electron/core/access/viewpoint.ts';
import { describe, expect, it } from 'vitest';
import { metrics as argus } from '../../shared/benchmarks/argus/metrics.ts';
import { MetricsRequest } from '../../shared/contract/metrics.ts';
import { answerFile, judgedFile, plantAnswers, plantVerdicts } from '../helpers/answerFiles.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import type { GivenAnswer, GivenItem } from '../helpers/givenAnswers.ts';
import { present } from '../helpers/present.ts';
import { syntheticItems } from '../helpers/syntheticItems.ts';
import { answered, report, rowOf, three } from '../helpers/answeredQuestions.ts';

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
