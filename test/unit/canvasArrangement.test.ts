import { describe, expect, it } from 'vitest';
import { belowTitle, layoutFirstLarger } from '../../renderer/canvas/arrangement.ts';
import { fitScale, type Rectangle } from '../../renderer/canvas/viewport.ts';

const square = { width: 1024, height: 1024 };
const sideIn = (part: Rectangle): number => fitScale(square, belowTitle(part)) * 1024;
const apart = (a: Rectangle, b: Rectangle): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

describe('a first image that is larger than the others', () => {
  it.each([
    [1036, 810, 5, 1.25],
    [696, 612, 5, 1.25],
    [1036, 810, 2, 1.6],
    [400, 1200, 2, 1.4],
    [2000, 300, 5, 1.25],
  ])('in %i x %i, of %i images', (width, height, count, larger) => {
    const images = Array.from({ length: count }, () => square);
    const parts = layoutFirstLarger(images, { width, height }, larger, belowTitle);
    expect(parts).toHaveLength(count);
    const [first, ...others] = parts.map(sideIn);
    for (const side of others) {
      expect(side).toBeCloseTo(others[0] ?? 0, 6);
      // In a strip, all are as high or as wide as it is.
      expect((first ?? 0) / side).toBeGreaterThanOrEqual(1);
      const isStrip = Math.max(width / height, height / width) > 2;
      if (!isStrip) expect(Math.abs((first ?? 0) / side - larger)).toBeLessThan(0.2);
    }
    for (const [index, part] of parts.entries()) {
      expect(part.x).toBeGreaterThanOrEqual(0);
      expect(part.y).toBeGreaterThanOrEqual(0);
      expect(part.x + part.width).toBeLessThanOrEqual(width + 1);
      expect(part.y + part.height).toBeLessThanOrEqual(height + 1);
      for (const other of parts.slice(index + 1)) expect(apart(part, other)).toBe(true);
    }
  });

  it('stands beside four candidates in two rows where the room is about square', () => {
    const [, a, b, c, d] = layoutFirstLarger(
      Array.from({ length: 5 }, () => square),
      { width: 1036, height: 810 },
      1.25,
      belowTitle,
    );
    expect([a?.y, c?.y]).toEqual([b?.y, d?.y]);
    expect([a?.x, b?.x]).toEqual([c?.x, d?.x]);
    // Larger than in a row beneath it, where a fourth of the width is left for each.
    expect(sideIn(a ?? { x: 0, y: 0, width: 1, height: 1 })).toBeGreaterThan(1036 / 4);
  });
});
