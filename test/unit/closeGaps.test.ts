import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { rowForm } from '../../electron/core/db/schema.ts';
import { closeGaps } from '../../electron/core/merge/closeGaps.ts';
import type { AnswerRows } from '../../electron/core/records/sharing/forks.ts';
import { HIGHEST_VERSION } from '../../shared/base/numbers.ts';
import { answerRow } from '../helpers/hubRows.ts';

const [item, person] = [v7(), v7()];
const answerOf = (version: number, previous: string | null = null): AnswerRows => ({
  annotation: rowForm('annotation').parse({
    ...answerRow(item, person, { version, previous_id: previous }),
    origin: null,
  }),
  regions: [],
});
const versions = (answers: readonly AnswerRows[]): number[] =>
  answers.map(({ annotation }) => annotation.version);

describe('answers that are counted on', () => {
  it('keep their versions where none is missing', () => {
    const [one, two] = [answerOf(1), answerOf(2)];
    expect(closeGaps([one, two], [])).toEqual([one, two]);
    expect(closeGaps([one, two], [one.annotation])).toEqual([one, two]);
  });

  it('close a gap behind those that are here, each following the one before', () => {
    const [one, far, farther] = [answerOf(1), answerOf(HIGHEST_VERSION - 1), answerOf(HIGHEST_VERSION)];
    const placed = closeGaps([far, farther], [one.annotation]);
    expect(versions(placed)).toEqual([2, 3]);
    expect(placed.map(({ annotation }) => annotation.previous_id)).toEqual([
      one.annotation.id,
      far.annotation.id,
    ]);
    // Once more they are known in their places.
    const here = [one, ...placed].map(({ annotation }) => annotation);
    expect(closeGaps([far, farther], here)).toEqual(placed);
  });

  it('never leave the numbers from 1 to how many there are, whatever comes in', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: HIGHEST_VERSION }), { minLength: 1, maxLength: 8 }),
        fc.nat(8),
        (claimed, cut) => {
          const answers = claimed.sort((a, b) => a - b).map((version) => answerOf(version));
          const first = closeGaps(answers.slice(0, cut), []);
          const here = first.map(({ annotation }) => annotation);
          const rest = closeGaps(answers.slice(cut), here);
          expect(Math.max(...versions([...first, ...rest]))).toBeLessThanOrEqual(answers.length);
        },
      ),
    );
  });
});
