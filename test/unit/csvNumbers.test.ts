import { describe, expect, it } from 'vitest';
import { type Decimals, notationOf, plainNumber } from '../../electron/core/formats/reading/csvNumbers.ts';

describe('how numbers of a column are written', () => {
  it.each([
    ['3.5 4 1e3', undefined, 'plain'],
    ['3,5 4,0', undefined, 'comma'],
    ['1.234,5 2', undefined, 'comma'],
    ['1,234.5 2', undefined, 'point'],
    ['1,234,567 2', undefined, 'point'],
    ['1,234 0,5', undefined, 'comma'],
    ['1,234 0.5', undefined, 'point'],
    ['1,234', undefined, 'unclear'],
    ['1,234 7 -2,500', undefined, 'unclear'],
    ['1,234', 'comma', 'comma'],
    ['1,234', 'point', 'point'],
    ['1.234', undefined, 'plain'],
    ['1.234', 'comma', 'comma'],
    ['3 4', 'comma', 'plain'],
    ['3,5 red', undefined, 'none'],
    ['3,5 1,234.5', undefined, 'none'],
    ['1,23,4', undefined, 'none'],
    [', .', undefined, 'none'],
    ['', undefined, 'none'],
  ] as const)('%s, told %s: %s', (values, asked: Decimals | undefined, kind) => {
    expect(notationOf(values === '' ? [] : values.split(' '), asked).kind).toBe(kind);
  });

  it('is shown by a value that tells', () => {
    expect(notationOf(['3', '3,5'])).toEqual({ kind: 'comma', example: '3,5' });
    expect(notationOf(['3', '1.500'], 'comma')).toEqual({ kind: 'comma', example: '1.500' });
  });
});

describe('a number as programs write it', () => {
  it.each([
    ['3,5', 'comma', '3.5'],
    ['-1.234.567,25', 'comma', '-1234567.25'],
    ['1,234.5', 'point', '1234.5'],
    [' 4,0 ', 'comma', '4.0'],
  ] as const)('%s with a decimal %s is %s', (text, decimals, plain) => {
    expect(plainNumber(text, decimals)).toBe(plain);
  });
});
