import { expect, it } from 'vitest';
import { steppedNumber } from '../../renderer/ui/form/numberProblem.ts';

it.each([
  ['adds', 1, 1, {}, 2],
  ['rounds sums of decimals', 0.1, 0.2, {}, 0.3],
  ['stops at the most', 9.5, 1, { max: 10 }, 10],
  ['stops at the least', 0, -1, { min: 0 }, 0],
  ['begins with 1 upwards', null, 1, {}, 1],
  ['begins with 1 downwards', null, -1, {}, 1],
  ['begins with the least', null, 1, { min: 5 }, 5],
] as const)('an arrow key %s', (_name, from, by, bounds, after) => {
  expect(steppedNumber(from, by, bounds)).toBe(after);
});
