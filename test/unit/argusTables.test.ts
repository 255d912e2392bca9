import { describe, expect, test } from 'vitest';
import { DOMAINS } from '../../shared/benchmarks/argus/domains.ts';
import { metrics, weightedMean } from '../../shared/benchmarks/argus/metrics.ts';
import { surface } from '../../shared/benchmarks/argus/score.ts';
import type { Outcome } from '../../shared/statistics/outcome.ts';
import { pairedComparison } from '../../shared/statistics/pairedComparison.ts';
import tables from '../fixtures/argus/tables.json' with { type: 'json' };

const TOLERANCE = 1e-4;
/** Its printed value of domain 10 in Table 5 is a misprint. */
const MISPRINTED = 'Qwen-2.5-VL-32b-Instruct';

function defined<T>(outcome: Outcome<T>): T {
  if (!outcome.defined) throw new Error(outcome.reason);
  return outcome;
}

function close(actual: number, printed: number, tolerance = TOLERANCE): void {
  expect(Math.abs(actual - printed)).toBeLessThanOrEqual(tolerance);
}

/** The overall score as the metric has it: columns of sums over as many items as the domain's volume. */
function overallOf(domains: readonly number[]): number {
  const parameters = { ...metrics.parameters.initial, volumes: 'paper' };
  const columns = metrics.columns(parameters);
  const sums = columns.map((column) => {
    const place = DOMAINS.findIndex(({ name }) => column.endsWith(`: ${name}`));
    const volume = tables.volumes[place] ?? 0;
    if (place === -1) return 0;
    return column.startsWith('score') ? (domains[place] ?? 0) * volume : volume;
  });
  return metrics.figures(sums, parameters)['overall']?.value ?? Number.NaN;
}

const deceptivePrinted = (model: string): readonly number[] =>
  tables.deceptive.find((row) => row.model === model)?.domains ?? [];

test('the volumes are those of Table 1', () => {
  expect(DOMAINS.map(({ volume }) => volume)).toEqual(tables.volumes);
  expect(tables.volumes.reduce((sum, volume) => sum + volume, 0)).toBe(1430);
});

describe('the surface', () => {
  const usual = { p: 3, q: 0.8, r: 6 };
  test('at its corners is what the paper prints', () => {
    expect(surface(1, 1, usual).toExponential(3)).toBe('3.372e-6');
    expect(surface(4, 4, usual).toFixed(4)).toBe('0.9734');
  });
  test('is one half where x + q y is r', () => {
    expect(surface(2.8, 4, usual)).toBeCloseTo(0.5, 12);
    expect(surface(4, 2.5, { ...usual, p: 9 })).toBeCloseTo(0.5, 12);
  });
  test('takes other exponents', () => {
    expect(surface(1, 2, { p: 1, q: 0.5, r: 2 })).toBeCloseTo(0.5, 12);
    expect(surface(4, 1, { p: 1, q: 0, r: 4 })).toBe(0.5);
  });
});

describe('Table 4', () => {
  test.each(tables.basic)('the overall score of $model', ({ domains, overall }) => {
    close(overallOf(domains), overall);
  });
});

describe('Table 5', () => {
  test.each(tables.deceptive.filter(({ model }) => model !== MISPRINTED))(
    'the overall score of $model',
    ({ domains, overall }) => {
      close(overallOf(domains), overall);
    },
  );

  test('the misprinted row weighs to another overall than it prints', () => {
    expect(overallOf(deceptivePrinted(MISPRINTED)).toFixed(6)).toBe('0.203728');
  });
});

/** What the misprinted value has to be for its row to weigh to the overall that is printed. */
const repaired = (() => {
  const row = tables.deceptive.find(({ model }) => model === MISPRINTED);
  const others = (row?.domains ?? []).slice(0, 9);
  const sum = others.reduce((total, value, place) => total + value * (tables.volumes[place] ?? 0), 0);
  return [...others, ((row?.overall ?? 0) * 1430 - sum) / (tables.volumes[9] ?? 1)];
})();
const deceptiveOf = (model: string): readonly number[] =>
  model === MISPRINTED ? repaired : deceptivePrinted(model);

describe('Table 6: across models, per domain', () => {
  test.each(tables.byDomain)('domain $domain', (printed) => {
    const place = Number(printed.domain) - 1;
    const found = defined(
      pairedComparison(
        tables.basic.map(({ domains }) => domains[place] ?? 0),
        tables.basic.map(({ model }) => deceptiveOf(model)[place] ?? 0),
      ),
    );
    close(found.firstMean, printed.mean_basic);
    close(found.secondMean, printed.mean_deceptive);
    close(found.difference, printed.gap);
    close(found.t, printed.t);
    close(found.p, printed.p);
    close(defined(found.cohensD).value, printed.cohens_d);
  });
});

describe('Table 7: across domains, per model', () => {
  test.each(tables.byModel)('$model', (printed) => {
    const basic = tables.basic.find(({ model }) => model === printed.model)?.domains ?? [];
    const deceptive = deceptiveOf(printed.model);
    const found = defined(pairedComparison(basic, deceptive));
    close(overallOf(basic), printed.mean_basic);
    close(overallOf(deceptive), printed.mean_deceptive);
    close(overallOf(basic) - overallOf(deceptive), printed.weighted_gap);
    close(found.difference, printed.mean_gap);
    // The repaired value rests on an overall score of six digits.
    close(found.t, printed.t, printed.model === MISPRINTED ? 2e-4 : TOLERANCE);
    close(found.p, printed.p);
    close(defined(found.cohensD).value, printed.cohens_d);
    expect(found.p < 0.05).toBe(printed.significant);
  });
});

describe('the weighted mean', () => {
  test('is over the groups that have items', () => {
    const group = (volume: number, sum: number, n: number) => ({ volume, sum, n });
    expect(weightedMean([group(3, 2, 4), group(1, 0, 0), group(1, 1, 1)])).toEqual({
      value: (3 * 0.5 + 1) / 4,
      undefined: null,
      n: 5,
    });
    expect(weightedMean([group(3, 0, 0)]).value).toBeNull();
    expect(weightedMean([]).undefined).toMatch(/\.$/u);
  });
});
