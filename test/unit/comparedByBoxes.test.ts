import { describe, expect, it } from 'vitest';
import { comparedByBoxes, createShapeCount } from '../../shared/foreign/comparedByBoxes.ts';
import type { ForeignKind } from '../../shared/foreign/foreignPart.ts';

const region = (shapes: readonly ForeignKind[] | null, x = 10) => ({
  x,
  y: 10,
  width: 20,
  height: 20,
  ...(shapes !== null && {
    foreign: { format: 'coco' as const, source: '{}', shapes, box: [10, 10, 20, 20] as const },
  }),
});

function counted(regions: readonly ReturnType<typeof region>[]): string | null {
  const count = createShapeCount();
  for (const each of regions) count.add(each);
  const shaped = count.counted();
  return shaped === null ? null : comparedByBoxes(shaped);
}

describe('regions that are compared by their boxes', () => {
  it('are counted among all, each once', () => {
    expect(counted([region(['polygon']), region(['polygon', 'keypoints']), region(null), region([])])).toBe(
      '2 of 4 regions are polygons: compared by their boxes.',
    );
    expect(counted([region(['rotation']), region(['mask', 'polygon']), region(null)])).toBe(
      '2 of 3 regions are polygons or masks or rotated: compared by their boxes.',
    );
    expect(counted([region(['mask'])])).toBe('1 of 1 region is a mask: compared by its box.');
  });

  it('are none where all are boxes: keypoints and parts stand beside one, and a moved box is one', () => {
    expect(
      counted([region(['keypoints']), region(['parts']), region(['polygon'], 11), region(null)]),
    ).toBeNull();
    expect(counted([])).toBeNull();
  });
});
