import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { sameButForRounding, type Box, type Size } from '../../../../shared/domain/geometry.ts';
import { sameJson } from '../../../../shared/domain/json.ts';

/** Shares of an image become pixels on this grid: a power of two, so that sums stay exact. */
const GRID = 1024;

/** A box in shares of its image (0 to 1) in that image's pixels. */
export function toPixels(box: Box, { width, height }: Size): Box {
  const snap = (value: number): number => Math.round(value * GRID) / GRID;
  const left = snap(box.x * width);
  const top = snap(box.y * height);
  return {
    x: left,
    y: top,
    width: snap((box.x + box.width) * width) - left,
    height: snap((box.y + box.height) * height) - top,
  };
}

/** Whether two boxes say the same, whatever their ids and order. */
export function sameRegion(a: RegionRecord, b: Omit<RegionRecord, 'id'>): boolean {
  return (
    a.imageId === b.imageId &&
    a.label === b.label &&
    a.note === b.note &&
    sameButForRounding(a, b) &&
    sameJson(a.attributes, b.attributes)
  );
}
