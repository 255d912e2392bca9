import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { ItemStatisticsRequest } from '../../shared/contract/itemStatistics.ts';
import { type Figure, type MetricsReport, MetricsRequest } from '../../shared/contract/metrics.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { basisSentences } from '../../shared/figures/resultsNotes.ts';
import { freshCasebook } from '../helpers/casebooks.ts';
import { giveAnswers, type GivenAnswer, type GivenAnswers } from '../helpers/givenAnswers.ts';
import { present } from '../helpers/present.ts';

/* Answers that a model or a file leaves out of items that it answers otherwise. */

const report = (open: Services, more: MetricsRequest = {}): Promise<MetricsReport> =>
  open.metrics.report(
    MetricsRequest.parse({ bootstrap: 0, ...more }),
    () => undefined,
    new AbortController().signal,
    everything,
  );

function figureOf({ rows }: MetricsReport, key: string, metric: string): Figure {
  return present(rows.find((row) => row.key === key)?.figures[metric], `There is no ${metric} of ${key}.`);
}

const question = (externalId: string, chains: number): JsonObject => ({
  id: externalId,
  level: 'L1',
  task: 'Concept-Attribute Discrimination',
  question: `What is it that ${externalId} shows?`,
  options: ['red', 'green', 'blue', 'grey', 'brown'],
  answer: 'B',
  image: `${externalId}.png`,
  rc_items: Array.from({ length: chains }, (_, place) => ({
    question: `Why, in step ${String(place)}?`,
    options: ['one', 'two', 'three', 'four', 'five'],
    answer: 'F',
  })),
});

const chooses = (by: string, step: string, option: string): GivenAnswer => ({
  by,
  step,
  answer: { kind: 'choice', option },
});

/** Thirty items with two chains: of the first 18, all right, one chain has no line in the file. */
const thirty: GivenAnswers = {
  models: ['gpt'],
  items: Array.from({ length: 30 }, (_, place) => ({
    externalId: `q${String(place)}`,
    payload: question(`q${String(place)}`, 2),
    answers: [
      chooses('gpt', 'base', place < 18 ? 'B' : 'A'),
      chooses('gpt', 'rc/0', 'F'),
      ...(place < 18 ? [] : [chooses('gpt', 'rc/1', 'F')]),
    ],
  })),
};

describe('MCSBench without one chain of 18 of 30 items', () => {
  it('has its accuracy on all 30, and the absent chains are wrong ones', async () => {
    await using book = await freshCasebook('mcsbench');
    giveAnswers(book, thirty);
    const found = await report(book);
    expect(figureOf(found, 'gpt', 'sai_base')).toMatchObject({
      value: 0.6,
      n: 30,
      coverage: { covered: 30, of: 30, lacks: [] },
    });
    // Of 18 right items one chain of two: 18 × 1/2 of 30.
    expect(figureOf(found, 'gpt', 'sai')).toMatchObject({
      value: 0.3,
      n: 30,
      coverage: { covered: 12, of: 30, lacks: ['answers'] },
    });
    expect(figureOf(found, 'gpt', 'probes')).toMatchObject({ value: (18 * 0.5 + 12) / 30, n: 30 });
    expect(found.notes).toContain(
      '18 answers are absent from items that are answered otherwise: they count as wrong (gpt 18).',
    );
    expect(basisSentences(found)).toContain('Absent and unreadable answers count as wrong.');
  });

  it('leaves the absent chains out of what needs them alone, where that is chosen', async () => {
    await using book = await freshCasebook('mcsbench');
    giveAnswers(book, thirty);
    const found = await report(book, { absent: 'left_out' });
    expect(figureOf(found, 'gpt', 'sai_base')).toMatchObject({ value: 0.6, n: 30 });
    expect(figureOf(found, 'gpt', 'accuracy')).toMatchObject({ value: 0.6, n: 30 });
    expect(figureOf(found, 'gpt', 'sai')).toMatchObject({
      value: 0,
      n: 12,
      coverage: { covered: 12, of: 30, lacks: ['answers'] },
    });
    expect(found.notes).toContain(
      '18 answers are absent from items that are answered otherwise and are left out (gpt 18).',
    );
    expect(basisSentences(found)).toContain(
      'Unreadable answers count as wrong; absent answers are left out.',
    );
    // Where only readable answers count, absent ones do not, whatever is chosen of them.
    expect(figureOf(await report(book, { unreadable: 'left_out' }), 'gpt', 'sai')).toMatchObject({ n: 12 });
  });

  it('keeps the accuracy where the question itself is absent, and asks nobody for what they never answered', async () => {
    await using book = await freshCasebook('mcsbench');
    giveAnswers(book, {
      models: ['gpt', 'plain'],
      items: [0, 1, 2, 3].map((place) => ({
        externalId: `q${String(place)}`,
        payload: question(`q${String(place)}`, 1),
        answers: [
          ...(place === 0 ? [] : [chooses('gpt', 'base', 'B')]),
          chooses('gpt', 'rc/0', 'F'),
          chooses('plain', 'base', 'B'),
          { by: 'ana', step: 'base', answer: { kind: 'choice', option: 'B' } },
        ],
      })),
    });
    const wrong = await report(book);
    expect(figureOf(wrong, 'gpt', 'accuracy')).toMatchObject({ value: 0.75, n: 4 });
    const left = await report(book, { absent: 'left_out' });
    expect(figureOf(left, 'gpt', 'accuracy')).toMatchObject({ value: 1, n: 3 });
    // The chain of the item stands by itself.
    expect(figureOf(left, 'gpt', 'probes')).toMatchObject({ value: 1, n: 4 });
    for (const key of ['plain', 'ana'])
      expect(figureOf(wrong, key, 'sai')).toMatchObject({ value: null, n: 0, coverage: { of: 0 } });
  });

  it('follows the same rule in item statistics', async () => {
    await using book = await freshCasebook('mcsbench');
    giveAnswers(book, thirty);
    const items = (absent: 'wrong' | 'left_out') =>
      book.metrics.items(
        ItemStatisticsRequest.parse({ step: 'rc', absent }),
        () => undefined,
        new AbortController().signal,
        everything,
      );
    const answered = async (absent: 'wrong' | 'left_out') =>
      (await items(absent)).items.reduce((sum, item) => sum + item.answered, 0);
    expect(await answered('wrong')).toBe(60);
    expect(await answered('left_out')).toBe(42);
  });
});

it('is the same rule in Argus and in CaughtCheating, where a file’s own share stands for its questions', async () => {
  await using argus = await freshCasebook('argus');
  giveAnswers(argus, {
    models: ['gpt'],
    items: [0, 1].map((place) => ({
      externalId: `a${String(place)}`,
      payload: {
        id: `a${String(place)}`,
        domain: 'Physics',
        trap: 'the trap',
        answer: 'the answer',
        image: 'a.png',
        basic_question: 'What?',
        deceptive_question: 'What else?',
      },
      answers: [
        ...(place === 0
          ? [
              {
                by: 'gpt',
                step: 'description',
                condition: 'basic',
                answer: 'It is.',
                verdicts: [{ judge: 'j', criterion: 'd', value: 1 }],
              },
            ]
          : []),
        {
          by: 'gpt',
          step: 'question',
          condition: 'basic',
          answer: 'It is.',
          verdicts: [
            { judge: 'j', criterion: 'x', value: 4 },
            { judge: 'j', criterion: 'y', value: 4 },
          ],
        },
      ],
    })),
  });
  expect(figureOf(await report(argus), 'gpt', 'd_mean')).toMatchObject({ value: 0.5, n: 2 });
  expect(figureOf(await report(argus, { absent: 'left_out' }), 'gpt', 'd_mean')).toMatchObject({
    value: 1,
    n: 1,
  });

  await using caught = await freshCasebook('caughtcheating');
  giveAnswers(caught, {
    models: ['gpt'],
    items: [0, 1, 2].map((place) => ({
      externalId: `c${String(place)}`,
      payload: {
        label: true,
        main_ins: 'Is he alone?',
        detm_cue: 'a ring',
        non_detm_cue: [],
        p_sub_ins: ['Is there a ring?'],
        p_sub_ans: ['Yes'],
        image: 'c.png',
      },
      answers: [
        {
          by: 'gpt',
          step: 'main_ins',
          answer: 'A ring.',
          verdicts: [
            { judge: 'j', criterion: 'cue_match', value: 'YES' },
            ...(place === 1 ? [{ judge: 'j', criterion: 'p_sub_accuracy', value: 1 }] : []),
          ],
        },
        ...(place === 0
          ? [
              {
                by: 'gpt',
                step: 'p_sub_ins/0',
                answer: 'Yes.',
                verdicts: [{ judge: 'j', criterion: 'sub_answer', value: 'YES' }],
              },
            ]
          : []),
      ],
    })),
  });
  // Right by its verdict, right by the file's share, and absent.
  expect(figureOf(await report(caught), 'gpt', 'dec_p_accuracy')).toMatchObject({ value: 2 / 3, n: 3 });
  expect(figureOf(await report(caught, { absent: 'left_out' }), 'gpt', 'dec_p_accuracy')).toMatchObject({
    value: 1,
    n: 2,
  });
});
