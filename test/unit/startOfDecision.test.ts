import { expect, it } from 'vitest';
import { startOfDecision } from '../../electron/core/features/adjudications/draft.ts';
import { validate } from '../../shared/benchmarks/mcsbench/task.ts';
import type { RaterColumn } from '../../shared/contract/adjudications.ts';
import type { JsonObject } from '../../shared/base/json.ts';

const blank = validate.initialAnswer({});
const column = (letter: string, answer: JsonObject): RaterColumn => ({
  column: letter,
  answer: { ...blank, ...answer },
  regions: [],
  asked: null,
  rater: null,
});
const start = (...columns: RaterColumn[]): JsonObject =>
  startOfDecision(validate, columns, {
    blank,
    gold: { answer: blank, regions: [] },
    vocabulary: {},
    newId: () => '',
    sameBox: 0.5,
  }).answer;

it('a decision starts from what is said by the person who filled it in, in whatever order the columns stand', () => {
  const accepting = { verdict: 'accept', clear: 'yes', goldCorrect: 'yes', relations: ['PR1'] };
  const rejecting = { verdict: 'reject', reason: 'duplicate', goldCorrect: 'no' };
  const begun = start(column('A', rejecting), column('B', accepting));
  expect(begun).toEqual({ ...blank, clear: 'yes', relations: ['PR1'] });
  expect(start(column('A', accepting), column('B', rejecting))).toEqual(begun);
});
