import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { decimalText } from '../../shared/base/decimals.ts';
import { figureText } from '../../shared/figures/exportTable.ts';
import { comparisonSentence } from '../../shared/figures/comparisonFamily.ts';
import { pText } from '../../shared/statistics/probability.ts';

describe('a number as it is printed', () => {
  it('rounds the halves of its decimal form away from nought', () => {
    expect(decimalText(0.8025, 3)).toBe('0.803');
    expect(decimalText(-0.8025, 3)).toBe('-0.803');
    expect(decimalText(1.005, 2)).toBe('1.01');
    expect(decimalText(0.285, 0, 100)).toBe('29');
    expect(decimalText(0.8025, 1, 100)).toBe('80.3');
    expect(decimalText(2.5, 0)).toBe('3');
  });

  it('is not moved by the error of a sum', () => {
    const sum = Array.from({ length: 40 }, () => 0.8025).reduce((total, each) => total + each, 0) / 40;
    expect(sum).not.toBe(0.8025);
    expect(decimalText(sum, 3)).toBe('0.803');
    expect(decimalText(0.802_499_999, 3)).toBe('0.802');
  });

  it('has no sign where it is nought, and says what is no number', () => {
    expect(decimalText(-0.0001, 2)).toBe('0.00');
    expect(decimalText(Number.NaN, 2)).toBe('NaN');
    expect(decimalText(1e-9, 3)).toBe('0.000');
    expect(decimalText(123_456.5, 0)).toBe('123457');
  });

  it('is what decimal arithmetic makes of it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -9_999_999, max: 9_999_999 }),
        fc.integer({ min: 0, max: 5 }),
        (n, digits) => {
          // n / 10^(digits + 1), whose last digit is rounded away.
          const magnitude = Math.floor((Math.abs(n) + 5) / 10);
          const padded = String(magnitude).padStart(digits + 1, '0');
          const text = digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
          const sign = n < 0 && magnitude > 0 ? '-' : '';
          expect(decimalText(n / 10 ** (digits + 1), digits)).toBe(`${sign}${text}`);
        },
      ),
    );
  });

  it('is the same in tables, sentences and p values', () => {
    expect(figureText(0.8025)).toBe('0.803');
    expect(figureText(0.8025, { factor: 100, digits: 1 })).toBe('80.3');
    expect(pText(0.8025)).toBe('0.803');
    const sentence = comparisonSentence(
      {
        first: 'a',
        second: 'b',
        firstName: 'A',
        secondName: 'B',
        conditions: null,
        items: 9,
        groups: 9,
        ownItems: [9, 9],
        values: [0.8025, 0],
        difference: 0.8025,
        ci95: null,
        interval: null,
        noInterval: null,
        p: null,
        pHolm: null,
        tests: 1,
        test: null,
        undefined: null,
      },
      { factor: 1, digits: 3 },
    );
    expect(sentence).toContain('0.803');
  });
});
