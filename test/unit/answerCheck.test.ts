import { describe, expect, it } from 'vitest';
import { type CheckedStep, whyNotAnAnswer } from '../../shared/domain/answerCheck.ts';
import type { AnswerKind, StepAnswer } from '../../shared/domain/baseline.ts';

const images = [
  { id: 'one', width: 100, height: 80 },
  { id: 'two', width: 50, height: 50 },
];
const options = [
  { id: 'a', text: 'A' },
  { id: 'b', text: 'B' },
];
const box = (overrides: object): StepAnswer => ({
  kind: 'boxes',
  boxes: [{ label: 'a', x: 10, y: 10, width: 20, height: 20, ...overrides }],
});

const text: AnswerKind = { kind: 'text', noEvidence: 'Nothing.' };
const boxes: AnswerKind = { kind: 'boxes', labels: options, most: 1 };
const matching: AnswerKind = {
  kind: 'matching',
  texts: options,
  images: [
    { id: '1', text: 'Image-1' },
    { id: '2', text: 'Image-2' },
  ],
  permute: true,
};
const choice: AnswerKind = { kind: 'choice', options, permute: true };
const choices: AnswerKind = { kind: 'choices', options, permute: true };
const cell: AnswerKind = { kind: 'cell', rows: 2, columns: 3 };

const asked = (answer: AnswerKind): CheckedStep => ({ answer, images });

describe('an answer', () => {
  const taken: [string, AnswerKind, StepAnswer][] = [
    ['a text', text, { kind: 'text', text: 'A mug.' }],
    ['that there is nothing', text, { kind: 'no_evidence', text: '' }],
    ['yes', { kind: 'yes_no' }, { kind: 'yes_no', value: 'yes' }],
    ['an option', choice, { kind: 'choice', option: 'b' }],
    ['several options', choices, { kind: 'choices', options: ['b', 'a'] }],
    ['the last cell', cell, { kind: 'cell', row: 2, column: 3 }],
    ['a box to the edges', boxes, box({ x: 0, y: 0, width: 100, height: 80 })],
    ['no box', boxes, { kind: 'boxes', boxes: [] }],
    ['a whole matching', matching, { kind: 'matching', pairs: { a: '1', b: '2' } }],
    ['two texts on one image', matching, { kind: 'matching', pairs: { a: '1', b: '1' } }],
  ];
  it.each(taken)('is taken: %s', (_name, kind, answer) => {
    expect(whyNotAnAnswer(answer, asked(kind), false)).toBeNull();
  });

  const never: [string, AnswerKind, StepAnswer, RegExp][] = [
    ['an unknown option', choice, { kind: 'choice', option: 'c' }, /not available/u],
    ['an option twice', choices, { kind: 'choices', options: ['a', 'a'] }, /twice/u],
    ['an unknown option among several', choices, { kind: 'choices', options: ['a', 'c'] }, /not available/u],
    ['a cell below the grid', cell, { kind: 'cell', row: 3, column: 1 }, /outside/u],
    ['a cell beside the grid', cell, { kind: 'cell', row: 1, column: 4 }, /outside/u],
    ['a box that leaves the image', boxes, box({ x: 85 }), /leaves the image/u],
    ['a box with a foreign label', boxes, box({ label: 'c' }), /not available/u],
    ['a foreign image', matching, { kind: 'matching', pairs: { a: '1', b: '3' } }, /not available/u],
    ['a foreign text', matching, { kind: 'matching', pairs: { a: '1', c: '2' } }, /not available/u],
    ['another kind', { kind: 'yes_no' }, { kind: 'text', text: 'Yes' }, /another kind/u],
    ['what an import writes', text, { kind: 'unknown' }, /Give an answer/u],
    [
      'nothing to report where that is not offered',
      { kind: 'text', noEvidence: null },
      { kind: 'no_evidence', text: '' },
      /not available/u,
    ],
  ];
  it.each(never)('is not taken, whether finished or not: %s', (_name, kind, answer, reason) => {
    for (const unfinished of [false, true])
      expect(whyNotAnAnswer(answer, asked(kind), unfinished)).toMatch(reason);
  });

  it('of too many boxes is not taken', () => {
    const one = { label: 'a', x: 1, y: 1, width: 5, height: 5 };
    expect(whyNotAnAnswer({ kind: 'boxes', boxes: [one, one] }, asked(boxes), false)).toMatch(
      /boxes at most/u,
    );
  });

  const once: AnswerKind = { ...boxes, eachOnce: true };
  const first = { label: 'a', x: 1, y: 1, width: 5, height: 5 };
  it.each<[string, StepAnswer]>([
    ['a box and a label that is not there', { kind: 'boxes', boxes: [first], absent: ['b'] }],
    ['nothing that is there', { kind: 'boxes', boxes: [], absent: ['a', 'b'] }],
    ['less than was asked for', { kind: 'boxes', boxes: [first] }],
  ])('where each label is asked for once is taken: %s', (_name, answer) => {
    expect(whyNotAnAnswer(answer, asked(once), false)).toBeNull();
  });
  it.each<[string, StepAnswer, RegExp]>([
    ['two boxes of a label', { kind: 'boxes', boxes: [first, { ...first, x: 20 }] }, /twice/u],
    ['a box of what is not there', { kind: 'boxes', boxes: [first], absent: ['a'] }, /twice/u],
    ['a foreign label', { kind: 'boxes', boxes: [], absent: ['c'] }, /not available/u],
  ])('where each label is asked for once is not taken: %s', (_name, answer, reason) => {
    for (const unfinished of [false, true])
      expect(whyNotAnAnswer(answer, asked(once), unfinished)).toMatch(reason);
  });
  it('says what is not there only where each label is asked for once', () => {
    expect(
      whyNotAnAnswer({ kind: 'boxes', boxes: [first], absent: ['b'] }, asked(boxes), false),
    ).not.toBeNull();
  });

  const begun: [string, AnswerKind, StepAnswer][] = [
    ['an empty text', text, { kind: 'text', text: ' \n' }],
    ['nothing chosen', choices, { kind: 'choices', options: [] }],
    ['half a matching', matching, { kind: 'matching', pairs: { a: '1' } }],
    ['nothing at all', text, { kind: 'none' }],
  ];
  it.each(begun)('that is unfinished is taken only as such: %s', (_name, kind, answer) => {
    expect(whyNotAnAnswer(answer, asked(kind), false)).not.toBeNull();
    expect(whyNotAnAnswer(answer, asked(kind), true)).toBeNull();
  });
});
