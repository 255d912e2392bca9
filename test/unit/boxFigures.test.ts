import { expect, it } from 'vitest';
import { coefficientSentence } from '../../shared/agreement/coefficients/coefficientSentences.ts';
import type { BoxCoefficientName } from '../../shared/agreement/coefficients/coefficients.ts';
import type { AgreementReport } from '../../shared/contract/agreement.ts';
import { PersonId } from '../../shared/base/ids.ts';
import { agreementNotes, boxBasis } from '../../shared/figures/agreementTables.ts';

const sentence = (name: BoxCoefficientName): string =>
  coefficientSentence(name, { value: 0.4, interval: null, largest: null, raters: 2, percent: null });

it.each([
  ['box_mean_iou', 'Boxes that reach the IoU threshold share 40 % of their joint area on average'],
  ['box_precision', '40 % of the boxes of the rater compared match a box of the reference'],
  ['box_recall', '40 % of the reference’s boxes match a box of the rater compared'],
  ['box_f1', '40 % of all boxes have a match at the IoU threshold'],
] as const)('%s says what it is a share of, and never that boxes are the same', (name, words) => {
  expect(sentence(name)).toContain(words);
  expect(sentence(name)).not.toContain('(the same boxes)');
});

const report = (names: readonly string[], threshold: number | null): AgreementReport => ({
  task: 'annotate',
  field: 'regions',
  title: 'Boxes',
  level: 'boxes',
  round: 1,
  items: 4,
  pairable: 3,
  groups: 3,
  ratings: 7,
  outdated: 0,
  raters: names.map((name, at) => ({
    personId: PersonId.parse(`0199a000-0000-7000-8000-00000000000${String(at)}`),
    handle: name,
    name,
    kind: 'human',
    ratings: 2,
  })),
  seed: 1,
  resamples: 0,
  coefficients: {},
  threshold,
  skew: null,
  categories: [],
  marginals: [],
  pairs: [],
  confusions: [],
  perCategory: [],
  strata: [],
});

it('a note on boxes tells the threshold and which rater is the reference', () => {
  expect(boxBasis(report(['Ana', 'Bo'], 0.5))).toBe(
    'Boxes match from an IoU of 0.5 on. Ana is the reference: recall is of Ana’s boxes, precision of Bo’s.',
  );
  expect(boxBasis(report(['Ana', 'Bo', 'Cy'], 0.7))).toMatch(/IoU of 0\.7 on\. Of every two raters the one/u);
  const notes = agreementNotes(report(['Ana', 'Bo'], 0.5), [], []);
  expect(typeof notes === 'function' ? notes(new Set()).join(' ') : '').toContain('Ana is the reference');
  expect(boxBasis(report(['Ana', 'Bo'], null))).toBe('');
});
