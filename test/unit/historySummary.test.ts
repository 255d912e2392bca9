import { expect, test } from 'vitest';
import { summaryOf } from '../../electron/core/features/history/describe.ts';

test('a submission says how long somebody worked on it, where that was counted', () => {
  const said = (activeMilliseconds: number): string =>
    summaryOf('submit', null, { annotation: 'a', activeMilliseconds }, 1);
  expect(said(41_200)).toBe('Submitted the answer in 41 s');
  expect(said(200_000)).toBe('Submitted the answer in 3 min 20 s');
  expect(said(120)).toBe('Submitted the answer in less than a second');
  expect(said(0)).toBe('Submitted the answer');
  expect(summaryOf('submit', null, { annotation: 'a' }, 1)).toBe('Submitted the answer');
});
