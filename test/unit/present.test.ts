import { describe, expect, it } from 'vitest';
import { firsts, present } from '../helpers/present.ts';

describe('what a test asks for', () => {
  it.each([0, '', false])('may be %j', (value) => {
    expect(present(value)).toBe(value);
  });

  it.each([undefined, null])('is not %j', (value) => {
    expect(() => present(value)).toThrow('There is no value here.');
    expect(() => present(value, 'Ada is gone.')).toThrow('Ada is gone.');
  });

  it('is as many values as it says, of any that can be counted', () => {
    expect(firsts(new Set(['a', 'b', 'c']), 2)).toEqual(['a', 'b']);
    expect(() => firsts(['a', 'b'], 3)).toThrow('There are 2 values, not 3.');
  });
});
