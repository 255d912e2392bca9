import type { RegionRecord } from '../../../../shared/domain/document.ts';
import type { ReadForeignPart } from '../../../../shared/foreign/foreignPart.ts';
import { type Box, sameButForRounding, type Size } from '../../../../shared/base/geometry.ts';
import { RegionId } from '../../../../shared/base/ids.ts';
import { sameJson } from '../../../../shared/base/json.ts';

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

/** The member of a region that carries what its box came with, now that the box has its place; none where it carries nothing. */
export const carriedPart = (
  part: ReadForeignPart | undefined,
  { x, y, width, height }: Box,
): Pick<RegionRecord, 'foreign'> =>
  part === undefined ? {} : { foreign: { ...part, box: [x, y, width, height] } };

/** Whether two boxes say the same, whatever their ids and order; one that comes without a foreign part says nothing of it. */
export function sameRegion(a: RegionRecord, b: Omit<RegionRecord, 'id'>): boolean {
  return (
    a.imageId === b.imageId &&
    a.label === b.label &&
    a.note === b.note &&
    sameButForRounding(a, b) &&
    sameJson(a.attributes, b.attributes) &&
    (b.foreign === undefined || a.foreign?.source === b.foreign.source)
  );
}

/** Boxes with their ids: one that was there before keeps its identity, and what it carries, over the versions. */
export function withIdentities(
  boxes: readonly Omit<RegionRecord, 'id'>[],
  before: readonly RegionRecord[],
  newId: () => string,
): RegionRecord[] {
  const former = [...before];
  return boxes.map((box) => {
    const at = former.findIndex((each) => sameRegion(each, box));
    const [same] = at === -1 ? [] : former.splice(at, 1);
    return same === undefined
      ? { ...box, id: RegionId.parse(newId()) }
      : { ...box, id: same.id, ...(same.foreign !== undefined && { foreign: same.foreign }) };
  });
}
