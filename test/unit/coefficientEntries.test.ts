import { describe, expect, it } from 'vitest';
import type { CategoryLevel, ReportedFigure } from '../../shared/agreement/coefficients/coefficient.ts';
import {
  coefficientSentence,
  sourcesSentence,
} from '../../shared/agreement/coefficients/coefficientSentences.ts';
import {
  COEFFICIENT_NAMES,
  type CoefficientName,
  findCoefficient,
  KAPPAS,
  usualCoefficients,
} from '../../shared/agreement/coefficients/coefficients.ts';
import { patternsOf } from '../../shared/agreement/ratings/patterns.ts';

const figure: ReportedFigure = {
  value: 0.456,
  interval: [0.1, 0.5],
  largest: 0.5,
  raters: 3,
  percent: 0.777,
};
const skewed: ReportedFigure = { ...figure, largest: 0.912 };

const LOW =
  'With 91 % of the ratings in one category, it looks low although 78 % of the ratings are equal: report AC1 and the share of equal ratings beside it.';

describe('the sentence of a coefficient', () => {
  it('tells its size and how far it is certain', () => {
    expect(coefficientSentence('gwet_ac2', figure)).toBe(
      '0.46: raters disagree 46 % less than by chance alone. The true value plausibly lies between 0.10 and 0.50.',
    );
    expect(coefficientSentence('gwet_ac2', { ...figure, value: 0, interval: null })).toBe(
      '0.00: no more agreement than chance gives. There are too few items to say how certain that is.',
    );
    expect(coefficientSentence('percent_agreement', figure)).toContain(
      'Raters give the same answer in 46 % of the comparisons; some of that is chance.',
    );
  });

  it.each<[CoefficientName, ReportedFigure, string]>([
    ['percent_agreement', figure, 'Report it beside a coefficient that corrects for chance.'],
    ['percent_agreement', skewed, 'even guesses would often agree: report AC1 beside it.'],
    ['cohen_kappa', figure, 'The usual choice for two raters.'],
    ['cohen_kappa', skewed, LOW],
    ['cohen_kappa', { ...skewed, percent: null }, 'it looks low: report AC1'],
    ['cohen_kappa', { ...figure, largest: 0.8 }, 'The usual choice for two raters.'],
    ['cohen_kappa', { ...figure, largest: null }, 'The usual choice for two raters.'],
    ['cohen_kappa_quadratic', skewed, 'large differences weigh most.'],
    ['scott_pi', figure, 'papers report Cohen’s kappa'],
    ['scott_pi', skewed, LOW],
    ['fleiss_kappa', figure, 'three or more raters who all rated every item.'],
    ['fleiss_kappa', { ...figure, raters: 2 }, 'papers report Cohen’s kappa'],
    ['fleiss_kappa', skewed, LOW],
    ['krippendorff_alpha', figure, 'when ratings are missing or there are many raters.'],
    ['krippendorff_alpha', skewed, LOW],
    ['krippendorff_alpha_nominal', skewed, LOW],
    ['gwet_ac1', figure, 'none does here.'],
    ['gwet_ac1', skewed, 'Report this one here'],
    ['pabak', skewed, 'ignores how often categories occur.'],
  ])('of %s advises %#', (name, reported, words) => {
    expect(coefficientSentence(name, reported)).toContain(words);
  });
});

describe('the coefficients that a field is given', () => {
  const named = [
    'percent_agreement',
    'cohen_kappa',
    'scott_pi',
    'fleiss_kappa',
    'krippendorff_alpha',
    'gwet_ac1',
  ];
  const weighted = ['cohen_kappa_linear', 'cohen_kappa_quadratic'];
  it.each<[CategoryLevel, number, number, readonly string[]]>([
    ['nominal', 3, 3, named],
    ['nominal', 2, 2, [...named, 'pabak']],
    ['ordinal', 3, 21, [...named.slice(0, 2), ...weighted, ...named.slice(2), 'gwet_ac2']],
    ['ordinal', 2, 2, [...named.slice(0, 2), ...weighted, ...named.slice(2), 'gwet_ac2', 'pabak']],
    ['interval', 20, 20, ['percent_agreement', ...weighted, 'krippendorff_alpha', 'gwet_ac2']],
    ['interval', 21, 21, ['percent_agreement', 'krippendorff_alpha', 'gwet_ac2']],
    ['set', 2, 2, ['percent_agreement', 'krippendorff_alpha', 'alpha_masi', 'alpha_jaccard']],
  ])('%s, %i offered, %i seen', (level, offered, categories, names) => {
    const codes = Int32Array.of(0, 1);
    const patterns = patternsOf({ items: 1, raters: 2, categories, codes, values: null });
    expect(usualCoefficients({ level, patterns, offered, sets: [] })).toEqual(names);
  });
});

it('kappa is read with AC1 beside it', () => {
  expect(KAPPAS).toEqual([
    'cohen_kappa',
    'cohen_kappa_linear',
    'cohen_kappa_quadratic',
    'scott_pi',
    'fleiss_kappa',
    'krippendorff_alpha',
  ]);
});

it('every coefficient explains itself under a title of its own; an unknown one has no entry', () => {
  const entries = COEFFICIENT_NAMES.map((name) => findCoefficient(name));
  expect(new Set(entries.map((entry) => entry?.title)).size).toBe(COEFFICIENT_NAMES.length);
  for (const entry of entries) expect(entry?.explanation).toMatch(/\.$/u);
  expect(findCoefficient('agreement')).toBeUndefined();
});

it('a note cites coefficients of one source together, and none that needs no source', () => {
  const shown = ['percent_agreement', 'gwet_ac1', 'pabak', 'gwet_ac2', 'agreement'].map((name) => ({
    name,
    title: name.toUpperCase(),
  }));
  expect(sourcesSentence(shown)).toBe(
    'GWET_AC1, GWET_AC2 (Gwet 2008); PABAK (Byrt, Bishop and Carlin 1993).',
  );
  expect(sourcesSentence(shown.slice(0, 1))).toBeNull();
});
