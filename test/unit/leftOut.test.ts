import { expect, it } from 'vitest';
import { leftOutLines } from '../../shared/domain/leftOut.ts';

it('items are named one by one, those of a kind are counted, a line a kind and reason', () => {
  const question = (item: string, kind: string, reason = 'No boxes.') => ({ item, kind, reason });
  expect(leftOutLines([])).toEqual([]);
  expect(
    leftOutLines([
      question('m-1', 'Matching'),
      { item: 'a', reason: 'Its image is missing.' },
      question('g-1', 'Grid'),
      question('m-2', 'Matching'),
      question('m-3', 'Matching', 'Its image is missing.'),
      { item: 'b', reason: 'Its image is missing.' },
    ]),
  ).toEqual([
    'a: Its image is missing.',
    'b: Its image is missing.',
    'Matching, 2 items: No boxes.',
    'Grid, 1 item: No boxes.',
    'Matching, 1 item: Its image is missing.',
  ]);
});
