import { describe, expect, it } from 'vitest';
import type { MetricsReport } from '../../shared/contract/metrics.ts';
import type { GivenAnswer, GivenItem } from '../helpers/givenAnswers.ts';
import { present } from '../helpers/present.ts';
import { answered, claim, clued, report, rowOf, three, type YesNo } from '../helpers/answeredQuestions.ts';

const valueOf = (of: MetricsReport, key: string, metric: string): number | null =>
  rowOf(of, key).figures[metric]?.value ?? null;

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
