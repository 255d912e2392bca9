import { describe, expect, test } from 'vitest';
import golden from '../fixtures/agreement/golden.json' with { type: 'json' };
import { compare, type Comparison, Oracle, runOracle } from '../helpers/agreementOracle/oracle.ts';

/** Figures farther apart than 1e-9, or standard errors than 1e-6, with how they differ. */
function apart(comparisons: readonly Comparison[]): readonly Comparison[] {
  return comparisons.filter(({ ours, theirs }) => {
    if (ours.value === null || !(Math.abs(ours.value - theirs.value) <= 1e-9)) return true;
    if (theirs.standardError === null) return false;
    return ours.standardError === null || !(Math.abs(ours.standardError - theirs.standardError) <= 1e-6);
  });
}

describe('against statsmodels, scikit-learn, nltk, SciPy, R’s vcd and psych, and npm’s krippendorff', () => {
  const comparisons = compare(Oracle.parse(golden));
  const programs = [
    'statsmodels',
    'sklearn',
    'nltk',
    'scipy',
    'vcd',
    'psych',
    'npm krippendorff',
    'definition',
  ];
  test.each(programs)('figures of %s as they were written down', (program) => {
    const theirs = comparisons.filter(({ what }) => what.endsWith(` by ${program}`));
    expect(theirs.length).toBeGreaterThan(5);
    expect(apart(theirs)).toEqual([]);
  });
});

test('the same programs on other ratings, where they are installed, or it is said that they were not asked', () => {
  // Not the seed of those written down.
  const oracle = runOracle(2);
  if (typeof oracle === 'string') {
    process.stderr.write(`Oracles of agreement: did not run, ${oracle}.\n`);
    // Where they are promised, not having run is a failure.
    expect(process.env['CASEBOOK_ORACLES'], oracle).toBeUndefined();
    return;
  }
  const comparisons = compare(oracle);
  process.stderr.write(`Oracles of agreement: ran, ${String(comparisons.length)} figures.\n`);
  expect(apart(comparisons)).toEqual([]);
}, 300_000);
