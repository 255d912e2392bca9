import { expect, test } from 'vitest';
import { memoized } from '../../electron/core/base/memo.ts';

test('a text is worked out once, also where nothing comes of it', () => {
  const made: (string | null)[] = [];
  const length = memoized((text: string | null) => {
    made.push(text);
    return text?.length;
  });
  expect([length('one'), length(null), length('one'), length(null)]).toEqual([3, undefined, 3, undefined]);
  expect(made).toEqual(['one', null]);
});

test('it keeps no more than it is told to', () => {
  const made: string[] = [];
  const same = memoized((text: string) => {
    made.push(text);
    return text;
  }, 2);
  for (const text of ['a', 'b', 'c', 'c', 'a']) expect(same(text)).toBe(text);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});
