import { describe, expect, it } from 'vitest';
import { decisionWarning } from '../../renderer/screens/adjudicate/decision/decisionWarning.ts';

describe('a decision', () => {
  it.each([
    ['with everything decided', [], [], null],
    ['with open fields', ['Claim', 'Clues'], [], 'No decision yet on: Claim, Clues.'],
    ['that breaks a rule', [], ['A.'], 'This would break 1 rule of the benchmark: A.'],
    [
      'that breaks many',
      ['Claim'],
      ['A.', 'B.', 'C.', 'D.'],
      'No decision yet on: Claim. This would break 4 rules of the benchmark: A. B. C. …',
    ],
  ] as const)('%s is warned of', (_, open, broken, warning) => {
    expect(decisionWarning(open, broken)).toBe(warning);
  });
});
