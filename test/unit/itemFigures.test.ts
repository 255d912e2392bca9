import { describe, expect, it } from 'vitest';
import { isCounted } from '../../electron/core/derived/metrics/contribution.ts';
import { chooseStep } from '../../electron/core/features/metrics/itemAnswers.ts';
import { answerNotes, modelNotes } from '../../electron/core/features/metrics/itemStatistics.ts';
import { ItemId } from '../../shared/base/ids.ts';
import { USUAL_POINTS } from '../../shared/statistics/rasch/quadrature.ts';
import type { RaschModel } from '../../shared/statistics/rasch/rasch.ts';

describe('whether an answer counts that cannot be scored by what it says', () => {
  it.each([
    [null, true, true, true],
    ['unreadable', true, true, false],
    ['timed out', true, true, false],
    ['not given', true, true, false],
    ['absent', true, false, false],
  ] as const)('%s: with all %s, with those present %s, with those readable %s', (why, ...expected) => {
    expect((['all', 'present', 'readable'] as const).map((which) => isCounted(why, which))).toEqual(expected);
  });
});

describe('the kind of step that item statistics look at', () => {
  const steps = [
    { step: 'answer', items: 3 },
    { step: 'clue', items: 8 },
    { step: 'box', items: 8 },
  ];

  it.each<[string, string | null, string | null, string | null]>([
    ['the one asked for', 'box', 'answer', 'box'],
    ['the usual one', null, 'answer', 'answer'],
    ['the first of those that most items have', null, null, 'clue'],
    ['that of most items, where the usual one is not there', null, 'point', 'clue'],
  ])('is %s', (_name, asked, usual, expected) => {
    expect(chooseStep(steps, asked, usual)).toBe(expected);
  });

  it('is none where no answer is known to be right or wrong', () => {
    expect(chooseStep([], null, 'answer')).toBeNull();
  });

  it('refuses a kind that is not there, with what to do', () => {
    expect(() => chooseStep(steps, 'point', null)).toThrow(
      expect.objectContaining({ code: 'not_found', hint: 'Choose one of: answer, clue, box.' }),
    );
    expect(() => chooseStep([], 'point', null)).toThrow(
      expect.objectContaining({ hint: 'Have answers judged first.' }),
    );
  });
});

describe('the notes on item statistics', () => {
  const id = ItemId.parse('01890000-0000-7000-8000-000000000001');
  const unit = { itemId: id, item: 'one', condition: 'plain', step: 'answer' };
  const matrixOf = (...answers: number[]) => ({
    respondents: 1,
    items: answers.length,
    answers: Int8Array.from(answers),
  });
  const answers = { matrix: matrixOf(1, 0), units: [unit, unit], graded: false, unknown: 0 };

  it.each<[string, Partial<Parameters<typeof answerNotes>[0]>, string[]]>([
    ['nothing to say', {}, []],
    [
      'answers that are right in part',
      { graded: true },
      ['Answers can be partly right: from 0.5 (of 1) they count as right here.'],
    ],
    [
      'one answer that nobody judged',
      { unknown: 1 },
      ['1 answer left out: whether it is right is not known.'],
    ],
    [
      'several answers that nobody judged',
      { unknown: 2 },
      ['2 answers left out: whether they are right is not known.'],
    ],
    [
      'a third of the answers missing',
      { matrix: matrixOf(1, 0, -1) },
      ['33 % of the answers of respondents to items are missing: they count neither as right nor as wrong.'],
    ],
    [
      'one answer of many missing',
      { matrix: matrixOf(-1, ...Array.from({ length: 200 }, () => 1)) },
      [
        'Less than 1 % of the answers of respondents to items are missing: they count neither as right nor as wrong.',
      ],
    ],
    [
      'items in several versions',
      { units: [unit, { ...unit, condition: 'hinted' }] },
      ['An item with several versions has figures for each.'],
    ],
  ])('about the answers: %s', (_name, more, expected) => {
    expect(answerNotes({ ...answers, ...more }, 0.5)).toEqual(expected);
  });

  const item = (difficulty: RaschModel['items'][number]['difficulty']) => ({
    answered: 40,
    right: 20,
    difficulty,
  });
  const usual = item({ defined: true, value: 0.2, standardError: 0.1 });
  const respondents = (length: number, right = 5): RaschModel['respondents'] =>
    Array.from({ length }, () => ({
      answered: 10,
      right,
      ability: { defined: true, value: 0, standardDeviation: 1 },
    }));
  const model = { items: [usual], respondents: respondents(30), points: USUAL_POINTS, converged: true };
  const FEW = 'look at the standard errors, and do not drop items on these figures alone.';
  const THROUGHOUT =
    'right throughout or wrong throughout: how far above or below the others is unknown. The ability stays finite because the model expects a normal spread of abilities.';

  it.each<[string, Partial<typeof model>, string[]]>([
    ['nothing to say', {}, []],
    ['few respondents', { respondents: respondents(29) }, [`There are only 29 respondents: ${FEW}`]],
    [
      'an item without a difficulty',
      { items: [usual, item({ defined: false, reason: 'All were right.' })] },
      ['1 item without a difficulty, as all answers to it are right or all are wrong.'],
    ],
    [
      'items without a difficulty',
      { items: [1, 2].map(() => item({ defined: false, reason: 'All were right.' })) },
      ['2 items without a difficulty, as all answers to each of them are right or all are wrong.'],
    ],
    [
      'respondents with every answer right',
      { respondents: [...respondents(30), ...respondents(1, 10)] },
      [`1 respondent ${THROUGHOUT}`],
    ],
    [
      'respondents with every answer wrong',
      { respondents: [...respondents(30), ...respondents(2, 0)] },
      [`2 respondents ${THROUGHOUT}`],
    ],
    [
      'more points than usual',
      { points: 121 },
      [
        'The model sums abilities over 121 points instead of 61: 61 would be too coarse for this many answers.',
      ],
    ],
    [
      'no standard errors',
      { items: [item({ defined: true, value: 0, standardError: null })] },
      ['There are too many items for standard errors.'],
    ],
    [
      'difficulties still moving',
      { converged: false },
      ['Difficulties did not converge: take the figures as approximate.'],
    ],
  ])('about the model: %s', (_name, more, expected) => {
    expect(modelNotes({ ...model, ...more })).toEqual(expected);
  });
});
