import { describe, expect, it } from 'vitest';
import { binomial } from '../../shared/agreement/intervals/binomial.ts';
import { seededRandom } from '../../shared/statistics/random.ts';

const DRAWS = 40_000;

/** The probabilities of 0 to `trials` successes, by the ratio of each to the one before. */
function probabilities(trials: number, chance: number): readonly number[] {
  const logs = [trials * Math.log1p(-chance)];
  for (let k = 0; k < trials; k += 1)
    logs.push((logs[k] ?? 0) + Math.log(((trials - k) / (k + 1)) * (chance / (1 - chance))));
  return logs.map((log) => Math.exp(log));
}

/** Pearson's chi-squared of draws against what is expected, its cells merged to at least five, with its degrees of freedom. */
function misfit(trials: number, chance: number): readonly [chiSquared: number, degrees: number] {
  const random = seededRandom(20_261_127);
  const drawn = new Map<number, number>();
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const k = binomial(trials, chance, random);
    drawn.set(k, (drawn.get(k) ?? 0) + 1);
  }
  let [chiSquared, cells, expected, found] = [0, 0, 0, 0];
  for (const [k, probability] of probabilities(trials, chance).entries()) {
    expected += probability * DRAWS;
    found += drawn.get(k) ?? 0;
    if (expected < 5 && k < trials) continue;
    chiSquared += (found - expected) ** 2 / Math.max(expected, 1);
    cells += 1;
    [expected, found] = [0, 0];
  }
  return [chiSquared, cells - 1];
}

describe('a binomial draw', () => {
  it.each([
    // By inversion, where few are expected.
    [1, 0.3],
    [12, 0.5],
    [50, 0.1],
    [40, 0.9],
    // By rejection.
    [20, 0.5],
    [60, 0.3],
    [200, 0.08],
    [400, 0.7],
    [5000, 0.25],
  ])(
    'of %i with probability %d are drawn as often as the binomial distribution has them',
    (trials, chance) => {
      const [chiSquared, degrees] = misfit(trials, chance);
      // Four standard deviations above what is expected of the right distribution.
      expect(chiSquared).toBeLessThan(degrees + 4 * Math.sqrt(2 * degrees));
    },
  );

  it('are none or all where it cannot be otherwise', () => {
    const random = seededRandom(1);
    expect([binomial(0, 0.4, random), binomial(9, 0, random), binomial(9, 1, random)]).toEqual([0, 0, 9]);
    expect([binomial(500, 0, random), binomial(500, 1, random)]).toEqual([0, 500]);
  });
});
