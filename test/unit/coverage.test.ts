import { expect, it } from 'vitest';
import { coverageText } from '../../shared/statistics/coverage.ts';

const figure = (covered: number, of: number, value: number | null = 0.5) => ({
  value,
  coverage: { covered, of },
});

it('is one share, or the least and the most, of the figures that there are', () => {
  expect(coverageText([figure(6, 10), figure(3, 5)])).toBe('60 %');
  expect(coverageText([figure(6, 10), figure(10, 10)])).toBe('60–100 %');
  expect(coverageText([figure(10, 10), figure(0, 10, null)])).toBe('100 %');
  expect(coverageText([figure(999, 1000)])).toBe('99 %');
  expect(coverageText([figure(0, 0), { value: 1 }])).toBe('–');
});
