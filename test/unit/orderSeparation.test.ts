import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom, shuffle } from '../../shared/statistics/random.ts';
import { orderSeparation, separationWords } from '../../shared/statistics/orderSeparation.ts';

const times = (label: string, count: number): string[] => Array<string>(count).fill(label);

describe('an order', () => {
  it('that lists one class before the other gives it away', () => {
    const found = orderSeparation([...times('clued', 38), 'unclued', 'clued', ...times('unclued', 40)]);
    expect(found).toMatchObject({ items: 80, firstHalf: 39 / 40, lastHalf: 0 });
    expect(found?.label).toBe('clued');
    expect(found?.auc).toBeCloseTo((38 * 41 + 40) / (39 * 41), 10);
    expect(separationWords(found ?? never())).toBe(
      '“clued” is the label of 98 % of the first 40 items and 0 % of the last 40 (AUC 1.00; 0.50 would tell nothing).',
    );
  });

  it('with blocks of one class each gives it away though its halves are alike', () => {
    const found = orderSeparation([...times('clued', 10), ...times('unclued', 20), ...times('clued', 10)]);
    expect(found?.auc).toBeCloseTo(0.5, 10);
    expect(separationWords(found ?? never())).toBe(
      '95 % of the items have the label of the item before them; by chance it would be 49 %.',
    );
  });

  it('that alternates, of one class, of no class, or of a few items says nothing', () => {
    expect(orderSeparation(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 'a' : 'b')))).toBeNull();
    expect(orderSeparation(times('a', 40))).toBeNull();
    expect(orderSeparation(Array<null>(40).fill(null))).toBeNull();
    expect(orderSeparation([])).toBeNull();
    expect(orderSeparation(['a', 'a', 'b', 'b'])).toBeNull();
  });

  it('that is random is hardly ever said to tell', () => {
    let told = 0;
    for (let seed = 0; seed < 400; seed += 1) {
      const places = Uint32Array.from({ length: 80 }, (_, at) => at);
      shuffle(places, seededRandom(seed));
      if (orderSeparation([...places].map((at) => (at < 30 ? 'a' : 'b'))) !== null) told += 1;
    }
    expect(told).toBeLessThan(12);
  });

  it('has an area that turns around with the order', () => {
    assert(
      property(array(constantFrom('a', 'b', 'c', null), { maxLength: 60 }), (labels) => {
        const found = orderSeparation(labels);
        if (found === null) return;
        expect(found.auc).toBeGreaterThanOrEqual(0);
        expect(found.auc).toBeLessThanOrEqual(1);
        const back = orderSeparation(labels.toReversed());
        expect(Math.abs((back?.auc ?? 2) - 0.5)).toBeCloseTo(Math.abs(found.auc - 0.5), 10);
      }),
    );
  });
});

function never(): never {
  throw new Error('The order was said to tell nothing.');
}
