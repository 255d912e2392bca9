import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divide, splitIn, splitInPath, type SplitItem, withSplit } from '../../shared/domain/splits.ts';

const SHARES = { train: 0.7, validation: 0.1, test: 0.2 };

/** Items of which some share images or entities, in strata. */
const items = fc
  .array(
    fc.record({
      images: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 2 }),
      stratum: fc.constantFrom('a', 'b', 'c'),
    }),
    { minLength: 1, maxLength: 80 },
  )
  .map((all) =>
    all.map(({ images, stratum }, place): SplitItem => ({
      id: String(place),
      shares: images.map(String),
      stratum,
      moves: true,
      fixed: null,
    })),
  );

const counted = (splits: ReadonlyMap<string, string>, name: string): number =>
  [...splits.values()].filter((split) => split === name).length;

describe('dividing items into splits', () => {
  it('puts no image and no entity into two splits, and every item into one', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 1000 }), (all, seed) => {
        const { splits, torn } = divide(all, SHARES, seed);
        expect(torn).toEqual([]);
        expect(splits.size).toBe(all.length);
        const of = new Map<string, string>();
        for (const { id, shares } of all)
          for (const share of shares) {
            expect(splits.get(id)).toBe(of.get(share) ?? splits.get(id));
            of.set(share, splits.get(id) ?? '');
          }
      }),
    );
  });

  it('meets the shares up to one item where nothing is shared, in each stratum and in all', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 1000 }), (all, seed) => {
        const alone = all.map((item) => ({ ...item, shares: [] }));
        const { splits } = divide(alone, SHARES, seed);
        for (const [name, share] of Object.entries(SHARES))
          expect(Math.abs(counted(splits, name) - share * alone.length)).toBeLessThan(1.000001);
        for (const stratum of ['a', 'b', 'c']) {
          const own = alone.filter((item) => item.stratum === stratum);
          const of = new Map(own.map(({ id }) => [id, splits.get(id) ?? '']));
          for (const [name, share] of Object.entries(SHARES))
            expect(Math.abs(counted(of, name) - share * own.length)).toBeLessThan(2.000001);
        }
      }),
    );
  });

  it('is the same for the same seed, and another for another', () => {
    const all = Array.from({ length: 60 }, (_, place) => ({
      id: String(place),
      shares: [],
      stratum: '',
      moves: true,
      fixed: null,
    }));
    expect(divide(all, SHARES, 7)).toEqual(divide(all, SHARES, 7));
    expect(divide(all, SHARES, 8)).not.toEqual(divide(all, SHARES, 7));
  });

  it('keeps items where what they share is already, and names those that are torn', () => {
    const all: SplitItem[] = [
      { id: 'a', shares: ['x'], stratum: '', moves: false, fixed: 'test' },
      { id: 'b', shares: ['x'], stratum: '', moves: true, fixed: null },
      { id: 'c', shares: ['y'], stratum: '', moves: false, fixed: 'test' },
      { id: 'd', shares: ['y', 'z'], stratum: '', moves: true, fixed: null },
      { id: 'e', shares: ['z'], stratum: '', moves: false, fixed: 'train' },
    ];
    expect(divide(all, SHARES, 1)).toEqual({ splits: new Map([['b', 'test']]), torn: ['d'] });
  });
});

describe('the split of a record', () => {
  it('is what it names, and leaves as the item has it now', () => {
    expect(splitIn({ split: ' train ' })).toBe('train');
    expect([splitIn({ split: 3 }), splitIn({ split: '' }), splitIn({})]).toEqual([null, null, null]);
    expect(withSplit({ a: 1, split: 'train' }, 'train')).toEqual({ a: 1, split: 'train' });
    expect(withSplit({ a: 1, split: 'train' }, 'test')).toEqual({ a: 1, split: 'test' });
    expect(withSplit({ a: 1, split: 'train' }, null)).toEqual({ a: 1, split: 'train' });
    expect(withSplit({ a: 1 }, 'test')).toEqual({ a: 1, split: 'test' });
  });

  it('is the folder that its path begins with', () => {
    expect(splitInPath('train/a.png')).toBe('train');
    expect([splitInPath('train.png'), splitInPath('cats/train/a.png')]).toEqual([null, null]);
  });
});
