import { describe, expect, it } from 'vitest';
import { intervalsSentence, sampledSentence } from '../../shared/agreement/intervals/intervalWords.ts';
import type { PairedComparison } from '../../shared/contract/metrics.ts';
import { type ShareCell } from '../../shared/statistics/clusteredShare.ts';
import { comparisonFamily, comparisonSentence, ranksOf } from '../../shared/figures/comparisonFamily.ts';
import type { Outcome } from '../../shared/statistics/outcome.ts';
import { clusteredDifference } from '../../shared/statistics/pairedShares.ts';
import {
  itemsForDifference,
  itemsForHalfWidth,
  itemsForPeople,
  kappaVariance,
} from '../../shared/statistics/planning.ts';
import { holm } from '../../shared/statistics/proportions.ts';
import { seededRandom } from '../../shared/statistics/random.ts';
import { type SpreadCell, spreadTest } from '../../shared/statistics/spread.ts';
import { firsts } from '../helpers/present.ts';

function defined<T>(outcome: Outcome<T>): T {
  if (!outcome.defined) throw new Error(outcome.reason);
  return outcome;
}

describe('a family of comparisons', () => {
  const pair = (first: string, second: string, difference: number, p: number): PairedComparison => ({
    first,
    second,
    firstName: first.toUpperCase(),
    secondName: second.toUpperCase(),
    conditions: null,
    items: 100,
    groups: 100,
    ownItems: [100, 100],
    values: [0.5 + difference, 0.5],
    difference,
    ci95: [difference - 0.04, difference + 0.04],
    interval: 'tango',
    noInterval: null,
    p,
    test: 'mcnemar',
    undefined: null,
  });
  const pairs = [pair('a', 'b', 0.051, 0.004), pair('a', 'c', 0.2, 0.0001), pair('b', 'c', 0.149, 0.3)];

  it('has Holm’s p values as statsmodels has them', () => {
    expect(holm([0.001, 0.04, 0.03, 0.005, 0.9])).toEqual([0.005, 0.09, 0.09, 0.02, 0.9]);
    expect(comparisonFamily(pairs).map(({ pHolm }) => pHolm)).toEqual([
      0.008,
      expect.closeTo(0.0003, 12),
      0.3,
    ]);
  });

  it('is smaller against one, seen from that one', () => {
    const family = comparisonFamily(pairs, 'b');
    expect(family.map(({ first, second, difference, pHolm }) => [first, second, difference, pHolm])).toEqual([
      ['b', 'a', -0.051, 0.008],
      ['b', 'c', 0.149, 0.3],
    ]);
    expect(family[0]?.ci95?.[0]).toBeCloseTo(-0.091, 12);
    expect(ranksOf(family)).toBeNull();
  });

  it('gives ranks that the tests leave possible', () => {
    expect(
      ranksOf(comparisonFamily(pairs))?.map(({ key, rank, low, high }) => [key, rank, low, high]),
    ).toEqual([
      ['a', 1, 1, 1],
      ['b', 2, 2, 3],
      ['c', 3, 2, 3],
    ]);
  });

  it('says who is ahead, and no more than the test does', () => {
    const [reliable, , chance] = firsts(comparisonFamily(pairs), 3);
    expect(comparisonSentence(reliable, { factor: 100, digits: 1 })).toBe(
      'A is higher than B by 5.1 points [1.1, 9.1], p = 0.0080 after Holm.',
    );
    expect(comparisonSentence(chance, { factor: 1, digits: 3 })).toBe(
      'B is ahead of C by 0.149 [0.109, 0.189], but these items leave the order open: p = 0.300 after Holm.',
    );
    expect(comparisonSentence({ ...chance, p: 0.03, pHolm: 0.09 }, { factor: 1, digits: 3 })).toBe(
      'B is ahead of C by 0.149 [0.109, 0.189]: reliable as the only comparison (p = 0.030), but not as one of 3 (p = 0.090 after Holm).',
    );
    expect(comparisonSentence({ ...chance, difference: 0.000_4 }, { factor: 100, digits: 1 })).toBe(
      'B and C are level: 0.0 points [10.9, 18.9], p = 0.300 after Holm.',
    );
    expect(
      comparisonSentence(
        { ...chance, p: null, pHolm: null, ci95: null, noInterval: 'Too few items.' },
        { factor: 1, digits: 3 },
      ),
    ).toBe('B less C: 0.149; there is no test. Too few items.');
    expect(
      comparisonSentence(
        { ...chance, difference: null, undefined: 'Nothing in common.' },
        { factor: 1, digits: 3 },
      ),
    ).toBe('B and C: Nothing in common.');
  });
});

describe('planning', () => {
  it('knows the variance of kappa as Bloch and Kraemer have it', () => {
    for (const [kappa, share] of [
      [0.6, 0.3],
      [0.2, 0.5],
      [0.85, 0.1],
    ] as const) {
      const theirs =
        (1 - kappa) * ((1 - kappa) * (1 - 2 * kappa) + (kappa * (2 - kappa)) / (2 * share * (1 - share)));
      expect(defined(kappaVariance({ kappa, share, raters: 2 })).value).toBeCloseTo(theirs, 10);
    }
    expect(defined(itemsForHalfWidth({ kappa: 0.6, share: 0.3, raters: 2 }, 0.1)).items).toBe(296);
    expect(itemsForHalfWidth({ kappa: 1, share: 0.3, raters: 2 }, 0.1)).toMatchObject({ defined: false });
  });

  it('needs fewer items with more raters, and more for a narrower interval', () => {
    const items = (raters: number, halfWidth: number): number =>
      defined(itemsForHalfWidth({ kappa: 0.5, share: 0.3, raters }, halfWidth)).items;
    expect(items(3, 0.1)).toBeLessThan(items(2, 0.1));
    expect(items(2, 0.05)).toBeGreaterThan(3.9 * items(2, 0.1));
  });

  it('counts the items of a difference as Connor does', () => {
    // (1.959964 √0.3 + 0.841621 √(0.3 − 0.01))² / 0.01 = 233.07.
    expect(defined(itemsForDifference({ first: 0.7, second: 0.6, discordant: 0.3, power: 0.8 })).items).toBe(
      234,
    );
    expect(itemsForDifference({ first: 0.7, second: 0.7, discordant: null, power: 0.8 })).toMatchObject({
      defined: false,
    });
    expect(itemsForDifference({ first: 0.9, second: 0.6, discordant: 0.1, power: 0.8 })).toMatchObject({
      defined: false,
    });
  });

  it('finds a difference as often as it was planned for', () => {
    const { items } = defined(itemsForDifference({ first: 0.7, second: 0.6, discordant: 0.3, power: 0.8 }));
    const random = seededRandom(4);
    let found = 0;
    for (let study = 0; study < 400; study += 1) {
      const counts = [0, 0, 0, 0];
      for (let item = 0; item < items; item += 1) {
        // 0.5 both, 0.2 the first alone, 0.1 the second alone.
        const place = [0.5, 0.7, 0.8].findIndex((bound) => random() < bound);
        counts[place < 0 ? 3 : place] = (counts[place < 0 ? 3 : place] ?? 0) + 1;
      }
      const [, first = 0, second = 0] = counts;
      const z = (first - second) / Math.sqrt(Math.max(1, first + second));
      if (Math.abs(z) > 1.96) found += 1;
    }
    expect(found / 400).toBeGreaterThan(0.7);
  });
});

describe('planning people against a model', () => {
  const planned = { first: 0.85, second: 0.7, people: 6, spread: 0.06, power: 0.8 };

  it('finds a difference as often as it was planned for', () => {
    const { items } = defined(itemsForPeople(planned));
    const random = seededRandom(6);
    const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const answers = (person: number, share: number): ShareCell[] =>
      Array.from({ length: items }, (_, unit) => ({ unit, person, hits: random() < share ? 1 : 0, of: 1 }));
    let found = 0;
    for (let study = 0; study < 300; study += 1) {
      const people = Array.from({ length: planned.people }, (_, person) =>
        answers(person, Math.min(1, planned.first + planned.spread * normal())),
      ).flat();
      if (defined(clusteredDifference(people, answers(0, planned.second))).p < 0.05) found += 1;
    }
    expect(found / 300).toBeGreaterThan(0.72);
    expect(found / 300).toBeLessThan(0.9);
  });

  it('needs fewer items with more people, and says when no number of items is enough', () => {
    const more = defined(itemsForPeople({ ...planned, people: 12 })).items;
    expect(more).toBeLessThan(defined(itemsForPeople(planned)).items);
    expect(itemsForPeople({ ...planned, people: 3, spread: 0.2 })).toEqual({
      defined: false,
      reason:
        'No number of items finds this difference with 3 people who differ this much: it takes more people.',
    });
    for (const wrong of [{ people: 1 }, { power: 1 }, { first: 0.7 }, { spread: 0.5 }, { second: 0 }])
      expect(itemsForPeople({ ...planned, ...wrong })).toMatchObject({ defined: false });
  });
});

describe('a spread over groups', () => {
  const cellsIn = (groups: readonly (readonly [hits: number, of: number])[]): SpreadCell[] =>
    groups.flatMap(([hits, of], group) =>
      Array.from({ length: of }, (_, at) => ({
        group,
        unit: 1000 * group + at,
        hits: at < hits ? 1 : 0,
        of: 1,
      })),
    );

  it('is large by chance alone where groups are small', () => {
    const small = defined(spreadTest(cellsIn([1, 2, 3, 2, 1, 3].map((hits) => [hits, 4]))));
    expect(small.spread).toBeCloseTo(0.5, 12);
    expect(small.byChance).toBeGreaterThan(0.4);
    expect(small.p).toBeGreaterThan(0.3);
    const real = defined(spreadTest(cellsIn([20, 30, 80].map((hits) => [hits, 100]))));
    expect(real.p).toBeLessThan(0.001);
  });

  it('has the p of Fisher’s test where there are two groups', () => {
    // Two groups of 10 with 8 and 3 right: R's fisher.test gives 0.06978; as many right again is a tie here as there.
    const found = defined(
      spreadTest(
        cellsIn([
          [8, 10],
          [3, 10],
        ]),
      ),
    );
    expect(Math.abs(found.p - 0.0698)).toBeLessThan(0.02);
  });

  it('deals images whole: ten items each of four images are four, not forty', () => {
    const cells = Array.from({ length: 40 }, (_, item): SpreadCell => ({
      group: Math.floor(item / 20),
      unit: Math.floor(item / 10),
      hits: item < 20 ? 1 : 0,
      of: 1,
    }));
    // Of the six ways to deal four images to two groups of two, two part right from wrong.
    expect(defined(spreadTest(cells)).p).toBeGreaterThan(0.28);
    expect(defined(spreadTest(cells.map((cell, unit) => ({ ...cell, unit })))).p).toBeLessThan(0.001);
  });

  it('deals items within an image that lies in several groups', () => {
    // Each image has one item in either group; the first is always right: of 2^10 deals two are as extreme.
    const cells = Array.from({ length: 20 }, (_, item): SpreadCell => ({
      group: item % 2,
      unit: Math.floor(item / 2),
      hits: item % 2 === 0 ? 1 : 0,
      of: 1,
    }));
    const found = defined(spreadTest(cells));
    expect(found.spread).toBe(1);
    expect(found.p).toBeLessThan(0.01);
    expect(found.byChance).toBeGreaterThan(0.15);
  });

  it('takes two groups with answers', () => {
    expect(spreadTest([...cellsIn([[2, 4]]), { group: 1, unit: 9, hits: 0, of: 0 }])).toMatchObject({
      defined: false,
    });
  });
});

describe('what is said of intervals', () => {
  it('names what was resampled, once where it is the same', () => {
    const items = { items: 50, groups: 50, people: 0, withinClasses: false };
    const people = { ...items, people: 3 };
    const line = (name: string, sampled: typeof items) => ({ name, figures: [{ sampled }] });
    expect(sampledSentence([line('a', items), line('b', items)])).toBe(
      'Intervals treat as drawn at random: 50 items.',
    );
    expect(sampledSentence([line('People', people), line('a', items), line('b', items)])).toBe(
      'Intervals treat as drawn at random: for People, 3 people and 50 items; for the others, 50 items.',
    );
    const fewer = { ...items, items: 19, groups: 19 };
    const shared = { ...items, items: 37, groups: 12, withinClasses: true };
    expect(sampledSentence([{ name: 'a', figures: [{ sampled: items }, { sampled: fewer }] }])).toBe(
      'Intervals treat as drawn at random: 19 to 50 items, depending on the figure.',
    );
    expect(sampledSentence([{ name: 'a', figures: [{ sampled: shared }, { sampled: fewer }] }])).toBe(
      'Intervals treat as drawn at random: 12 to 19 groups of items that share an image or an entity (19 to 37 items, depending on the figure), within classes fixed by design.',
    );
    expect(sampledSentence([line('a', shared)])).toBe(
      'Intervals treat as drawn at random: 12 groups of items that share an image or an entity (37 items), within classes fixed by design.',
    );
    expect(sampledSentence([{ name: 'a', figures: [{}] }])).toBeNull();
    expect(intervalsSentence(0, 1)).toContain('have none without a bootstrap');
  });
});
