import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consensusOf, medianBox } from '../../shared/agreement/boxes/consensus.ts';
import type { LabelledBox } from '../../shared/agreement/boxes/matching.ts';

const at = (x: number, width = 10, label = 0): LabelledBox => ({ x, y: 0, width, height: 10, label });
const box: fc.Arbitrary<LabelledBox> = fc.record({
  x: fc.integer({ min: 0, max: 40 }),
  y: fc.integer({ min: 0, max: 40 }),
  width: fc.integer({ min: 1, max: 20 }),
  height: fc.integer({ min: 1, max: 20 }),
  label: fc.integer({ min: 0, max: 1 }),
});
const jittered = fc
  .tuple(
    fc.array(box, { maxLength: 4 }),
    fc.array(fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 4, maxLength: 4 }), {
      minLength: 2,
      maxLength: 4,
    }),
  )
  .map(([boxes, shifts]) =>
    shifts.map((shift) => boxes.map((each, place) => ({ ...each, x: each.x + (shift[place] ?? 0) }))),
  );

describe('what raters’ boxes have in common', () => {
  it('is one group for each thing, in any order of raters', () => {
    const { groups, left, meanIntersectionOverUnion } = consensusOf(
      [
        [at(0), at(100)],
        [at(101), at(1)],
        [at(2), at(100)],
      ],
      0.5,
    );
    expect(groups).toEqual([
      [0, 1, 0],
      [1, 0, 1],
    ]);
    expect(left).toBe(0);
    expect(meanIntersectionOverUnion).toBeCloseTo((9 / 11 + 9 / 11 + 8 / 12 + 9 / 11 + 9 / 11 + 1) / 6, 12);
  });

  it.each<[string, LabelledBox[][], number]>([
    ['a rater has not drawn it', [[at(0)], [at(0)], []], 2],
    ['two boxes of a rater overlap as much', [[at(5)], [at(4), at(6)]], 3],
    ['the first and the last of three no longer overlap enough', [[at(0)], [at(3)], [at(6)]], 3],
    ['labels differ', [[at(0)], [at(0, 10, 1)]], 2],
  ])('is nothing where %s', (_why, raters, left) => {
    expect(consensusOf(raters, 0.5)).toEqual({ groups: [], left, meanIntersectionOverUnion: null });
  });

  it('follows the threshold', () => {
    const raters = [[at(0)], [at(3)]];
    expect(consensusOf(raters, 7 / 13).left).toBe(0);
    expect(consensusOf(raters, 0.6).left).toBe(2);
  });

  it('is the same to the bit in whatever order raters and their boxes come', () => {
    const medians = (raters: readonly (readonly LabelledBox[])[]): unknown => {
      const { groups, left, meanIntersectionOverUnion } = consensusOf(raters, 0.5);
      const boxes = groups.map((group) =>
        JSON.stringify(medianBox(group.flatMap((place, rater) => raters[rater]?.[place] ?? []))),
      );
      return { boxes: boxes.sort(), left, meanIntersectionOverUnion };
    };
    fc.assert(
      fc.property(
        jittered.chain((raters) =>
          fc.tuple(
            fc.constant(raters),
            fc
              .shuffledSubarray([...raters.keys()], { minLength: raters.length })
              .map((order) => order.map((rater) => raters[rater] ?? [])),
            fc.boolean(),
          ),
        ),
        ([raters, shuffled, turned]) => {
          const other = turned ? shuffled.map((boxes) => boxes.toReversed()) : shuffled;
          expect(medians(other)).toEqual(medians(raters));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the median of boxes', () => {
  it('is of their edges, so that one slip moves it little', () => {
    expect(medianBox([at(0), at(1), at(90, 50)])).toEqual({ x: 1, y: 0, width: 10, height: 10 });
  });

  it('of two is their mean', () => {
    expect(medianBox([at(0, 10), at(2, 12)])).toEqual({ x: 1, y: 0, width: 11, height: 10 });
  });

  it('of the same boxes is that box to the bit', () => {
    const same = { x: 0.1, y: 0.2, width: 0.7, height: 10.3 };
    expect(medianBox([same, same])).toEqual(same);
  });
});
