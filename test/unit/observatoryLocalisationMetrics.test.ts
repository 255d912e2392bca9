import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { definitionsOf } from '../../shared/benchmarks/metrics.ts';
import { metrics } from '../../shared/benchmarks/observatory/metrics.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import {
  type Corners,
  cornersJson,
  gridQuestion,
  localisationQuestion,
} from '../helpers/perceptionQuestions.ts';
import { cell, drawn, figuresOf, initial, of, says } from '../helpers/metricsOfAnswers.ts';

describe('localisation', () => {
  const boxes = { left_eye: [10, 10, 30, 20], right_eye: [50, 10, 70, 20], nose: [40, 40, 60, 60] } as const;
  const about = (
    guidance: 'guided' | 'semi-guided' | 'unguided',
    more: {
      readonly family?: 'Org' | 'ID' | 'OOD';
      readonly gender?: 'male' | 'female';
      readonly transformation?: string;
    } = {},
  ): JsonObject => localisationQuestion({ id: 'q', guidance, boxes, hint: 'nose', ...more });

  // By hand: the left eye is 20 x 10, half of it 10 x 10: 100 / 200. The right eye moved by half its width: 100 shared of
  // 200 + 200 - 100. The nose as it is: 1.
  const half: readonly [string, Corners] = ['left_eye', [10, 10, 20, 20]];
  const moved: readonly [string, Corners] = ['right_eye', [60, 10, 80, 20]];
  const nose: readonly [string, Corners] = ['nose', [40, 40, 60, 60]];

  it('comes to mIoU by family and attribute, drop, gap and retention worked out by hand', () => {
    const figures = figuresOf([
      { question: about('guided', { gender: 'male' }), answer: drawn([half, moved, nose]) },
      // Undrawn counts 0: of three, one.
      { question: about('guided', { family: 'ID', gender: 'female' }), answer: drawn([nose]) },
      {
        question: about('guided', { family: 'OOD', gender: 'male', transformation: 'origami' }),
        answer: drawn([half]),
      },
      {
        question: about('guided', { family: 'OOD', gender: 'male', transformation: 'a scene of its own' }),
        answer: drawn([half, nose]),
      },
    ]);
    const original = (1 / 2 + 1 / 3 + 1) / 3;
    expect(of(figures, 'celeb_guided_miou_org').value).toBeCloseTo(original, 12);
    expect(of(figures, 'celeb_guided_miou_org').n).toBe(3);
    expect(of(figures, 'celeb_guided_miou_id').value).toBeCloseTo(1 / 3, 12);
    expect(of(figures, 'celeb_guided_miou_ood').value).toBeCloseTo((1 / 2 + 1 / 2 + 1) / 6, 12);
    expect(of(figures, 'celeb_guided_miou').value).toBeCloseTo((11 / 6 + 1 + 2) / 12, 12);
    expect(of(figures, 'celeb_guided_drop_id').value).toBeCloseTo(original - 1 / 3, 12);
    expect(of(figures, 'celeb_guided_miou:left_eye').value).toBeCloseTo((1 / 2 + 0 + 1 / 2 + 1 / 2) / 4, 12);
    expect(of(figures, 'celeb_guided_miou_ood:nose')).toEqual({ value: 1 / 2, undefined: null, n: 2 });
    expect(of(figures, 'celeb_guided_miou_org:mouth').value).toBeNull();
    expect(of(figures, 'celeb_guided_gender_gap').value).toBeCloseTo((11 / 6 + 2) / 9 - 1 / 3, 12);
    expect(of(figures, 'celeb_retention_id').value).toBeCloseTo(1 / 3 / original, 12);
    expect(of(figures, 'celeb_retention_ood').value).toBeCloseTo(1 / 3 / original, 12);
    expect(of(figures, 'celeb_retention:gamma').value).toBeCloseTo(1 / 3 / original, 12);
    expect(of(figures, 'celeb_retention:origami').value).toBeCloseTo(1 / 2 / 3 / original, 12);
    expect(of(figures, 'celeb_retention:sharpen').undefined).toBe(
      'Nothing of CELEB, guided, on variants by Sharpen is answered.',
    );
    expect(figures['celeb_retention:a scene of its own']).toBeUndefined();
  });

  it('gives the gain of one hint over the attributes that both ask for', () => {
    const figures = figuresOf([
      // With the hint 1/2 and 1/3; without it 1/2, 0, and the nose, which is the hint and has no part in it.
      { question: about('semi-guided'), answer: drawn([half, moved, nose]) },
      { question: about('unguided'), answer: drawn([half, nose]) },
    ]);
    expect(of(figures, 'celeb_semi_guided_miou')).toMatchObject({ n: 2 });
    expect(of(figures, 'celeb_unguided_miou').value).toBeCloseTo((1 / 2 + 0 + 1) / 3, 12);
    expect(of(figures, 'celeb_hint_gain').value).toBeCloseTo((1 / 2 + 1 / 3) / 2 - (1 / 2 + 0) / 2, 12);
    const word = (guidance: 'semi-guided' | 'unguided') =>
      localisationQuestion({
        id: 'w',
        domain: 'WORD',
        guidance,
        boxes: { word: [0, 0, 10, 10] },
        hint: null,
      });
    const words = figuresOf([
      { question: word('semi-guided'), answer: drawn([['word', [0, 0, 10, 8]]]) },
      { question: word('unguided'), answer: drawn([['word', [0, 0, 10, 5]]]) },
    ]);
    expect(of(words, 'word_hint_gain').value).toBeCloseTo(0.8 - 0.5, 12);
  });

  it('is not defined where originals were not found, and 0 where nothing fits', () => {
    const figures = figuresOf([
      { question: about('guided'), answer: { kind: 'none' } },
      { question: about('guided', { family: 'ID' }), answer: drawn([half]) },
    ]);
    expect(of(figures, 'celeb_guided_miou_org')).toEqual({ value: 0, undefined: null, n: 3 });
    expect(of(figures, 'celeb_retention_id')).toEqual({
      value: null,
      undefined: 'The mIoU on the originals is 0.',
      n: 6,
    });
    const none: readonly StepAnswer[] = [
      drawn([]),
      // Beside it, touching it, of another label.
      drawn([['nose', [0, 0, 5, 5]]]),
      drawn([['nose', [60, 40, 80, 60]]]),
      drawn([['mouth', [40, 40, 60, 60]]]),
      says('I see a face.'),
      says('[]'),
      // Corners the wrong way round, no area, text instead of numbers, said twice.
      says('{"nose": {"x1": 60, "y1": 60, "x2": 40, "y2": 40}}'),
      says('{"nose": {"x1": 40, "y1": 40, "x2": 40, "y2": 60}}'),
      says('{"nose": {"x1": "40", "y1": "40", "x2": "60", "y2": "60"}}'),
      says('{"nose": "40, 40, 60, 60"}'),
      says(
        '[{"nose": {"x1": 40, "y1": 40, "x2": 60, "y2": 60}}, {"nose": {"x1": 0, "y1": 0, "x2": 9, "y2": 9}}]',
      ),
    ];
    for (const answer of none) {
      const found = figuresOf([{ question: about('guided'), answer }]);
      expect(of(found, 'celeb_guided_miou'), JSON.stringify(answer)).toEqual({
        value: 0,
        undefined: null,
        n: 3,
      });
    }
  });

  it('counts the first of two boxes drawn for one attribute', () => {
    const twice = figuresOf([{ question: about('guided'), answer: drawn([nose, ['nose', [0, 0, 5, 5]]]) }]);
    expect(of(twice, 'celeb_guided_miou:nose').value).toBe(1);
    const other = figuresOf([{ question: about('guided'), answer: drawn([['nose', [0, 0, 5, 5]], nose]) }]);
    expect(of(other, 'celeb_guided_miou:nose').value).toBe(0);
  });

  it('overlaps as counted pixels say, be the boxes drawn or said', () => {
    const side = fc.integer({ min: 0, max: 15 });
    const box = fc
      .tuple(side, side, side, side)
      .filter(([x1, y1, x2, y2]) => x2 > x1 && y2 > y1)
      .map(([x1, y1, x2, y2]): Corners => [x1, y1, x2, y2]);
    const pixels = ([x1, y1, x2, y2]: Corners): Set<string> => {
      const found = new Set<string>();
      for (let x = x1; x < x2; x += 1) for (let y = y1; y < y2; y += 1) found.add(`${x} ${y}`);
      return found;
    };
    fc.assert(
      fc.property(fc.array(fc.tuple(box, box, fc.boolean()), { minLength: 1, maxLength: 6 }), (pairs) => {
        const names = pairs.map((_, at) => `part_${String(at)}`);
        const boxes = Object.fromEntries(pairs.map(([gold], at) => [names[at] ?? '', gold]));
        const question = localisationQuestion({ id: 'q', guidance: 'unguided', boxes, hint: 'part_0' });
        const given = pairs.flatMap(([, own, isDrawn], at): [string, Corners][] =>
          isDrawn ? [[names[at] ?? '', own]] : [],
        );
        const expected = pairs.map(([gold, own, isDrawn]) => {
          const [held, taken] = [pixels(gold), pixels(own)];
          const shared = [...held].filter((pixel) => taken.has(pixel)).length;
          return isDrawn ? shared / new Set([...held, ...taken]).size : 0;
        });
        const mean = expected.reduce((sum, value) => sum + value, 0) / pairs.length;
        const text = JSON.stringify(Object.fromEntries(given.map(([name, own]) => [name, cornersJson(own)])));
        for (const answer of [drawn(given), says(text)])
          expect(of(figuresOf([{ question, answer }]), 'celeb_unguided_miou').value).toBeCloseTo(mean, 12);
      }),
    );
  });

  it('has figures of the attributes and transformations that a casebook lists', () => {
    const parameters = {
      attributes: { CELEB: ['left_ear', 'org'], WORD: [] },
      transformations: { ID: [], OOD: ['a scene of its own'] },
    };
    const ears = { left_ear: [0, 0, 10, 10], org: [20, 0, 30, 10] } as const;
    const question = (family: 'Org' | 'OOD') =>
      localisationQuestion({
        id: 'e',
        guidance: 'guided',
        boxes: ears,
        hint: 'org',
        family,
        transformation: 'a scene of its own',
      });
    const figures = figuresOf(
      [
        {
          question: question('Org'),
          answer: drawn([
            ['left_ear', [0, 0, 10, 10]],
            ['org', [20, 0, 30, 5]],
          ]),
        },
        { question: question('OOD'), answer: drawn([['left_ear', [0, 0, 10, 5]]]) },
      ],
      parameters,
    );
    expect(of(figures, 'celeb_guided_miou:left_ear').value).toBe(3 / 4);
    expect(of(figures, 'celeb_guided_miou:org').value).toBe(1 / 4);
    expect(of(figures, 'celeb_guided_miou_org').value).toBe(3 / 4);
    expect(of(figures, 'celeb_retention:a scene of its own').value).toBeCloseTo(0.25 / 0.75, 12);
    expect(figures['celeb_guided_miou:nose']).toBeUndefined();
    expect(definitionsOf(metrics, parameters).map(({ id }) => id)).toEqual(Object.keys(figures));
  });
});

describe('correctness', () => {
  const item = (question: JsonObject, answer: StepAnswer) => ({
    payload: question,
    condition: '',
    steps: { answer: { answer, verdict: () => null } },
  });
  const grid = gridQuestion({ id: 'g', answer: [0, 1] });
  const word = localisationQuestion({
    id: 'w',
    domain: 'WORD',
    guidance: 'guided',
    boxes: { word: [0, 0, 10, 10] },
    hint: null,
  });

  it('is right or wrong of choices, the mean IoU of boxes, null of what is not known', () => {
    expect(metrics.itemStep).toBe('answer');
    const of = (question: JsonObject, answer: StepAnswer, step = 'answer') =>
      metrics.correctness(item(question, answer), step, initial);
    expect(of(grid, cell(1, 2))).toBe(1);
    expect(of(grid, says('{"final_answer": [0, 1]}'))).toBe(1);
    expect(of(grid, { kind: 'none' })).toBe(0);
    expect(of(grid, { kind: 'unknown' })).toBeNull();
    expect(of(grid, cell(1, 2), 'other')).toBeNull();
    expect(of({ id: 'entity' }, cell(1, 2))).toBeNull();
    // A box of a word comes without a name, as its prompt asks.
    expect(of(word, says('{"sequence": "a", "x1": 0, "y1": 0, "x2": 10, "y2": 4}'))).toBe(0.4);
  });
});
