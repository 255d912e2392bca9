import { expect, it } from 'vitest';
import { facetValueTitle } from '../../shared/benchmarks/facetTitles.ts';
import {
  initialParameters,
  ObservatoryParameters,
} from '../../shared/benchmarks/observatory/metrics/parameters.ts';
import { transformationMetric } from '../../shared/benchmarks/observatory/metrics/placeMetrics.ts';
import {
  PIXEL_TRANSFORMATIONS,
  transformationTitle,
} from '../../shared/benchmarks/observatory/transformationTitles.ts';
import { TRANSFORMATIONS } from '../../electron/core/files/pixels/transformations.ts';

it('every transformation of the paper has a title, its own; another one keeps its name', () => {
  const { ID, OOD } = ObservatoryParameters.parse(initialParameters).transformations;
  expect(ID).toEqual([...TRANSFORMATIONS]);
  expect(Object.keys(PIXEL_TRANSFORMATIONS)).toEqual([...TRANSFORMATIONS]);
  const names = ['Org', ...ID, ...OOD];
  const titles = names.map((name) => transformationTitle(name));
  for (const title of titles) expect(title).toMatch(/^[A-Z][A-Za-z]*(?: [A-Za-z]+)*$/u);
  expect(new Set(titles).size).toBe(names.length);
  expect(transformationTitle('salt_pepper_noise')).toBe('Salt and pepper noise');
  expect(transformationTitle('after_Rembrandt')).toBe('after_Rembrandt');
  expect(transformationTitle('constructor')).toBe('constructor');
});

it('figures and facets are called by titles, and keep their names as ids', () => {
  const { definition } = transformationMetric('WORD', 'gaussian_noise');
  expect(definition).toMatchObject({
    id: 'word_retention:gaussian_noise',
    title: 'WORD: TR(Gaussian noise)',
    explanation: expect.stringContaining('variants by Gaussian noise'),
  });
  expect(facetValueTitle('observatory', 'transformation', 'gaussian_noise')).toBe('Gaussian noise');
  expect(facetValueTitle('observatory', 'domain', 'gamma')).toBe('gamma');
  expect(facetValueTitle('generic', 'transformation', 'gamma')).toBe('gamma');
  expect(facetValueTitle('unheard', 'transformation', 'gamma')).toBe('gamma');
});
