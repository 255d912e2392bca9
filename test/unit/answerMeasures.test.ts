import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measuresOf } from '../../electron/core/features/metrics/answerMeasures.ts';
import type { ComparedUnit } from '../../electron/core/features/metrics/comparedAnswers.ts';
import { overlapOf } from '../../shared/agreement/boxes/meanOverlap.ts';
import { PersonId } from '../../shared/base/ids.ts';

const [first, second] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'].map(
  (id) => PersonId.parse(id),
);

const unitsOf = (pairs: readonly (readonly [string, string])[]): ComparedUnit[] =>
  pairs.map(([a, b], item) => ({
    item,
    condition: 0,
    answers: new Map(
      [first, second].flatMap((id, place) =>
        id === undefined ? [] : [[id, { kind: 'value', value: place === 0 ? a : b }] as const],
      ),
    ),
  }));

/** (po - pe) / (1 - pe), as scikit-learn's cohen_kappa_score has it; NaN where chance explains it all. */
function kappa(pairs: readonly (readonly [string, string])[]): number {
  const share = (rater: 0 | 1, value: string): number =>
    pairs.filter((pair) => pair[rater] === value).length / pairs.length;
  const observed = pairs.filter(([a, b]) => a === b).length / pairs.length;
  const values = [...new Set(pairs.flat())];
  if (values.length === 1) return Number.NaN;
  const expected = values.reduce((sum, value) => sum + share(0, value) * share(1, value), 0);
  return (observed - expected) / (1 - expected);
}

const letter = fc.constantFrom('A', 'B', 'C', 'D');

describe('answers that are equal or not', () => {
  it('agree and agree beyond chance as the formulas say, also with weights', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(letter, letter, fc.integer({ min: 0, max: 3 })), { minLength: 2, maxLength: 30 }),
        (rows) => {
          const pairs = rows.map(([a, b]) => [a, b] as const);
          const { measures, patternOf, weights } = measuresOf('choice', unitsOf(pairs));
          const of = (name: string) => measures.find((measure) => measure.name === name);
          expect(of('equal')?.value).toBeCloseTo(pairs.filter(([a, b]) => a === b).length / pairs.length, 12);
          const expected = kappa(pairs);
          const found = of('cohen_kappa');
          if (Number.isNaN(expected)) expect(found).toMatchObject({ value: null, n: pairs.length });
          else expect(found?.value).toBeCloseTo(expected, 12);
          // A step that stands for two is a step that is there twice.
          const repeated = rows.flatMap(([a, b, times]) =>
            Array.from({ length: times }, () => [a, b] as const),
          );
          const many = new Float64Array(weights.length);
          rows.forEach(([, , times], step) => {
            const pattern = patternOf[step] ?? -1;
            many[pattern] = (many[pattern] ?? 0) + times;
          });
          const weighted = found?.weighted(many);
          if (repeated.length > 0 && !Number.isNaN(kappa(repeated)))
            expect(weighted).toBeCloseTo(kappa(repeated), 12);
        },
      ),
    );
  });
});

const anyBox = fc.record({
  label: fc.constantFrom('eye', 'nose'),
  x: fc.integer({ min: 0, max: 4 }),
  y: fc.integer({ min: 0, max: 4 }),
  width: fc.integer({ min: 1, max: 4 }),
  height: fc.integer({ min: 1, max: 4 }),
});
const boxes = fc.array(anyBox, { maxLength: 5 });

describe('boxes of two people', () => {
  it('overlap alike from either side, and wholly where they are the same', () => {
    fc.assert(
      fc.property(boxes, boxes, (a, b) => {
        const [there, back] = [overlapOf(a, b), overlapOf(b, a)];
        expect(there.overlap).toBeCloseTo(back.overlap, 12);
        expect(there.boxes).toBe(back.boxes);
        expect(overlapOf(a, a)).toEqual({ overlap: a.length, boxes: a.length });
        expect(overlapOf(a, [])).toEqual({ overlap: 0, boxes: a.length });
      }),
      { numRuns: 2000 },
    );
  });

  it('find their partner by label, those first that overlap the most', () => {
    const box = (label: string, x: number) => ({ label, x, y: 0, width: 10, height: 10 });
    expect(overlapOf([box('eye', 0), box('eye', 6)], [box('eye', 1)])).toEqual({ overlap: 9 / 11, boxes: 2 });
    expect(overlapOf([box('eye', 0)], [box('nose', 0)])).toEqual({ overlap: 0, boxes: 2 });
    // 0 takes 1 (9 of 11), so that 6 is left with 15 (1 of 19).
    expect(overlapOf([box('eye', 0), box('eye', 6)], [box('eye', 1), box('eye', 15)]).overlap).toBeCloseTo(
      9 / 11 + 1 / 19,
      12,
    );
  });
});
