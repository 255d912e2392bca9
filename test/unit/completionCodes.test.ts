import { describe, expect, it } from 'vitest';
import { endsWithoutCode, missingCodes } from '../../shared/domain/completionCodes.ts';

const nothing = { complete: null, screenedOut: null, attention: null };
const prolific = { panel: 'prolific', outcomes: nothing, screening: [], failedChecks: null } as const;
const screening = [
  {
    prompt: 'Do you see colours?',
    options: [
      { text: 'Yes', passes: true },
      { text: 'No', passes: false },
    ],
  },
];

describe('codes of a study on Prolific', () => {
  it('lack for each end that somebody can come to', () => {
    expect(endsWithoutCode(prolific)).toEqual(['complete']);
    expect(endsWithoutCode({ ...prolific, screening, failedChecks: 1 })).toEqual([
      'complete',
      'screenedOut',
      'attention',
    ]);
    expect(missingCodes({ ...prolific, failedChecks: 1 })).toBe(
      'There is no code for participants who finish and participants who fail checks: they would have nothing to submit to Prolific.',
    );
  });

  it('do not lack where there is a code or a way back; blanks are none', () => {
    const outcomes = { ...nothing, complete: { code: 'C1', address: null } };
    expect(missingCodes({ ...prolific, outcomes })).toBeNull();
    const address = { ...nothing, complete: { code: null, address: 'https://app.prolific.com/x' } };
    expect(missingCodes({ ...prolific, outcomes: address })).toBeNull();
    expect(
      endsWithoutCode({ ...prolific, outcomes: { ...nothing, complete: { code: ' ', address: null } } }),
    ).toEqual(['complete']);
  });

  it('are nobody’s business elsewhere', () => {
    expect(endsWithoutCode({ ...prolific, panel: 'generic' })).toEqual([]);
    expect(endsWithoutCode({ ...prolific, panel: 'none' })).toEqual([]);
  });
});
