import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  area,
  type Box,
  boxFromCorners,
  clampToImage,
  contains,
  encloses,
  growWithin,
  handlePoint,
  HANDLES,
  imagePoint,
  intersection,
  intersectionOverUnion,
  MINIMUM_SIDE,
  moveWithin,
  resizeByHandle,
  sameBox,
  type Size,
  snapToPixels,
  SUBPIXEL,
  toSubpixels,
} from '../../shared/base/geometry.ts';

const number = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
const image: fc.Arbitrary<Size> = fc.record({
  width: fc.integer({ min: 1, max: 8000 }),
  height: fc.integer({ min: 1, max: 8000 }),
});
const anyBox: fc.Arbitrary<Box> = fc.record({
  x: number(-9000, 9000),
  y: number(-9000, 9000),
  width: number(0, 9000),
  height: number(0, 9000),
});
/** An image and a legal box in it. */
const placed = fc.tuple(image, anyBox).map(([size, box]) => ({ size, box: clampToImage(box, size) }));
const shift = number(-10_000, 10_000);
/** Floating point may be off by the rounding of numbers of this size, never by more. */
const EPSILON = 1e-8;

function expectLegal(box: Box, size: Size): void {
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(size.width + EPSILON);
  expect(box.y + box.height).toBeLessThanOrEqual(size.height + EPSILON);
  expect(box.width).toBeGreaterThanOrEqual(MINIMUM_SIDE - EPSILON);
  expect(box.height).toBeGreaterThanOrEqual(MINIMUM_SIDE - EPSILON);
}

describe('a box never leaves its image and never shrinks below one pixel', () => {
  it('when cut, snapped, or put on the sub-pixel grid', () => {
    fc.assert(
      fc.property(image, anyBox, (size, box) => {
        expectLegal(clampToImage(box, size), size);
        expectLegal(snapToPixels(box, size), size);
        expectLegal(toSubpixels(box, size), size);
      }),
    );
  });

  it('when cut, and one that lies inside stays as it is to the last digit', () => {
    const inside = fc.tuple(image, fc.tuple(number(0, 1), number(0, 1), number(0, 1), number(0, 1)));
    fc.assert(
      fc.property(inside, ([size, [x, y, width, height]]) => {
        const box = {
          x: x * (size.width - 1),
          y: y * (size.height - 1),
          width: MINIMUM_SIDE + width * (size.width - 1) * (1 - x),
          height: MINIMUM_SIDE + height * (size.height - 1) * (1 - y),
        };
        fc.pre(box.x + box.width <= size.width && box.y + box.height <= size.height);
        expect(clampToImage(box, size)).toEqual(box);
      }),
    );
  });

  it('when moved, and it keeps its size', () => {
    fc.assert(
      fc.property(placed, shift, shift, ({ size, box }, dx, dy) => {
        const moved = moveWithin(box, dx, dy, size);
        expectLegal(moved, size);
        expect([moved.width, moved.height]).toEqual([box.width, box.height]);
      }),
    );
  });

  it('when resized by any handle or by keys', () => {
    fc.assert(
      fc.property(placed, fc.constantFrom(...HANDLES), shift, shift, ({ size, box }, handle, dx, dy) => {
        expectLegal(resizeByHandle(box, handle, dx, dy, size), size);
        expectLegal(growWithin(box, dx, dy, size), size);
      }),
    );
  });
});

describe('resizing by a handle', () => {
  const size = { width: 100, height: 80 };
  const box = { x: 20, y: 20, width: 30, height: 20 };

  it('moves the sides it is on and leaves the others', () => {
    expect(resizeByHandle(box, 'se', 5, 6, size)).toEqual({ x: 20, y: 20, width: 35, height: 26 });
    expect(resizeByHandle(box, 'nw', 5, 6, size)).toEqual({ x: 25, y: 26, width: 25, height: 14 });
    expect(resizeByHandle(box, 'n', 50, -6, size)).toEqual({ x: 20, y: 14, width: 30, height: 26 });
    expect(resizeByHandle(box, 'w', -100, 9, size)).toEqual({ x: 0, y: 20, width: 50, height: 20 });
  });

  it('turns the box over when dragged past the opposite side', () => {
    expect(resizeByHandle(box, 'e', -40, 0, size)).toEqual({ x: 10, y: 20, width: 10, height: 20 });
  });

  it('puts the handle where the pointer dragged it, away from the edges', () => {
    fc.assert(
      fc.property(fc.constantFrom(...HANDLES), number(-4, 4), number(-4, 4), (handle, dx, dy) => {
        const before = handlePoint(box, handle);
        const after = handlePoint(resizeByHandle(box, handle, dx, dy, size), handle);
        if (handle !== 'n' && handle !== 's') expect(after.x).toBeCloseTo(before.x + dx, 9);
        if (handle !== 'e' && handle !== 'w') expect(after.y).toBeCloseTo(before.y + dy, 9);
      }),
    );
  });
});

describe('the grids', () => {
  it('give whole pixels, or sixteenths whose sums are exact', () => {
    fc.assert(
      fc.property(image, anyBox, (size, box) => {
        const whole = snapToPixels(box, size);
        for (const value of Object.values(whole)) expect(Number.isInteger(value)).toBe(true);
        const fine = toSubpixels(box, size);
        for (const value of Object.values(fine)) expect(Number.isInteger(value / SUBPIXEL)).toBe(true);
        expect(sameBox(toSubpixels(fine, size), fine)).toBe(true);
      }),
    );
  });
});

describe('overlap', () => {
  const separate = { x: 50, y: 50, width: 10, height: 10 };
  const outer = { x: 0, y: 0, width: 20, height: 20 };
  const inner = { x: 5, y: 5, width: 10, height: 10 };

  it('is known for the simple cases', () => {
    expect(intersection(outer, separate)).toBeNull();
    expect(intersectionOverUnion(outer, separate)).toBe(0);
    expect(intersection(outer, inner)).toEqual(inner);
    expect(intersectionOverUnion(outer, inner)).toBeCloseTo(0.25, 12);
    expect(intersectionOverUnion(outer, outer)).toBe(1);
    expect(encloses(outer, inner)).toBe(true);
    expect(encloses(inner, outer)).toBe(false);
  });

  it('is symmetric, and never more than either box', () => {
    fc.assert(
      fc.property(placed, anyBox, ({ size, box }, other) => {
        const second = clampToImage(other, size);
        const overlap = intersectionOverUnion(box, second);
        expect(overlap).toBeCloseTo(intersectionOverUnion(second, box), 12);
        expect(overlap).toBeGreaterThanOrEqual(0);
        expect(overlap).toBeLessThanOrEqual(1 + EPSILON);
        const common = intersection(box, second);
        if (common !== null)
          expect(area(common)).toBeLessThanOrEqual(Math.min(area(box), area(second)) + 1e-3);
      }),
    );
  });

  it('holds the corners a box was spanned by', () => {
    fc.assert(
      fc.property(shift, shift, shift, shift, (ax, ay, bx, by) => {
        const [a, b] = [imagePoint(ax, ay), imagePoint(bx, by)];
        const spanned = boxFromCorners(a, b);
        const wide = { ...spanned, width: spanned.width + EPSILON, height: spanned.height + EPSILON };
        expect(contains(wide, a) && contains(wide, b)).toBe(true);
      }),
    );
  });
});
