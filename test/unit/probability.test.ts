import { describe, expect, it } from 'vitest';
import { pInWords, pText } from '../../shared/statistics/probability.ts';
import { cellText } from '../../renderer/screens/health/cellText.ts';
import { figureText } from '../../shared/figures/exportTable.ts';

describe('a p value', () => {
  it('is never printed as nought', () => {
    expect([1, 0.5, 0.0499, 0.01, 0.0042, 0.0001, 0.000_099, 6.9e-18, 0].map(pText)).toEqual([
      '1.000',
      '0.500',
      '0.050',
      '0.010',
      '0.0042',
      '0.00010',
      '< 0.0001',
      '< 0.0001',
      '< 0.0001',
    ]);
    expect(pInWords(6.9e-18)).toBe('p < 0.0001');
    expect(pInWords(0.016)).toBe('p = 0.016');
  });

  it('is printed so in tables that leave the screen and in those of findings, beside other figures', () => {
    expect(figureText(6.9e-18, { factor: 1, digits: 6, own: pText })).toBe('< 0.0001');
    expect(figureText(0.25, { factor: 100, digits: 1 })).toBe('25.0');
    expect(['word', 'clued', 'adjusted p'].map((column) => cellText(column, 6.9e-18))).toEqual([
      '6.9e-18',
      '6.9e-18',
      '< 0.0001',
    ]);
  });
});
