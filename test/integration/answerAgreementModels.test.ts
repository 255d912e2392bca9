import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/base/json.ts';
import {
  about,
  agreement,
  answered,
  choice,
  item,
  matching,
  taskOf,
} from '../helpers/perceptionAgreement.ts';

const grid = (place: number): JsonObject => ({
  ...about(place),
  id: `grid-1-${String(place)}`,
  kind: 'grid',
  support: { image: 's.png' },
  collage: 'c.png',
  answer: [0, 0],
});

describe('models', () => {
  const models = ['gpt', 'qwen'];
  const letter = (final: string): string => JSON.stringify({ reasoning: 'x', final_answer: final });
  const cell = (row: number, column: number): string => JSON.stringify({ final_answer: [row, column] });

  it('are compared where they are asked for, their words read in the step’s own kind', async () => {
    const { book, given } = await answered({
      models,
      items: [
        item(matching(0), { p1: choice('A'), p2: choice('A'), gpt: letter('A'), qwen: 'B, I think' }),
        item(matching(1), { p1: choice('B'), p2: choice('C'), gpt: letter('C'), qwen: letter('C') }),
        item(grid(0), { gpt: cell(0, 1), qwen: cell(0, 1), p1: { kind: 'cell', row: 1, column: 2 } }),
        item(grid(1), { gpt: cell(1, 1), qwen: cell(0, 1), p1: { kind: 'cell', row: 2, column: 2 } }),
      ],
    });
    await using _ = book;
    const alone = await agreement(book);
    expect(alone.groups.map(({ key }) => key)).toEqual(['people']);
    expect(alone.groups[0]?.tasks.map(({ title }) => title)).toEqual(['Image matching']);
    const chosen = ['gpt', 'qwen', 'p1'].flatMap((handle) => given.people.get(handle) ?? []);
    const found = await agreement(book, { respondents: chosen });
    const grids = taskOf(found, 'Grid pointing', 'chosen');
    // All three say [0,1] of the first; gpt and p1 [1,1] of the second.
    expect(grids.figures['equal']?.value).toBeCloseTo((1 + 1 / 3) / 2, 12);
    const { respondents = [] } = found.groups[1] ?? {};
    expect(
      grids.pairs.map(({ first, second, figures }) => [
        // Who joined within one millisecond comes in either order.
        [first, second]
          .map((at) => respondents[at]?.key ?? '')
          .sort((a, b) => a.localeCompare(b))
          .join(' '),
        figures['equal']?.value,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['gpt p1', 1],
        ['gpt qwen', 0.5],
        ['p1 qwen', 0.5],
      ]),
    );
    expect(found.notes).toEqual(['1 answer not compared: of another kind than the step asks for (qwen 1).']);
    // What people come to hangs on nobody who was chosen.
    expect(found.groups[0]).toEqual(alone.groups[0]);
  });

  it('have their letters read in other benchmarks too', async () => {
    const question: JsonObject = {
      id: 'q1',
      question: 'Which?',
      options: ['red', 'green', 'blue', 'grey', 'pink'],
      answer: 'A',
      image: 'a.png',
    };
    const { book, given } = await answered(
      {
        models,
        items: [
          {
            externalId: 'q1',
            payload: question,
            answers: [
              { by: 'gpt', step: 'base', answer: 'Answer: B' },
              { by: 'qwen', step: 'base', answer: 'green' },
              { by: 'p1', step: 'base', answer: choice('B') },
            ],
          },
        ],
      },
      'mcsbench',
    );
    await using _ = book;
    const chosen = [...given.people.values()];
    const task = taskOf(await agreement(book, { respondents: chosen }), 'Question', 'chosen');
    expect(task.figures['equal']).toMatchObject({ value: 1, n: 1 });
  });
});

describe('answers in words', () => {
  it('are told of and not compared; questions of one item are drawn together', async () => {
    const answers = ['p1', 'p2'].flatMap((by) => [
      { by, step: 'main_ins', answer: 'Something.' },
      { by, step: 'p_sub_ins/0', answer: { kind: 'yes_no', value: 'yes' } as const },
      { by, step: 'p_sub_ins/1', answer: { kind: 'yes_no', value: by === 'p1' ? 'yes' : 'no' } as const },
    ]);
    const { book } = await answered(
      {
        items: ['one', 'two', 'three'].map((externalId) => ({
          externalId,
          payload: {
            data_path: externalId,
            label: true,
            main_ins: 'Anything?',
            p_sub_ins: ['A glass?', 'A hat?'],
          },
          answers,
        })),
      },
      'caughtcheating',
    );
    await using _ = book;
    const found = await agreement(book, { bootstrap: 100 });
    const words = found.groups[0]?.tasks.find(({ step }) => step === 'main_ins');
    expect(words).toMatchObject({ items: 3, figures: {} });
    expect(words?.undefined).toContain('Casebook compares answers in words only by their verdicts');
    const asked = found.groups[0]?.tasks.find(({ step }) => step === 'p_sub_ins');
    // Half of the questions of every item: whichever items are drawn, it stays half.
    expect(asked).toMatchObject({ items: 3, steps: 6, undefined: null });
    expect(asked?.figures['equal']).toMatchObject({
      value: 0.5,
      ci95: null,
      noInterval: 'Too few items for an interval: 3; at least 30 are needed.',
    });
  });

  it('are compared by the verdicts in force, however they are worded; those without one are missing', async () => {
    const says = (by: string, value: 'YES' | 'NO' | null) => ({
      by,
      step: 'main_ins',
      answer: `Words of ${by}.`,
      ...(value !== null && { verdicts: [{ judge: 'judy', criterion: 'cue_match', value }] }),
    });
    const { book } = await answered(
      {
        items: [
          ['one', 'YES', 'YES', null],
          ['two', 'NO', 'NO', 'NO'],
          ['three', 'YES', 'NO', null],
          ['four', 'YES', null, null],
        ].map(([externalId = '', ...values]) => ({
          externalId: String(externalId),
          payload: {
            data_path: String(externalId),
            label: true,
            main_ins: 'Anything?',
            detm_cue: 'A second glass.',
          },
          answers: ['p1', 'p2', 'p3'].map((by, place) => {
            const value = values[place];
            return says(by, value === 'YES' || value === 'NO' ? value : null);
          }),
        })),
      },
      'caughtcheating',
    );
    await using _ = book;
    const found = await agreement(book, { bootstrap: 0 });
    const words = found.groups[0]?.tasks.find(({ step }) => step === 'main_ins');
    expect(words).toMatchObject({ items: 3, steps: 3, respondents: 3, undefined: null });
    expect(words?.title).toMatch(/, by verdict$/u);
    const between = words?.pairs.map(({ steps, figures }) => [steps, figures['equal']?.value]);
    expect(between).toEqual([
      [3, 2 / 3],
      [1, 1],
      [1, 1],
    ]);
    expect(found.notes).toContain(
      '4 answers not compared: in words, without a verdict in force (p3 3, p2 1).',
    );
  });
});
