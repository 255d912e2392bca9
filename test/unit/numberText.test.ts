import { describe, expect, it } from 'vitest';
import { numberProblem } from '../../renderer/ui/form/numberProblem.ts';
import { readNumber } from '../../shared/base/numberText.ts';

const number = (value: number) => ({ kind: 'number', value });
const unclear = (...readings: number[]) => ({ kind: 'unclear', readings });

describe('a number that is typed', () => {
  it.each([
    ['12', 12],
    [' -3 ', -3],
    ['−5', -5],
    ['.5', 0.5],
    ['5.', 5],
    ['1,5', 1.5],
    ['0,123', 0.123],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1 234,567', 1234.567],
    ['1’234.50', 1234.5],
    ['１２', 12],
    ['１，５', 1.5],
    ['١٢٣', 123],
    ['٣٫٥', 3.5],
    ['१२', 12],
    ['𝟏𝟐', 12],
    ['-0', 0],
  ])('%s is read', (text, value) => {
    expect(readNumber(text)).toEqual(number(value));
  });

  it.each([
    '12abc',
    '0x10',
    '12 34',
    '1,2,3',
    '12,34,567',
    '5²',
    '①',
    '½',
    '1/2',
    'NaN',
    'Infinity',
    '1_000',
    '--5',
    '5 %',
  ])('%s is none', (text) => {
    expect(readNumber(text)).toEqual({ kind: 'none', why: 'no number' });
  });

  it('that can be two is both', () => {
    expect(readNumber('1,234')).toEqual(unclear(1234, 1.234));
    expect(readNumber('1,234', true)).toEqual(number(1234));
    expect(readNumber('1.234')).toEqual(number(1.234));
    expect(readNumber('1.234', true)).toEqual(unclear(1234));
    expect(readNumber('1e3')).toEqual(unclear(1000));
  });

  it('with more digits than a number holds is none', () => {
    expect(readNumber('9007199254740993')).toEqual({ kind: 'none', why: 'long' });
    expect(readNumber('999999999999999')).toEqual(number(999_999_999_999_999));
  });
});

describe('what a field says of a text', () => {
  it.each([
    ['', { min: 1 }, 'Enter a number, 1 or more.'],
    [
      '12abc',
      { min: 1, max: 20, isWhole: true },
      '“12abc” is not a number. Enter a whole number from 1 to 20.',
    ],
    ['1.5', { isWhole: true }, 'Enter a whole number.'],
    ['21', { max: 20 }, 'Enter a number, 20 or less.'],
    ['1e3', { max: 20 }, '“1e3” is not a number, 20 or less.'],
    ['9007199254740993', {}, '“9007199254740993” has too many digits: enter 15 at most.'],
  ])('%s', (text, bounds, message) => {
    expect(numberProblem(text, bounds)).toEqual({ message, readings: [] });
  });

  it('asks which of two is meant, and takes what it can', () => {
    expect(numberProblem('1,234', {})).toEqual({
      message: 'Which number is “1,234”?',
      readings: [1234, 1.234],
    });
    expect(numberProblem('1,234', { max: 2 })?.readings).toEqual([1.234]);
    expect(numberProblem('', { optional: true })).toBeNull();
    expect(numberProblem('１２', { max: 20 })).toBeNull();
  });
});
